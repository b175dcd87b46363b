"""Estimates with their 95% intervals.

Games on the same seed, and games that went exactly alike, are not independent: they form a group, and what counts is
how the groups differ from each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, inf, isfinite, log, sqrt
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np

from garrison.lab.arena.ratings import SURE
from garrison.lab.measures.student import DOUBT, ranks, student

Numbers = np.ndarray[Any, Any] | Sequence[float]
ALIKE = 2.0  # groups in which all games were alike that are supposed beside those of a share
FEWEST = 6  # seeds, below which nothing is said about differences, nor about what was always the same
POWER = 0.8416  # standard deviations: of five experiments, four see what is there


class Estimate(NamedTuple):
    """A number, the 95% interval around it, and from how many games it comes."""

    value: float
    low: float
    high: float
    games: int

    @property
    def is_known(self) -> bool:
        """Whether anything was measured."""
        return self.games > 0

    @property
    def reach(self) -> float:
        """How far the interval reaches to its farther side."""
        return max(self.value - self.low, self.high - self.value) if self.is_known else inf

    def excludes(self, number: float) -> bool:
        """Whether a number lies outside the interval."""
        return self.is_known and not self.low <= number <= self.high

    def within(self, least: float, most: float = float("inf")) -> Estimate:
        """The same where no number can be outside these bounds; without an interval, it stays without one.

        >>> Estimate(0.4, -0.2, 1.0, 5).within(0, 0.9)[:3]
        (0.4, 0, 0.9)
        """
        if not isfinite(self.low + self.high):
            return self
        return self._replace(low=max(self.low, least), high=min(self.high, most))


UNKNOWN = Estimate(float("nan"), float("nan"), float("nan"), 0)


def mean(values: Numbers, groups: Numbers | None = None, doubt: float = DOUBT, unit: float = 0.0) -> Estimate:
    """A mean, with Student's interval over the groups.

    What was not seen in any of n groups may still happen in `-log(doubt / 2) / n` of them, and where each time changes
    the quantity by a `unit`, the interval is no narrower than that.

    >>> [round(number, 2) for number in mean([1.0, 2.0, 3.0, 4.0])]
    [2.5, 0.45, 4.55, 4]
    """
    numbers = np.asarray(values, dtype=float)
    if not len(numbers):
        return UNKNOWN
    middle, error, count = _error(numbers, groups)
    reach = max(student(count - 1, doubt) * error, -log(doubt / 2) * unit / count) if count > 1 else inf
    reach = inf if error == 0 and count < FEWEST else reach
    return Estimate(middle, middle - reach, middle + reach, len(numbers))


def share(values: Numbers, groups: Numbers | None = None, doubt: float = DOUBT) -> Estimate:
    """A mean of numbers from 0 to 1, with Wilson's interval for as many games as these are worth.

    They are worth more than they are where they differ less than wins do; but what was not seen in any group may still
    happen, as in `mean`.

    >>> [round(number, 3) for number in share([0, 1] * 50)]
    [0.5, 0.401, 0.599, 100]
    """
    numbers = np.asarray(values, dtype=float)
    if not len(numbers):
        return UNKNOWN
    middle, error, count = _error(numbers, groups)
    sure, worth, spread = NormalDist().inv_cdf(1 - doubt / 2), float(count), middle * (1 - middle)
    if error > 0 and spread > 0:
        error = sqrt(error**2 + ALIKE * spread / count**2)
        most = max(len(numbers), spread * (sure * count / log(doubt / 2)) ** 2)
        worth = min(spread * (sure / student(count - 1, doubt) / error) ** 2, most)
    return Estimate(middle, *wilson(middle, max(worth, 1.0), sure), len(numbers))


def wilson(share: float, games: float, sure: float) -> tuple[float, float]:
    """Wilson's interval of a share, this many standard deviations to both sides.

    >>> [round(edge, 3) for edge in wilson(0.5, 100, 1.96)]
    [0.404, 0.596]
    """
    weight = sure * sure / games
    middle = (share + weight / 2) / (1 + weight)
    spread = sure * sqrt(share * (1 - share) / games + weight / (4 * games)) / (1 + weight)
    return max(0.0, middle - spread), min(1.0, middle + spread)


def quantile(values: Numbers, at: float, groups: Numbers | None = None) -> Estimate:
    """A quantile, with the interval that the order of the numbers gives, whatever their distribution.

    Ranks are whole numbers, so it is a little too wide; where there are too few games for an end, it is open. Where
    games of a group are alike, it is as much wider as the share of the games below the quantile is less certain.

    >>> quantile(range(101), 0.5), quantile(range(60), 0.95)[1:3]
    (Estimate(value=50.0, low=40.0, high=60.0, games=101), (52.0, inf))
    """
    numbers = np.sort(np.asarray(values, dtype=float))
    count = len(numbers)
    if not count:
        return UNKNOWN
    worth = max(1, int(count / _widening(np.asarray(values), at, groups) ** 2))
    first, last = ranks(worth, at)
    below, above = int(first * count / worth), int((worth + 1 - last) * count / worth)
    low = float(numbers[below - 1]) if first else -inf
    high = float(numbers[count - above]) if last <= worth else inf
    return Estimate(float(np.quantile(numbers, at)), low, high, count)


def _widening(values: np.ndarray[Any, Any], at: float, groups: Numbers | None) -> float:
    """How much less certain groups make a share of games than as many independent ones would; never more certain."""
    below = (values <= np.quantile(values, at)).astype(float)
    _, alone, _ = _error(below, None)
    _, together, several = _error(below, groups)
    if groups is None or alone == 0 or several < 2:
        return 1.0 if groups is None else sqrt(len(values) / several)
    return max(1.0, student(several - 1) / SURE * together / alone)


def paired_difference(
    first: dict[int, float], second: dict[int, float], unit: float = 0.0, doubt: float = DOUBT
) -> Estimate:
    """The mean difference between two experiments on the same seeds: the second less the first."""
    both = sorted(first.keys() & second.keys())
    return difference([second[seed] - first[seed] for seed in both], both, unit, doubt)


def difference(values: Numbers, seeds: Numbers, unit: float = 0.0, doubt: float = DOUBT) -> Estimate:
    """A mean difference of games on the same seeds; of fewer than six seeds, nothing is known.

    >>> difference([1.0] * 5, range(5)).is_known, difference([1.0, 2.0] * 3, range(6)).is_known
    (False, True)
    """
    return mean(values, seeds, doubt, unit) if len(set(seeds)) >= FEWEST else UNKNOWN


def seeds_to_see(difference: float, first: dict[int, float], second: dict[int, float]) -> int:
    """How many seeds two experiments need so that a difference of this size would be seen, four times out of five."""
    both = sorted(first.keys() & second.keys())
    spread = float(np.std([second[seed] - first[seed] for seed in both], ddof=1)) if len(both) > 1 else 0.0
    return max(2, ceil(((SURE + POWER) * spread / difference) ** 2))


def by_seed(seeds: Sequence[int], values: Numbers) -> dict[int, float]:
    """The mean of the games on each seed."""
    lists: dict[int, list[float]] = {}
    for seed, value in zip(seeds, values, strict=True):
        lists.setdefault(seed, []).append(float(value))
    return {seed: sum(many) / len(many) for seed, many in lists.items()}


def group_numbers(groups: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The groups as numbers from 0 on; to sort them takes longer than all the rest, so it is done only if it must be.

    >>> group_numbers(np.array([7, 3, 7])).tolist(), group_numbers(np.array([1, 0, 1])).tolist()
    ([1, 0, 1], [1, 0, 1])
    """
    is_small = groups.dtype == np.intp and len(groups) and groups.min() >= 0 and groups.max() < len(groups)
    if is_small and np.bincount(groups).all():
        return groups
    where: np.ndarray[Any, Any] = np.unique(groups, return_inverse=True)[1]
    return where


def _error(numbers: np.ndarray[Any, Any], groups: Numbers | None) -> tuple[float, float, int]:
    """The mean, its standard error, and the number of groups."""
    middle, count = float(numbers.mean()), len(numbers)
    sums: np.ndarray[Any, Any] = numbers - middle
    if groups is not None:
        sums = np.bincount(group_numbers(np.asarray(groups)), sums)
    several = len(sums)
    if several < 2:
        return middle, 0.0, several
    return middle, sqrt(several / (several - 1) * float((sums**2).sum())) / count, several
