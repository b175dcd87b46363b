"""Masks read in words say what masks read byte by byte say."""

from __future__ import annotations

import numpy as np
import pytest

from garrison.core.engine.masks import BUTTON, count_marks, find_mark, marks_in

LENGTHS = (1, 7, 8, 9, 15, 16, 52, 64, 100, 300, 1024)


def drawn(length: int, percent: int) -> np.ndarray:
    """A mask that starts at any address, with this many marks in a hundred."""
    dice = np.random.default_rng(length * 101 + percent)
    room = np.full(length + 3, 1, dtype=np.uint8)
    row = room[3:].reshape(1, length)
    row[:] = dice.integers(100, size=(1, length)) < percent
    return row


@pytest.mark.parametrize("percent", [5, 50, 100])
@pytest.mark.parametrize("length", LENGTHS)
def test_marks_are_counted_in_any_part_of_a_mask(length: int, percent: int) -> None:
    rows = drawn(length, percent)
    for first in range(0, length, 1 + length // 9):
        for last in (first, (first + length) // 2, length):
            assert count_marks(rows[0], first, last) == rows[0, first:last].sum()


@pytest.mark.parametrize("percent", [5, 50, 100])
@pytest.mark.parametrize("length", LENGTHS)
def test_every_mark_is_found_whatever_part_of_them_are_buttons(length: int, percent: int) -> None:
    rows = drawn(length, percent)
    marked = np.flatnonzero(rows[0]).tolist()
    for fields in {0, length // 2, length}:
        clicks = int(rows[0, :fields].sum())
        tally = clicks + BUTTON * (len(marked) - clicks)
        assert marks_in(tally) == len(marked)
        assert [find_mark(rows[0], tally, number) for number in range(len(marked))] == marked


@pytest.mark.parametrize("mark", [2, 100, 255])
@pytest.mark.parametrize("length", LENGTHS)
def test_no_mask_leads_outside_itself(length: int, mark: int) -> None:
    rows = drawn(length, 50) * np.uint8(mark)
    rows[0, -1] = mark
    for fields in {0, length // 2, length}:
        clicks, others = int(rows[0, :fields].sum()), int(rows[0, fields:].sum())
        for number in range(0, clicks + others, 1 + (clicks + others) // 50):
            assert 0 <= find_mark(rows[0], clicks + BUTTON * others, number) < length
