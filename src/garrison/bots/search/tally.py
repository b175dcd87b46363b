"""What candidates have come to so far, in a search that gives up those that do worse."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from garrison.bots.search.budget import Choice


def halvings(candidates: int) -> int:
    """How often the worse half is given up until one is left, which need not be tried any more.

    >>> [halvings(candidates) for candidates in (1, 2, 15, 16)]
    [1, 1, 3, 4]
    """
    return max(1, candidates.bit_length() - 1)


def schedule(simulations: int, candidates: int) -> list[tuple[int, int]]:
    """For each round, how many candidates are tried, and how often each of them.

    >>> schedule(24, 8)
    [(8, 1), (4, 2), (2, 4)]
    """
    rounds, pairs = halvings(candidates), list[tuple[int, int]]()
    for _ in range(rounds):
        pairs.append((candidates, max(1, simulations // (rounds * candidates))))
        candidates = max(1, candidates // 2)
    return pairs


class Tally:
    """The sum of what each candidate's simulations were worth, and how many there were."""

    def __init__(self, candidates: int) -> None:
        self.totals = np.zeros(candidates)
        self.counts = np.zeros(candidates, dtype=np.int64)

    def mean(self, candidate: int) -> float:
        """What a candidate is worth, as far as it was tried."""
        return float(self.totals[candidate]) / max(int(self.counts[candidate]), 1)

    def order(self, candidate: int) -> tuple[int, float, int]:
        """Those that were tried most often come first, the best of them first."""
        return -int(self.counts[candidate]), -self.mean(candidate), candidate

    def ordered(self) -> Iterator[int]:
        """All candidates in that order."""
        return iter(sorted(range(len(self.counts)), key=self.order))

    def choices(self, firsts: Sequence[int]) -> list[Choice]:
        """Each first action once, with the value of its best candidate and its share of all simulations."""
        shares: dict[int, int] = {}
        values: dict[int, float] = {}
        for candidate in self.ordered():
            action = int(firsts[candidate])
            shares[action] = shares.get(action, 0) + int(self.counts[candidate])
            values.setdefault(action, self.mean(candidate))
        total = sum(shares.values())
        return [Choice(action, value, shares[action] / total) for action, value in values.items()]
