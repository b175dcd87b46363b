"""What measures are made from, and what they come to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from garrison.core.game import Game
from garrison.lab.games.ends import Block, GameSeries
from garrison.lab.games.traces import Trace
from garrison.lab.measures.intervals import Estimate, by_seed

PLAY = "play"  # the experiment in which everybody plays as well as was asked for


@dataclass(frozen=True)
class Figure:
    """One number of a measure: what it is of, in which unit, and what is to be said of it."""

    label: str
    estimate: Estimate
    unit: str = "%"
    flag: str = ""

    def __str__(self) -> str:
        value, low, high, _ = self.estimate
        if not self.estimate.is_known:
            return f"{self.label}: not measured"
        if not np.isfinite(low + high):
            return f"{self.label}: {text_of(value, self.unit)} [too few games]"
        return f"{self.label}: {text_of(value, self.unit)} [{text_of(low, self.unit)}, {text_of(high, self.unit)}]"

    def to_dict(self) -> dict[str, Any]:
        """The figure as plain data; what is not known, or has no bound, is null."""
        value, low, high = (float(f"{n:.6g}") if np.isfinite(n) else None for n in self.estimate[:3])
        data = {"label": self.label, "value": value, "low": low, "high": high, "games": self.estimate.games}
        return {**data, "unit": self.unit, "flag": self.flag}


def text_of(number: float, unit: str) -> str:
    """A number with its unit.

    >>> text_of(0.7149, "%"), text_of(12.345, "turns"), text_of(1234.5, "")
    ('71.5%', '12.3 turns', '1,234')
    """
    if unit == "%":
        return f"{number:.1%}"
    text = f"{number:,.0f}" if abs(number) >= 100 else f"{number:,.1f}" if abs(number) >= 10 else f"{number:,.2f}"
    return f"{text} {unit}".rstrip()


@dataclass(frozen=True)
class Measure:
    """A measure of a game: its number and name, the finding in a sentence, how it was measured, and its figures."""

    number: int
    name: str
    title: str
    sentence: str
    how: str
    figures: tuple[Figure, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()  # a table, its heads first, where figures alone don't tell it

    @property
    def is_known(self) -> bool:
        """Whether anything was measured."""
        return any(figure.estimate.is_known for figure in self.figures)

    def to_dict(self) -> dict[str, Any]:
        """The measure as plain data."""
        data = {"number": self.number, "name": self.name, "title": self.title, "sentence": self.sentence}
        figures = [figure.to_dict() for figure in self.figures]
        return {**data, "how": self.how, "figures": figures, "table": [list(row) for row in self.rows]}


@dataclass
class Evidence:
    """All games that were played, by experiment, and by whom."""

    game: Game
    bot: str
    results: dict[str, list[Trace | Block]] = field(default_factory=dict)
    _series: dict[str, tuple[int, GameSeries]] = field(default_factory=dict)  # what `of` gave, and of how many results

    def add(self, result: Trace | Block) -> None:
        """Another game, or several."""
        name = result.experiment if isinstance(result, Block) else result.task.experiment
        self.results.setdefault(name, []).append(result)

    def of(self, experiment: str = PLAY) -> GameSeries:
        """The games of an experiment in their order, without those that a bot broke off."""
        results = self.results.get(experiment, [])
        count, games = self._series.get(experiment, (-1, None))
        if games is None or count != len(results):
            whole = [one for one in results if isinstance(one, Trace) and not one.fault]
            games = GameSeries(whole, [one for one in results if isinstance(one, Block)])
            self._series[experiment] = len(results), games
        return games

    def of_kind(self, kind: str) -> dict[str, GameSeries]:
        """The experiments of a kind, such as `without`, each by what follows the colon."""
        names = [name for name in self.results if name.startswith(f"{kind}:")]
        return {name.partition(":")[2]: self.of(name) for name in sorted(names)}

    @property
    def games(self) -> int:
        """How many games there are in all."""
        return sum(map(count_of, self.results.values()))

    @property
    def faults(self) -> list[str]:
        """Why games were broken off."""
        alone = (one for results in self.results.values() for one in results if isinstance(one, Trace))
        return sorted({trace.fault for trace in alone if trace.fault})


def count_of(results: Sequence[Trace | Block]) -> int:
    """How many games these are."""
    return sum(len(one) if isinstance(one, Block) else 1 for one in results)


def groups_of(traces: Sequence[Trace]) -> np.ndarray[Any, Any]:
    """Which games belong together: those on one seed, or, where there are fewer of them, those that went alike."""
    return (traces if isinstance(traces, GameSeries) else GameSeries(traces)).groups


def outcome(trace: Trace, seat: int = 0) -> float:
    """What a seat got out of a game: points, or the score in a game for one."""
    return trace.points[seat] if len(trace.scores) > 1 else trace.scores[0]


def seed_outcomes(traces: Sequence[Trace], seat: int = 0) -> dict[int, float]:
    """A seat's outcome on each seed."""
    return by_seed([trace.task.seed for trace in traces], [outcome(trace, seat) for trace in traces])
