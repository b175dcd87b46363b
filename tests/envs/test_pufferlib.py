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


def test_it_is_a_pufferlib_environment() -> None:
    pufferlib = pytest.importorskip("pufferlib", reason="PufferLib is not installed: pip install pufferlib")
    assert issubclass(pufferlib_env.GarrisonPuffer, pufferlib.PufferEnv)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"])
def test_a_copy_goes_on_by_itself(copied: Callable[[Any], Any]) -> None:
    env = GarrisonPuffer("minefield", 3)
    env.reset(seed=5)
    twin = copied(env)
    before = env.observations.copy()
    brought = [part.copy() for part in twin.step(np.array([1, 2, 3]))[:4]]
    assert (env.observations == before).all()
    assert all((part == other).all() for part, other in zip(brought, env.step(np.array([1, 2, 3])), strict=False))
    assert (env.observations != before).any()
