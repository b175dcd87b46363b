"""What a designer wants: `win_rate=0.5, length=20..40, use[Wall]=0.3..1`, and how far a game is from it.

A single number means what can be told apart from it: `0.5` is `0.5±0.02`, and 20 turns are 19 to 21.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist

from garrison.core.game import Game
from garrison.errors import BadOption, cut
from garrison.lab.arena.ratings import SURE
from garrison.lab.measures import kinds_for, measures_of
from garrison.lab.measures.evidence import Evidence, Figure, Measure

NUMBER = r"(-?\d+(?:\.\d+)?)"
GOAL = re.compile(rf"\s*(\w+)(?:\[([^\]]+)\])?\s*=\s*{NUMBER}(?:\s*(\.\.|±|\+-)\s*{NUMBER})?\s*")
NEAR_SHARE, NEAR_PART = 0.02, 0.05  # of a share, and as a part of anything else: what counts as the same
USUAL = {"draws": "draws=0..0.2", "cut_off": "cut_off=0..0.05", "length": "length[median, minutes]=10..30"}
NEAR_FAIR = 0.03


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
        return self.miss_of(figure.estimate.value, figure.unit) if figure.estimate.is_known else 10.0

    def miss_of(self, value: float, unit: str) -> float:
        """The same for a number."""
        return max(self.low - value, value - self.high, 0.0) / self.scale(unit)

    def scale(self, unit: str) -> float:
        """A tenth of what such a number is compared with."""
        return 0.1 * (1.0 if unit == "%" else max(abs(self.low), abs(self.high), 1.0))

    def chance(self, value: float, error: float) -> float:
        """How likely it is that a number which was measured with this error is within the goal.

        >>> round(DesignGoal("draws", "", 0.0, 0.2).chance(0.1, 0.05), 2)
        0.95
        """
        spread = NormalDist(value, max(error, 1e-9))
        return spread.cdf(self.high) - spread.cdf(self.low)

    def __str__(self) -> str:
        label = f"[{self.label}]" if self.label else ""
        return f"{self.measure}{label}={self.low:g}..{self.high:g}"


def error_of(figure: Figure) -> float:
    """The standard error of a figure, as far as its interval tells."""
    return (figure.estimate.high - figure.estimate.low) / 2 / SURE


def goals_of(text: str, game: Game) -> list[DesignGoal]:
    """The goals in a text, as far as a game has them.

    >>> import garrison
    >>> [str(goal) for goal in goals_of("win_rate=0.5, length=20..40", garrison.load("skirmish"))]
    ['win_rate=0.48..0.52', 'length=20..40']
    """
    return [_goal(part, game) for part in re.split(r",(?![^\[]*\])", text)]


def axes_of(text: str, game: Game) -> list[DesignGoal]:
    """Figures without a range, such as `win_rate[Zorde], length`."""
    axes = []
    for part in re.split(r",(?![^\[]*\])", text):
        match = re.fullmatch(r"\s*(\w+)(?:\[([^\]]+)\])?\s*", part)
        if not match:
            raise BadOption(
                f"An axis is a measure such as length or win_rate[Zorde], not {cut(part.strip()) or 'nothing'}."
            )
        kinds_for(game, [match[1]])
        axes.append(DesignGoal(match[1], match[2] or "", 0.0, 0.0))
    return axes


def usual_goals(game: Game) -> list[DesignGoal]:
    """A game that is fair, decided, and takes people 10 to 30 minutes; of one for a single player, the latter two."""
    if game.players == 1:
        return [_goal(USUAL[name], game) for name in ("cut_off", "length")]
    seats = game.facts.seats[: game.players if game.players > 2 else 1]
    fair = [_goal(f"win_rate[{seat}]={1 / game.players:.3f}±{NEAR_FAIR}", game) for seat in seats]
    return [*fair, *(_goal(text, game) for text in USUAL.values())]


def _goal(text: str, game: Game) -> DesignGoal:
    match = GOAL.fullmatch(text)
    if not match:
        form = "win_rate=0.5, win_rate=0.5±0.03 or length=20..40"
        raise BadOption(f"A goal is written like {form}, not {cut(text.strip()) or 'nothing'}.")
    name, label, first, sign, second = match.groups()
    kinds_for(game, [name])  # which refuses what there is not
    is_share = _is_share(name, label or "", game)
    low, high = _range(float(first), sign, float(second or 0), is_share)
    if high < low:
        raise BadOption(f"The range of the goal {cut(text.strip())} goes from high to low.")
    if is_share and not -1 <= low <= high <= 1 + NEAR_PART:
        raise BadOption(f"{name} is a share: write 0.5 for 50%, not {cut(text.strip())}.")
    return DesignGoal(name, label or "", low, high)


def _range(first: float, sign: str | None, second: float, is_share: bool) -> tuple[float, float]:
    if sign == "..":
        return first, second
    near = second if sign else NEAR_SHARE if is_share else NEAR_PART * abs(first)
    return round(first - near, 6), round(first + near, 6)


def _is_share(name: str, label: str, game: Game) -> bool:
    """Whether a figure of a measure is a share; what is called after what happens in games is one."""
    figures = measures_of(Evidence(game, ""), [name])[0].figures
    units = [figure.unit for figure in figures if label.lower() in ("", figure.label.lower())]
    return units[0] == "%" if units else name != "skill_depth"
