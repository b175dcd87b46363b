"""What measures are made from, and what they come to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import inf, isfinite, nan
from typing import Any

import numpy as np

from garrison.core.game import Game
from garrison.errors import BadOption, cut
from garrison.lab.games.ends import Block, GameSeries
from garrison.lab.games.traces import Trace
from garrison.lab.measures.intervals import Estimate, by_seed
from garrison.lab.measures.telling import BEGINNING, NOT_YET, games_missing, not_yet

PLAY = "play"  # the experiment in which everybody plays as well as was asked for


@dataclass(frozen=True)
class Figure:
    """One number of a measure: what it is of, in which unit, and what is to be said of it."""

    label: str
    estimate: Estimate
    unit: str = "%"
    flag: str = ""

    @property
    def value(self) -> float:
        """The number."""
        return self.estimate.value

    @property
    def low(self) -> float:
        """The lower end of its 95% interval."""
        return self.estimate.low

    @property
    def high(self) -> float:
        """The upper end of its 95% interval."""
        return self.estimate.high

    def __str__(self) -> str:
        if not self.estimate.is_known:
            return f"{self.label}: not measured"
        return f"{self.label}: {text_of(self.estimate.value, self.unit)} {bounds_of(self.estimate, self.unit)}"

    def to_dict(self) -> dict[str, Any]:
        """The figure as plain data; what is not known, or has no bound, is null."""
        value, low, high = (float(f"{n:.6g}") if np.isfinite(n) else None for n in self.estimate[:3])
        data = {"label": self.label, "value": value, "low": low, "high": high, "games": self.estimate.games}
        return {**data, "unit": self.unit, "flag": self.flag}


def figure_of(data: dict[str, Any]) -> Figure:
    """A figure from plain data; what has no number has no bound either.

    >>> figure_of(Figure("drawn", Estimate(0.5, 0.4, float("inf"), 9)).to_dict()).estimate.high
    inf
    """
    value, low, high = (
        infinite if data[name] is None else float(data[name])
        for name, infinite in (("value", nan), ("low", -inf), ("high", inf))
    )
    return Figure(data["label"], Estimate(value, low, high, int(data["games"])), data["unit"], data["flag"])


def bounds_of(estimate: Estimate, unit: str) -> str:
    """An interval in brackets; it may be open at an end.

    >>> bounds_of(Estimate(0.5, 0.4, 0.6, 100), "%"), bounds_of(Estimate(9.0, 7.0, float("inf"), 40), "turns")
    ('[40.0%, 60.0%]', '[7.00 turns or more]')
    """
    low, high = (text_of(number, unit) if isfinite(number) else "" for number in estimate[1:3])
    if low and high:
        return f"[{low}, {high}]"
    return f"[{low} or more]" if low else f"[{high} or less]" if high else "[too few games]"


def said(estimate: Estimate, unit: str = "%") -> str:
    """A number with its interval, short enough for a sentence.

    >>> said(Estimate(0.541, 0.519, 0.563, 100)), said(Estimate(19.6, 18.0, 22.0, 100), "turns")
    ('54% [52, 56]', '20 turns [18, 22]')
    """
    factor = 100 if unit == "%" else 1
    numbers = [factor * number for number in estimate[:3]]
    digits = 0 if unit == "%" or abs(numbers[0]) >= 10 else 1
    value, low, high = (f"{number:,.{digits}f}" for number in numbers)
    return f"{value}{'%' if unit == '%' else f' {unit}'.rstrip()} [{low}, {high}]"


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

    def __getitem__(self, label: str) -> Figure:
        """The figure with that label."""
        figures = {figure.label: figure for figure in self.figures}
        if label not in figures:
            raise BadOption(f"{self.name} has no figure called {cut(label)}; there are: {', '.join(figures)}.")
        return figures[label]

    @property
    def figure(self) -> Figure:
        """The first figure."""
        return self[self.figures[0].label if self.figures else ""]

    @property
    def is_known(self) -> bool:
        """Whether anything was measured."""
        return any(figure.estimate.is_known for figure in self.figures)

    @property
    def is_said(self) -> bool:
        """Whether its sentence says more than that it is not known yet."""
        return self.is_known and not self.sentence.startswith(NOT_YET)

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
    pace: float = 0.0  # seconds a game takes on this machine; 0: nobody asks for the time
    results: dict[str, list[Trace | Block]] = field(default_factory=dict)
    schedule: tuple[str, ...] = ()  # the experiments for which there may be no time
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
        """The experiments of a kind, such as `without`, each by what follows the colon, also those without a game."""
        others = sorted(self.results.keys() - set(self.schedule))
        names = [name for name in (*self.schedule, *others) if name.startswith(f"{kind}:")]
        return {name.partition(":")[2]: self.of(name) for name in names}

    def sentence(self, text: str, figures: Iterable[Figure], scale: float = 0.0, *, apart: bool = False) -> str:
        """A sentence about these figures, or that they are not known well enough for one.

        The scale is what a difference is compared with; figures are of the same games, or each has its own: `apart`.
        """
        every = list(figures)
        missing = [games_missing(one.estimate, one.unit, scale) for one in every] or [BEGINNING]
        return not_yet(sum(missing) if apart else max(missing), self.pace) if any(missing) else text

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
