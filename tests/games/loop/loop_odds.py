"""Whether counts are what the odds say, with a false alarm less than once in a million times."""

from __future__ import annotations

import math
from collections.abc import Sequence

SIGMAS = 5.0


def assert_share(count: int, total: int, percent: float) -> None:
    """This many of the cases have happened, where that percentage was to be expected.

    >>> assert_share(1490, 10_000, 15)
    """
    share = percent / 100
    allowed = SIGMAS * math.sqrt(total * share * (1 - share)) + 1
    assert abs(count - total * share) <= allowed, f"{count} of {total}, where {percent}% were expected"


def assert_even(counts: Sequence[int]) -> None:
    """All of these happen equally often: a chi-square test with Wilson and Hilferty's formula.

    >>> assert_even([1000, 980, 1020])
    """
    mean = sum(counts) / len(counts)
    assert mean >= 5, "too few for a chi-square test"
    freedom = len(counts) - 1
    part = 2 / (9 * freedom)
    limit = freedom * (1 - part + SIGMAS * math.sqrt(part)) ** 3
    found = sum((count - mean) ** 2 / mean for count in counts)
    assert found <= limit, f"{list(counts)} are not even"
