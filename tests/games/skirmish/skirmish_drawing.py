"""Positions of Skirmish as pictures: a cell is two characters, and an id's first letter gives the kind.

    .. H0 ..
    .. O0 ..

Boards are square: rows that are not drawn are empty ones at the bottom.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from garrison import load
from garrison.core.game import Game
from garrison.core.position import Position
from garrison.games.skirmish.state import CALLIANCE, ZORDE, Kind, packed, unpacked

# The table of rule S1, written down a second time on purpose: kind, side, health.
LETTERS = "OTGHED"
NAMES = {"O": "ORK", "T": "TROLL", "G": "GOBLIN", "H": "HUMAN", "E": "ELF", "D": "DWARF"}
SIDES = {**dict.fromkeys("HED", CALLIANCE), **dict.fromkeys("OTG", ZORDE)}
FULL_HEALTH = {"O": 200, "T": 150, "G": 80, "H": 100, "E": 70, "D": 120}
PLAYERS = {"calliance": CALLIANCE, "zorde": ZORDE}
EMPTY = ".."
DIRECTIONS = {
    "up": (-1, 0),
    "up-right": (-1, 1),
    "right": (0, 1),
    "down-right": (1, 1),
    "down": (1, 0),
    "down-left": (1, -1),
    "left": (0, -1),
    "up-left": (-1, -1),
    "stay": (0, 0),
}
NEIGHBOURS = [name for name in DIRECTIONS if name != "stay"]


def cells(text: str) -> list[list[str]]:
    """The picture as rows of cells, made square."""
    rows = [line.split() for line in text.strip().splitlines()]
    size = max(len(rows), *(len(row) for row in rows))
    rows = [row + [EMPTY] * (size - len(row)) for row in rows]
    return rows + [[EMPTY] * size for _ in range(size - len(rows))]


def places(text: str) -> dict[str, tuple[int, int]]:
    """Row and column of everybody in the picture."""
    return {
        name: (row, column) for row, line in enumerate(cells(text)) for column, name in enumerate(line) if name != EMPTY
    }


def placed(size: int, where: Mapping[str, tuple[int, int]]) -> str:
    """The picture of a board with these characters: the opposite of `places`, for boards that a loop makes."""
    at = {place: name for name, place in where.items()}
    return "\n".join(" ".join(at.get((row, column), EMPTY) for column in range(size)) for row in range(size))


def board(text: str, health: Mapping[str, int] | None = None) -> str:
    """A picture with a line of everybody's health below it, full where it is not given: what `drawn` gives back."""
    healths = {name: FULL_HEALTH[name[0]] for name in places(text)} | dict(health or {})
    lines = [" ".join(row) for row in cells(text)]
    return "\n".join([*lines, ", ".join(f"{name} {healths[name]}" for name in sorted(healths))])


def game_of(text: str, to_move: str = "calliance", rules: Mapping[str, Any] | None = None) -> Game:
    """The game that begins with the picture."""
    names = places(text)
    army = {
        "width": len(cells(text)),
        "army_kinds": [Kind[NAMES[name[0]]] for name in names],
        "army_rows": [row for row, _ in names.values()],
        "army_columns": [column for _, column in names.values()],
        "army_ids": [packed(name) for name in names],
    }
    return load("skirmish", variant="former", rules={**army, "first_side": PLAYERS[to_move], **(rules or {})})


def draw(
    text: str,
    health: Mapping[str, int] | None = None,
    to_move: str = "calliance",
    rules: Mapping[str, Any] | None = None,
) -> Position:
    """The position in the picture."""
    position = game_of(text, to_move, rules).new()
    for name, points in (health or {}).items():
        position.state["health"][0][_number_of(position, name)] = points
    return position


def drawn(position: Position) -> str:
    """The position as a picture, with everybody's health."""
    s = position.state[0]
    size = int(s.width)
    names = [name_of(s, who) for who in range(int(s.count))]
    rows = [
        [names[who - 1] if who else EMPTY for who in s.standing[row * size : (row + 1) * size]] for row in range(size)
    ]
    healths = {names[who]: int(s.health[who]) for who in range(int(s.count)) if s.fields[who] >= 0}
    return board("\n".join(" ".join(row) for row in rows), healths)


def name_of(s: Any, who: int) -> str:
    return unpacked(int(s.ids[who]))


def health_of(position: Position, name: str) -> int:
    """A character's health, 0 when it is dead."""
    return int(position.state["health"][0][_number_of(position, name)])


def field_of(position: Position, name: str) -> int:
    """The field that a character stands on."""
    return int(position.state["fields"][0][_number_of(position, name)])


def _number_of(position: Position, name: str) -> int:
    s = position.state[0]
    return next(who for who in range(int(s.count)) if name_of(s, who) == name)


def target(position: Position, name: str, direction: str) -> int:
    """The field that a step in this direction leads to."""
    size = int(position.state["width"][0])
    row, column = divmod(field_of(position, name), size)
    down, across = DIRECTIONS[direction]
    assert 0 <= row + down < size, "the step leaves the board"
    assert 0 <= column + across < size, "the step leaves the board"
    return (row + down) * size + column + across


def choose(position: Position, name: str) -> None:
    """Click on a character."""
    position.play(SIDES[name[0]], field_of(position, name))


def go(position: Position, name: str, *directions: str) -> None:
    """Click the fields of further steps of a move."""
    for direction in directions:
        assert position.state["chosen"][0] == _number_of(position, name), "the move is over"
        position.play(SIDES[name[0]], target(position, name, direction))


def move(position: Position, name: str, *directions: str) -> None:
    """Choose a character and take its steps."""
    choose(position, name)
    go(position, name, *directions)


def is_moving(position: Position) -> bool:
    """Whether a character is chosen and its move is not over."""
    return bool(position.state["chosen"][0] >= 0)
