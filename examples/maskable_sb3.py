"""Stable-Baselines3's MaskablePPO on any game, through Gymnasium.

pip install -e ".[train]"
python examples/maskable_sb3.py skirmish --steps 200000
"""

from __future__ import annotations

import argparse
from typing import Any

import gymnasium
import numpy as np

try:
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.callbacks import BaseCallback
    from stable_baselines3.common.monitor import Monitor
    from stable_baselines3.common.vec_env import DummyVecEnv
except ImportError:
    raise SystemExit('This needs sb3-contrib: pip install "garrison[train]"') from None

import garrison.envs

COPIES = 8


class Flat(gymnasium.ObservationWrapper):  # type: ignore[type-arg]
    """Observations as one vector of small numbers, which SB3's networks like best; the mask has its own way."""

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        spec = env.unwrapped.game.observation_spec
        self._highs = np.array([max(part.high, 1) for part in spec.planes], dtype=np.float32).reshape(-1, 1, 1)
        size = int(np.prod(spec.shape)) + len(spec.numbers)
        self.observation_space = gymnasium.spaces.Box(-10, 10, (size,), dtype=np.float32)

    def observation(self, observation: Any) -> Any:
        """One observation."""
        numbers = observation["numbers"].astype(np.float32)
        small = np.sign(numbers) * np.log1p(np.abs(numbers)) / 5
        return np.concatenate([(observation["planes"] / self._highs).reshape(-1), small]).astype(np.float32)

    def action_masks(self) -> Any:
        """What is legal, for MaskablePPO."""
        return self.unwrapped.action_masks()  # type: ignore[attr-defined]


class Curve(BaseCallback):
    """Prints how the last hundred games went."""

    def _on_step(self) -> bool:
        return True

    def _on_rollout_end(self) -> None:
        results = [episode["r"] for episode in self.model.ep_info_buffer or ()]
        if results:
            print(f"{self.num_timesteps:>9,} steps {np.mean(results):9.3f}")


def train(name: str, steps: int, opponent: str = "random", seed: int = 0) -> Any:
    """Learn for this many steps; the model."""

    def made() -> Any:
        return Monitor(Flat(gymnasium.make(garrison.envs.env_id(name), opponent=opponent)))

    model = MaskablePPO("MlpPolicy", DummyVecEnv([made] * COPIES), seed=seed, n_steps=256, batch_size=512)
    return model.learn(steps, callback=Curve())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", nargs="?", default="skirmish")
    parser.add_argument("--steps", type=int, default=200_000)
    parser.add_argument("--opponent", default="random")
    parser.add_argument("--seed", type=int, default=0)
    train(**vars(parser.parse_args()))
