"""Minefield in words: walks, waiting, what stops them, and what the text says."""

from __future__ import annotations

import pytest

import garrison
from garrison.core.position import Position
from garrison.errors import UnknownMove
from garrison.games.minefield.state import COLUMNS, Object


def start(**rules: int) -> Position:
    return garrison.load("minefield", rules=rules).new(7)


def place_of(position: Position) -> str:
    row, column = divmod(int(position.state["player"][0]), COLUMNS)
    return f"{row},{column}"


def nearest_number(position: Position) -> str:
    ways = next(line for line in position.text(0).splitlines() if line.startswith("Ways"))
    return ways.split(" at ")[1].split()[0]


def test_going_somewhere() -> None:
    position = start(start_x=0, start_y=0, enemy_period=0)
    goal = nearest_number(position)
    move = position.parse(f"go {goal}", 0)
    assert move.notation == f"go {goal}"
    assert position.parse(move.notation, 0) == move
    assert position.perform(0, move).report == []
    assert place_of(position) == goal
    assert position.state["points"][0] > 0


def test_a_walk_stops_before_an_enemy() -> None:
    position = start(start_x=1)
    goal = nearest_number(position)
    execution = position.perform(0, f"go {goal} stop if an enemy within 75")
    assert position.steps == 0
    assert execution.report[0].endswith("is within 75.")


def test_waiting_for_an_enemy() -> None:
    position = start(start_x=2, start_y=2)
    execution = position.perform(0, "stay until an enemy within 12")
    if not position.over:
        assert execution.report[0].startswith("Stopped: ")
        assert execution.report[0].endswith("is within 12.")
    assert position.parse("stay until X adjacent", 0).notation == "stay until an enemy within 1"


def test_a_mine_is_left_behind_on_arrival() -> None:
    position = start(start_x=0, start_y=0, enemy_period=0, start_mines=1)
    goal = nearest_number(position)
    position.perform(0, f"go {goal} mine")
    assert (position.state["squares"][0] == Object.MINE).sum() == 1


def test_what_is_foretold_of_enemies_happens() -> None:
    """With walls that stay, whoever is to arrive does, then and not before."""
    hits = 0
    for seed in range(40):
        still = {"wall_period": 0, "number_period": 0, "enemy_period": 0, "start_x": 4, "start_y": 4}
        position = garrison.load("minefield", rules=still).new(seed)
        line = next(line for line in position.text(0).splitlines() if line.startswith("If you stay"))
        if "arrives in" in line:
            time = int(line.rstrip(".").rsplit(" ", 1)[1])
            position.perform(0, f"stay x{time - 1}")
            assert not position.over
            position.perform(0, "stay")
            assert position.over
            hits += 1
    assert hits


@pytest.mark.parametrize(("text", "words"), [
    ("go 0,0", "0,0 is not a square to stand on"),
    ("go 99,99", "99,99 is not a square to stand on"),
    ("go away", "is not a move now"),
])  # fmt: skip
def test_what_is_no_walk_is_refused(text: str, words: str) -> None:
    with pytest.raises(UnknownMove, match=words):
        start().parse(text, 0)


def test_the_text_is_short() -> None:
    position = start(start_x=3)
    assert len(position.text(0)) / 4 < 750
    assert "If you stay" in position.text(0)
    assert "If you stay" not in position.text(0, forecasts=False)
