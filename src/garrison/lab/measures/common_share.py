"""How much of what two games have in common explains of their outcome: the correlation within pairs, with an interval.

Outcomes of which there are a few kinds, such as wins, are taken as a mixture: a share of the pairs ends alike because
of what they have in common, the others independently. The interval has all shares that are likely enough. Scores, of
which there are many kinds, are left out in pairs, one after the other (a jackknife).
"""

from __future__ import annotations

from math import inf, sqrt, tanh
from typing import Any

import numpy as np

from garrison.lab.measures.intervals import FEWEST, UNKNOWN, Estimate
from garrison.lab.measures.student import student

Array = np.ndarray[Any, Any]
KINDS = 5  # of outcomes; where there are more, they are numbers
SHARES = np.linspace(-0.99, 0.999, 664)
NEARLY_ONE = 0.999


def correlation(pairs: Array) -> Estimate:
    """The share of the outcome that is common to both of a pair.

    >>> [round(number, 1) for number in correlation(np.array([[0, 0], [1, 1], [0, 1]] * 20))]
    [0.3, 0.1, 0.6, 120]
    """
    if len(pairs) < FEWEST:
        return UNKNOWN
    outcomes = np.asarray(pairs, dtype=float)
    value, kinds = _common(outcomes), np.unique(outcomes)
    if len(kinds) < 2:
        return Estimate(0.0, -1.0, 1.0, outcomes.size)  # all games ended alike: nothing is known
    low, high = _likely(outcomes, kinds) if len(kinds) <= KINDS else _jackknife(outcomes)
    return Estimate(value, min(low, value), max(high, value), outcomes.size)


def _common(pairs: Array) -> float:
    """The correlation itself."""
    offsets = pairs - pairs.mean()
    variance = float((offsets**2).mean())
    return min(max(float(offsets.prod(axis=1).mean()) / variance, -1.0), 1.0) if variance else 0.0


def _likely(pairs: Array, kinds: Array) -> tuple[float, float]:
    """The lowest and the highest common share with which these pairs are likely enough."""
    likelihood = _likelihood(pairs, kinds)
    least = likelihood.max() - student(len(pairs) - 1) ** 2 / 2
    likely, possible = SHARES[likelihood >= least], SHARES[likelihood > -inf]
    low, high = float(likely[0]), float(likely[-1])
    return -1.0 if low == possible[0] else low, 1.0 if high == SHARES[-1] else high


def _likelihood(pairs: Array, kinds: Array) -> Array:
    """The logarithm of how likely the pairs are with each common share; -inf: no such games are possible."""
    odds = np.array([(pairs == kind).sum() + 0.5 for kind in kinds])
    likelihood, is_same = np.zeros(len(SHARES)), pairs[:, 0] == pairs[:, 1]
    for kind, part in zip(kinds, odds / odds.sum(), strict=True):
        chance = SHARES * part + (1 - SHARES) * part**2  # that both end so
        count = int((is_same & (pairs[:, 0] == kind)).sum())
        likelihood += np.where(chance > 0, count * np.log(np.maximum(chance, 1e-300)), -inf)
    return likelihood + int((~is_same).sum()) * np.log(1 - SHARES)


def _jackknife(pairs: Array) -> tuple[float, float]:
    """The interval of numbers, from what each pair contributes."""
    count, whole = len(pairs), float(_stretched(_common(pairs)))
    parts = _stretched(_without_each(pairs))
    error = float(np.std(count * whole - (count - 1) * parts, ddof=1)) / sqrt(count)
    reach = student(count - 1) * error
    return tanh(whole - reach), tanh(whole + reach)


def _without_each(pairs: Array) -> Array:
    """The correlation without each of the pairs in turn."""
    offsets, others = pairs - pairs.mean(), len(pairs) - 1
    sums, squares, products = offsets.sum(axis=1), (offsets**2).sum(axis=1), offsets.prod(axis=1)
    middle = (sums.sum() - sums) / (2 * others)
    variance = (squares.sum() - squares) / (2 * others) - middle**2
    together = (products.sum() - products) / others - middle**2
    correlations: Array = np.where(variance > 0, together / np.where(variance > 0, variance, 1), 0.0)
    return correlations


def _stretched(value: Array | float) -> Array:
    values: Array = np.arctanh(np.clip(value, -NEARLY_ONE, NEARLY_ONE))
    return values
