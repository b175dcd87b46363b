"""PufferLib's convention: everything is written into the caller's buffers, and is what the batch says."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium", reason="Gymnasium is not installed: pip install 'garrison[envs]'")

from garrison.envs import pufferlib_env
from garrison.envs.pufferlib_env import GarrisonPuffer
from garrison.envs.seated import SeatedBatch
from garrison.errors import BadOption
from playing import NAMES

SHORT = {"rules": {"max_steps": 20}}
COUNT = 4


def buffers(env: Any) -> dict[str, Any]:
    count = env.num_agents
    return {
        "observations": np.zeros((count, env.layout.itemsize), dtype=np.uint8),
        "rewards": np.zeros(count, dtype=np.float32),
        "terminals": np.zeros(count, dtype=bool),
        "truncations": np.zeros(count, dtype=bool),
        "actions": np.zeros(count, dtype=np.int32),
        "masks": np.ones(count, dtype=bool),
    }


@pytest.mark.parametrize("name", NAMES)
def test_the_callers_buffers_are_filled(name: str) -> None:
    given = buffers(GarrisonPuffer(name, COUNT, **SHORT))
    env = GarrisonPuffer(name, COUNT, buf=given, seed=3, **SHORT)
    players = env.game.players
    batch = env.game.batch(COUNT, 3, illegal="replace", compact=True, autoreset="same_step", every_player=players > 1)
    env.reset(seed=3)
    expected, ends = batch.look(), 0
    for _ in range(50):
        records = given["observations"].view(env.layout)[:, 0]
        for part, array in (
            ("planes", expected.planes),
            ("numbers", expected.numbers),
            ("action_mask", expected.masks),
        ):
            assert (records[part].reshape(array.shape) == array).all()
        assert given["rewards"].tolist() == expected.rewards.reshape(-1).tolist()
        assert given["truncations"].tolist() == np.repeat(expected.truncated, players).tolist()
        ends += int(given["truncations"].sum() + given["terminals"].sum())
        env.step(given["actions"])
        expected = batch.advance(np.zeros(expected.masks.shape[:-1], dtype=np.int64))
    assert ends > 0


def test_lists_of_entities() -> None:
    env = GarrisonPuffer("siege", COUNT, seed=3, entities=True, **SHORT)
    seen, _ = env.reset(seed=3)
    records = seen.view(env.layout)[:, 0]
    for _ in range(30):
        for place in range(env.num_agents):
            index, player = divmod(place, env.game.players)
            assert (records["entities"][place] == env.batch[index].entities(player, padded=True)).all()
        env.step(env.actions)
    assert records["entities"].any()


def random_actions(env: Any, dice: Any) -> Any:
    """A legal action for each agent."""
    masks = env.observations.view(env.layout)[:, 0]["action_mask"]
    return np.array([dice.choice(np.flatnonzero(mask)) for mask in masks])


@pytest.mark.parametrize("opponent", [None, "random"], ids=["alone or all", "opponent"])
@pytest.mark.parametrize("name", NAMES)
def test_every_end_is_reported_with_its_return_and_length(name: str, opponent: str | None) -> None:
    env, dice = GarrisonPuffer(name, COUNT, seed=3, opponent=opponent, **SHORT), np.random.default_rng(1)
    env.reset()
    returns, lengths, reported = np.zeros(env.num_agents), np.zeros(env.num_agents, dtype=int), 0
    while reported < 3 * env.num_agents:
        *_, infos = env.step(random_actions(env, dice))
        returns, lengths = returns + env.rewards, lengths + 1
        ended = env.terminals | env.truncations
        assert [info["episode_length"] for info in infos] == lengths[ended].tolist()
        assert [info["episode_return"] for info in infos] == pytest.approx(returns[ended].tolist())
        returns[ended], lengths[ended] = 0, 0
        reported += len(infos)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("name", ["boneyard", "siege", "skirmish"])
def test_opponents_have_the_other_seats(name: str, seat: int) -> None:
    env = GarrisonPuffer(name, COUNT, seed=3, seat=seat, opponent="random", **SHORT)
    table = SeatedBatch(env.game, COUNT, seat, "random", illegal="replace", compact=True, autoreset="same_step")
    assert env.num_agents == COUNT
    seen, dice, ends = env.reset()[0], np.random.default_rng(2), 0
    brought = table.begin(3)
    while ends < 3 * COUNT:
        records = seen.view(env.layout)[:, 0]
        for part, array in (
            ("planes", brought.planes),
            ("numbers", brought.numbers),
            ("action_mask", brought.masks),
        ):
            assert (records[part] == array).all()
        assert (env.batch.players == seat).all()
        actions = random_actions(env, dice)
        seen = env.step(actions)[0]
        brought = table.advance(actions)
        assert (env.rewards == brought.rewards[:, seat]).all()
        assert (env.terminals == brought.terminated).all()
        assert (env.truncations == brought.truncated).all()
        ends += int(env.terminals.sum() + env.truncations.sum())


def test_one_player_has_no_opponent() -> None:
    one, other = GarrisonPuffer("minefield", 2, seed=3), GarrisonPuffer("minefield", 2, seed=3, opponent="easy")
    assert (one.reset()[0] == other.reset()[0]).all()
    with pytest.raises(BadOption, match="seat goes with opponent"):
        GarrisonPuffer("skirmish", 2, seat=1)
    with pytest.raises(BadOption, match="There is no bot called 'nobody'"):
        GarrisonPuffer("skirmish", 2, opponent="nobody")


def test_it_is_a_pufferlib_environment() -> None:
    pufferlib = pytest.importorskip("pufferlib", reason="PufferLib is not installed: pip install pufferlib")
    assert issubclass(pufferlib_env.GarrisonPuffer, pufferlib.PufferEnv)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"])
@pytest.mark.parametrize("options", [{}, {"opponent": "random"}], ids=str)
@pytest.mark.parametrize("name", ["minefield", "skirmish"])
def test_a_copy_goes_on_by_itself(name: str, options: dict[str, Any], copied: Callable[[Any], Any]) -> None:
    env = GarrisonPuffer(name, 3, **options)
    env.reset(seed=5)
    twin = copied(env)
    actions = random_actions(env, np.random.default_rng(1))
    before = env.observations.copy()
    brought = [part.copy() for part in twin.step(actions)[:4]]
    assert (env.observations == before).all()
    assert all((part == other).all() for part, other in zip(brought, env.step(actions), strict=False))
    assert (env.observations != before).any()
