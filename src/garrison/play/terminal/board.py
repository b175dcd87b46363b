"""The boards as a widget: it draws a scene's boards and says which field was clicked or pointed at."""

from __future__ import annotations

from rich.segment import Segment
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from garrison.look.scene import Scene
from garrison.play.terminal import theme
from garrison.play.terminal.canvas import BoardPainter, Canvas, draw_banner
from garrison.play.terminal.layout import BoardPlace, Layout


class BoardView(Widget):
    """All boards of a scene, centred in the widget."""

    ALLOW_SELECT = False

    class Clicked(Message):
        """A field was clicked."""

        def __init__(self, board: int, field: int) -> None:
            super().__init__()
            self.board, self.field = board, field

    class Pointed(Message):
        """The mouse came onto a field, or left the boards (field -1)."""

        def __init__(self, board: int, field: int) -> None:
            super().__init__()
            self.board, self.field = board, field

    def __init__(self) -> None:
        super().__init__(id="boards")
        self._scene: Scene | None = None
        self._plan: Layout | None = None
        self._cursor: tuple[int, int] | None = None
        self._is_checked, self._banner = False, ""
        self._canvas: Canvas | None = None
        self._field = (0, -1)

    def show(
        self, scene: Scene, plan: Layout, cursor: tuple[int, int] | None, is_checked: bool, banner: str = ""
    ) -> None:
        """Draw this scene from now on, with a banner across it if there is one."""
        self._scene, self._plan, self._cursor, self._is_checked, self._banner = scene, plan, cursor, is_checked, banner
        self._canvas = None
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """One line of the screen."""
        if self._canvas is None:
            self._canvas = self._painted()
        blank = theme.style(theme.TEXT)
        segments = list(self._canvas.line(y)) or [Segment(" " * self.size.width, blank)]
        return Strip(segments).adjust_cell_length(self.size.width, blank)

    def on_resize(self) -> None:
        """Another size, another canvas."""
        self._canvas = None

    def on_click(self, event: events.Click) -> None:
        """Report which field was clicked."""
        field = self.field_at(event.x, event.y)
        if field:
            self.post_message(self.Clicked(*field))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Report which field the mouse is on, once for each field."""
        self._point(self.field_at(event.x, event.y) or (0, -1))

    def on_leave(self) -> None:
        """The mouse is elsewhere."""
        self._point((0, -1))

    def field_at(self, x: int, y: int) -> tuple[int, int] | None:
        """The board and the field at a position in this widget."""
        if self._scene is None or self._plan is None:
            return None
        left, top = self._offset()
        for place in self._plan.boards:
            board = self._scene.boards[place.index]
            column, row = (x - left - place.x) // place.cell[0], (y - top - place.y) // place.cell[1]
            if 0 <= row < board.rows and 0 <= column < board.columns:
                return place.index, board.field(row, column)
        return None

    def place_of(self, board: int, field: int) -> tuple[int, int]:
        """Where on this widget a field is drawn (its middle); the inverse of `field_at`."""
        assert self._scene is not None
        assert self._plan is not None
        place = next(place for place in self._plan.boards if place.index == board)
        row, column = divmod(field, self._scene.boards[board].columns)
        left, top = self._offset()
        wide, high = place.cell
        return left + place.x + column * wide + wide // 2, top + place.y + row * high + high // 2

    def _point(self, field: tuple[int, int]) -> None:
        if field != self._field:
            self._field = field
            self.post_message(self.Pointed(*field))

    def _offset(self) -> tuple[int, int]:
        assert self._plan is not None
        return max(0, (self.size.width - self._plan.width) // 2), max(0, (self.size.height - self._plan.height) // 2)

    def _painted(self) -> Canvas:
        canvas = Canvas(self.size.width, self.size.height)
        if self._scene is not None and self._plan is not None:
            for place in self._plan.boards:
                self._paint(canvas, place, self._scene)
            draw_banner(canvas, self._banner)
        return canvas

    def _paint(self, canvas: Canvas, place: BoardPlace, scene: Scene) -> None:
        board = scene.boards[place.index]
        owner = board.owner if board.owner >= 0 else scene.waiting[0] if len(scene.waiting) == 1 else -1
        colour = theme.owner_colour(owner, scene.colours) if owner >= 0 else theme.PANEL_EDGE
        cursor = self._cursor[1] if self._cursor and self._cursor[0] == place.index else None
        BoardPainter(canvas, board, place, self._offset(), self._is_checked).draw(colour, cursor)
