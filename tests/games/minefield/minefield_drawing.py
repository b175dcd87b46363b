"""Minefield's positions as text: drawings become positions, positions become drawings.

`#` is a wall, `.` an empty square, `P`, `X`, `Y`, `1`, `2`, `3` and `+` are what they are in the rulebook. A small
drawing stands somewhere in a field that has nothing but its outer walls; one of 23 lines is the whole field.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from textwrap import dedent

import numpy as np

import garrison
from garrison.core.batches.batch import Batch
from garrison.core.engine import memory
from garrison.core.engine.rng import state_giving
from garrison.core.game import Game
from garrison.core.position import Position
from garrison.games.minefield.state import Object

ROWS, COLUMNS = 23, 53
SOMEWHERE = (8, 20)  # the top-left square of a small drawing
MARKS = {
    ".": Object.EMPTY,
    "#": Object.WALL,
    "1": Object.ONE,
    "2": Object.TWO,
    "3": Object.THREE,
    "+": Object.MINE,
    "P": Object.PLAYER,
    "X": Object.X,
    "Y": Object.Y,
}
LETTERS = {int(thing): mark for mark, thing in MARKS.items()}
WAYS = ("up", "right", "down", "left")
# The squares of a core's sides, as rows and columns from its top-left square.
SIDES = {
    "up": [(0, i) for i in range(4)],
    "right": [(i, 3) for i in range(4)],
    "down": [(3, i) for i in range(4)],
    "left": [(i, 0) for i in range(4)],
}
PATTERNS = [frozenset(way for bit, way in enumerate(WAYS) if bits >> bit & 1) for bits in range(1, 15)]
# Nothing happens by itself in a drawn game, unless a test switches it on.
QUIET = {"wall_period": 0, "number_period": 0, "enemy_period": 0, "start_x": 0, "start_y": 0, "start_numbers": 0}
CELL = "###\n#P#\n###"  # no enemy can reach this P
INNER = 21 * 51  # squares inside the outer walls, among which chance looks for an empty one
# A core that no change of the walls may touch: one wall, and every other side is taken.
FROZEN = """
    ####
    ....
    ....
    1..1
"""


def inner(row: int, column: int) -> int:
    """A square's number among those inside the outer walls."""
    return (row - 1) * 51 + column - 1


@cache
def quiet_game(**rules: object) -> Game:
    """Minefield with nothing but P, and no change of the field, except for these rules."""
    return garrison.load("minefield", variant="former", rules={**QUIET, **rules})


def lines_of(text: str) -> list[str]:
    """The lines of a drawing."""
    return [line.strip() for line in dedent(text).strip().split("\n")]


def field(text: str, at: tuple[int, int] = SOMEWHERE) -> str:
    """The whole field with a drawing in it."""
    lines = lines_of(text)
    if len(lines) == ROWS:
        return "\n".join(lines)
    inside = "#" + "." * (COLUMNS - 2) + "#"
    return overlaid(["#" * COLUMNS, *[inside] * (ROWS - 2), "#" * COLUMNS], lines, at)


def field_of_cores(core: str, others: Mapping[tuple[int, int], str] | None = None, top: str = "") -> str:
    """The whole field with the same drawing for every core, but for some; `top` is drawn from (1, 1) on.

    A core's drawing may be larger than the core: it begins at the core's top-left square.
    """
    whole = field(top or ".", (1, 1))
    drawn = {(i, j): core for i in range(4) for j in range(10)} | dict(others or {})
    for i, j in sorted(drawn, key=lambda place: place in (others or {})):
        whole = overlaid(whole.split("\n"), lines_of(drawn[i, j]), (2 + 5 * i, 2 + 5 * j))
    return whole


def overlaid(whole: list[str], lines: list[str], at: tuple[int, int]) -> str:
    """A drawing on top of another."""
    row, column = at
    for down, line in enumerate(lines):
        under = whole[row + down]
        whole[row + down] = under[:column] + line + under[column + len(line) :]
    return "\n".join(whole)


def core_drawing(sides: Iterable[str]) -> str:
    """A core with these walls (M2)."""
    squares = {square for side in sides for square in SIDES[side]}
    return "\n".join("".join("#" if (row, column) in squares else "." for column in range(4)) for row in range(4))


def sides_in(drawing: str, i: int, j: int) -> frozenset[str]:
    """The walls of core (i, j): those whose four squares are walls."""
    lines, row, column = drawing.split("\n"), 2 + 5 * i, 2 + 5 * j
    return frozenset(
        side
        for side, squares in SIDES.items()
        if all(lines[row + down][column + right] == "#" for down, right in squares)
    )


def draw(
    text: str,
    *,
    at: tuple[int, int] = SOMEWHERE,
    energy: int = 5,
    mines: int = 0,
    points: int = 0,
    facing: str = "right",
    turn: int = 0,
    order: Iterable[tuple[int, int]] | None = None,
    chance: Iterable[tuple[int, int]] = (),
    **rules: object,
) -> Position:
    """The drawn position.

    `order` is the enemies' order of arrival, as rows and columns of the drawing (reading order if not given), `turn`
    the time units that are over, `chance` the next draws, each as (how many, which); the rest are rule parameters.
    """
    game = quiet_game(**rules)
    state = memory.empty(game.state_dtype)
    s = state[0]
    whole = field(text, at)
    s.squares[:] = [MARKS[mark] for mark in whole.replace("\n", "")]
    s.cores[:] = [_bits(sides_in(whole, i, j)) for i in range(4) for j in range(10)]
    s.player = _only(whole, "P")
    s.energy, s.mines, s.points, s.facing = energy, mines, points, WAYS.index(facing)
    s.turn, s.steps, s.waiting = turn, turn, 1
    corner = at if whole != "\n".join(lines_of(text)) else (0, 0)
    _enlist(s, whole, None if order is None else [(corner[0] + row, corner[1] + column) for row, column in order])
    s.rng = state_giving(list(chance))
    return Position(game, state)


def picture(position: Position) -> str:
    """The whole field as text."""
    return drawing_of(position.state["squares"][0])


def drawing_of(squares: np.ndarray) -> str:
    """A field of objects as text."""
    return "\n".join("".join(LETTERS[int(thing)] for thing in row) for row in squares.reshape(ROWS, COLUMNS))


def played(position: Position, *actions: str) -> Position:
    """The same position, after these actions."""
    for action in actions:
        position.play(0, action)
    return position


def value(position: Position, name: str) -> int:
    """One number of the position."""
    return int(position.state[name][0])


def arrivals(position: Position) -> list[tuple[str, int, int]]:
    """The enemies in order of arrival: kind, row and column."""
    s = position.state[0]
    places = zip(s.enemy_kinds[: s.enemy_count], s.enemy_squares[: s.enemy_count], strict=True)
    return [(LETTERS[int(kind)], *divmod(int(square), COLUMNS)) for kind, square in places]


def marks_in(drawing: str, marks: str) -> Counter[str]:
    """How many there are of each of these marks."""
    return Counter(mark for mark in drawing if mark in marks)


def branches(position: Position, count: int, seed: int = 1, action: int = 0) -> Batch:
    """The same action played in many copies of a position, each with chances of its own."""
    batch = position.game.batch(count, seed)
    chances = batch.states["rng"].copy()
    batch.states[:] = position.state
    batch.states["rng"] = chances
    batch.step(np.full(count, action))
    return batch


def drawings_in(batch: Batch) -> Counter[str]:
    """How often each drawing comes in a batch."""
    counts = Counter(squares.tobytes() for squares in batch.states["squares"])
    return Counter({drawing_of(np.frombuffer(key, dtype=np.uint8)): count for key, count in counts.items()})


def _bits(sides: Iterable[str]) -> int:
    return sum(1 << WAYS.index(side) for side in sides)


def _only(whole: str, mark: str) -> int:
    assert whole.count(mark) == 1, f"a drawing has one {mark}"
    return whole.replace("\n", "").index(mark)


def _enlist(s: np.record, whole: str, order: list[tuple[int, int]] | None) -> None:
    """Note the enemies in their order."""
    squares = whole.replace("\n", "")
    places = [square for square, mark in enumerate(squares) if mark in "XY"]
    if order is not None:
        assert sorted(row * COLUMNS + column for row, column in order) == places, "the order names every enemy once"
        places = [row * COLUMNS + column for row, column in order]
    s.enemy_count = s.enemy_serial = len(places)
    s.enemy_squares[: len(places)] = places
    s.enemy_kinds[: len(places)] = [MARKS[squares[square]] for square in places]
    s.enemy_serials[: len(places)] = range(1, len(places) + 1)
