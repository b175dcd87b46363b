"""Self-play in Boneyard with a pool of earlier selves, in PyTorch: all players of a game act at once.

    pip install -e ".[train]"
    python examples/self_play_boneyard.py --steps 2000000

The seat that learns changes from update to update; the others are played by selves from the pool. A new self joins the
pool now and then, and the curve is the mean result against the oldest one, which plays at random.
"""

from __future__ import annotations

import argparse
import copy
import random
from typing import Any

import numpy as np

try:
    import torch
    from ppo_torch import CLIP, DISCOUNT, ENTROPY, RATE, Network
    from torch import nn
except ImportError:
    raise SystemExit('This needs PyTorch: pip install "garrison[train]"') from None

import garrison

GAMES, ROUNDS, POOL, EVERY = 128, 48, 12, 20


def played(network: Network, brought: Any, seat: int) -> tuple[tuple[torch.Tensor, ...], torch.Tensor, torch.Tensor]:
    """What a network does in one seat of all games: what it saw, its actions and their logarithms."""
    seen = (brought.planes[:, seat], brought.numbers[:, seat], brought.masks[:, seat])
    given = tuple(torch.tensor(part) for part in seen)
    with torch.no_grad():
        chances, _ = network(*given)
        action = chances.sample()
    return given, action, chances.log_prob(action)


def train(steps: int, seed: int = 0, tell: Any = print) -> list[float]:
    """Learn for this many steps; the mean results against the oldest self, as it went."""
    torch.manual_seed(seed)
    random.seed(seed)
    game = garrison.load("boneyard")
    batch = game.batch(GAMES, seed, every_player=True, compact=True, autoreset="same_step", rewards="outcome")
    brought = batch.look()
    network = Network(game, brought.masks.shape[-1])
    optimiser, pool, curve = torch.optim.Adam(network.parameters(), lr=RATE), [copy.deepcopy(network)], []
    for update in range(max(1, steps // (GAMES * ROUNDS))):
        rival, seat, kept = random.choice(pool), update % game.players, []
        for _ in range(ROUNDS):
            actions = np.zeros((GAMES, game.players), dtype=np.int64)
            for player in range(game.players):
                mind = network if player == seat else rival
                seen, action, log = played(mind, brought, player)
                actions[:, player] = action.numpy()
                if player == seat:
                    kept.append([seen, action, log])
            brought = batch.advance(actions)
            ended = torch.tensor(brought.terminated | brought.truncated)
            kept[-1] += [torch.tensor(brought.rewards[:, seat]), ended]
        learn(network, optimiser, kept)
        if update % EVERY == EVERY - 1:
            pool = (
                [*pool, copy.deepcopy(network)][-POOL:]
                if len(pool) < POOL
                else [pool[0], *pool[2:], copy.deepcopy(network)]
            )
            curve.append(duel(game, network, pool[0], seed + update))
            tell(f"{(update + 1) * GAMES * ROUNDS:>10,} steps {curve[-1]:+.3f} against the oldest self")
    return curve


def learn(network: Network, optimiser: Any, kept: list[list[Any]]) -> None:
    """Towards what turned out well: discounted results against the network's own expectation."""
    following, returns = torch.zeros(GAMES), []
    for *_, reward, ended in reversed(kept):
        following = reward + DISCOUNT * following * (1 - ended.float())
        returns.insert(0, following)
    seen = [torch.cat([step[0][part] for step in kept]) for part in range(3)]
    action, before, returned = (
        torch.cat([step[1] for step in kept]),
        torch.cat([step[2] for step in kept]),
        torch.cat(returns),
    )
    for part in torch.randperm(len(action)).chunk(4):
        chances, value = network(*(array[part] for array in seen))
        gain = (returned[part] - value).detach()
        ratio = torch.exp(chances.log_prob(action[part]) - before[part])
        clipped = torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
        loss = -clipped + (value - returned[part]).pow(2).mean() - ENTROPY * chances.entropy().mean()
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 0.5)
        optimiser.step()


def duel(game: Any, network: Network, other: Network, seed: int) -> float:
    """The mean result of the games that end in a while, the network in seat 0."""
    batch = game.batch(GAMES, seed, every_player=True, compact=True, autoreset="same_step", rewards="outcome")
    brought, results = batch.look(), []
    for _ in range(4 * ROUNDS):
        actions = [played(mind, brought, seat)[1].numpy() for seat, mind in enumerate((network, other))]
        brought = batch.advance(np.stack(actions, axis=1))
        results += brought.rewards[brought.terminated | brought.truncated, 0].tolist()
    return float(np.mean(results or [0]))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=2_000_000)
    parser.add_argument("--seed", type=int, default=0)
    train(**vars(parser.parse_args()))
