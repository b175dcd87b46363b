"""Learn from what bots did: make a data set, then imitate it with a linear policy, in NumPy.

garrison dataset skirmish --setup duel --bots veteran,random -n 300 -o games.npz
python examples/clone_dataset.py games.npz
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np

from garrison.core.encoding import Encoder
from garrison.lab.data.dataset import Dataset

Array = np.ndarray[Any, Any]
RATE = 5.0


def examples_in(data: Dataset, most: int) -> tuple[Array, Array, Array]:
    """Observations through the encoder, masks and actions of the winners' decisions where they had a choice."""
    seen, masks, actions = [], [], []
    used, encode = data.game.used_actions.tolist(), Encoder(data.game.observation_spec)
    for position, player, action, outcome in data.frames():
        mask = position.mask(player)[data.game.used_actions]
        if outcome > 0 and mask.sum() > 1 and len(actions) < most:
            channels, numbers = encode(position.observe(player)), encode.numbers(position.measure(player))
            seen.append(np.concatenate([channels.ravel(), numbers, np.ones(1, dtype=np.float32)]))
            masks.append(mask)
            actions.append(used.index(action))
    return np.stack(seen), np.stack(masks), np.array(actions)


def clone(path: Path, epochs: int = 300, most: int = 20_000) -> tuple[float, float]:
    """How often the policy does what was done, among decisions that it was not shown; and how often chance would."""
    seen, masks, actions = examples_in(Dataset(path), most)
    split, weights = len(actions) * 4 // 5, np.zeros((seen.shape[1], masks.shape[1]), dtype=np.float32)
    rows, hits, chance = np.arange(split), 0.0, float((1 / masks[split:].sum(axis=1)).mean())
    print(f"{len(actions):,} decisions; by chance, {chance:.1%} of the unseen ones are guessed")
    for epoch in range(1, epochs + 1):
        scores = np.where(masks[:split] == 0, -1e9, seen[:split] @ weights)
        chances = np.exp(scores - scores.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        chances[rows, actions[:split]] -= 1
        weights -= RATE * seen[:split].T @ chances / split
        if epoch % 50 == 0 or epoch == epochs:
            guesses = np.where(masks[split:] == 0, -1e9, seen[split:] @ weights).argmax(axis=1)
            hits = float((guesses == actions[split:]).mean())
            print(f"{epoch:>4} passes: {hits:.1%}")
    return hits, chance


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("path", type=Path)
    clone(parser.parse_args().path)
