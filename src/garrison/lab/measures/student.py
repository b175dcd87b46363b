"""How far intervals have to reach: Student's distribution and the binomial one."""

from __future__ import annotations

from functools import lru_cache
from math import atan, comb, cos, inf, pi, sin, sqrt
from statistics import NormalDist

DOUBT = 0.05  # of a hundred 95% intervals, five miss
MANY = 300  # degrees of freedom, from which a series is as good as the sum
FARTHEST = 1e6


@lru_cache(4096)
def student(freedom: int, doubt: float = DOUBT) -> float:
    """How many standard errors an interval reaches to both sides, when they were estimated from few groups.

    >>> round(student(10), 3), round(student(1000), 3), round(student(5, 0.05 / 40), 2)
    (2.228, 1.962, 6.54)
    """
    if freedom < 1:
        return inf
    if freedom > MANY:
        return _series(freedom, NormalDist().inv_cdf(1 - doubt / 2))
    low, high = 0.0, FARTHEST
    while high - low > 1e-9 * (1 + low):
        middle = (low + high) / 2
        low, high = (middle, high) if beyond(middle, freedom) > doubt else (low, middle)
    return high


def beyond(errors: float, freedom: int) -> float:
    """The chance to be off by more standard errors than this, to either side.

    >>> round(beyond(2.228, 10), 4), round(beyond(12.706, 1), 4)
    (0.05, 0.05)
    """
    angle = atan(errors / sqrt(freedom))
    square, is_odd = cos(angle) ** 2, freedom % 2
    term, total = (cos(angle) if is_odd else 1.0), 0.0
    for degree in range(2 + is_odd, freedom + 1, 2):
        total += term
        term *= square * (degree - 1) / degree
    within = 2 / pi * (angle + sin(angle) * total) if is_odd else sin(angle) * total
    return max(0.0, 1 - within)


def _series(freedom: int, z: float) -> float:
    """Student's quantile for many degrees of freedom, by Cornish and Fisher's first two terms."""
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)


@lru_cache(4096)
def ranks(count: int, at: float, doubt: float = DOUBT) -> tuple[int, int]:
    """Between which of so many numbers in order, counted from 1, a quantile lies; 0 and one too many are open ends.

    >>> ranks(8, 0.5), ranks(71, 0.05), ranks(72, 0.05), ranks(72, 0.95)
    ((1, 8), (0, 9), (1, 9), (64, 72))
    """
    low, below = 0, (1 - at) ** count
    while below <= doubt / 2:
        low += 1
        below += chance_of(low, count, at)
    high, above = count + 1, at**count
    while above <= doubt / 2:
        high -= 1
        above += chance_of(high - 1, count, at)
    return low, high


def chance_of(hits: int, count: int, at: float) -> float:
    """The chance of so many hits."""
    return float(comb(count, hits) * at**hits * (1 - at) ** (count - hits)) if count <= MANY else _far(hits, count, at)


def _far(hits: int, count: int, at: float) -> float:
    """The same by a normal distribution, where whole numbers would be too large."""
    spread = NormalDist(count * at, sqrt(count * at * (1 - at)))
    return spread.cdf(hits + 0.5) - spread.cdf(hits - 0.5)
