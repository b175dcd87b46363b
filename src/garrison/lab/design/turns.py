"""Whose turn it is: experiments take turns, so that whatever ends a run leaves what its time could buy.

The main experiment is first. The others get six seeds at a time, since fewer say nothing about a difference, or are not
begun.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import ceil, inf

from garrison.lab.design.experiments import GAMES, PARTS, Experiment
from garrison.lab.measures.evidence import PLAY
from garrison.lab.measures.intervals import FEWEST

Quota = Callable[[Experiment], float]


def quota_of(experiment: Experiment, games: int, group: int, is_named: bool) -> float:
    """How many games an experiment gets for so many of the main one; 0 of these: as many as there is time for.

    Those of which only some tools are weighed get as many as the main one, and the others at least six seeds.
    """
    if not games:
        return inf
    whole, part = group * ceil(games / group), GAMES[experiment.kind]
    if experiment.kind == PLAY or (is_named and experiment.kind == "without"):
        return whole
    return min(max(group * ceil(games * part / group), FEWEST * group), whole)


def in_turn(experiments: Sequence[Experiment], group: int, quota: Quota) -> Iterator[tuple[Experiment, int, int]]:
    """All games, from which to which: the main ones, six seeds of each other experiment, and then a seed of each."""
    others = [one for one in experiments if one.kind != PLAY]
    yield from ((one, 0, int(quota(one))) for one in experiments if one.kind == PLAY)
    first, size = 0, FEWEST * group
    while any(quota(one) > first for one in others):
        yield from ((one, first, int(min(first + size, quota(one)))) for one in others if quota(one) > first)
        first, size = first + size, group


class Turns:
    """Who is next while there is time: each kind of experiment has its part of it."""

    def __init__(self, experiments: Sequence[Experiment], group: int, quota: Quota) -> None:
        self._experiments, self._group, self._quota = experiments, group, quota
        self.counts, self.beginning = Counter[str](), FEWEST * group  # games of the main experiment before any other

    def kinds(self) -> list[str]:
        """The kinds of which something is left to play."""
        return list(dict.fromkeys(one.kind for one in self._experiments if self.counts[one.name] < self._quota(one)))

    def next(self, times: dict[str, float], affordable: float) -> tuple[Experiment, int, int] | None:
        """Games of the kind that had the least of its part of the time; None: nothing is left, or nothing affordable.

        So many games can still be played; an experiment for whose first six seeds that is too little is not begun.
        """
        for kind in sorted(set(times) & set(self.kinds()), key=lambda kind: times[kind] / PARTS[kind]):
            experiment = self._of_kind(kind, affordable)
            if experiment:
                first, size = self.counts[experiment.name], self._size(experiment)
                last = int(min(first + size, self._quota(experiment)))
                self.counts[experiment.name] = last
                return experiment, first, last
        return None

    def _of_kind(self, kind: str, affordable: float) -> Experiment | None:
        """Whoever has the fewest games is next."""
        own = [one for one in self._experiments if one.kind == kind and self.counts[one.name] < self._quota(one)]
        candidates = [one for one in own if self.counts[one.name] or self._size(one) <= max(affordable, self._group)]
        return min(candidates, key=lambda one: self.counts[one.name], default=None)

    def _size(self, one: Experiment) -> int:
        is_first = one.kind != PLAY and not self.counts[one.name]
        return self._group * (FEWEST if is_first else 1)
