"""Many fields in few words."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby


def by_rows(fields: Iterable[int], columns: int) -> str:
    """Fields by their rows, columns that follow one another as a range.

    >>> by_rows([11, 12, 13, 15, 24], 10)
    'row 1: 1-3 5; row 2: 4'
    """
    rows = groupby(sorted(fields), key=lambda field: field // columns)
    return "; ".join(f"row {row}: {_ranges([field % columns for field in own])}" for row, own in rows)


def _ranges(numbers: list[int]) -> str:
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return " ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)
