"""Estimates with their 95% intervals.

Games on the same seed, and games that went exactly alike, are not independent: they form a group, and what counts is
how the groups differ from each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import atanh, ceil, sqrt, tanh
from typing import Any, NamedTuple

import numpy as np

from garrison.lab.arena.ratings import SURE, interval

Numbers = np.ndarray[Any, Any] | Sequence[float]
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

    def within(self, least: float, most: float = float("inf")) -> Estimate:
        """The same where no number can be outside these bounds; without an interval, it stays without one.

        >>> Estimate(0.4, -0.2, 1.0, 5).within(0, 0.9)[:3]
        (0.4, 0, 0.9)
        """
        if not np.isfinite(self.low + self.high):
            return self
        return self._replace(low=max(self.low, least), high=min(self.high, most))


UNKNOWN = Estimate(float("nan"), float("nan"), float("nan"), 0)


def mean(values: Numbers, groups: Numbers | None = None) -> Estimate:
    """A mean, with Student's interval over the groups.

    >>> [round(number, 2) for number in mean([1.0, 2.0, 3.0, 4.0])]
    [2.5, 0.45, 4.55, 4]
    """
    numbers = np.asarray(values, dtype=float)
    if not len(numbers):
        return UNKNOWN
    middle, error, count = _error(numbers, groups)
    reach = student(count - 1) * error if count > 1 else float("inf")
    return Estimate(middle, middle - reach, middle + reach, len(numbers))


def share(values: Numbers, groups: Numbers | None = None) -> Estimate:
    """A mean of numbers from 0 to 1, with Wilson's interval for as many games as these are worth.

    >>> [round(number, 3) for number in share([0, 1] * 50)]
    [0.5, 0.402, 0.598, 100]
    """
    numbers = np.asarray(values, dtype=float)
    if not len(numbers):
        return UNKNOWN
    middle, error, count = _error(numbers, groups)
    worth = float(count)
    if error > 0 and 0 < middle < 1:
        worth = middle * (1 - middle) / error**2 * (SURE / student(count - 1)) ** 2
    return Estimate(middle, *interval(middle, max(worth, 1.0)), len(numbers))


def quantile(values: Numbers, at: float, groups: Numbers | None = None) -> Estimate:
    """A quantile, with the interval that the order of the numbers gives, whatever their distribution.

    Where games of a group are alike, it is as much wider as the share of the games below the quantile is less certain.

    >>> [round(number, 1) for number in quantile(range(101), 0.5)]
    [50.0, 40.2, 59.8, 101]
    """
    numbers = np.sort(np.asarray(values, dtype=float))
    count = len(numbers)
    if not count:
        return UNKNOWN
    reach = SURE * sqrt(at * (1 - at) * count) * _widening(np.asarray(values), at, groups)
    ranks = np.clip([count * at - reach - 0.5, count * at + reach - 0.5], 0, count - 1)
    low, high = np.interp(ranks, np.arange(count), numbers)
    return Estimate(float(np.quantile(numbers, at)), float(low), float(high), count)


def _widening(values: np.ndarray[Any, Any], at: float, groups: Numbers | None) -> float:
    """How much less certain groups make a share of games than as many independent ones would; never more certain."""
    below = (values <= np.quantile(values, at)).astype(float)
    _, alone, _ = _error(below, None)
    _, together, several = _error(below, groups)
    if groups is None or alone == 0 or several < 2:
        return 1.0
    return max(1.0, together / alone)


def correlation(pairs: np.ndarray[Any, Any]) -> Estimate:
    """How much of what two games have in common explains of their outcome: the correlation within pairs."""
    if len(pairs) < 3:
        return UNKNOWN
    offsets = np.asarray(pairs, dtype=float) - np.mean(pairs)
    spread, together = (offsets**2).sum(axis=1) / 2, offsets[:, 0] * offsets[:, 1]
    variance = spread.mean()
    if variance == 0:
        return Estimate(0.0, 0.0, 1.0, pairs.size)  # all games ended alike: nothing is known
    value = min(max(together.mean() / variance, -1.0), 1.0)
    error = float(np.std(together - value * spread, ddof=1) / variance / sqrt(len(pairs)))
    if abs(value) >= 1 or error == 0:
        edge = interval(abs(value), len(pairs))[0]
        return Estimate(value, edge if value > 0 else -1.0, 1.0 if value > 0 else -edge, pairs.size)
    reach = student(len(pairs) - 1) * error / (1 - value**2)
    return Estimate(value, tanh(atanh(value) - reach), tanh(atanh(value) + reach), pairs.size)


def paired_difference(first: dict[int, float], second: dict[int, float]) -> Estimate:
    """The mean difference between two experiments on the same seeds: the second less the first."""
    both = sorted(first.keys() & second.keys())
    return mean([second[seed] - first[seed] for seed in both])


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


def student(freedom: int) -> float:
    """How many standard errors a 95% interval reaches to both sides, when they were estimated from few groups.

    >>> round(student(10), 3), round(student(1000), 3)
    (2.228, 1.962)
    """
    if freedom < 3:
        return (float("inf"), 12.706, 4.303)[freedom]
    z = SURE
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + float(sum(term / freedom**power for power, term in enumerate(terms, 1)))


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
