"""A scene is what a player sees, as plain data: every screen draws scenes, and none of them knows a game.

Rows and columns count from 0 at the top left. Colours are names from one small palette (palette.py); each screen
decides what a name looks like. Whatever a colour says is also said by a glyph, a badge or a label.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields
from typing import Any

from garrison.look.feedback import SceneFeedback

PLAIN = frozenset((str, int, bool, float))
PLACE = "place"  # a key that is not a field: the position in the sequence
OWN = {"own": True}  # what a game's own scene may say about a button; the rest is filled in


def parts_by(key: str) -> Any:
    """A sequence of parts that are sent under a key each, so that a change to one is a small patch: see `to_data`."""
    return field(default=(), metadata={"key": key})


def field_numbers() -> Any:
    """Numbers of a board's fields: they change when the board is turned round."""
    return field(default=(), metadata={"numbered": True})


def names_with(kind: type, mark: str) -> tuple[str, ...]:
    """The fields of a part of a scene that are marked in one of these ways.

    >>> names_with(FieldTip, "numbered")
    ('fields',)
    """
    return tuple(one.name for one in fields(kind) if mark in one.metadata)


@dataclass(frozen=True)
class Terrain:
    """A kind of ground; `kind` also names its sprite."""

    kind: str
    label: str
    glyph: str = " "
    colour: str = "grey"


@dataclass(frozen=True)
class Bar:
    """How full something is, for example health."""

    value: int
    full: int
    mark: int = 0  # a line across it at every multiple of this; 0: none


@dataclass(frozen=True)
class Piece:
    """Something that stands on a board. It keeps its `id` as long as it lives, so that a screen can move it."""

    id: str
    kind: str  # names its sprite
    row: int
    column: int
    label: str  # in words, for people who point at it or use a screen reader: its name, then what else is to be known
    glyph: str  # one or two characters, for text screens
    colour: str
    owner: int = -1  # -1: nobody
    height: int = 1
    width: int = 1
    turn: int = 0  # quarter turns clockwise from how the sprite is drawn
    badge: str = ""
    tag: str = ""  # at its top left, such as the short name by which the log calls it if it is not alone of its kind
    bar: Bar | None = None
    layer: int = 0  # higher ones are drawn over lower ones
    faint: bool = False
    inside: bool = False  # on or in something larger: drawn smaller, so that the larger thing can be seen around it
    name: str = ""  # what it is, in a word or two, where the label says more
    names_owner: bool = False  # whether the label says whose it is; otherwise screens do


@dataclass(frozen=True)
class FieldTip:
    """What a click on a field would do, and the fields where it would act."""

    field: int
    text: str
    fields: tuple[int, ...] = field_numbers()


@dataclass(frozen=True)
class Way:
    """How the chosen thing gets to a field: the actions that one click there plays, and what happens on the way."""

    field: int
    actions: tuple[int, ...]
    fields: tuple[int, ...] = field_numbers()  # those that it passes, up to the last one
    hits: tuple[int, ...] = field_numbers()  # where something happens on the way
    answers: tuple[int, ...] = field_numbers()  # of those who could strike back at its end
    text: str = ""
    leaves: bool = False  # what was begun ends as it stands, and what is on the field is chosen


@dataclass(frozen=True)
class Board:
    """A grid of fields with what stands on it. `terrain` has one character per field, explained by `legend`."""

    rows: int
    columns: int
    terrain: tuple[str, ...] = field(metadata={"key": PLACE})
    legend: dict[str, Terrain]
    pieces: tuple[Piece, ...] = parts_by("id")
    title: str = ""
    owner: int = -1
    small: bool = False  # drawn smaller, beside the main board
    margin: int = 0  # rows and columns around the fields, on every side, that are only for show
    head: int = 0  # as many more rows above those; negative: below them, on a board that is turned round
    upside_down: bool = False  # shown from its other side: rows and columns count from the bottom right
    legal_fields: tuple[int, ...] = field_numbers()  # what may be clicked, as row x columns + column
    marked_fields: tuple[int, ...] = field_numbers()  # what the last step touched
    chosen_fields: tuple[int, ...] = field_numbers()  # what the player has chosen
    range_fields: tuple[int, ...] = field_numbers()  # what the chosen thing reaches
    footprint: tuple[int, ...] = ()  # rows and columns of what a click puts down, from there on; negative: backwards
    tips: tuple[FieldTip, ...] = parts_by("field")  # what clicks would do, where that can be foretold
    ways: tuple[Way, ...] = parts_by("field")  # of what is chosen, to all fields that it reaches

    def field(self, row: int, column: int) -> int:
        """The number of a field.

        >>> Board(2, 3, ("...", "..."), {}).field(1, 2)
        5
        """
        return row * self.columns + column

    def action(self, field: int) -> int:
        """What a click on a field plays: its number without the margin; -1 in the margin.

        >>> board = Board(4, 4, ("....",) * 4, {}, margin=1)
        >>> board.action(5), board.action(10), board.action(3)
        (0, 3, -1)
        """
        (row, column), (high, wide) = self.place(field), self.inner
        return row * wide + column if 0 <= row < high and 0 <= column < wide else -1

    def place(self, field: int) -> tuple[int, int]:
        """The row and the column of a field as rulebooks count them, from the margin on.

        >>> Board(5, 4, ("....",) * 5, {}, margin=1, head=1).place(13)
        (1, 0)
        """
        row, column = divmod(field, self.columns)
        row, column = row - self.margin - max(self.head, 0), column - self.margin
        return (self.inner[0] - 1 - row, self.inner[1] - 1 - column) if self.upside_down else (row, column)

    @property
    def inner(self) -> tuple[int, int]:
        """The rows and columns that count: those without the margin."""
        return self.rows - 2 * self.margin - abs(self.head), self.columns - 2 * self.margin

    @property
    def row_labels(self) -> tuple[str, ...]:
        """What a ruler at the left says: the number of each row, "" in the margin.

        >>> Board(4, 3, ("...",) * 4, {}, margin=1).row_labels
        ('', '0', '1', '')
        """
        rows = (self.place(row * self.columns)[0] for row in range(self.rows))
        return tuple(str(row) if 0 <= row < self.inner[0] else "" for row in rows)

    @property
    def column_labels(self) -> tuple[str, ...]:
        """What a ruler at the top says: the number of each column, "" in the margin."""
        columns = (self.place(column)[1] for column in range(self.columns))
        return tuple(str(column) if 0 <= column < self.inner[1] else "" for column in columns)

    def place_words(self, field: int) -> str:
        """A field as people write it: its row and its column.

        >>> Board(2, 3, ("...", "..."), {}).place_words(5), Board(3, 3, ("...",) * 3, {}, margin=1).place_words(0)
        ('1,2', 'the edge')
        """
        return place_words(*self.place(field)) if self.action(field) >= 0 else "the edge"

    def field_of(self, action: int) -> int:
        """The field whose click plays an action: the inverse of `action`."""
        high, wide = self.inner
        row, column = divmod(action, wide)
        row, column = (high - 1 - row, wide - 1 - column) if self.upside_down else (row, column)
        return self.field(row + self.margin + max(self.head, 0), column + self.margin)


def place_words(row: int, column: int) -> str:
    """A row and a column as people write them, everywhere.

    >>> place_words(4, 7)
    '4,7'
    """
    return f"{row},{column}"


@dataclass(frozen=True)
class Line:
    """One line of a panel: a name, a value, and a bar if the value has a maximum."""

    name: str
    value: str = ""
    bar: Bar | None = None
    colour: str = "white"
    sprite: str = ""
    badge: str = ""  # a number on the sprite, at its bottom right
    note: str = ""  # more about it, in a few quiet words
    change: int = 0  # what the last step added to the value
    key: str = ""  # that uses it; screens without a keyboard leave it out
    action: int = -1  # of the button that a press on the sprite presses; -1: none
    always: bool = False  # to be in sight at any time: at the top right, above all panels, where a screen can


@dataclass(frozen=True)
class Panel:
    """A small titled list beside the board."""

    title: str
    lines: tuple[Line, ...]
    owner: int = -1
    near: bool = False  # needed for the current choice: stays beside the board on a small screen
    slots: int = 0  # its lines are pictures in at least so many slots, some of them empty; 0: a list


@dataclass(frozen=True)
class SceneButton:
    """A button as this player sees it now."""

    action: int
    name: str
    label: str = field(metadata=OWN)
    keys: tuple[str, ...] = field(metadata=OWN)
    legal: bool
    on_tick: bool = False
    chosen: bool = field(default=False, metadata=OWN)
    sprite: str = field(default="", metadata=OWN)  # names its drawing, where the game has one
    # Why it can't be pressed yet, in a few words; a button that waits is shown, other illegal ones are not.
    waits: str = field(default="", metadata=OWN)
    # What is asked once before it is pressed, since it can be regretted; such a button is a quiet one.
    asks: str = field(default="", metadata=OWN)
    # It ends what was begun as it stands: a click on something else that can be chosen then presses it first.
    leaves: bool = field(default=False, metadata=OWN)
    # Buttons with the same word here do the same: one of them is shown, with their number.
    stack: str = field(default="", metadata=OWN)


@dataclass(frozen=True)
class Scene:
    """Everything that one player, or a spectator (player -1), sees of a position.

    A game's `scene` gives boards, panels and the prompt, and buttons whose labels or drawings change or that are
    chosen; `Position.scene` fills in the rest, which all games share.
    """

    game: str = ""
    title: str = ""
    player: int = -1
    boards: tuple[Board, ...] = parts_by(PLACE)  # the first is the one that is clicked
    panels: tuple[Panel, ...] = parts_by(PLACE)
    buttons: tuple[SceneButton, ...] = parts_by("action")
    prompt: str = ""  # what is asked, or how it ended
    asked: int = -1  # whose name belongs before the prompt; -1: the prompt stands by itself
    log: tuple[str, ...] = ()  # the last step's events as sentences
    feedback: tuple[SceneFeedback, ...] = ()  # the same events as they show and sound
    seats: tuple[str, ...] = ()
    colours: tuple[str, ...] = ()  # of the seats
    waiting: tuple[int, ...] = ()
    scores: tuple[float, ...] = ()
    winners: tuple[int, ...] = ()
    ending: str = ""  # how it ended, without who won: for screens that show that in another way
    over: bool = False
    steps: int = 0

    def to_json(self) -> str:
        """The whole scene as JSON text, in the form that the server sends to browsers."""
        return json.dumps(self.to_data(), separators=(",", ":"), ensure_ascii=False)

    def to_data(self) -> dict[str, Any]:
        """The scene as it is sent: plain dictionaries and lists. Pieces are keyed by id, buttons by action, boards,
        panels and rows of terrain by position; empty parts are left out.

        >>> Scene("toy", boards=(Board(1, 2, (".#",), {}),)).to_data()["boards"]["0"]["terrain"]
        {'0': '.#'}
        """
        return _data(self)

    def to_text(self) -> str:
        """The scene as plain text, for `print(position)`."""
        parts = [f"{self.title}, step {self.steps}"]
        parts += [board_text(board) for board in self.boards]
        parts += [panel_text(panel) for panel in self.panels]
        if self.prompt:
            parts.append(self.named_prompt)
        return "\n".join(parts)

    @property
    def named_prompt(self) -> str:
        """The prompt for screens that do not show who is asked in another way.

        >>> Scene(prompt="choose a ship.", asked=1, seats=("White", "Black")).named_prompt
        'Black: choose a ship.'
        """
        return f"{self.seats[self.asked]}: {self.prompt}" if self.asked >= 0 else self.prompt


def _data(part: Any, key: str = "") -> dict[str, Any]:
    """A part of a scene as a dictionary; the field that is its key is not repeated in it."""
    keys = part.__dataclass_fields__
    return {
        name: value if type(value) in PLAIN else _value(value, keys[name].metadata.get("key", ""))
        for name, value in vars(part).items()
        if value is not None and name != key
    }


def _value(value: Any, key: str) -> Any:
    if isinstance(value, dict):
        return {name: _data(part) for name, part in value.items()}
    if not isinstance(value, tuple):
        return _data(value)
    if key and key != PLACE:
        return {str(getattr(part, key)): _data(part, key) for part in value}
    is_plain = not value or type(value[0]) in PLAIN
    parts = list(value) if is_plain else [_data(part) for part in value]
    return {str(place): part for place, part in enumerate(parts)} if key else parts


def stacks_of(buttons: Iterable[SceneButton]) -> list[tuple[SceneButton, int]]:
    """The buttons to show, each with how many there are like it: of a stack the chosen one, or else the first.

    >>> cards = [SceneButton(number, "", "card", (), True, stack="a") for number in (1, 2)]
    >>> [(one.label, count) for one, count in stacks_of(cards)]
    [('card', 2)]
    """
    stacks: dict[str, list[SceneButton]] = {}
    for button in buttons:
        stacks.setdefault(button.stack or f"action {button.action}", []).append(button)
    return [(next((one for one in same if one.chosen), same[0]), len(same)) for same in stacks.values()]


def board_text(board: Board) -> str:
    """A board as text, with rulers: the topmost piece of each field, else the ground; two columns per field if glyphs
    need them. Below it, who is in a crowd on one field."""
    glyphs = [[board.legend[mark].glyph for mark in row] for row in board.terrain]
    for piece in sorted(board.pieces, key=lambda piece: piece.layer):
        for row, column in places_of(piece):
            glyphs[row][column] = piece.glyph
    width = max((len(glyph) for line in glyphs for glyph in line), default=1)
    rows, columns = board.row_labels, board.column_labels
    wide, high = max(map(len, rows)), max(map(len, columns))
    edge, indent = " " * wide + "+" + "-" * (width * board.columns) + "+", " " * (wide + 1)
    digits = ("".join(label.rjust(high)[place].ljust(width) for label in columns) for place in range(high))
    ruler = [(indent + line).rstrip() for line in digits]
    lines = [
        row.rjust(wide) + "|" + "".join(glyph.ljust(width) for glyph in line) + "|"
        for row, line in zip(rows, glyphs, strict=True)
    ]
    return "\n".join(([board.title] if board.title else []) + [*ruler, edge, *lines, edge, *crowd_lines(board)])


def crowd_lines(board: Board) -> Iterator[str]:
    """Who stands on each field on which there are several: its sign shows only one of them."""
    crowds: dict[tuple[int, int, int], list[str]] = {}
    for piece in board.pieces:
        if piece.name and not piece.faint:
            crowds.setdefault((piece.row, piece.column, piece.layer), []).append(piece.label)
    for (row, column, _), labels in sorted(crowds.items()):
        if len(labels) > 1:
            words = (f"{count} x {label}" if count > 1 else label for label, count in Counter(labels).items())
            yield f"{board.place_words(board.field(row, column))}: {'; '.join(words)}"


def places_of(piece: Piece) -> Iterable[tuple[int, int]]:
    """The fields that a piece lies on."""
    for row in range(piece.row, piece.row + piece.height):
        for column in range(piece.column, piece.column + piece.width):
            yield row, column


def panel_text(panel: Panel) -> str:
    """A panel in one line."""
    return f"{panel.title}: " + ", ".join(line_text(line) for line in panel.lines)


def line_text(line: Line) -> str:
    """A panel's line as text.

    >>> line_text(Line("Ada", "12", note="attack 3", change=-5))
    'Ada 12 (-5; attack 3)'
    """
    more = "; ".join(words for words in (change_words(line), line.note, line.key.upper()) if words)
    return f"{line.name} {line.value} {f'({more})' if more else ''}".strip()


def change_words(line: Line) -> str:
    """What the last step did to a line's value: "+2", "-5", or nothing."""
    return f"{line.change:+}" if line.change else ""
