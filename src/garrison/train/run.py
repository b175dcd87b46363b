"""A training run from beginning to end: play, learn, rate, repeat; it resumes where it was interrupted.

In its folder are `samples-1.npz` and so on, one for each finished round of playing, `network-1.npz` and so on with
their cards, one for each finished iteration, `network.npz`, which is the last of them, and `progress.csv`.
"""

from __future__ import annotations

import csv
import json
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch

from garrison.bots.network import Card, Network
from garrison.core.game import load
from garrison.core.levels import SCORE
from garrison.errors import BadOption
from garrison.train.fit import FitResult, Shelf, frequent_inputs, learn
from garrison.train.iteration import IterationResult
from garrison.train.model import Model
from garrison.train.parallel_games import collect, rating
from garrison.train.ppo.run import PlayingLearner
from garrison.train.samples import Samples
from garrison.train.settings import CUES, PPO, TrainingSettings

SETTINGS, NETWORK, PROGRESS = "settings.json", "network.npz", "progress.csv"
Array = np.ndarray[Any, Any]
Tell = Callable[[str], None]


class Training:
    """A training run in its folder."""

    def __init__(self, settings: TrainingSettings, folder: Path, command: str, commit: str, tell: Tell = print) -> None:
        if settings.device == "cuda" and not torch.cuda.is_available():  # now, so that nobody plays for nothing
            raise BadOption("PyTorch finds no GPU here; leave out --device without one.")
        self.settings, self.folder, self._tell = settings, folder, tell
        self._game = load(settings.game, **settings.options)
        for name, values in settings.mix.items():
            for value in values:  # now, so that an unknown word is reported before a thousand games are played
                load(settings.game, **{**settings.options, name: value})
        if settings.sees == CUES and not self._game.cues:
            raise BadOption(f"The skill of {settings.game} has no cues; leave out --sees.")
        if settings.start:
            Network.load(Path(settings.start)).checked(self._game)
        self._command, self._commit = command, commit
        self._seconds, self._steps = 0.0, 0
        self._settle_in()
        self._playing = PlayingLearner(settings, self._game, folder) if settings.by == PPO else None

    def _settle_in(self) -> None:
        """Begin in a new folder, or go on in one that was begun with the same settings."""
        self.folder.mkdir(parents=True, exist_ok=True)
        file, text = self.folder / SETTINGS, json.dumps({**self.settings.to_dict(), "iterations": 0}, default=str)
        if file.exists() and file.read_text(encoding="utf-8") != text:
            raise BadOption(f"{self.folder} holds a training run with other settings; name another folder.")
        file.write_text(text, encoding="utf-8")
        if self.last_iteration:
            card = Network.load(self._network(self.last_iteration)).card
            self._seconds, self._steps = card.hours * 3600, card.steps

    @property
    def last_iteration(self) -> int:
        """The last iteration that is finished, whose network is there; 0 before the first."""
        number = 0
        while self._network(number + 1).with_suffix(".json").exists():
            number += 1
        return number

    def _network(self, number: int) -> Path:
        return self.folder / f"network-{number}.npz"

    def run(self) -> Network:
        """All iterations that are left; the network that comes out."""
        for number in range(self.last_iteration + 1, self.settings.iterations + 1):
            self._iterate(number)
        return Network.load(self.folder / NETWORK)

    def _iterate(self, number: int) -> None:
        start = time.perf_counter()
        result = self._playing.iterate(number) if self._playing else self._search(number)
        self._seconds, self._steps = self._seconds + time.perf_counter() - start, self._steps + result.steps
        Network(result.weights, self._card(result)).save(self.folder / NETWORK)
        self._note(number, result, rating(self.settings, self.folder / NETWORK))
        for suffix in (".npz", ".json"):  # the card last: with it, the iteration is finished
            shutil.copyfile((self.folder / NETWORK).with_suffix(suffix), self._network(number).with_suffix(suffix))

    def _search(self, number: int) -> IterationResult:
        """Games of the search, and what a network learns from all of them."""
        start, settings = time.perf_counter(), self.settings
        samples = self._samples(number)
        columns = {"playing": time.perf_counter() - start}
        result, weights = self._fit(samples, number)
        par = settings.par if settings.learn == SCORE else 1.0
        return IterationResult(
            weights, len(samples), result.steps, {**result._asdict(), **columns}, settings.learn, par
        )

    def _samples(self, number: int) -> Samples:
        """The positions of all iterations up to this one."""
        file = self.folder / f"samples-{number}.npz"
        if not file.exists():
            collect(self.settings, number, self._network_for(number)).save(file)
        return Samples.concatenate([Samples.load(self.folder / f"samples-{each}.npz") for each in range(1, number + 1)])

    def _network_for(self, number: int) -> Path | None:
        """The network that an iteration's games are played with: the one before, or the one to start with."""
        if number > 1:
            return self._network(number - 1)
        return Path(self.settings.start) if self.settings.start else None

    def _fit(self, samples: Samples, number: int) -> tuple[FitResult, dict[str, Array]]:
        """What a new network makes of all positions."""
        settings, actions = self.settings, self._game.facts.actions
        seed, ids, cues = settings.seed * 1000 + number, frequent_inputs(samples, settings.fewest), len(self._game.cues)
        if settings.sees == CUES:
            ids = ids[:0]
        elif not len(ids):
            raise BadOption(f"{len(samples)} positions are too few to learn from; --positions says how many.")
        model = Model(len(ids) + 1, settings.width, settings.depth, actions, seed, cues).to(settings.device)
        result, weights = learn(model, Shelf(samples, ids, actions, settings.device, settings.learn), settings, seed)
        return result, {"ids": ids, **weights}

    def _card(self, result: IterationResult) -> Card:
        game = self._game
        return Card(
            game=game.name,
            rules_version=game.facts.rules_version,
            rules_hash=game.rules_hash,
            seen=game.facts.seen,
            options=dict(self.settings.options),
            command=self._command,
            seed=self.settings.seed,
            positions=result.positions,
            steps=self._steps,
            hours=round(self._seconds / 3600, 4),
            commit=self._commit,
            learned=result.tells,
            cues=game.cues,
            par=result.par,
            draws=result.draws,
        )

    def _note(self, number: int, result: IterationResult, strength: float) -> None:
        """Add a line to the progress."""
        row: dict[str, float] = {"iteration": number, "positions": result.positions, "seconds": round(self._seconds, 1)}
        row |= {name: round(value, 4) for name, value in {**result.columns, "reached": strength}.items()}
        path = self.folder / PROGRESS
        is_new = not path.exists()
        with path.open("a", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, list(row))
            if is_new:
                writer.writeheader()
            writer.writerow(row)
        self._tell("  ".join(f"{name} {value}" for name, value in row.items()))
