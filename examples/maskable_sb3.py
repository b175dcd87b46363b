"""Stable-Baselines3's MaskablePPO on a task of Garrison-10, through Gymnasium.

pip install "garrison[train]"
python examples/maskable_sb3.py --task skirmish-duel --opponent random --steps 200000
"""

from __future__ import annotations

import argparse
import time
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
from garrison.envs.encoded_env import EncodedEnv

COPIES, START = 8, time.process_time()


class Masked(gymnasium.ObservationWrapper):  # type: ignore[type-arg]
    """Observations as one vector; the mask has its own way."""

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        self.observation_space = env.observation_space["observation"]

    def observation(self, observation: Any) -> Any:
        """One observation."""
        return observation["observation"]

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
            seconds = time.process_time() - START
            print(
                f"{self.num_timesteps:>9,} steps {np.mean(results):9.3f} {seconds:6.0f} s of processor time", flush=True
            )


def train(task: str, steps: int, opponent: str = "random", seed: int = 0) -> Any:
    """Learn for this many steps; the model."""

    def made() -> Any:
        return Monitor(Masked(EncodedEnv(garrison.envs.suite("garrison-10")[task].env(opponent=opponent))))

    model = MaskablePPO("MlpPolicy", DummyVecEnv([made] * COPIES), seed=seed, n_steps=256, batch_size=512)
    return model.learn(steps, callback=Curve())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--task", default="skirmish-duel")
    parser.add_argument("--steps", type=int, default=200_000)
    parser.add_argument("--opponent", default="random")
    parser.add_argument("--seed", type=int, default=0)
    train(**vars(parser.parse_args()))
