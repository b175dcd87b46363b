"""The tasks of a suite as environments."""

from __future__ import annotations

import numpy as np
import pytest

import garrison.envs
from garrison.errors import BadOption

SUITE = garrison.envs.suite("garrison-10")


@pytest.mark.parametrize("name", SUITE)
def test_every_task_can_be_played_to_its_end(name: str) -> None:
    task = SUITE[name]
    env = task.env(setup=task.setups - 1, limit=40, opponent="random" if task.task.opponent else "")
    observation, info = env.reset(seed=7)
    is_over, steps = False, 0
    while not is_over:
        observation, reward, terminated, truncated, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        is_over, steps = terminated or truncated, steps + 1
    assert 0 < steps <= 40
    assert np.isfinite(reward)
    assert env.observation_space.contains(observation)


def test_where_one_sits_is_drawn_and_rewards_are_outcomes() -> None:
    many = SUITE["skirmish-duel"].vector(32, autoreset_mode="same_step", opponent="random")
    many.reset(seed=1)
    assert set(many.seats) == {0, 1}
    rewards = set()
    for _ in range(200):
        masks = many.batch.masks
        actions = np.array([np.flatnonzero(mask)[-1] for mask in masks])
        rewards |= set(many.step(actions)[1])
    assert rewards <= {-1.0, 0.0, 1.0}
    assert rewards & {-1.0, 1.0}


def test_a_task_or_a_setup_that_there_is_not() -> None:
    assert "chess" not in SUITE
    with pytest.raises(BadOption, match="has no task 'chess'"):
        SUITE["chess"]
    with pytest.raises(BadOption, match="minefield-unseen has set-ups 0 to 2 to train on, not 3"):
        SUITE["minefield-unseen"].env(setup=3)
