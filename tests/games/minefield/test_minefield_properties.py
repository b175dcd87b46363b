"""Whatever is played, the position keeps its order."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from minefield_drawing import PATTERNS, ROWS, WAYS, core_drawing, picture, sides_in, value

import garrison
from garrison.core.engine.lane import COMPILED
from garrison.games.minefield.state import Object

pytestmark = pytest.mark.lane

MOST = 1_000_000_000
LIVELY = {  # much happens early
    "start_energy": 12,
    "start_mines": 3,
    "start_numbers": 150,
    "number_period": 2,
    "enemy_period": 3,
    "start_x": 6,
    "start_y": 6,
    "max_steps": 60,
}
GAMES = [
    garrison.load("minefield", variant="former", rules={"max_steps": 60}),
    garrison.load("minefield", rules={"max_steps": 60, "enemy_period": 4, "least_enemy_period": 2}),
    garrison.load("minefield", variant="former", rules=LIVELY),
    garrison.load(
        "minefield",
        variant="former",
        rules={**LIVELY, "stubborn": True, "start_x": 32, "start_y": 31, "time_limit": 40},
    ),
    garrison.load(
        "minefield",
        variant="former",
        rules={"start_numbers": 500, "number_period": 1, "enemy_period": 1, "max_steps": 30},
    ),
]
games = st.sampled_from(GAMES)
seeds = st.integers(0, 2**64 - 1)
choices = st.lists(st.integers(0, 9), max_size=60)
few = settings(max_examples=20 if COMPILED else 5, deadline=None, database=None, derandomize=True)


def play_on(position, wanted):
    """Play legal actions: those wanted, or the next legal one."""
    for choice in wanted:
        legal = position.actions(0)
        if not legal:
            return
        position.play(0, legal[choice % len(legal)])


def check(position):
    """Everything that holds in every position."""
    drawing = picture(position)
    check_walls(position, drawing)
    check_player(position, drawing)
    assert value(position, "turn") == position.steps
    assert value(position, "event_overflow") == 0
    assert position.scores == (float(value(position, "points")),)


def check_walls(position, drawing):
    """M1-M3: outer walls, cores of 1 to 3 walls, and no wall anywhere else."""
    lines = ["".join(mark if mark == "#" else "." for mark in line) for line in drawing.split("\n")]
    for core, bits in enumerate(position.state["cores"][0]):
        i, j = divmod(core, 10)
        sides = frozenset(way for bit, way in enumerate(WAYS) if bits >> bit & 1)
        assert sides in PATTERNS
        assert sides == sides_in(drawing, i, j)
        found = "\n".join(line[2 + 5 * j : 6 + 5 * j] for line in lines[2 + 5 * i : 6 + 5 * i])
        assert found == core_drawing(sides)
    for row, line in enumerate(lines):
        if row in (0, ROWS - 1):
            assert set(line) == {"#"}
        else:
            assert line[0] == line[-1] == "#"
            assert "#" not in line[1:-1:5]
            assert row % 5 != 1 or "#" not in line[1:-1]


def check_player(position, drawing):
    """M1, M4: P is on the field while it lives, and its belongings are in their range."""
    alive = position.outcome is None or position.outcome.reason in ("time", "limit")
    assert drawing.count("P") == alive
    row, column = divmod(value(position, "player"), 53)
    assert drawing.split("\n")[row][column] in ("P" if alive else "XY+")
    assert all(0 <= value(position, name) <= MOST for name in ("energy", "mines", "points"))
    assert value(position, "facing") in range(4)
    expected = [] if position.over else [0, 5] if value(position, "tired") else list(range(10))
    assert position.actions(0) == expected


@few
@given(games, seeds, choices)
def test_properties_the_invariants_hold_after_every_step(game, seed, wanted):
    position = game.new(seed)
    check(position)
    for choice in wanted:
        play_on(position, [choice])
        check(position)
        if position.over:
            break


@pytest.mark.once
@few
@given(games, seeds, choices)
def test_properties_a_scene_has_everything_that_stands_on_the_field(game, seed, wanted):
    position = game.new(seed)
    play_on(position, wanted)
    pieces = position.scene(0).boards[0].pieces
    things = np.count_nonzero(position.state["squares"] > Object.WALL)
    assert len(pieces) == things + (position.outcome is not None and position.outcome.reason in ("caught", "mine"))
