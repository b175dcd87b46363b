"""The iterations of a training run that learns by playing."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch

from garrison.bots.search.ranks import RANKS
from garrison.core.levels import OUTCOME, SCORE
from garrison.train.iteration import IterationResult
from garrison.train.ppo.features import Sight
from garrison.train.ppo.learner import Learner, PpoCourse
from garrison.train.ppo.network import PolicyNetwork, Sizes
from garrison.train.ppo.positions import Positions

if TYPE_CHECKING:
    from garrison.core.game import Game
    from garrison.train.settings import TrainingSettings

STATE = "learner.pt"  # what the learner needs to go on after an interruption
ROUNDS, EPOCHS, RATE = 32, 1, 1e-3
DISCOUNT = 0.999
PAR = 100.0  # scales: a value in shares of so much is hardly bent
LOOKED_AT = 4096  # positions in which a turn looks for numbers that the network has met


class PlayingLearner:
    """A learner in a training run's folder, which goes on where it was interrupted."""

    def __init__(self, settings: TrainingSettings, game: Game, folder: Path) -> None:
        torch.set_float32_matmul_precision("high")
        self._settings, self._game, self._file = settings, game, folder / STATE
        self._is_outcome = game.players > 1
        self._sight = Sight(game, settings.device)
        sizes = Sizes(settings.width, settings.depth, len(game.cues), len(game.used_actions))
        self.network = PolicyNetwork(self._sight, sizes, self._is_outcome, settings.seed).to(settings.device)
        self._decisions = 0
        self._is_met = torch.zeros(self._sight.places * RANKS, dtype=torch.bool, device=settings.device)
        self._learner = self._begin()

    def _begin(self) -> Learner:
        """A learner with what was learned before, if anything was; its games are new ones."""
        settings, state = self._settings, self._state()
        seed = settings.seed * 1000 + state.get("iterations", 0)
        positions = Positions(self._game, self._sight, settings.at_once, seed, settings.device)
        parts = parts_of(settings.at_once, settings.at_once * ROUNDS // settings.batch)
        learner = Learner(
            self.network, positions, PpoCourse(ROUNDS, parts, EPOCHS, DISCOUNT, RATE, not self._is_outcome)
        )
        if state:
            self._decisions, self._is_met = state["decisions"], state["met"].to(settings.device)
            learner.restore(state["learner"])
        return learner

    def _state(self) -> dict[str, Any]:
        return torch.load(self._file, map_location=self._settings.device) if self._file.exists() else {}

    def iterate(self, number: int) -> IterationResult:
        """Play and learn for an iteration, keep what is needed to go on, and hand over the network."""
        start, settings, share = time.perf_counter(), self._settings, 0.0
        before, steps_before = self._decisions, self._learner.steps
        self._learner.results.zero_()
        while share < 1:
            self._learner.turn(1 - (number - 1 + share) / settings.iterations)
            self._decisions += self._learner.decisions
            self._note_met()
            time_share = (time.perf_counter() - start) / settings.seconds if settings.seconds else 0.0
            share = max((self._decisions - before) / settings.positions, time_share)
        games, *sums = self._learner.results.tolist()
        seconds = time.perf_counter() - start
        self._save(number)
        columns = {
            "games": games,
            "result": sums[0] / max(games, 1),
            "positions_per_second": (self._decisions - before) / seconds,
        }
        return self._result(columns, self._learner.steps - steps_before)

    def _note_met(self) -> None:
        """Note which ranks of which numbers were seen: only these get vectors."""
        self._is_met[self._sight.ids_of(self._learner.rollouts.codes[0, 0, :LOOKED_AT]).flatten()] = True

    def _save(self, number: int) -> None:
        state = {"iterations": number, "decisions": self._decisions, "met": self._is_met}
        torch.save({**state, "learner": self._learner.state()}, self._file)

    def _result(self, columns: dict[str, float], steps: int) -> IterationResult:
        is_met = self._is_met.view(self._sight.places, RANKS).cpu().numpy()
        scale = float(self._learner.scale)
        share = 1.0 if self._is_outcome else 1 / PAR
        weights = self.network.plain(self._game, is_met, self._game.used_actions, share)
        tells, par = (OUTCOME, 1.0) if self._is_outcome else (SCORE, PAR * scale)
        return IterationResult(weights, self._decisions, steps, columns, tells, par, draws=True)


def parts_of(count: int, most: int) -> int:
    """Into how many parts of equal size so many games are divided: at most as many as are most.

    >>> parts_of(4096, 32), parts_of(100, 30), parts_of(64, 0)
    (32, 25, 1)
    """
    return next(parts for parts in range(max(min(most, count), 1), 0, -1) if count % parts == 0)
