"""The program around the screens."""

from __future__ import annotations

import asyncio
import signal
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from textual.app import App
from textual.screen import Screen
from textual.theme import Theme

from garrison.core.files import write_whole
from garrison.core.replay import Replay
from garrison.core.verification import with_seal
from garrison.errors import GarrisonError
from garrison.play import user
from garrison.play.terminal import theme

# The signals that end programs: a request to end and, where it exists, the closing of the terminal.
ENDINGS = [signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])]

THEME = Theme(
    "garrison",
    primary=theme.colour_of("blue"),
    secondary=theme.colour_of("teal"),
    accent=theme.HIGHLIGHT,
    warning=theme.colour_of("orange"),
    error=theme.colour_of("red"),
    success=theme.colour_of("green"),
    foreground=theme.TEXT,
    background=theme.BACKGROUND,
    surface=theme.TROUGH,
    panel=theme.PANEL,
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
        self.last_words = ""  # printed once the terminal is restored

    async def run_async(self, **options: Any) -> None:
        """Run until somebody leaves, or the system asks the program to end."""
        events = asyncio.get_running_loop()
        with suppress(NotImplementedError, RuntimeError):  # not on every system, and only in the main thread
            for ending in ENDINGS:
                events.add_signal_handler(ending, self.terminate, ending)
        await super().run_async(**options)

    def terminate(self, ending: signal.Signals = signal.SIGTERM) -> None:
        """End without asking, keeping a game that would be lost. The exit status says what ended the program."""
        replays = [screen.unsaved() for screen in reversed(self.screen_stack) if hasattr(screen, "unsaved")]
        replay = next((replay for replay in replays if replay is not None), None)
        if replay is not None:
            self.last_words = kept_words(replay)
        self.exit(return_code=128 + ending)

    def action_help_quit(self) -> None:
        """Ctrl+C does what Q does: it leaves, and asks first where a game is running."""
        leave = getattr(self.screen, "leave", None) or getattr(self.screen, "quit", None)
        if leave is not None:
            leave()

    def on_mount(self) -> None:
        """Show the first screen."""
        self.push_screen(self.first, lambda _: self.exit())


def kept_words(replay: Replay) -> str:
    """Keep an interrupted game, and say where."""
    try:
        path = keep(replay)
    except (GarrisonError, OSError) as error:
        return f"The game could not be saved: {error}"
    return f"The game is saved in {path}: watch it with garrison replay, or continue it in the browser."


def keep(replay: Replay) -> Path:
    """Write the replay of an interrupted game to the user's data folder."""
    folder = user.data_folder() / "interrupted"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{replay.game.name}-{datetime.now().strftime('%Y%m%d-%H%M%S-%f')}.json"
    write_whole(path, with_seal(replay).to_json() + "\n")
    return path
