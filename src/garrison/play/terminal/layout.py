"""Where everything goes: the largest fields that fit, and the side column beside or below them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from garrison.look.scene import Board

Size = tuple[int, int]  # columns and rows of the terminal

CELLS: tuple[Size, ...] = ((6, 3), (4, 2), (2, 1), (1, 1))  # a field's size, the largest first
READABLE: Size = (2, 1)  # room the other boards should get before the first board grows
SIDE = 26  # the fewest columns for panels, buttons and the log beside the boards
WIDEST_SIDE = 64
BELOW: Size = (76, 9)  # the least room for them below the boards
FEWEST_ROWS = 16  # with fewer there is no room for panels and keys
GAP = 1
PROMPT = 1
FEWEST_SHOWN = 8  # rows and columns of a board that is larger than the terminal: fewer would be a keyhole
SOLID = "█"  # the glyph of walls: on a board that has them all around, they have room for the rulers' numbers


@dataclass(frozen=True)
class Border:
    """What is around the fields of a board."""

    is_framed: bool = False
    is_titled: bool = False
    ruler: int = 0  # columns at the left for the numbers of rows, if those of columns are above; 0: they are on walls

    @property
    def left(self) -> int:
        """The columns before the first field."""
        return self.is_framed + self.ruler

    @property
    def top(self) -> int:
        """The rows above the first field."""
        return (self.is_framed or self.is_titled) + bool(self.ruler)


@dataclass(frozen=True)
class BoardPlace:
    """A board's position: the first field's corner in the board area, the size of a field, and what is around it."""

    index: int
    x: int
    y: int
    cell: Size
    border: Border
    span: Size  # columns and rows of fields: all of them, or as many as there is room for


@dataclass(frozen=True)
class Style:
    """Whether the first board has a frame, and whether all have rulers beside them."""

    is_framed: bool
    is_ruled: bool

    def border(self, board: Board, several: bool) -> Border:
        """What is around a board: where there are several, its title too."""
        ruler = max(map(len, board.row_labels)) if self.is_ruled else 0
        return Border(self.is_framed, several and bool(board.title), ruler)


@dataclass(frozen=True)
class Layout:
    """A whole screen: the boards and the size of the area they fill."""

    boards: tuple[BoardPlace, ...]
    width: int
    height: int
    beside: bool  # whether panels are beside the boards; else below
    side: int  # columns (beside) or rows (below) of the side


def layout_for(boards: Sequence[Board], width: int, height: int) -> Layout | None:
    """The best plan for a terminal: all boards if possible, fields as large as possible, else a part of the first
    board; None if it is too small for that."""
    needs = needed(boards)
    if width < needs[0] or height < needs[1]:
        return None
    for some, smallest in ((boards, READABLE), (boards, CELLS[-1]), (boards[:1], CELLS[-1])):
        cells = CELLS[: CELLS.index(smallest) + 1]
        rulers = (True, False) if all(map(is_walled, some)) else (True,)
        for is_ruled, cell, is_framed in product(rulers, cells, (True, False)):
            for plan in _plans(some, (cell, smallest), Style(is_framed, is_ruled), width, height):
                return plan
    return _part(boards[0], width, height)


def needed(boards: Sequence[Board]) -> Size:
    """The smallest terminal that shows enough of the first board, if there is one."""
    if not boards:
        return GAP + SIDE, FEWEST_ROWS
    columns, rows = (min(size, FEWEST_SHOWN) for size in (boards[0].columns, boards[0].rows))
    width, height = _around(boards[0])
    return columns + width + GAP + SIDE, max(rows + height + PROMPT, FEWEST_ROWS)


def is_walled(board: Board) -> bool:
    """Whether a board has walls all around, such as those on which numbers can be written."""
    edges = [*board.terrain[:1], *board.terrain[-1:], *(row[:1] + row[-1:] for row in board.terrain)]
    return all(mark in board.legend and board.legend[mark].glyph == SOLID for mark in set("".join(edges)))


def _around(board: Board) -> Size:
    """The columns and rows that a frame and rulers take."""
    width, height = _box(board, CELLS[-1], Style(True, True).border(board, several=False))
    return width - board.columns, height - board.rows


def _part(board: Board, width: int, height: int) -> Layout:
    """As much of a board as there is room for, in a frame that says what lies beyond."""
    border, around = Style(True, True).border(board, several=False), _around(board)
    columns = min(board.columns, width - GAP - SIDE - around[0])
    rows = min(board.rows, height - PROMPT - around[1])
    place = BoardPlace(0, border.left, border.top, CELLS[-1], border, (columns, rows))
    size = columns + around[0], rows + around[1]
    return Layout((place,), *size, beside=True, side=min(width - size[0] - GAP, WIDEST_SIDE))


def _plans(
    boards: Sequence[Board], cells: tuple[Size, Size], style: Style, width: int, height: int
) -> Iterator[Layout]:
    room = (width - GAP - SIDE, height - PROMPT)
    for places, size in _arrangements(boards, cells, style, room):
        yield Layout(places, *size, beside=True, side=min(width - size[0] - GAP, WIDEST_SIDE))
    room = (width, height - PROMPT - BELOW[1])
    if width >= BELOW[0]:
        for places, size in _arrangements(boards, cells, style, room):
            yield Layout(places, *size, beside=False, side=height - PROMPT - size[1])


def _arrangements(
    boards: Sequence[Board], cells: tuple[Size, Size], style: Style, room: Size
) -> Iterator[tuple[tuple[BoardPlace, ...], Size]]:
    """Ways to put the first board at the top left and the others, no larger, beside or below it."""
    if not boards:
        yield (), (0, 0)
        return
    cell, smallest = cells
    border = style.border(boards[0], bool(boards[1:]))
    main_size = _box(boards[0], cell, border)
    if not _fits(main_size, room):
        return
    main = _place(boards[0], 0, (0, 0), cell, border)
    if len(boards) == 1:
        yield (main,), main_size
        return
    for small in CELLS[CELLS.index(cell) : CELLS.index(smallest) + 1]:
        for beside in (True, False):
            others, size = _others(boards, small, style, main_size, room, beside)
            if _fits(size, room):
                yield (main, *others), size


def _others(
    boards: Sequence[Board], cell: Size, style: Style, main: Size, room: Size, beside: bool
) -> tuple[tuple[BoardPlace, ...], Size]:
    """The other boards in columns beside the first, or in rows below it."""
    borders = [Style(False, style.is_ruled).border(board, True) for board in boards[1:]]
    boxes = [_box(board, cell, border) for board, border in zip(boards[1:], borders, strict=True)]
    step = (max(box[0] for box in boxes) + GAP, max(box[1] for box in boxes))
    x0, y0 = (main[0] + GAP, 0) if beside else (0, main[1])
    in_line = max(1, (room[1] - y0) // step[1] if beside else (room[0] + GAP) // step[0])
    places, right, bottom = [], main[0], main[1]
    for number, (board, border, box) in enumerate(zip(boards[1:], borders, boxes, strict=True)):
        line, place = divmod(number, in_line)
        x, y = (x0 + line * step[0], y0 + place * step[1]) if beside else (x0 + place * step[0], y0 + line * step[1])
        places.append(_place(board, number + 1, (x, y), cell, border))
        right, bottom = max(right, x + box[0]), max(bottom, y + box[1])
    return tuple(places), (right, bottom)


def _box(board: Board, cell: Size, border: Border) -> Size:
    """The room a board takes with what is around it."""
    width, height = board.columns * cell[0], board.rows * cell[1]
    return width + border.left + border.is_framed, height + border.top + border.is_framed


def _place(board: Board, index: int, corner: Size, cell: Size, border: Border) -> BoardPlace:
    x, y = corner[0] + border.left, corner[1] + border.top
    return BoardPlace(index, x, y, cell, border, (board.columns, board.rows))


def _fits(size: Size, room: Size) -> bool:
    return size[0] <= room[0] and size[1] <= room[1]
