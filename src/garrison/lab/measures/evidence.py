"""What measures are made from, and what they come to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from garrison.core.game import Game
from garrison.lab.games.ends import Block, PlayedGames
from garrison.lab.games.game_record import Trace
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
            return f"{self.label}: {shown(value, self.unit)} [too few games]"
        return f"{self.label}: {shown(value, self.unit)} [{shown(low, self.unit)}, {shown(high, self.unit)}]"

    def to_dict(self) -> dict[str, Any]:
        """The figure as plain data; what is not known, or has no bound, is null."""
        value, low, high = (float(f"{n:.6g}") if np.isfinite(n) else None for n in self.estimate[:3])
        told = {"label": self.label, "value": value, "low": low, "high": high, "games": self.estimate.games}
        return {**told, "unit": self.unit, "flag": self.flag}


def shown(number: float, unit: str) -> str:
    """A number with its unit.

    >>> shown(0.7149, "%"), shown(12.345, "turns"), shown(1234.5, "")
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
        told = {"number": self.number, "name": self.name, "title": self.title, "sentence": self.sentence}
        figures = [figure.to_dict() for figure in self.figures]
        return {**told, "how": self.how, "figures": figures, "table": [list(row) for row in self.rows]}


@dataclass
class Evidence:
    """All games that were played, by experiment, and by whom."""

    game: Game
    bot: str
    played: dict[str, list[Trace | Block]] = field(default_factory=dict)
    _found: dict[str, tuple[int, PlayedGames]] = field(default_factory=dict)  # what `of` gave, and of how many parts

    def add(self, played: Trace | Block) -> None:
        """Another game, or several."""
        name = played.experiment if isinstance(played, Block) else played.task.experiment
        self.played.setdefault(name, []).append(played)

    def of(self, experiment: str = PLAY) -> PlayedGames:
        """The games of an experiment in their order, without those that a bot broke off."""
        played = self.played.get(experiment, [])
        parts, games = self._found.get(experiment, (-1, None))
        if games is None or parts != len(played):
            whole = [one for one in played if isinstance(one, Trace) and not one.fault]
            games = PlayedGames(whole, [one for one in played if isinstance(one, Block)])
            self._found[experiment] = len(played), games
        return games

    def named(self, kind: str) -> dict[str, PlayedGames]:
        """The experiments of a kind, such as `without`, each by what follows the colon."""
        names = [name for name in self.played if name.startswith(f"{kind}:")]
        return {name.partition(":")[2]: self.of(name) for name in sorted(names)}

    @property
    def games(self) -> int:
        """How many games there are in all."""
        return sum(map(count_of, self.played.values()))

    @property
    def faults(self) -> list[str]:
        """Why games were broken off."""
        alone = (one for played in self.played.values() for one in played if isinstance(one, Trace))
        return sorted({trace.fault for trace in alone if trace.fault})


def count_of(played: Sequence[Trace | Block]) -> int:
    """How many games these are."""
    return sum(len(one) if isinstance(one, Block) else 1 for one in played)


def groups_of(traces: Sequence[Trace]) -> np.ndarray[Any, Any]:
    """Which games belong together: those on one seed, or, where there are fewer of them, those that went alike."""
    return (traces if isinstance(traces, PlayedGames) else PlayedGames(traces)).groups


def outcome(trace: Trace, seat: int = 0) -> float:
    """What a seat got out of a game: points, or the score in a game for one."""
    return trace.points[seat] if len(trace.scores) > 1 else trace.scores[0]


def seed_outcomes(traces: Sequence[Trace], seat: int = 0) -> dict[int, float]:
    """A seat's outcome on each seed."""
    return by_seed([trace.task.seed for trace in traces], [outcome(trace, seat) for trace in traces])
