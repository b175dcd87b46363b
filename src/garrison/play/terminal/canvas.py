"""Boards as coloured characters: a canvas, and how a field, a piece and the marks on them are drawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rich.segment import Segment

from garrison.look.scene import Board, Piece, Terrain
from garrison.play.terminal import theme
from garrison.play.terminal.layout import BoardPlace, Size
from garrison.play.terminal.theme import BACKGROUND, HIGHLIGHT, INK, REACH, TEXT, TROUGH, blended, ink_on

FULL_BLOCK = "█"
RULER_STEPS = (1, 2, 5, 10)  # from one numbered column to the next


@dataclass(frozen=True)
class Ink:
    """The colours and the weight of one character."""

    colour: str = TEXT
    background: str = BACKGROUND
    bold: bool = False
    underline: bool = False
    italic: bool = False


PLAIN = Ink()


class Canvas:
    """A grid of characters, each with its ink."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.letters = [[" "] * width for _ in range(height)]
        self.inks = [[PLAIN] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, ink: Ink) -> None:
        """Write a text; what falls off the canvas is lost."""
        if not 0 <= y < self.height:
            return
        for place, letter in enumerate(text, x):
            if 0 <= place < self.width:
                self.letters[y][place] = theme.one_column(letter)
                self.inks[y][place] = ink

    def at(self, x: int, y: int) -> tuple[str, Ink]:
        """The character at a position and its ink."""
        inside = 0 <= y < self.height and 0 <= x < self.width
        return (self.letters[y][x], self.inks[y][x]) if inside else (" ", PLAIN)

    def fill(self, x: int, y: int, width: int, height: int, ink: Ink, letter: str = " ") -> None:
        """Fill a rectangle."""
        for row in range(y, y + height):
            self.put(x, row, letter * width, ink)

    def paste(self, x: int, y: int, other: Canvas, corner: Size, size: Size) -> None:
        """Copy a part of another canvas: so many columns and rows from its corner on."""
        for row in range(size[1]):
            for column in range(size[0]):
                letter, ink = other.at(corner[0] + column, corner[1] + row)
                self.put(x + column, y + row, letter, ink)

    def line(self, y: int) -> Iterator[Segment]:
        """A line as runs of the same ink."""
        if not 0 <= y < self.height:
            return
        letters, inks, start = self.letters[y], self.inks[y], 0
        for place in range(1, self.width + 1):
            if place == self.width or (inks[place] is not inks[start] and inks[place] != inks[start]):
                ink = inks[start]
                look = theme.style(ink.colour, ink.background, ink.bold, ink.underline, ink.italic)
                yield Segment("".join(letters[start:place]), look)
                start = place


class BoardPainter:
    """Draws one board onto a canvas."""

    def __init__(
        self, canvas: Canvas, board: Board, place: BoardPlace, offset: Size, is_checked: bool, first: Size = (0, 0)
    ) -> None:
        self.canvas, self.board = canvas, board
        self.x, self.y = place.x + offset[0], place.y + offset[1]
        self.wide, self.high = place.cell
        self.place = place
        self.columns, self.rows = place.span
        self.first_column, self.first_row = first  # of the fields that are shown
        self.fields = Canvas(board.columns * self.wide, board.rows * self.high)  # all of them
        self.is_checked = is_checked and self.wide > 1  # every other field a little darker, which helps with counting
        self.legal, self.choice = frozenset(board.legal_fields), frozenset(board.chosen_fields)
        self.range, self.marks = frozenset(board.range_fields), frozenset(board.marked_fields)

    def draw(self, frame_colour: str, cursor: int | None = None) -> None:
        """The frame, the ground, the pieces in order of their layers, the cursor."""
        for row in range(self.board.rows):
            for column in range(self.board.columns):
                self._ground(row, column)
        for piece in sorted(self.board.pieces, key=lambda piece: piece.layer):
            self._piece(piece)
        if cursor is not None:
            self._cursor(*divmod(cursor, self.board.columns))
        corner = self.first_column * self.wide, self.first_row * self.high
        self.canvas.paste(self.x, self.y, self.fields, corner, (self.columns * self.wide, self.rows * self.high))
        self._frame(frame_colour)
        self._rulers()

    def _corner(self, row: int, column: int) -> tuple[int, int]:
        return column * self.wide, row * self.high

    def _frame(self, colour: str) -> None:
        width, height = self.columns * self.wide, self.rows * self.high
        ink = Ink(colour, bold=True)
        if self.place.border.is_framed:
            self.canvas.put(self.x - 1, self.y - 1, "┏" + "━" * width + "┓", ink)
            self.canvas.put(self.x - 1, self.y + height, "┗" + "━" * width + "┛", ink)
            for row in range(height):
                self.canvas.put(self.x - 1, self.y + row, "┃", ink)
                self.canvas.put(self.x + width, self.y + row, "┃", ink)
            self._beyond(width, height)
        if self.board.title and (self.place.border.is_framed or self.place.border.is_titled):
            room = len(self.board.title) + 2 <= width
            self.canvas.put(self.x, self.y - 1, f" {self.board.title} " if room else self.board.title[:width], ink)

    def _beyond(self, width: int, height: int) -> None:
        """Arrows on the sides where the board goes on."""
        ink, middle, centre = Ink(HIGHLIGHT, bold=True), self.x + width // 2, self.y + height // 2
        for is_more, x, y, sign in (
            (self.first_row > 0, middle, self.y - 1, "▲"),
            (self.first_row + self.rows < self.board.rows, middle, self.y + height, "▼"),
            (self.first_column > 0, self.x - 1, centre, "◀"),
            (self.first_column + self.columns < self.board.columns, self.x + width, centre, "▶"),
        ):
            if is_more:
                self.canvas.put(x, y, sign, ink)

    def _rulers(self) -> None:
        """The numbers of the rows at the left, and above everything those of as many columns as there is room for."""
        border = self.place.border
        if not border.ruler:
            self._rulers_on_walls()
            return
        ink, rows = Ink(theme.QUIET_TEXT), slice(self.first_row, self.first_row + self.rows)
        for row, label in enumerate(self.board.row_labels[rows]):
            y = self.y + row * self.high + (self.high - 1) // 2
            self.canvas.put(self.x - border.left, y, label.rjust(border.ruler), ink)
        self._column_numbers(self.y - border.top, ink)

    def _rulers_on_walls(self) -> None:
        """Where there is no room beside the board: of rows the last digit."""
        wall = self.fields.at(0, 0)[1].colour
        ink = Ink(ink_on(wall), wall)
        for row, label in enumerate(self.board.row_labels):
            self.canvas.put(self.x, self.y + row * self.high + (self.high - 1) // 2, label[-1:], ink)
        self._column_numbers(self.y, ink)

    def _column_numbers(self, y: int, ink: Ink) -> None:
        labels = self.board.column_labels
        longest = max(map(len, labels))
        step = next(step for step in RULER_STEPS if step * self.wide > longest or step == RULER_STEPS[-1])
        for column, label in enumerate(labels[self.first_column : self.first_column + self.columns]):
            if label and int(label) % step == 0:
                x = self.x + column * self.wide + (self.wide - len(label)) // 2
                self.canvas.put(x, y, label, ink)

    def _ground(self, row: int, column: int) -> None:
        terrain = self.board.legend.get(self.board.terrain[row][column], Terrain("", ""))
        field, (x, y) = self.board.field(row, column), self._corner(row, column)
        colour = theme.colour_of(terrain.colour)
        if terrain.glyph == FULL_BLOCK:
            wall = blended(colour, BACKGROUND, 0.25)
            self.fields.fill(x, y, self.wide, self.high, Ink(wall, wall), FULL_BLOCK)
            return
        ground = blended(colour, BACKGROUND, 0.76 if self.is_checked and (row + column) % 2 else 0.7)
        sign, ground = self._sign(field, ground)
        ink = Ink(blended(colour, BACKGROUND, 0.35), ground)
        self.fields.fill(x, y, self.wide, self.high, ink)
        glyph, ink = (sign, Ink(ink_on(ground), ground, bold=True)) if sign else (terrain.glyph, ink)
        self._centred(x, y, self.wide, self.high, glyph, ink)

    def _sign(self, field: int, ground: str) -> tuple[str, str]:
        """The sign on an empty field, and the colour of its ground."""
        if field in self.choice:
            return theme.CHOSEN_SIGN, HIGHLIGHT
        sign = ""
        if field in self.marks:
            sign, ground = theme.MARKED_SIGN, blended(ground, TEXT, 0.2)
        if field in self.range:
            sign, ground = theme.RANGE_SIGN, blended(ground, REACH, 0.45)
        if field in self.legal:
            sign, ground = theme.LEGAL_SIGN, blended(ground, HIGHLIGHT, 0.3)
        return sign, ground

    def _centred(self, x: int, y: int, wide: int, high: int, glyph: str, ink: Ink) -> None:
        text = glyph[:wide]
        self.fields.put(x + (wide - len(text)) // 2, y + (high - 1) // 2, text, ink)

    def _piece(self, piece: Piece) -> None:
        x, y = self._corner(piece.row, piece.column)
        wide, high = piece.width * self.wide, piece.height * self.high
        if not (0 <= piece.row < self.board.rows and 0 <= piece.column < self.board.columns):
            return
        fields = [
            self.board.field(row, column)
            for row in range(piece.row, piece.row + piece.height)
            for column in range(piece.column, piece.column + piece.width)
        ]
        ink = self._piece_ink(piece, x, y, fields)
        if piece.owner >= 0 or piece.width * piece.height > 1 or self.choice & set(fields):
            rim = 1 if piece.inside and self.wide > 3 else 0  # what carries it can be seen on both sides
            self.fields.fill(x + rim, y, wide - 2 * rim, high, ink)
        self._centred(x, y, wide, high - (1 if piece.bar and high == 2 else 0), piece.glyph, ink)
        if self.high > 1:
            self._gauge(piece, x, y + high - 1, wide, ink)
        if self.high > 2 and piece.owner >= 0:
            self.fields.put(x + 1, y, theme.owner_sign(piece.owner), ink)
        if self.wide > 2:
            self._part(x, y, high, piece)
            self._edges(x, y + (high - 1) // 2, wide, set(fields), ink)

    def _piece_ink(self, piece: Piece, x: int, y: int, fields: list[int]) -> Ink:
        colour, own_fields = theme.colour_of(piece.colour), set(fields)
        ground = self.fields.at(x, y)[1].background
        if piece.faint:
            colour = blended(colour, ground, 0.55)
        small = self.wide < 4
        if self.choice & own_fields and small:
            ink = Ink(INK, HIGHLIGHT, bold=True)
        elif piece.owner >= 0:
            # Neighbours differ a little, so that they do not merge into one block.
            background = blended(colour, BACKGROUND, 0.3 if (piece.row + piece.column) % 2 else 0.12)
            ink = Ink(ink_on(background), background, bold=True)
        else:
            ink = Ink(colour, ground, bold=True)
        if small and self.legal & own_fields:
            ink = replace(ink, underline=True)
        if small and self.range & own_fields:
            ink = replace(ink, italic=True)
        return ink

    def _part(self, x: int, y: int, high: int, piece: Piece) -> None:
        """A thin dark line on the left, so that neighbours of one colour stay distinct."""
        for line in range(y, y + high):
            letter, ink = self.fields.at(x, line)
            if letter == " " and (piece.owner >= 0 or piece.bar):
                self.fields.put(x, line, "▏", replace(ink, colour=BACKGROUND))

    def _edges(self, x: int, y: int, wide: int, fields: set[int], ink: Ink) -> None:
        """Signs on both sides of a piece: chosen, may be clicked, in reach, just touched."""
        for marks, edges in (
            (self.choice, theme.CHOSEN_EDGES),
            (self.legal, theme.LEGAL_EDGES),
            (self.range, theme.RANGE_EDGES),
            (self.marks, theme.MARKED_EDGES),
        ):
            if marks & fields:
                bright = replace(ink, colour=ink.colour if marks is self.marks else theme.GLOW, bold=True)
                self.fields.put(x, y, edges[0], bright)
                self.fields.put(x + wide - 1, y, edges[1], bright)
                return

    def _gauge(self, piece: Piece, x: int, y: int, wide: int, ink: Ink) -> None:
        """The last line of a piece: its bar as background, its badge written over it."""
        if piece.bar:
            share = theme.bar_share(piece.bar)
            full = round(wide * share) if share in (0, 1) else min(max(round(wide * share), 1), wide - 1)
            badge = piece.badge[:wide]
            text = badge.rjust((wide + len(badge) + 1) // 2).ljust(wide)
            for place, letter in enumerate(text):
                background = theme.bar_colour(share) if place < full else TROUGH
                self.fields.put(x + place, y, letter, Ink(ink_on(background), background, bold=True))
        elif piece.badge:
            self.fields.put(x + wide - len(piece.badge[:wide]), y, piece.badge[:wide], ink)

    def _cursor(self, row: int, column: int) -> None:
        """A white field; on large fields only its two sides are white, so that what stands there can be read."""
        x, y = self._corner(row, column)
        if self.high == 1:
            for place in range(x, x + self.wide):
                letter, ink = self.fields.at(place, y)
                self.fields.put(place, y, letter, replace(ink, colour=INK, background=theme.CURSOR, bold=True))
            return
        for line in range(y, y + self.high):
            for place, side in ((x, "▌"), (x + self.wide - 1, "▐")):
                letter, ink = self.fields.at(place, line)
                if not letter.isalnum():
                    self.fields.put(place, line, side, Ink(theme.CURSOR, ink.background, bold=True))


def draw_banner(canvas: Canvas, words: str) -> None:
    """A word across the middle of everything."""
    if words:
        ink, wide = Ink(INK, HIGHLIGHT, bold=True), len(words) + 6
        x, y = (canvas.width - wide) // 2, canvas.height // 2 - 1
        for line, text in enumerate(("", words, "")):
            canvas.put(x, y + line, text.center(wide), ink)
