"""Trying out many settings of the rules: a grid, a list, or samples spread over all of it (a Latin hypercube).

All settings are played on the same seeds, today's among them, and each is compared with today's. What is measured is
added to a file, a line a setting, and an interrupted sweep goes on where it stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from garrison.core.game import Game
from garrison.errors import BadOption
from garrison.lab.design.advice import key_of
from garrison.lab.design.compare import Comparison, Difference, Key, change_text, end_quantities
from garrison.lab.design.experiments import repeats
from garrison.lab.design.goals import DesignGoal
from garrison.lab.design.ledger import Ledger, Line
from garrison.lab.design.run import Extent, LabPool, Run, pool_of
from garrison.lab.games.changes import dial_of, with_changes
from garrison.lab.measures import measures_of
from garrison.lab.measures.evidence import Figure, Measure, figure_of
from garrison.lab.measures.sensitivity import unit_of
from garrison.lab.measures.student import DOUBT

MOST_SETTINGS = 10_000
MOST_TIMES = 64  # the first number of games, for figures that are to be known until they are as sure as was asked for
NOTHING = "Nothing was measured: the sweep was stopped before it had played a game."
Setting = dict[str, int]
Series = dict[int, float]


@dataclass(frozen=True)
class Row:
    """One figure of one setting, and by how much it differs from today's where that can be told game by game."""

    setting: Setting
    measure: str
    figure: Figure
    change: Difference | None = None
    is_whole: bool = True  # all of its games were played

    def to_dict(self) -> dict[str, Any]:
        """The row as plain data: the parameters first."""
        change = self.change.to_dict() if self.change else {}
        names = {"change": "difference", "change_low": "low", "change_high": "high", "change_is_seen": "is_seen"}
        changes = {name: change.get(key) for name, key in names.items()}
        return {**self.setting, "measure": self.measure, **self.figure.to_dict(), **changes, "is_whole": self.is_whole}

    def cells(self) -> list[str]:
        """The row as people read it."""
        change = ""
        if self.change and self.change.difference.is_known:
            change = change_text(self.change) + (" *" if self.change.is_seen else "")
        numbers = str(self.figure).split(": ", 1)
        return [*map(str, self.setting.values()), self.measure, *numbers, change, "" if self.is_whole else "unfinished"]


@dataclass(frozen=True)
class SweepTable:
    """What a sweep measured."""

    game: str
    bot: str
    axes: dict[str, list[int]]
    rows: list[Row]
    is_cut_short: bool = False

    def to_list(self) -> list[dict[str, Any]]:
        """All rows as plain data."""
        return [row.to_dict() for row in self.rows]

    def main(self) -> list[Row]:
        """The first figure of every measure."""
        first: dict[tuple[int | str, ...], Row] = {}
        for row in self.rows:
            first.setdefault((*row.setting.values(), row.measure), row)
        return list(first.values())

    @property
    def heads(self) -> list[str]:
        """The names of a row's cells."""
        return [*self.axes, "measure", "", "95% interval", "than today", ""]

    @property
    def remark(self) -> str:
        """What the stars mean, or that there is nothing."""
        changes = [row.change for row in self.rows if row.change]
        if not self.rows:
            return NOTHING
        stars = f"* a difference to today's rules that is seen, after allowing for all {len(changes)} of them"
        return f"{stars}; their intervals do, too." if changes else "Today's rules were not played."

    def __str__(self) -> str:
        if not self.rows:
            return NOTHING
        lines = [row.cells() for row in self.main()]
        widths = [max(len(line[place]) for line in [self.heads, *lines]) for place in range(len(self.heads))]
        table = ["  ".join(map(str.ljust, line, widths)).rstrip() for line in [self.heads, *lines]]
        return "\n".join([*table, self.remark])


def settings_of(axes: Mapping[str, Sequence[int]], samples: int = 0, seed: int = 0) -> list[Setting]:
    """All combinations, or this many samples that are spread evenly over every parameter.

    >>> settings_of({"a": [1, 2], "b": [5]})
    [{'a': 1, 'b': 5}, {'a': 2, 'b': 5}]
    """
    count = samples
    if not samples:
        count = 1
        for values in axes.values():
            count *= len(values)
    if not axes or not 1 <= count <= MOST_SETTINGS:
        raise BadOption(f"A sweep tries 1 to {MOST_SETTINGS:,} settings of at least one parameter, not {count:,}.")
    if not samples:
        return [dict(zip(axes, values, strict=True)) for values in product(*axes.values())]
    return _spread(axes, samples, Random(seed))


def _spread(axes: Mapping[str, Sequence[int]], samples: int, dice: Random) -> list[Setting]:
    """A Latin hypercube: of each parameter every part of its range is tried once."""
    columns = []
    for values in axes.values():
        places = [int(len(values) * (part + dice.random()) / samples) for part in range(samples)]
        dice.shuffle(places)
        columns.append([values[place] for place in places])
    return [dict(zip(axes, setting, strict=True)) for setting in zip(*columns, strict=True)]


def today_in(game: Game, axes: Mapping[str, Sequence[int]]) -> Setting:
    """The numbers of these parameters that the game has now."""
    for name, values in axes.items():
        for value in values:
            with_changes(game, ((name, value),))  # so that nobody plays for nothing
    return {name: _value(game, name) for name in axes}


def _value(game: Game, name: str) -> int:
    try:
        return dial_of(game, name).value
    except BadOption:  # a number of the scenario, which nobody turns otherwise
        return int(game.parameters[name])


@dataclass(frozen=True)
class SettingResult:
    """What is known of a setting: its figures, and every quantity seed by seed."""

    setting: Setting
    figures: list[tuple[str, Figure]]
    series: dict[Key, Series]
    is_whole: bool = True

    def to_dict(self) -> Line:
        """A line of the ledger."""
        series = [[*key, {str(seed): value for seed, value in own.items()}] for key, own in self.series.items()]
        figures = [[measure, figure.to_dict()] for measure, figure in self.figures]
        return {"setting": self.setting, "figures": figures, "series": series}

    @staticmethod
    def of(line: Line) -> SettingResult:
        """A result from a line."""
        series = {
            (name, unit): {int(seed): float(value) for seed, value in own.items()} for name, unit, own in line["series"]
        }
        figures = [(measure, figure_of(figure)) for measure, figure in line["figures"]]
        return SettingResult({str(name): int(value) for name, value in line["setting"].items()}, figures, series)


class Sweep:
    """Settings that are measured one after the other, today's first."""

    def __init__(self, game: Game, bot: str, extent: Extent, measures: Sequence[str], until: float = 0.0) -> None:
        self._game, self._bot, self._extent, self._measures, self._until = game, bot, extent, measures, until
        self.results, self._unit = list[SettingResult](), 1.0

    def measure(self, setting: Setting, pool: LabPool) -> SettingResult | None:
        """Play a setting until there are enough games; None: it was stopped before there was one."""
        run = Run(self._game, self._bot, self._extent, self._measures, tuple(setting.items()))
        run.go(pool=pool)
        games = self._extent.games
        while not run.is_cut_short and games < MOST_TIMES * self._extent.games and not self._is_sure(self._told(run)):
            games *= 2
            run.more(games, pool)
        if not run.evidence.of():
            return None
        figures = [(measure.name, figure) for measure in self._told(run) for figure in measure.figures]
        series = end_quantities(run.evidence.game, run.evidence.of())
        self._unit = unit_of(run.evidence)
        return SettingResult(setting, figures, series, not run.is_cut_short)

    @staticmethod
    def _told(run: Run) -> list[Measure]:
        return measures_of(run.evidence, run.names)

    def _is_sure(self, measures: Sequence[Measure]) -> bool:
        """Whether the first figure is as sure as was asked for: within so many points, or percent of itself."""
        first = measures[0].figures[0]
        scale = 1.0 if first.unit == "%" else abs(first.estimate.value)
        return not self._until or first.estimate.reach <= self._until / 100 * scale

    def rows(self, today: Setting) -> list[Row]:
        """All figures, each with its difference to today's."""
        usual = next((one.series for one in self.results if one.setting == today), None)
        others = [one for one in self.results if one.setting != today]
        keys = {key for one in others for measure, figure in one.figures if (key := self._key(measure, figure))}
        comparison = Comparison(repeats(self._game), DOUBT / max(len(others) * len(keys), 1), self._unit)
        return [
            Row(one.setting, measure, figure, self._change(comparison, usual, one, measure, figure), one.is_whole)
            for one in self.results
            for measure, figure in one.figures
        ]

    def _change(
        self, comparison: Comparison, usual: dict[Key, Series] | None, one: SettingResult, measure: str, figure: Figure
    ) -> Difference | None:
        key = self._key(measure, figure)
        if usual is None or usual is one.series or key not in usual or key not in one.series:
            return None
        return comparison.difference(*key, usual[key], one.series[key])

    def _key(self, measure: str, figure: Figure) -> Key | None:
        """The quantity of single games that a figure is about, if there is one."""
        if measure == "length" and not figure.label.startswith("median"):
            return None
        try:
            key = key_of(DesignGoal(measure, figure.label, 0, 1), self._game)
        except BadOption:
            return None
        return None if measure == "cut_off" and figure.label != key[0] else key


def sweep(
    game: Game,
    axes: Mapping[str, Sequence[int]],
    measures: Sequence[str],
    bot: str,
    extent: Extent,
    plan: SweepOptions | None = None,
    progress: Callable[[float], None] = lambda share: None,
) -> SweepTable:
    """Measure every setting."""
    plan, today = plan or SweepOptions(), today_in(game, axes)
    lists = {name: sorted({*values, today[name]}) for name, values in axes.items()}
    settings = settings_of(axes, plan.samples, extent.seed) if plan.samples else settings_of(lists)
    settings = [today, *(setting for setting in settings if setting != today)]
    for setting in settings:
        with_changes(game, tuple(setting.items()))
    about = {"game": game.name, "rules_hash": game.rules_hash, "bot": bot, "seed": extent.seed, "games": extent.games}
    ledger = Ledger(
        plan.results, "sweep", {**about, "measures": list(measures), "tools": list(extent.tools), "until": plan.until}
    )
    results = _kept(ledger)
    work, is_cut_short = Sweep(game, bot, extent, measures, plan.until), False
    try:
        with pool_of(game, extent) as pool:
            for number, setting in enumerate(settings):
                result = results.get(tuple(setting.items())) or work.measure(setting, pool)
                work.results += [result] if result else []
                if result is None or not result.is_whole:
                    raise KeyboardInterrupt
                if tuple(setting.items()) not in results:
                    ledger.add(result.to_dict())
                progress((number + 1) / len(settings))
    except KeyboardInterrupt:
        is_cut_short = True
    order = {
        tuple(setting.items()): place
        for place, setting in enumerate(sorted(settings, key=lambda one: (*one.values(),)))
    }
    work.results.sort(key=lambda one: order[tuple(one.setting.items())])
    return SweepTable(game.name, bot, lists, work.rows(today), is_cut_short)


@dataclass(frozen=True)
class SweepOptions:
    """How settings are chosen, how sure the first figure is to be (0: as it comes), and where results are kept."""

    samples: int = 0
    until: float = 0.0
    results: Path | None = None


def _kept(ledger: Ledger) -> dict[tuple[tuple[str, int], ...], SettingResult]:
    try:
        results = [SettingResult.of(line) for line in ledger.read()]
    except (ValueError, TypeError, KeyError, AttributeError):
        raise ledger.refusal() from None
    return {tuple(one.setting.items()): one for one in results}
