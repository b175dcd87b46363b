"""A training from beginning to end: label, learn, rate, and again; it goes on where it was interrupted.

In its folder are `samples-1.npz` and so on, one a finished round of labelling, `checkpoint.pt` with everything that
learning needs to go on, `network.npz` with its card, and `progress.csv`.
"""

from __future__ import annotations

import csv
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch

from garrison.bots.network import Card, Network, features_of, seen_of
from garrison.core.errors import BadOption
from garrison.core.game import Game, load
from garrison.train.crew import labelled
from garrison.train.learning import Learned, Shelf, learn
from garrison.train.model import Model
from garrison.train.rating import ratings
from garrison.train.samples import Samples
from garrison.train.settings import Settings

SETTINGS, CHECKPOINT, NETWORK, PROGRESS = "settings.json", "checkpoint.pt", "network.npz", "progress.csv"
Tell = Callable[[str], None]


class Training:
    """One training in its folder."""

    def __init__(self, settings: Settings, folder: Path, command: str, commit: str, tell: Tell = print) -> None:
        _check_device(settings)
        self.settings, self.folder, self._tell = settings, folder, tell
        self._game = load(settings.game, **settings.options)
        self._command, self._commit = command, commit
        torch.manual_seed(settings.seed)
        self.model = self._new_model().to(settings.device, memory_format=torch.channels_last)
        self._optimizer = torch.optim.AdamW(self.model.parameters(), settings.rate)
        self.done, self._seconds, self._positions = 0, 0.0, 0
        self._settle_in()

    def _new_model(self) -> Model:
        """A network of the size that the game's observations and buttons need."""
        features = features_of(np.zeros((1, len(self._game.numbers)), np.int64)).shape[1]
        shape = (self._game.planes_shape[0], features, len(self._game.facts.buttons))
        return Model(*shape, self.settings.channels, self.settings.blocks)

    def _settle_in(self) -> None:
        """Begin in a new folder, or go on in one that was begun with the same settings."""
        self.folder.mkdir(parents=True, exist_ok=True)
        file, told = self.folder / SETTINGS, json.dumps({**self.settings.to_dict(), "iterations": 0}, default=str)
        if file.exists() and file.read_text(encoding="utf-8") != told:
            raise BadOption(f"{self.folder} holds a training with other settings; name another folder.")
        file.write_text(told, encoding="utf-8")
        if (self.folder / CHECKPOINT).exists():
            self._resume(torch.load(self.folder / CHECKPOINT, weights_only=True, map_location=self.settings.device))

    def _resume(self, kept: dict[str, Any]) -> None:
        self.model.load_state_dict(kept["model"])
        self._optimizer.load_state_dict(kept["optimizer"])
        self.done, self._seconds, self._positions = kept["done"], kept["seconds"], kept["positions"]

    def run(self) -> Network:
        """All iterations that are left; the network that comes out."""
        while self.done < self.settings.iterations:
            self._iterate(self.done + 1)
        return Network.load(self.folder / NETWORK)

    def _iterate(self, number: int) -> None:
        start = time.perf_counter()
        samples = self._labelled(number)
        shelf = Shelf(samples, self._game.facts, self.settings.device)
        learned = learn(self.model, self._optimizer, shelf, self.settings, self.settings.seed * 1000 + number)
        self.done, self._positions = number, len(samples)
        self._seconds += time.perf_counter() - start
        network = self._keep()
        self._note(learned, ratings(self.settings, network))

    def _labelled(self, number: int) -> Samples:
        """The positions of all iterations up to this one."""
        file, before = self.folder / f"samples-{number}.npz", self.folder / NETWORK
        if not file.exists():
            labelled(self.settings, number, before if number > 1 else None).save(file)
        return Samples.joined([Samples.load(self.folder / f"samples-{each}.npz") for each in range(1, number + 1)])

    def _keep(self) -> Network:
        """Write the check-point and the network; each file is whole at any moment."""
        kept = {"model": self.model.state_dict(), "optimizer": self._optimizer.state_dict()}
        counted = {"done": self.done, "seconds": self._seconds, "positions": self._positions}
        half_written = self.folder / f"{CHECKPOINT}.new"
        torch.save({**kept, **counted}, half_written)
        Network(self.model.weights(), self._card(self._game)).save(self.folder / NETWORK)
        half_written.replace(self.folder / CHECKPOINT)
        return Network.load(self.folder / NETWORK)

    def _card(self, game: Game) -> Card:
        return Card(
            game=game.name,
            rules_version=game.facts.rules_version,
            rules_hash=game.rules_hash,
            seen=seen_of(game),
            options=dict(self.settings.options),
            command=self._command,
            seed=self.settings.seed,
            positions=self._positions,
            hours=round(self._seconds / 3600, 4),
            commit=self._commit,
        )

    def _note(self, learned: Learned, reached: dict[str, float]) -> None:
        """Add a line to the progress."""
        row = {"iteration": self.done, "positions": self._positions, "seconds": round(self._seconds, 1)}
        row |= {name: round(number, 4) for name, number in {**learned._asdict(), **reached}.items()}
        path = self.folder / PROGRESS
        is_new = not path.exists()
        with path.open("a", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, list(row))
            if is_new:
                writer.writeheader()
            writer.writerow(row)
        self._tell("  ".join(f"{name} {value}" for name, value in row.items()))


def _check_device(settings: Settings) -> None:
    if settings.device == "cuda" and not torch.cuda.is_available():
        raise BadOption("PyTorch finds no GPU here; leave out --device to train on the CPU.")
