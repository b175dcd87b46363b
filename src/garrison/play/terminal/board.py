"""The boards as a widget: it draws a scene's boards and says which field was clicked or pointed at."""

from __future__ import annotations

from collections.abc import Sequence

from rich.segment import Segment
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from garrison.look.scene import Board, Scene
from garrison.play.terminal import theme
from garrison.play.terminal.canvas import BoardPainter, Canvas, Ink, draw_banner
from garrison.play.terminal.layout import BoardPlace, Layout, Size

AROUND = 3  # fields that are kept in sight around what is looked at, on a board that is too large


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
        self._caption: Sequence[str] = ()
        self._canvas: Canvas | None = None
        self._field = (0, -1)
        self._first = (0, 0)  # the column and the row from which on the first board is shown, where it is too large

    def show(
        self,
        scene: Scene,
        plan: Layout,
        cursor: tuple[int, int] | None,
        is_checked: bool,
        banner: str = "",
        caption: Sequence[str] = (),
    ) -> None:
        """Draw this scene from now on, with a banner across it and lines below it if there are any."""
        self._scene, self._plan, self._cursor, self._is_checked, self._banner = scene, plan, cursor, is_checked, banner
        self._canvas, self._caption = None, caption
        if plan.boards:
            self._first = moved_to(self._first, scene.boards[0], plan.boards[0].span, self._focus(scene))
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
            if 0 <= row < place.span[1] and 0 <= column < place.span[0]:
                first = self._first_of(place)
                return place.index, board.field(row + first[1], column + first[0])
        return None

    def place_of(self, board: int, field: int) -> tuple[int, int]:
        """Where on this widget a field is drawn (its middle); the inverse of `field_at`."""
        assert self._scene is not None
        assert self._plan is not None
        place = next(place for place in self._plan.boards if place.index == board)
        row, column = divmod(field, self._scene.boards[board].columns)
        row, column = row - self._first_of(place)[1], column - self._first_of(place)[0]
        left, top = self._offset()
        wide, high = place.cell
        return left + place.x + column * wide + wide // 2, top + place.y + row * high + high // 2

    def _focus(self, scene: Scene) -> int | None:
        """The field to keep in sight: the keyboard's, else somebody's own piece where nothing can be clicked, else what
        was touched last."""
        if self._cursor is not None and self._cursor[0] == 0:
            return self._cursor[1]
        board = scene.boards[0]
        own = [board.field(one.row, one.column) for one in board.pieces if one.owner == scene.player]
        fields = own[:1] if own and not self._is_checked else board.marked_fields
        return fields[0] if fields else None

    def _first_of(self, place: BoardPlace) -> Size:
        """Where a board is shown from: only the first can be too large."""
        return self._first if place.index == 0 else (0, 0)

    def _point(self, field: tuple[int, int]) -> None:
        if field != self._field:
            self._field = field
            self.post_message(self.Pointed(*field))

    def _offset(self) -> tuple[int, int]:
        assert self._plan is not None
        below = len(self._caption) + 1 if self._caption else 0
        width, height = self._plan.width, self._plan.height + below
        return max(0, (self.size.width - width) // 2), max(0, (self.size.height - height) // 2)

    def _painted(self) -> Canvas:
        canvas = Canvas(self.size.width, self.size.height)
        if self._scene is not None and self._plan is not None:
            for place in self._plan.boards:
                self._paint(canvas, place, self._scene)
            for line, words in enumerate(self._caption, self._offset()[1] + self._plan.height + 1):
                canvas.put(0, line, words, Ink(theme.HIGHLIGHT, bold=True))
            draw_banner(canvas, self._banner)
        return canvas

    def _paint(self, canvas: Canvas, place: BoardPlace, scene: Scene) -> None:
        board = scene.boards[place.index]
        owner = board.owner if board.owner >= 0 else scene.waiting[0] if len(scene.waiting) == 1 else -1
        colour = theme.owner_colour(owner, scene.colours) if owner >= 0 else theme.PANEL_EDGE
        cursor = self._cursor[1] if self._cursor and self._cursor[0] == place.index else None
        painter = BoardPainter(canvas, board, place, self._offset(), self._is_checked, self._first_of(place))
        painter.draw(colour, cursor)


def moved_to(first: Size, board: Board, span: Size, focus: int | None) -> Size:
    """The column and the row to show a board from, so that a field is in sight with some around it; moved no further
    than that takes, since people keep their bearings better."""
    row, column = divmod(focus, board.columns) if focus is not None else (None, None)
    return _along(first[0], column, span[0], board.columns), _along(first[1], row, span[1], board.rows)


def _along(first: int, place: int | None, span: int, size: int) -> int:
    if place is not None:
        first = min(max(first, place + 1 + AROUND - span), place - AROUND)
    return min(max(first, 0), size - span)
