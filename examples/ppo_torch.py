"""Proximal policy optimisation with masks in PyTorch, for any game of one player or against a bot.

pip install -e ".[train]"
python examples/ppo_torch.py skirmish --steps 2000000
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np

try:
    import torch
    from torch import nn
except ImportError:
    raise SystemExit('This needs PyTorch: pip install "garrison[train]"') from None

import garrison
from garrison.envs.seated import SeatedBatch

POSITIONS, ROUNDS, EPOCHS, PARTS = 128, 64, 3, 4
DISCOUNT, TRACE, CLIP, ENTROPY, RATE = 0.99, 0.95, 0.2, 0.01, 5e-4


class Network(nn.Module):
    """Convolutions over the planes, the numbers beside them, then the chances of the actions and a value."""

    def __init__(self, game: Any, actions: int, width: int = 64) -> None:
        super().__init__()
        spec = game.observation_spec
        self.register_buffer("highs", torch.tensor([max(part.high, 1) for part in spec.planes]).view(1, -1, 1, 1))
        self.planes = nn.Sequential(
            nn.Conv2d(len(spec.planes), 32, 3, padding=1),
            nn.ReLU(),
            nn.Conv2d(32, 16, 3, padding=1),
            nn.ReLU(),
            nn.Flatten(),
        )
        cells = 16 * spec.shape[1] * spec.shape[2]
        self.body = nn.Sequential(
            nn.Linear(cells + len(spec.numbers), width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.policy, self.value = nn.Linear(width, actions), nn.Linear(width, 1)

    def forward(self, planes: torch.Tensor, numbers: torch.Tensor, masks: torch.Tensor) -> tuple[Any, torch.Tensor]:
        """What to do, and what the position is worth."""
        small = torch.sign(numbers) * torch.log1p(numbers.abs().float()) / 10
        hidden = self.body(torch.cat([self.planes(planes / self.highs), small], dim=1))
        scores = self.policy(hidden).masked_fill(masks == 0, -1e9)
        return torch.distributions.Categorical(logits=scores), self.value(hidden)[:, 0]


def tensors(brought: Any) -> tuple[torch.Tensor, ...]:
    """A transition's observations as tensors of their own."""
    masks = brought.masks.copy()
    masks[masks.sum(axis=1) == 0, 0] = 1  # the game is over: any action begins the next
    return torch.tensor(brought.planes), torch.tensor(brought.numbers), torch.tensor(masks)


def train(
    name: str, steps: int, opponent: str = "random", seed: int = 0, device: str = "cpu", tell: Any = print
) -> list[float]:
    """Learn for this many steps; the mean result of the games that ended, as it went."""
    torch.manual_seed(seed)
    game = garrison.load(name)
    table = SeatedBatch(game, POSITIONS, 0, opponent, compact=True, autoreset="same_step", illegal="replace")
    network = Network(game, len(table.batch.used_actions)).to(device)
    optimiser = torch.optim.Adam(network.parameters(), lr=RATE)
    seen, start = tensors(table.begin(seed)), time.perf_counter()
    running, finished, curve = np.zeros(POSITIONS), [], []
    for update in range(max(1, steps // (POSITIONS * ROUNDS))):
        kept = []
        for _ in range(ROUNDS):
            with torch.no_grad():
                chances, value = network(*(part.to(device) for part in seen))
                action = chances.sample()
            brought = table.advance(action.cpu().numpy())
            reward, ended = brought.rewards[:, 0].copy(), brought.terminated | brought.truncated
            kept.append(
                (
                    *seen,
                    action.cpu(),
                    chances.log_prob(action).cpu(),
                    value.cpu(),
                    torch.tensor(reward),
                    torch.tensor(ended),
                )
            )
            running += reward
            finished += running[ended].tolist()
            running[ended] = 0
            seen = tensors(brought)
        stacked = [torch.stack(part) for part in zip(*kept, strict=True)]
        learn(network, optimiser, stacked, seen, device)
        if update % 10 == 9:
            curve.append(float(np.mean(finished[-500:] or [0])))
            tell(
                f"{(update + 1) * POSITIONS * ROUNDS:>10,} steps {curve[-1]:9.3f} {time.perf_counter() - start:6.0f} s"
            )
    return curve


def learn(network: Network, optimiser: Any, stacked: list[torch.Tensor], seen: Any, device: str) -> None:
    """A few passes over what was played."""
    values, rewards, goes_on = stacked[5], stacked[6], 1 - stacked[7].float()
    with torch.no_grad():
        following = torch.cat([values, network(*(part.to(device) for part in seen))[1].cpu()[None]])
    gains, trace = torch.zeros_like(rewards), torch.zeros(POSITIONS)
    for step in reversed(range(ROUNDS)):
        surprise = rewards[step] + DISCOUNT * goes_on[step] * following[step + 1] - values[step]
        gains[step] = trace = surprise + DISCOUNT * TRACE * goes_on[step] * trace
    flat = [part.flatten(0, 1) for part in (*stacked[:5], gains, gains + values)]
    for _ in range(EPOCHS):
        for part in torch.randperm(POSITIONS * ROUNDS).chunk(PARTS):
            planes, numbers, masks, action, before, gain, returned = (array[part].to(device) for array in flat)
            chances, value = network(planes, numbers, masks)
            gain = (gain - gain.mean()) / (gain.std() + 1e-8)
            ratio = torch.exp(chances.log_prob(action) - before)
            clipped = torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            loss = -clipped + 0.5 * (value - returned).pow(2).mean() - ENTROPY * chances.entropy().mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimiser.step()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", nargs="?", default="minefield")
    parser.add_argument("--steps", type=int, default=2_000_000)
    parser.add_argument("--opponent", default="random")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--device", default="cpu")
    train(**vars(parser.parse_args()))
