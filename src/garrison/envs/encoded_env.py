"""What an environment shows as networks take it: one vector of numbers from 0 to 1, beside the mask.

>>> import garrison.envs
>>> from garrison.envs.encoded_env import EncodedEnv
>>> env = EncodedEnv(garrison.envs.suite("garrison-10")["skirmish-duel"].env())
>>> observation, info = env.reset(seed=7)
>>> sorted(observation), env.observation_space.contains(observation)
(['action_mask', 'observation'], True)
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from garrison.core.encoding import Encoder
from garrison.envs.gymnasium_env import GameEnv


class EncodedEnv(gymnasium.ObservationWrapper[dict[str, Any], np.int64, dict[str, Any]]):
    """A game's environment, whose planes and numbers `Encoder` writes into one vector under "observation"."""

    def __init__(self, env: gymnasium.Env[dict[str, Any], np.int64]) -> None:
        super().__init__(env)
        own = env.unwrapped
        assert isinstance(own, GameEnv)
        spec = own.game.observation_spec
        self._encode = Encoder(spec)
        rows, columns = spec.board
        size = len(self._encode.channels) * rows * columns + len(self._encode.number_channels)
        vector, mask = spaces.Box(0, 1, (size,), np.float32), own.observation_space["action_mask"]
        self.observation_space = spaces.Dict({"observation": vector, "action_mask": mask})

    def observation(self, observation: dict[str, Any]) -> dict[str, Any]:
        """One observation."""
        channels = self._encode(observation["planes"]).reshape(-1) if "planes" in observation else np.zeros(0)
        numbers = self._encode.numbers(observation["numbers"]) if "numbers" in observation else np.zeros(0)
        vector = np.concatenate([channels, numbers]).astype(np.float32)
        return {"observation": vector, "action_mask": observation["action_mask"]}
