"""Records of Minefield in which numbers contradict one another."""

from __future__ import annotations

from typing import Any

import pytest

from clashing import clash
from garrison import load
from garrison.core.position import Position
from garrison.games.minefield.state import COLUMNS, CORE_SQUARE, FIELD_SIZE, Object, Reason

pytestmark = pytest.mark.lane
INSIDE = COLUMNS + 1  # between the outer walls and the cores
LEFT_EDGE, RIGHT_EDGE = 2 * COLUMNS, 3 * COLUMNS - 1


def begun() -> Position:
    """A position with two enemies of each kind."""
    return load("minefield", variant="former", rules={"start_numbers": 0}).new(seed=1)


def square_of(position: Position, thing: int) -> int:
    return int((position.state["squares"][0] == thing).argmax())


@pytest.mark.parametrize("square", [5, FIELD_SIZE - 5, LEFT_EDGE, RIGHT_EDGE])
def test_the_outer_walls_are_whole(square: int) -> None:
    assert clash(begun(), squares=(square, Object.EMPTY)) == "squares"


def test_walls_are_those_of_the_cores() -> None:
    position = begun()
    wall = position.state["squares"][0][CORE_SQUARE[0]] == Object.WALL
    assert clash(position, squares=(int(CORE_SQUARE[0]), Object.EMPTY if wall else Object.WALL)) == "squares"
    assert clash(position, squares=(INSIDE, Object.WALL)) == "squares"
    assert clash(position, cores=(3, 15 - int(position.state["cores"][0][3]))) == "squares"


def test_P_stands_on_its_square_alone() -> None:
    position = begun()
    free = square_of(position, Object.EMPTY)
    assert clash(position, player=free) == "squares"
    assert clash(position, squares=(free, Object.PLAYER)) == "squares"
    assert clash(position, player=0) == "player"
    assert clash(position, player=free, over=1, waiting=0, reason=Reason.CAUGHT) == ""


def test_enemies_are_where_the_field_says() -> None:
    position = begun()
    free, first = square_of(position, Object.EMPTY), int(position.state["enemy_squares"][0][0])
    assert clash(position, enemy_count=3) == "squares"
    assert clash(position, enemy_squares=(0, free)) == "squares"
    assert clash(position, enemy_squares=(0, int(position.state["enemy_squares"][0][1]))) == "enemy_squares"
    assert clash(position, enemy_kinds=(0, Object.MINE)) == "enemy_squares"
    assert clash(position, squares=(first, Object.EMPTY)) == "squares"


@pytest.mark.parametrize(
    "name, changes",
    [
        ("enemy_serials", {"enemy_serials": (1, 1)}),
        ("enemy_serials", {"enemy_serials": (0, 0)}),
        ("enemy_serial", {"enemy_serial": 3}),
    ],
)
def test_enemies_are_listed_in_order_of_arrival(name: str, changes: dict[str, Any]) -> None:
    assert clash(begun(), **changes) == name
