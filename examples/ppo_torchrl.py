"""Proximal policy optimisation with masks in TorchRL, on a task of Garrison-10.

pip install "garrison[train]" torchrl
python examples/ppo_torchrl.py --task skirmish-duel --opponent random --steps 100000
"""

from __future__ import annotations

import argparse
import time
from collections import deque
from typing import Any

import numpy as np

try:
    import torch
    from tensordict.nn import TensorDictModule
    from torch import nn
    from torchrl.collectors import Collector
    from torchrl.envs import GymWrapper, RewardSum, SerialEnv, TransformedEnv
    from torchrl.modules import ProbabilisticActor, ValueOperator
    from torchrl.objectives import ClipPPOLoss
    from torchrl.objectives.value import GAE
except ImportError:
    raise SystemExit("This needs TorchRL: pip install torchrl") from None

import garrison.envs
from garrison.envs.encoded_env import EncodedEnv

COPIES, FRAMES, EPOCHS, PARTS, WIDTH = 8, 2048, 4, 4, 128
DISCOUNT, TRACE, RATE, ENTROPY = 0.99, 0.95, 1e-3, 0.01


def layers(inputs: int, outputs: int) -> nn.Module:
    """Two layers of units, and what comes of them."""
    units = nn.Linear(inputs, WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU()
    return nn.Sequential(*units, nn.Linear(WIDTH, outputs))


class Masked(nn.Module):
    """How good each action is; what is illegal is impossible."""

    def __init__(self, inputs: int, actions: int) -> None:
        super().__init__()
        self.layers = layers(inputs, actions)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """The logits."""
        scores: torch.Tensor = self.layers(seen).masked_fill(mask == 0, -1e9)
        return scores


def train(task: str, steps: int, opponent: str = "random", seed: int = 0, tell: Any = print) -> list[float]:
    """Learn for this many steps; the mean result of the games that ended, as it went."""
    torch.manual_seed(seed)

    def made() -> Any:
        env = EncodedEnv(garrison.envs.suite("garrison-10")[task].env(opponent=opponent))
        return GymWrapper(env, categorical_action_encoding=True)

    env = TransformedEnv(SerialEnv(COPIES, made), RewardSum())
    env.set_seed(seed)
    inputs, actions = env.observation_spec["observation"].shape[-1], env.action_spec_unbatched.space.n
    choice = TensorDictModule(Masked(inputs, actions), in_keys=["observation", "action_mask"], out_keys=["logits"])
    categorical = torch.distributions.Categorical
    actor = ProbabilisticActor(choice, in_keys=["logits"], distribution_class=categorical, return_log_prob=True)
    critic = ValueOperator(layers(inputs, 1), in_keys=["observation"])
    gains = GAE(gamma=DISCOUNT, lmbda=TRACE, value_network=critic)
    objective = ClipPPOLoss(actor, critic, entropy_coeff=ENTROPY, normalize_advantage=True)
    optimiser = torch.optim.Adam(objective.parameters(), lr=RATE)
    results: deque[float] = deque(maxlen=300)
    curve, start, played = [], time.process_time(), 0
    for data in Collector(env, actor, frames_per_batch=FRAMES, total_frames=steps):
        for _ in range(EPOCHS):
            with torch.no_grad():
                gains(data)
            rows = data.reshape(-1)
            for part in torch.randperm(len(rows)).chunk(PARTS):
                losses = objective(rows[part])
                optimiser.zero_grad()
                (losses["loss_objective"] + losses["loss_critic"] + losses["loss_entropy"]).backward()
                nn.utils.clip_grad_norm_(objective.parameters(), 0.5)
                optimiser.step()
        ended = data["next", "done"].squeeze(-1)
        results.extend(data["next", "episode_reward"].squeeze(-1)[ended].tolist())
        played += data.numel()
        curve.append(float(np.mean(results or [0])))
        tell(f"{played:>9,} steps {curve[-1]:9.3f} {time.process_time() - start:6.0f} s of processor time")
    return curve


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--task", default="skirmish-duel")
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--opponent", default="random")
    parser.add_argument("--seed", type=int, default=0)
    train(**vars(parser.parse_args()))
