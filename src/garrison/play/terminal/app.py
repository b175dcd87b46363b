"""The program around the screens."""

from __future__ import annotations

from textual.app import App
from textual.screen import Screen
from textual.theme import Theme

from garrison.play.terminal import palette

THEME = Theme(
    "garrison",
    primary=palette.colour_of("blue"),
    secondary=palette.colour_of("teal"),
    accent=palette.HIGHLIGHT,
    warning=palette.colour_of("orange"),
    error=palette.colour_of("red"),
    success=palette.colour_of("green"),
    foreground=palette.TEXT,
    background=palette.BACKGROUND,
    surface=palette.TROUGH,
    panel=palette.PANEL,
    dark=True,
)


class TerminalApp(App[None]):
    """Garrison in a terminal: shows one screen, and ends with it."""

    CSS_PATH = "terminal.tcss"
    TITLE = "Garrison"
    ENABLE_COMMAND_PALETTE = False
    NOTIFICATION_TIMEOUT = 4

    def __init__(self, first: Screen[None]) -> None:
        super().__init__()
        self.first = first
        self.register_theme(THEME)
        self.theme = THEME.name

    def action_help_quit(self) -> None:
        """Ctrl+C does what Q does: it leaves, and asks first where a game is running."""
        leave = getattr(self.screen, "leave", None) or getattr(self.screen, "quit", None)
        if leave is not None:
            leave()

    def on_mount(self) -> None:
        """Show the first screen."""
        self.push_screen(self.first, lambda _: self.exit())
