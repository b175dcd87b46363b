"""Whether counts are what the odds say: a chi-square test that gives a false alarm less than once in a million."""

from __future__ import annotations

import math
from collections.abc import Sequence

SIGMAS = 4.9  # a normal variable is above this less than once in two million times


def assert_fits(counts: Sequence[float], expected: Sequence[float]) -> None:
    """Fail unless the counts fit the expected ones.

    >>> assert_fits([480, 520], [500, 500])
    """
    assert len(counts) == len(expected)
    assert math.isclose(sum(counts), sum(expected), rel_tol=1e-6), "counts and expectation have different totals"
    assert min(expected) >= 5, "too few for a chi-square test"
    chi_square = sum((count - mean) ** 2 / mean for count, mean in zip(counts, expected, strict=True))
    assert chi_square <= limit(len(counts) - 1), f"counts {list(counts)} where {list(expected)} were expected"


def limit(freedom: int) -> float:
    """What chi-square exceeds less than once in a million times (Wilson and Hilferty's formula).

    >>> 24 < limit(1) < 30
    True
    """
    part = 2 / (9 * freedom)
    return freedom * (1 - part + SIGMAS * math.sqrt(part)) ** 3
