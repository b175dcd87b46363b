"""What a learning program can get wrong is told in a sentence, and never passed over in silence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from garrison.core.errors import BadOption, IllegalAction

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed: pip install 'garrison[envs]'")
pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: pip install 'garrison[envs]'")

from garrison.envs import env_id  # noqa: E402
from garrison.envs.pettingzoo_env import aec, parallel  # noqa: E402
from garrison.envs.pufferlib_env import GarrisonPuffer, PufferEnv  # noqa: E402

NOT_ACTIONS: list[Any] = [1.0, 1.5, "up", None, True, np.array([1, 2]), np.array([], dtype=np.int64)]


def started(name: str, **options: Any) -> Any:
    env = gymnasium.make(env_id(name), **options)
    env.reset(seed=1)
    return env


def started_aec() -> Any:
    env = aec("skirmish")
    env.reset(seed=1)
    return env


def started_parallel() -> Any:
    env = parallel("boneyard")
    env.reset(seed=1)
    return env


@pytest.mark.parametrize("action", NOT_ACTIONS, ids=repr)
@pytest.mark.parametrize(
    "step",
    [
        lambda action: started("minefield").step(action),
        lambda action: started_aec().step(action),
        lambda action: started_parallel().step({"player_0": action}),
    ],
    ids=["gymnasium", "aec", "parallel"],
)
def test_an_action_is_a_whole_number(step: Callable[[Any], Any], action: Any) -> None:
    with pytest.raises(IllegalAction, match="An action is a whole number, as action_space"):
        step(action)


@pytest.mark.parametrize("action", [1, np.int32(1), np.array(1), np.array([1])], ids=repr)
def test_a_whole_number_may_be_in_an_array(action: Any) -> None:
    expected, found = started("minefield"), started("minefield")
    assert (expected.step(1)[0]["planes"] == found.step(action)[0]["planes"]).all()


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda: started("minefield").reset(options={"gameseed": 3}), "reset has no option 'gameseed'; it has game_s"),
        (lambda: started("minefield").reset(options={"game_seed": "x"}), "A seed is a whole number"),
        (lambda: started("skirmish", seat=2), "seat must be from 0 to 1, not 2"),
        (lambda: started("skirmish", seat=0.5), "seat must be from 0 to 1, not 0.5"),
        (lambda: started("skirmish", limit=2.5), "limit must be a number of steps"),
        (lambda: started("skirmish", limit="5"), "limit must be a number of steps"),
        (
            lambda: gymnasium.make_vec(env_id("minefield"), 2, autoreset_mode="never"),
            "autoreset_mode must be one of next_s",
        ),
        (lambda: gymnasium.make_vec(env_id("minefield"), 2).reset(options={"mask": 1}), "reset has no option 'mask'"),
        (
            lambda: gymnasium.make_vec(env_id("minefield"), 2).reset(seed=[1.5, 2]),
            "A seed is .* not 1.5",
        ),
        (lambda: gymnasium.make_vec(env_id("minefield"), 2).reset(seed=[-1, 2]), "A seed is .* not -1"),
        (lambda: started_parallel().reset(seed=-1), "A seed is .* not -1"),
        (lambda: started_aec().observe("bob"), "The agents are player_0, player_1, not 'bob'"),
        (lambda: started_parallel().step({"bob": 1}), "The agents are player_0, player_1, not 'bob'"),
    ],
)
def test_what_there_is_not(wrong: Callable[[], Any], words: str) -> None:
    with pytest.raises(BadOption, match=words):
        wrong()


def test_a_seat_may_be_a_number_of_numpys() -> None:
    assert started("skirmish", seat=np.int64(1)).unwrapped.seat == 1


@pytest.mark.parametrize(
    ("buffers", "words"),
    [
        ({"obs": np.zeros(2, np.uint8)}, "There is no buffer 'obs'; there are observations"),
        ({"observations": np.zeros((2, 3), np.uint8)}, "The buffer observations must be an array of uint8"),
        ({"rewards": np.zeros(2, np.float64)}, "The buffer rewards must be an array of float32"),
    ],
    ids=lambda case: next(iter(case)) if isinstance(case, dict) else "",
)
@pytest.mark.skipif(PufferEnv is not object, reason="PufferLib takes its buffers itself")
def test_buffers_that_do_not_fit(buffers: dict[str, Any], words: str) -> None:
    with pytest.raises(BadOption, match=words):
        GarrisonPuffer("minefield", 2, buffers)


@pytest.mark.parametrize(
    "act",
    [
        lambda: aec("skirmish").step(0),
        lambda: aec("skirmish").observe("player_0"),
        lambda: parallel("boneyard").step({"player_0": 0}),
    ],
    ids=["aec step", "aec observe", "parallel step"],
)
def test_nobody_acts_before_a_game_has_begun(act: Callable[[], Any]) -> None:
    with pytest.raises(BadOption, match=r"call reset\(\) first"):
        act()
