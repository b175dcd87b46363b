"""The screen that playing and watching share: boards, side and prompt, laid out for the terminal's size."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Container
from textual.screen import Screen
from textual.widgets import Static

from garrison.look.scene import Scene
from garrison.play.terminal import theme
from garrison.play.terminal.blocks import cut, notice_lines
from garrison.play.terminal.board import BoardView
from garrison.play.terminal.layout import GAP, PROMPT, Layout, layout_for, needed
from garrison.play.terminal.side import Side, SideView


class BoardScreen(Screen[None]):
    """A scene on the screen. Subclasses say what to show and what keys do."""

    AUTO_FOCUS = None

    def __init__(self) -> None:
        super().__init__()
        self.boards, self.side = BoardView(), Side()
        self.pointer: tuple[int, int] | None = None  # the field under the mouse

    def compose(self) -> ComposeResult:
        """Boards and side above, one line below, and a page for a terminal that is too small."""
        with Container(id="middle"):
            yield self.boards
            yield self.side
        yield self.bottom()
        yield Static("", id="small", markup=False)

    def bottom(self) -> Static:
        """The widget in the last line."""
        return Static("", id="prompt", markup=False)

    @property
    def plan(self) -> Layout | None:
        """Where everything goes now; None when the terminal is too small."""
        return layout_for(self.scene().boards, self.size.width, self.size.height)

    @abstractmethod
    def scene(self) -> Scene:
        """What to draw."""

    @abstractmethod
    def side_view(self) -> SideView:
        """What the side shows."""

    def prompt_text(self) -> tuple[str, str]:
        """The text of the last line and its background."""
        return "", theme.PANEL_EDGE

    def cursor(self) -> tuple[int, int] | None:
        """The board and the field of the cursor."""
        return None

    @abstractmethod
    def is_clickable(self) -> bool:
        """Whether fields can be clicked in this game; then they are chequered, which helps to count them."""

    def banner(self) -> str:
        """A word across the boards, for example PAUSED."""
        return ""

    def fits(self, it_does: bool) -> None:
        """Called when the terminal becomes large enough, or too small."""

    def on_resize(self) -> None:
        """Lay everything out again."""
        self.redraw()

    def redraw(self) -> None:
        """Show the current state."""
        if not self.is_mounted:
            return
        scene, plan = self.scene(), self.plan
        self.set_class(plan is None, "too-small")
        self.fits(plan is not None)
        if plan is None:
            self._say_too_small(scene)
            return
        self._lay_out(plan)
        view = replace(self.side_view(), prompt=self._long_prompt())
        caption = self._caption(view, plan)
        self.boards.show(scene, plan, self.cursor(), self.is_clickable(), self.banner(), caption)
        self.side.show(replace(view, notice="", prompt="") if caption else view, plan.beside)
        self._show_prompt()

    def _caption(self, view: SideView, plan: Layout) -> list[str]:
        """What is said to whoever plays in lines below the boards, if there is room for all of it."""
        width, room = self.size.width - plan.side - GAP, self.size.height - PROMPT - plan.height
        lines = [line.plain for line in notice_lines(view.notices, width)] if plan.beside else []
        return lines if len(lines) < room else []

    def _lay_out(self, plan: Layout) -> None:
        self.set_class(not plan.beside, "below")
        self.side.styles.width = plan.side if plan.beside else "100%"
        self.side.styles.height = "100%" if plan.beside else plan.side

    def _long_prompt(self) -> str:
        """The text of the last line if it does not fit there."""
        words, _ = self.prompt_text()
        return words if cell_len(words) + 1 > self.size.width else ""

    def _show_prompt(self) -> None:
        words, background = self.prompt_text()
        style = Style(color=theme.ink_on(background), bgcolor=background, bold=True)
        line = cut(f" {words}", self.size.width).ljust(self.size.width)
        self.query_one("#prompt", Static).update(Text(line, style=style, no_wrap=True, end=""))

    def _say_too_small(self, scene: Scene) -> None:
        width, height = needed(scene.boards)
        words = (
            f"{scene.title} needs a terminal of at least {width} columns and {height} rows; "
            f"this one has {self.size.width} and {self.size.height}. Make it larger to continue."
        )
        self.query_one("#small", Static).update(words)
