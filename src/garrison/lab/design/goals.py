"""What a designer wants: `win_rate=0.5, length=20..40, use[Wall]=0.3..1`, and how far a game is from it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from garrison.errors import BadOption, cut
from garrison.lab.measures import MEASURES
from garrison.lab.measures.evidence import Figure, Measure

GOAL = re.compile(r"\s*(\w+)(?:\[([^\]]+)\])?\s*=\s*(-?\d+(?:\.\d+)?)(?:\s*\.\.\s*(-?\d+(?:\.\d+)?))?\s*")


@dataclass(frozen=True)
class DesignGoal:
    """A measure, which of its figures (by default the first), and the range in which it should be."""

    measure: str
    label: str
    low: float
    high: float

    def figure(self, measures: Sequence[Measure]) -> Figure:
        """The figure that it is about."""
        measure = next(measure for measure in measures if measure.name == self.measure)
        figures = [figure for figure in measure.figures if self.label.lower() in ("", figure.label.lower())]
        if not figures:
            labels = ", ".join(figure.label for figure in measure.figures)
            raise BadOption(f"{self.measure} has no figure called {cut(self.label)}; there are: {labels}.")
        return replace(figures[0], label=f"{self.measure} ({figures[0].label})")

    def miss(self, figure: Figure) -> float:
        """How far a figure is from the goal: 0 within it, 1 at a tenth of its scale beyond."""
        value = figure.estimate.value
        if not figure.estimate.is_known:
            return 10.0
        scale = 0.1 * (1.0 if figure.unit == "%" else max(abs(self.low), abs(self.high), 1.0))
        return max(self.low - value, value - self.high, 0.0) / scale

    def __str__(self) -> str:
        label = f"[{self.label}]" if self.label else ""
        return f"{self.measure}{label}={self.low:g}" + (f"..{self.high:g}" if self.high != self.low else "")


def goals_of(text: str) -> list[DesignGoal]:
    """The goals in a text.

    >>> [str(goal) for goal in goals_of("win_rate=0.5, length=20..40")]
    ['win_rate=0.5', 'length=20..40']
    """
    return [_goal(part) for part in re.split(r",(?![^\[]*\])", text)]


def _goal(text: str) -> DesignGoal:
    match = GOAL.fullmatch(text)
    if not match:
        raise BadOption(f"A goal is written like win_rate=0.5 or length=20..40, not {cut(text.strip()) or 'nothing'}.")
    name, label, low, high = match.groups()
    if name not in MEASURES:
        raise BadOption(f"There is no measure called {cut(name)}; there are: {', '.join(MEASURES)}.")
    goal = DesignGoal(name, label or "", float(low), float(high or low))
    if goal.high < goal.low:
        raise BadOption(f"The range of the goal {cut(text.strip())} goes from high to low.")
    return goal
