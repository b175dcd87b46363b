"""Scratch memory for a rule: zeros each time, compiled and interpreted."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from garrison.build import at_once
from garrison.core.engine.local_array import local_array
from garrison.core.engine.numba_rules import lend_row_stack
from garrison.core.engine.record import float64, int64, record
from garrison.core.engine.rule import rule

COUNT = 3
NOTE = record([("seen", np.int64)])


@rule
def noted(given: Any) -> Any:
    """A sum of what was noted."""
    numbers, notes = local_array(COUNT, np.float64), local_array(1, NOTE)
    numbers[1] = given
    notes[0].seen += 2
    return numbers[0] + numbers[1] + numbers[2] + notes[0].seen


@rule
def doubled(given: int) -> int:
    """Twice the sum of what was noted."""
    return int64(2 * noted(float64(given)))


def test_it_is_empty_each_time() -> None:
    assert [noted(1.5), noted(2.5)] == [3.5, 4.5]
    compiled = at_once.caller(doubled)
    assert [compiled(3), compiled(4)] == [10, 12]
    assert local_array(COUNT, np.uint8).tolist() == [0, 0, 0]


def test_numpy_has_the_name_that_numba_asks_for() -> None:
    lend_row_stack()
    with warnings.catch_warnings(action="ignore"):  # NumPy says that it is about to lose it
        assert hasattr(np, "row_stack")
