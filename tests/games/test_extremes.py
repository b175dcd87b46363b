"""Rule parameters at the ends of their ranges: nothing out of bounds, nothing endless, every number in its range."""

from __future__ import annotations

import faulthandler
from collections.abc import Iterable, Iterator

import pytest

from extremes import LENGTH, one_at_a_time, together
from garrison.core.engine.lane import LANE
from garrison.core.game import Game
from garrison.core.soundness import out_of_range, why_unsound
from playing import NAMES

pytestmark = pytest.mark.lane
PATIENCE = 120  # seconds: whatever takes longer has no end
# How many games there are of each kind, and how many steps are played; plain Python is slow.
SINGLES, TOGETHER, POSITIONS, STEPS = (3, 2, 1, 40) if LANE == "interpreted" else (1000, 20, 4, 150)


@pytest.fixture(autouse=True)
def _patience() -> Iterator[None]:
    faulthandler.dump_traceback_later(PATIENCE, exit=True)
    yield
    faulthandler.cancel_dump_traceback_later()


def play(games: Iterable[Game], positions: int, steps: int) -> int:
    """Play games at random; how many there were."""
    played = 0
    for game in games:
        differing = {name: value for name, value in game.parameters.items() if name != LENGTH}
        batch = game.batch(positions, seed=played)
        for _ in range(steps):
            actions = batch.random_actions()
            if (actions < 0).all():
                break
            batch.step(actions, checked=False)
        breach = out_of_range(game, batch.states)
        assert breach is None, f"{game.name} with {differing}: {breach}"
        for index in range(positions):
            assert why_unsound(game, batch.states[index : index + 1]) == "", f"{game.name} with {differing}"
        faulthandler.dump_traceback_later(PATIENCE, exit=True)
        played += 1
    return played


def some(games: Iterable[Game]) -> list[Game]:
    """As many of the games as the lane has time for, from all over the list."""
    listed = list(games)
    return listed[:: max(1, len(listed) // SINGLES)]


@pytest.mark.parametrize("name", NAMES)
def test_every_parameter_at_either_end(name: str) -> None:
    assert play(some(one_at_a_time(name)), POSITIONS, STEPS) >= 2


@pytest.mark.parametrize("name", NAMES)
def test_many_parameters_at_their_ends_together(name: str) -> None:
    play(together(name, TOGETHER), POSITIONS, STEPS)


@pytest.mark.skipif(LANE != "checked", reason="only bounds checks notice everything")
@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_long_games_with_parameters_at_their_ends(name: str) -> None:
    assert play(one_at_a_time(name), 16, 3000) > 10
    play(together(name, 500, seed=2), 16, 2000)
