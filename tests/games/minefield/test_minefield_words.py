"""Minefield in words: walks, waiting, what stops them, and what the text says."""

from __future__ import annotations

import re

import pytest
from minefield_drawing import draw

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


STILL = {"wall_period": 0, "number_period": 0, "enemy_period": 0, "start_x": 4, "start_y": 4, "start_mines": 3}


def line_of(position: Position, start: str) -> str:
    return next(line for line in position.text(0).splitlines() if line.startswith(start))


def test_what_is_foretold_of_enemies_happens() -> None:
    """With walls that stay, whoever is to arrive does, then and not before; who is stuck, is."""
    hits = stuck = 0
    for seed in range(12):
        position = garrison.load("minefield", rules=STILL).new(seed)
        line = line_of(position, "If you stay")
        copy = position.copy()
        arrival = re.search(r"arrives in (\d+)", line)
        copy.perform(0, f"stay x{int(arrival[1]) - 1 if arrival else 20}")
        assert not copy.over
        if arrival:
            copy.perform(0, "stay")
            assert copy.over
            hits += 1
        for row, column, time in re.findall(r"stuck at (\d+),(\d+) from (\d+) on", line):
            then = position.copy()
            then.perform(0, f"stay x{time}")
            for state in (then.state, copy.state):
                assert int(row) * COLUMNS + int(column) in state["enemy_squares"][0].tolist()
            stuck += 1
    assert hits
    assert stuck


def test_who_would_be_caught_on_the_way_is() -> None:
    """With walls that stay, a walk goes as it was foretold: so many steps, or caught after so many."""
    caught = arrived = 0
    for seed in range(12):
        position = garrison.load("minefield", rules=STILL).new(seed)
        line = line_of(position, "Ways")
        ways = re.findall(r"at (\d+,\d+) (\d+) steps(?:, (caught|blocked|eaten) after (\d+))?", line)
        for goal, steps, fate, time in ways:
            copy = position.copy()
            copy.perform(0, f"go {goal}")
            assert copy.over == (fate == "caught")
            assert fate or place_of(copy) == goal
            assert copy.steps == int(time) if fate else copy.steps >= int(steps)
            caught, arrived = caught + (fate == "caught"), arrived + (not fate)
    assert caught
    assert arrived


def test_a_mine_that_enemies_will_meet_is_foretold() -> None:
    position = draw("P..+..X")
    assert line_of(position, "If you stay") == "If you stay, as walls stand: X 8,26 meets a mine in 3."
    position.perform(0, "stay x2")
    assert position.state["enemy_count"][0] == 1
    position.perform(0, "stay")
    assert position.state["enemy_count"][0] == 0


def test_numbers_out_of_reach_are_named() -> None:
    position = start(start_x=0, start_y=0)
    position.state["squares"][0][position.state["squares"][0] == Object.THREE] = Object.EMPTY
    assert line_of(position, "Ways").endswith("none to any 3.")


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
