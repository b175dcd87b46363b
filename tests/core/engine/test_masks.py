"""Masks read in words say what masks read byte by byte say."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from garrison.build import at_once
from garrison.core.engine import masks
from garrison.core.engine.masks import BUTTON, marks_in
from garrison.core.engine.memory import array_at
from garrison.core.engine.rule import rule

LENGTHS = (1, 7, 8, 9, 15, 16, 52, 64, 100, 300, 1024)


@rule
def counted_at(mask: int, length: int, first: int, last: int) -> int:
    return masks.count_marks(array_at(mask, length, np.uint8), first, last)


@rule
def mark_at(mask: int, length: int, tally: int, number: int) -> int:
    return masks.find_mark(array_at(mask, length, np.uint8), tally, number)


@pytest.fixture(scope="module")
def compiled() -> tuple[Any, Any]:
    """How machine code counts and finds."""
    return at_once.caller(counted_at), at_once.caller(mark_at)


@pytest.fixture(params=["compiled", "plain"])
def count_marks(request: Any, compiled: Any) -> Any:
    """How marks are counted in a part of a mask."""
    if request.param == "plain":
        return masks.count_marks
    return lambda mask, first, last: compiled[0](mask.ctypes.data, len(mask), first, last)


@pytest.fixture(params=["compiled", "plain"])
def find_mark(request: Any, compiled: Any) -> Any:
    """How a mark is found."""
    if request.param == "plain":
        return masks.find_mark
    return lambda mask, tally, number: compiled[1](mask.ctypes.data, len(mask), tally, number)


def drawn(length: int, percent: int) -> np.ndarray:
    """A mask that starts at any address, with this many marks in a hundred."""
    dice = np.random.default_rng(length * 101 + percent)
    room = np.full(length + 3, 1, dtype=np.uint8)
    row = room[3:].reshape(1, length)
    row[:] = dice.integers(100, size=(1, length)) < percent
    return row


@pytest.mark.parametrize("percent", [5, 50, 100])
@pytest.mark.parametrize("length", LENGTHS)
def test_marks_are_counted_in_any_part_of_a_mask(count_marks: Any, length: int, percent: int) -> None:
    rows = drawn(length, percent)
    for first in range(0, length, 1 + length // 9):
        for last in (first, (first + length) // 2, length):
            assert count_marks(rows[0], first, last) == rows[0, first:last].sum()


@pytest.mark.parametrize("percent", [5, 50, 100])
@pytest.mark.parametrize("length", LENGTHS)
def test_every_mark_is_found_whatever_part_of_them_are_buttons(find_mark: Any, length: int, percent: int) -> None:
    rows = drawn(length, percent)
    marked = np.flatnonzero(rows[0]).tolist()
    for fields in {0, length // 2, length}:
        clicks = int(rows[0, :fields].sum())
        tally = clicks + BUTTON * (len(marked) - clicks)
        assert marks_in(tally) == len(marked)
        assert [find_mark(rows[0], tally, number) for number in range(len(marked))] == marked


@pytest.mark.parametrize("mark", [2, 100, 255])
@pytest.mark.parametrize("length", LENGTHS)
def test_no_mask_leads_outside_itself(find_mark: Any, length: int, mark: int) -> None:
    rows = drawn(length, 50) * np.uint8(mark)
    rows[0, -1] = mark
    for fields in {0, length // 2, length}:
        clicks, others = int(rows[0, :fields].sum()), int(rows[0, fields:].sum())
        for number in range(0, clicks + others, 1 + (clicks + others) // 50):
            assert 0 <= find_mark(rows[0], clicks + BUTTON * others, number) < length
