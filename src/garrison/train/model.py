"""The network while it learns: forwards, backwards and a step of Adam, with NumPy or, on a GPU, with CuPy.

`garrison.bots.network` says what the network does. Its four arrays have the same form here; the first of the inputs is
always there.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from garrison.core.errors import BadOption

Array = Any  # of NumPy or of CuPy
FIRST, SECOND, TINY = 0.9, 0.999, 1e-8  # how Adam averages gradients and their squares
CHOICE_WEIGHT = 0.1  # of the choices beside the value
IMPOSSIBLE = -1e9


def arrays_on(device: str) -> Any:
    """The package that computes: NumPy, or CuPy on a GPU."""
    if device == "cpu":
        return np
    try:
        import cupy

        cupy.cuda.runtime.getDevice()
    except Exception as error:
        raise BadOption(f"Training on a GPU needs CuPy and a GPU; leave out --device without one ({error}).") from None
    return cupy


class Batch(NamedTuple):
    """Positions to learn from, one a row."""

    present: Array  # which inputs are there, 0 or 1
    legal: Array  # which actions are legal
    wanted: Array  # how much of its simulations the search gave to each action
    values: Array  # what came of it


class Judged(NamedTuple):
    """What the network says about positions, and what it went through to say it."""

    summed: Array
    felt: Array
    total: Array
    odds: Array

    @property
    def values(self) -> Array:
        """What the positions are worth, from -1 to 1."""
        return self.total / (1 + abs(self.total))


class Model:
    """A network over so many inputs and actions."""

    def __init__(self, inputs: int, width: int, depth: int, actions: int, seed: int, device: str = "cpu") -> None:
        self.xp, dice = arrays_on(device), np.random.default_rng(seed)
        shapes = {"vectors": (inputs, width), "middle": (width + 1, depth), "last": (depth + 1,)}
        scales = {"vectors": 0.1, "middle": (2 / width) ** 0.5, "last": depth**-0.5, "choice": depth**-0.5}
        shapes["choice"] = (depth + 1, actions)
        self.weights = {
            name: self.xp.asarray(dice.normal(scale=scales[name], size=shape), dtype=np.float32)
            for name, shape in shapes.items()
        }
        self._means = {name: self.xp.zeros_like(array) for name, array in self.weights.items()}
        self._squares = {name: self.xp.zeros_like(array) for name, array in self.weights.items()}
        self._steps = 0

    def judge(self, batch: Batch) -> Judged:
        """What the network says about positions."""
        w, xp = self.weights, self.xp
        summed = batch.present @ w["vectors"]
        felt = xp.maximum(xp.maximum(summed, 0) @ w["middle"][:-1] + w["middle"][-1], 0)
        scores = xp.where(batch.legal, felt @ w["choice"][:-1] + w["choice"][-1], IMPOSSIBLE)
        odds = xp.exp(xp.maximum(scores - scores.max(axis=1, keepdims=True), -80)) * batch.legal
        return Judged(summed, felt, felt @ w["last"][:-1] + w["last"][-1], odds / odds.sum(axis=1, keepdims=True))

    def gradients(self, batch: Batch) -> dict[str, Array]:
        """Which way each number of the network makes the loss larger."""
        w, xp, judged = self.weights, self.xp, self.judge(batch)
        of_total = 2 * (judged.values - batch.values) / (1 + abs(judged.total)) ** 2 / len(batch.values)
        of_scores = CHOICE_WEIGHT * (judged.odds - batch.wanted) / len(batch.values)
        of_felt = of_total[:, None] * w["last"][:-1] + of_scores @ w["choice"][:-1].T
        of_felt = of_felt * (judged.felt > 0)
        of_summed = (of_felt @ w["middle"][:-1].T) * (judged.summed > 0)
        return {
            "vectors": batch.present.T @ of_summed,
            "middle": xp.vstack([xp.maximum(judged.summed, 0).T @ of_felt, of_felt.sum(axis=0)[None]]),
            "last": xp.concatenate([judged.felt.T @ of_total, of_total.sum()[None]]),
            "choice": xp.vstack([judged.felt.T @ of_scores, of_scores.sum(axis=0)[None]]),
        }

    def step(self, batch: Batch, rate: float, decay: float) -> None:
        """Learn from some positions."""
        self._steps += 1
        corrected = rate * (1 - SECOND**self._steps) ** 0.5 / (1 - FIRST**self._steps)
        for name, gradient in self.gradients(batch).items():
            mean, square = self._means[name], self._squares[name]
            mean += (1 - FIRST) * (gradient - mean)
            square += (1 - SECOND) * (gradient * gradient - square)
            self.weights[name] *= 1 - rate * decay
            self.weights[name] -= corrected * mean / (self.xp.sqrt(square) + TINY)

    def plain(self) -> dict[str, np.ndarray[Any, Any]]:
        """A copy of the weights, as `garrison.bots.network` takes them."""
        return {name: np.array(array.get() if self.xp is not np else array) for name, array in self.weights.items()}
