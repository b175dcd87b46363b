"""Learn from a data set what its winners played, in PyTorch; the network that comes of it plays without PyTorch.

garrison dataset skirmish --bots medium --decisions 100000 -o games.npz
python examples/clone_torch.py games.npz --to cloned.npz
garrison evaluate cloned.npz
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np

try:
    import torch

    from garrison.train.fit import Shelf, frequent_inputs
    from garrison.train.model import Model
except ImportError:
    raise SystemExit('This needs PyTorch: pip install "garrison[train]"') from None

from garrison.bots.network import Card, Network, cues_of, inputs_of
from garrison.lab.data.dataset import Dataset
from garrison.train.samples import CHOICES, Recorder, Samples

WIDTH, DEPTH, FEWEST = 128, 64, 20  # numbers in a vector, units, and how often an input has to be seen
RATE, BATCH, DECAY = 3e-3, 1024, 0.02


def samples_in(data: Dataset) -> Samples:
    """The decisions of those who did not lose, where they had a choice."""
    recorder, none = Recorder(), np.full(CHOICES - 1, -1, np.int16)
    for position, player, action, outcome in data.frames():
        legal = np.array(position.actions(player), np.int16)
        if outcome >= 0 and len(legal) > 1:
            actions, shares = np.append(np.int16(action), none), np.eye(1, CHOICES, dtype=np.float32)[0]
            seen = inputs_of(position, player), legal, actions, shares, 0.0, cues_of(position, player)
            recorder.add(player, seen, outcome)
    return recorder.samples(None)


def clone(path: Path, to: Path, passes: int = 12, seed: int = 0, tell: Any = print) -> float:
    """Learn from a file and write the network; how often it does what was done, in games that it was not shown."""
    data, start = Dataset(path), time.process_time()
    samples, game = samples_in(data), data.game
    ids = frequent_inputs(samples, FEWEST)
    model = Model(len(ids) + 1, WIDTH, DEPTH, game.facts.actions, seed, len(game.cues))
    shelf, best, weights, steps = Shelf(samples, ids, game.facts.actions), -1.0, model.plain(), 0
    optimiser = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=DECAY)
    falling = torch.optim.lr_scheduler.LinearLR(optimiser, 1.0, 0.05, passes)
    for number in range(passes):
        for batch in shelf.batches(BATCH, seed * 1000 + number):
            odds = model.odds(model.hidden(batch.inputs, batch.cues), batch.legal)
            loss = -(batch.shares * odds).sum(dim=1).mean()
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            optimiser.step()
            steps += 1
        falling.step()
        hits = agreement(model, shelf)
        if hits > best:
            best, weights = hits, model.plain()
        tell(f"pass {number + 1:>2}: {hits:.1%} of the decisions of other games, {time.process_time() - start:.0f} s")
    command = f"python examples/clone_torch.py, from games of {', '.join(data.about['bots'])}"
    about = {"game": game.name, "rules_version": game.facts.rules_version, "rules_hash": game.rules_hash}
    about |= {"seen": game.facts.seen, "options": {}, "command": command, "seed": seed, "cues": game.cues}
    hours = round((time.process_time() - start) / 3600, 4)
    Network({"ids": ids, **weights}, Card(**about, positions=len(samples), steps=steps, hours=hours, commit="")).save(
        to
    )
    return best


@torch.no_grad()
def agreement(model: Model, shelf: Shelf) -> float:
    """The share of the decisions that are kept apart in which the network's first choice is what was played."""
    hits = [
        model.odds(model.hidden(batch.inputs, batch.cues), batch.legal).argmax(dim=1) == batch.shares.argmax(dim=1)
        for batch in shelf.held_out(BATCH)
    ]
    return float(torch.cat(hits).float().mean())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", type=Path)
    parser.add_argument("--to", type=Path, default=Path("cloned.npz"))
    parser.add_argument("--passes", type=int, default=12)
    parser.add_argument("--seed", type=int, default=0)
    clone(**vars(parser.parse_args()))
