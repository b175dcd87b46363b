"""Records of Skirmish in which numbers contradict one another."""

from __future__ import annotations

from typing import Any

import pytest

from clashing import clash
from garrison import load
from garrison.core.engine.events import LIMIT
from garrison.core.position import Position
from garrison.games.skirmish.state import FIELD_CAPACITY, ID_BITS, NOBODY, SIDES, Kind, Reason, packed

pytestmark = pytest.mark.lane


def begun(**options: Any) -> Position:
    return load("skirmish", variant="former", **{"setup": "duel", **options}).new(seed=1)


def moving() -> Position:
    """In the middle of Calliance's first move."""
    position = begun(setup="classic")
    position.play(0, position.actions(0)[0])
    return position


def fields_of(position: Position) -> list[int]:
    return [int(field) for field in position.state["fields"][0]]


def test_board_and_armies_are_those_of_the_set_up() -> None:
    position = begun()
    kind = int(position.state["kinds"][0][0])
    assert clash(position, width=int(position.state["width"][0]) - 1) == "width"
    assert clash(position, count=3) == "count"
    assert clash(position, kinds=(0, kind % len(Kind) + 1)) == "kinds"
    assert clash(position, ids=(0, packed("AA"))) == "ids"


def test_drawn_armies_are_as_they_are_drawn() -> None:
    position = begun(setup="random")
    ids = position.state["ids"][0]
    assert clash(position, width=5) == "width"
    assert clash(position, width=17) == "width"
    assert clash(position, ids=(0, int(ids[0]) + (1 << ID_BITS))) == "ids"
    assert clash(position, ids=(0, int(ids[0]) | 0xFF)) == "ids"
    assert clash(position, ids=(0, int(ids[0]) & ~0xFF)) == "ids"
    same = [who for who in range(1, 20) if ids[who] >> ID_BITS == ids[0] >> ID_BITS]
    assert clash(position, ids=(same[0], int(ids[0]))) == "ids"


def test_the_living_stand_where_the_board_says() -> None:
    position = begun()
    fields, health = fields_of(position), int(position.state["health"][0][0])
    free = next(field for field in range(100) if field not in fields)
    assert clash(position, health=(0, health + 1)) == "health"
    assert clash(position, health=(0, 0)) == "living"
    assert clash(begun(setup="classic"), health=(0, 0)) == "living, fields, standing"
    assert clash(position, fields=(0, NOBODY)) == "fields"
    assert clash(position, fields=(0, FIELD_CAPACITY - 1)) == "fields"
    assert clash(position, fields=(0, free)) == "standing"
    assert clash(position, standing=(free, 1)) == "standing"
    assert clash(position, living=(0, 2)) == "living"
    assert clash(position, living=(1, 2)) == "living"


def test_nobody_moves_without_an_opponent() -> None:
    position = begun()
    field = fields_of(position)[0]
    dead: dict[str, Any] = {"health": (0, 0), "fields": (0, NOBODY), "standing": (field, 0)}
    side = int(SIDES[position.state["kinds"][0][0]])
    assert clash(position, **dead, living=(side, 0)) == "living"
    assert clash(position, **dead, living=(side, 0), over=1, waiting=0, reason=Reason.ELIMINATION) == ""


def test_the_sides_take_turns_unless_the_rules_say_otherwise() -> None:
    assert clash(begun(), waiting=3) == "waiting"
    assert clash(begun(), waiting=2) == ""
    assert clash(begun(rules={"alternate": False}), waiting=1) == "waiting"


def test_whoever_moves_is_alive_and_to_move() -> None:
    position = moving()
    chosen, count = int(position.state["chosen"][0]), int(position.state["count"][0])
    kind = int(position.state["kinds"][0][chosen])
    field = fields_of(position)[chosen]
    dead: dict[str, Any] = {"health": (chosen, 0), "fields": (chosen, NOBODY), "standing": (field, 0)}
    assert clash(position, chosen=count) == "chosen"
    assert clash(position, **dead, living=(0, int(position.state["living"][0][0]) - 1)) == "chosen"
    assert clash(position, waiting=2) == "waiting"
    assert clash(position, steps_made=int(position.game.record["steps"][0][kind - 1])) == "steps_made"


def test_whoever_is_moving_when_the_game_ends_is_on_the_board() -> None:
    position, over = moving(), {"over": 1, "waiting": 0, "reason": LIMIT}
    assert clash(position, **over) == ""
    assert clash(position, **over, chosen=int(position.state["count"][0])) == "chosen"
