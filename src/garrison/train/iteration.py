"""What an iteration of a training run comes to, however it learns."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np


class IterationResult(NamedTuple):
    """A network's weights, and what is written down about them."""

    weights: dict[str, np.ndarray[Any, Any]]
    positions: int  # that it learned from, in all iterations
    steps: int  # of learning, in this one
    columns: dict[str, float]  # of the progress
    tells: str  # what its value says: OUTCOME, CHANGE or SCORE
    par: float  # the score that counts as 1
    draws: bool = False  # whether the network plays each action as often as it likes it
