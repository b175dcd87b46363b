"""Training a network on what was recorded: passes over all of it, until held-back games show no more progress."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from garrison.core.levels import OUTCOME
from garrison.train.model import Minibatch, Model

if TYPE_CHECKING:
    from garrison.train.samples import Samples
    from garrison.train.settings import TrainingSettings

DECAY = 0.02
HELD_OUT = 0.1  # of the positions, the last ones: the network doesn't learn from them
LAST_RATE = 0.05  # of the rate is left in the last pass
PATIENCE = 3  # passes without progress after which it is enough
Array = np.ndarray[Any, Any]


class FitResult(NamedTuple):
    """How far the network is from positions that it has not learned from, and how fast it went."""

    value_loss: float
    guess_loss: float  # of the game's own value
    agreement: float  # how often the network's first choice is the search's
    positions_per_second: float
    steps: int


def frequent_inputs(samples: Samples, fewest: int) -> Array:
    """The ids of the inputs that were seen often enough to learn what they mean."""
    return np.flatnonzero(np.bincount(samples.inputs) >= max(fewest, 1)).astype(np.int32)


class Shelf:
    """All samples on the device, so that nothing waits for the host."""

    def __init__(self, samples: Samples, ids: Array, actions: int, device: str = "cpu", learn: str = OUTCOME) -> None:
        self.device, self._actions = device, actions
        candidates = np.where(samples.actions < 0, actions, samples.actions)
        self._has_choices = bool(samples.shares.any())
        self._inputs = self._put(_columns_of(samples.inputs, samples.seen, ids))
        self._legal = self._put(_fill_rows(samples.legal, samples.could, actions))
        self._candidates, self._shares = self._put(candidates.astype(np.int32)), self._put(samples.shares)
        self._cues = self._put(samples.cues) if samples.cues.shape[1] else None
        change = samples.values - samples.guesses
        self._values = self._put(samples.values if learn == OUTCOME else change.clip(-1, 1))
        self.training_count = int(len(samples) * (1 - HELD_OUT))
        self.guess_loss = float((change[self.training_count :] ** 2).mean())

    def _put(self, array: Array) -> Tensor:
        return torch.from_numpy(np.ascontiguousarray(array)).to(self.device)

    def batches(self, size: int, seed: int) -> Iterator[Minibatch]:
        """All samples to learn from once, in a new order."""
        order = self._put(np.random.default_rng(seed).permutation(self.training_count))
        for first in range(0, self.training_count, size):
            yield self.rows(order[first : first + size])

    def held_out(self, size: int) -> Iterator[Minibatch]:
        """The samples that are kept apart."""
        for first in range(self.training_count, len(self._values), size):
            yield self.rows(torch.arange(first, min(first + size, len(self._values)), device=self.device))

    def rows(self, places: Tensor) -> Minibatch:
        """Some of the samples; where there were choices, with a column for each action."""
        cues = None if self._cues is None else self._cues[places]
        if not self._has_choices:
            return Minibatch(self._inputs[places], None, None, self._values[places], cues)
        shape = (len(places), self._actions + 1)  # the last column is for what fills up
        legal = torch.zeros(shape, dtype=torch.bool, device=self.device).scatter_(1, self._legal[places].long(), True)
        shares = torch.zeros(shape, device=self.device)
        shares.scatter_(1, self._candidates[places].long(), self._shares[places])
        return Minibatch(self._inputs[places], legal[:, :-1], shares[:, :-1], self._values[places], cues)


def _columns_of(inputs: Array, counts: Array, ids: Array) -> Array:
    """The numbers of the inputs that each sample has, one sample a row; number 0 is always there."""
    numbers = np.zeros(
        max(int(inputs.max()), int(ids.max(initial=0))) + 1, dtype=np.int32
    )  # a table: faster than searching
    numbers[ids] = np.arange(1, len(ids) + 1)
    own = numbers[inputs]
    is_frequent = own > 0
    rows = np.repeat(np.arange(len(counts)), counts)[is_frequent]
    columns = _fill_rows(own[is_frequent], np.bincount(rows, minlength=len(counts)), len(ids) + 1)
    return np.concatenate([np.zeros((len(counts), 1), np.int32), columns], axis=1)


def _fill_rows(values: Array, counts: Array, filler: int) -> Array:
    """Rows of different length as one array, filled up."""
    longest = max(int(counts.max()), 1)
    rows = np.full((len(counts), longest), filler, dtype=np.int32)  # half as much to read as with 64 bits
    rows[np.arange(longest) < counts[:, None]] = values
    return rows


def learn(model: Model, shelf: Shelf, settings: TrainingSettings, seed: int) -> tuple[FitResult, dict[str, Array]]:
    """Passes over all samples; the weights are those that were best with the samples that are kept apart."""
    best, weights, stale, seconds, steps = (float("inf"), 0.0), model.plain(), 0, 0.0, 0
    is_fused = shelf.device == "cuda"
    optimiser = torch.optim.AdamW(model.parameters(), lr=settings.rate, weight_decay=DECAY, fused=is_fused)
    falling = torch.optim.lr_scheduler.LinearLR(optimiser, 1.0, LAST_RATE, settings.passes)
    for number in range(1, settings.passes + 1):
        start = time.perf_counter()
        for batch in shelf.batches(settings.batch, seed * 1000 + number):
            optimiser.zero_grad(set_to_none=True)
            model.loss(batch).backward()
            optimiser.step()
            steps += 1
        falling.step()
        scores = held_out_scores(model, shelf, settings.batch)
        seconds += time.perf_counter() - start
        stale = 0 if scores[0] < best[0] else stale + 1
        if stale == 0:
            best, weights = scores, model.plain()
        if stale >= PATIENCE:
            break
    return FitResult(best[0], shelf.guess_loss, best[1], number * shelf.training_count / seconds, steps), weights


@torch.no_grad()
def held_out_scores(model: Model, shelf: Shelf, size: int) -> tuple[float, float]:
    """The loss of the values and the agreement, with the samples that are kept apart; the host waits once."""
    totals, count = torch.zeros(2, device=shelf.device), 0
    for batch in shelf.held_out(size):
        hidden = model.hidden(batch.inputs, batch.cues)
        totals[0] += ((model.values(hidden) - batch.values) ** 2).sum()
        if batch.legal is not None and batch.shares is not None:
            totals[1] += (model.odds(hidden, batch.legal).argmax(dim=1) == batch.shares.argmax(dim=1)).sum()
        count += len(batch.values)
    loss, agreement = totals.tolist()
    return loss / max(count, 1), agreement / max(count, 1)
