"""Observations of environments as networks take them."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest

import garrison.envs
from garrison.core.encoding import Encoder
from garrison.envs.encoded_env import EncodedEnv
from playing import NAMES


@pytest.mark.parametrize("name", NAMES)
def test_what_is_seen_is_one_vector_beside_the_mask(name: str) -> None:
    plain = gymnasium.make(garrison.envs.env_id(name))
    env = EncodedEnv(gymnasium.make(garrison.envs.env_id(name)))
    seen, _ = plain.reset(seed=3)
    encoded, info = env.reset(seed=3)
    for _ in range(8):
        assert env.observation_space.contains(encoded)
        assert (encoded["action_mask"] == seen["action_mask"]).all()
        encode = Encoder(env.unwrapped.game.observation_spec)  # type: ignore[attr-defined]
        size = encode(seen["planes"]).size
        assert (encoded["observation"][:size] == encode(seen["planes"]).reshape(-1)).all()
        assert (encoded["observation"][size:] == encode.numbers(seen["numbers"])).all()
        action = int(np.flatnonzero(info["action_mask"])[0])
        seen = plain.step(action)[0]
        encoded, _, terminated, truncated, info = env.step(action)
        if terminated or truncated:
            break
