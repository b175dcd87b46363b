"""Proximal policy optimisation with masks in one file, as CleanRL writes it, on a task of Garrison-10.

pip install "garrison[train]"
python examples/ppo_cleanrl.py --task skirmish-duel --opponent random --steps 200000
"""

from __future__ import annotations

import argparse
import time
from collections import deque
from typing import Any

import numpy as np

try:
    import torch
    from torch import nn
except ImportError:
    raise SystemExit('This needs PyTorch: pip install "garrison[train]"') from None

import garrison.envs
from garrison.core.encoding import Encoder

COPIES, ROUNDS, EPOCHS, PARTS, WIDTH = 32, 64, 4, 4, 128
DISCOUNT, TRACE, CLIP, ENTROPY, RATE = 0.99, 0.95, 0.2, 0.01, 1e-3


class Agent(nn.Module):
    """Two layers of units, the chances of what is legal, and a value."""

    def __init__(self, inputs: int, actions: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(inputs, WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU())
        self.actor, self.critic = nn.Linear(WIDTH, actions), nn.Linear(WIDTH, 1)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[Any, torch.Tensor]:
        """What to do, and what the position is worth."""
        hidden = self.body(seen)
        scores = self.actor(hidden).masked_fill(~mask, -1e9)
        return torch.distributions.Categorical(logits=scores), self.critic(hidden)[:, 0]


def train(task: str, steps: int, opponent: str = "random", seed: int = 0, tell: Any = print) -> list[float]:
    """Learn for this many steps; the mean result of the games that ended, as it went."""
    torch.manual_seed(seed)
    envs = garrison.envs.suite("garrison-10")[task].vector(COPIES, opponent=opponent, autoreset_mode="same_step")
    encode = Encoder(envs.game.observation_spec)

    def tensors(seen: Any) -> tuple[torch.Tensor, torch.Tensor]:
        vectors = [encode(seen["planes"]).reshape(COPIES, -1), encode.numbers(seen["numbers"])]
        return torch.tensor(np.concatenate(vectors, axis=1)), torch.tensor(seen["action_mask"], dtype=torch.bool)

    seen, mask = tensors(envs.reset(seed=seed)[0])
    agent = Agent(seen.shape[1], mask.shape[1])
    optimiser = torch.optim.Adam(agent.parameters(), lr=RATE)
    results, curve, start = deque[float](maxlen=300), [], time.process_time()
    for update, kept in enumerate([] for _ in range(max(1, steps // (COPIES * ROUNDS)))):
        for _ in range(ROUNDS):
            with torch.no_grad():
                chances, value = agent(seen, mask)
                action = chances.sample()
            after, reward, terminated, truncated, _ = envs.step(action.numpy())
            results.extend(reward[ended := terminated | truncated].tolist())
            told = torch.tensor(reward, dtype=torch.float32), torch.tensor(~ended, dtype=torch.float32)
            kept.append((seen, mask, action, chances.log_prob(action), value, *told))
            seen, mask = tensors(after)
        seen_all, masks, actions, before, values, rewards, goes_on = map(torch.stack, zip(*kept, strict=True))
        with torch.no_grad():
            following = torch.cat([values, agent(seen, mask)[1][None]])
        gains, trace = torch.zeros_like(rewards), torch.zeros(COPIES)
        for step in reversed(range(ROUNDS)):
            surprise = rewards[step] + DISCOUNT * goes_on[step] * following[step + 1] - values[step]
            gains[step] = trace = surprise + DISCOUNT * TRACE * goes_on[step] * trace
        flat = [part.flatten(0, 1) for part in (seen_all, masks, actions, before, gains, gains + values)]
        for part in [part for _ in range(EPOCHS) for part in torch.randperm(COPIES * ROUNDS).chunk(PARTS)]:
            *told, action, log, gain, returned = (array[part] for array in flat)
            chances, value = agent(*told)
            gain = (gain - gain.mean()) / (gain.std() + 1e-8)
            ratio = torch.exp(chances.log_prob(action) - log)
            policy = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            optimiser.zero_grad()
            (policy + 0.5 * (value - returned).pow(2).mean() - ENTROPY * chances.entropy().mean()).backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimiser.step()
        curve.append(float(np.mean(results or [0])))
        if update % 10 == 9:
            seconds = time.process_time() - start
            tell(f"{(update + 1) * COPIES * ROUNDS:>9,} steps {curve[-1]:9.3f} {seconds:6.0f} s of processor time")
    return curve


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--task", default="skirmish-duel")
    parser.add_argument("--steps", type=int, default=200_000)
    parser.add_argument("--opponent", default="random")
    parser.add_argument("--seed", type=int, default=0)
    train(**vars(parser.parse_args()))
