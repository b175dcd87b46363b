"""Trying out many settings of the rules: a grid, a list, or samples spread over all of it (a Latin hypercube).

All settings are played on the same seeds. What is measured is added to a file, a line a setting, and an interrupted
sweep goes on where it stopped.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from garrison.core.files import read_text
from garrison.core.game import Game
from garrison.errors import BadOption
from garrison.lab.design.run import Extent, Run, pool_of
from garrison.lab.games.changes import Change, with_changes
from garrison.lab.measures import measures_of
from garrison.lab.measures.evidence import Figure
from garrison.lab.measures.intervals import Estimate

MOST_SETTINGS = 10_000
NUMBERS = ("value", "low", "high")


@dataclass(frozen=True)
class Row:
    """One figure of one setting."""

    setting: dict[str, int]
    measure: str
    figure: Figure

    def to_dict(self) -> dict[str, Any]:
        """The row as plain data: the parameters first."""
        return {**self.setting, "measure": self.measure, **self.figure.to_dict()}


@dataclass(frozen=True)
class SweepTable:
    """What a sweep found."""

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

    def __str__(self) -> str:
        heads = [*self.axes, "measure", "", "95% interval"]
        lines = [[*map(str, row.setting.values()), row.measure, *str(row.figure).split(": ", 1)] for row in self.main()]
        widths = [max(len(line[place]) for line in [heads, *lines]) for place in range(len(heads))]
        return "\n".join("  ".join(map(str.ljust, line, widths)).rstrip() for line in [heads, *lines])


def settings_of(axes: Mapping[str, Sequence[int]], samples: int = 0, seed: int = 0) -> list[dict[str, int]]:
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


def _spread(axes: Mapping[str, Sequence[int]], samples: int, dice: Random) -> list[dict[str, int]]:
    """A Latin hypercube: of each parameter every part of its range is tried once."""
    columns = []
    for values in axes.values():
        places = [int(len(values) * (part + dice.random()) / samples) for part in range(samples)]
        dice.shuffle(places)
        columns.append([values[place] for place in places])
    return [dict(zip(axes, setting, strict=True)) for setting in zip(*columns, strict=True)]


class Ledger:
    """The file of a sweep: a line for each setting that was measured."""

    def __init__(self, file: Path | None, game: Game, about: dict[str, Any]) -> None:
        self._file, self._game, self._about = file, game, about
        if file is not None:
            if file.exists() and not file.is_file():
                raise BadOption(f"{file} is not a file that results can be kept in.")
            file.open("a").close()  # now, so that nobody plays for nothing

    def read(self) -> dict[tuple[Change, ...], list[Row]]:
        """What was measured before; a last line that was not written to its end is removed."""
        if self._file is None:
            return {}
        text = read_text(self._file)
        whole = text[: text.rfind("\n") + 1]
        if whole != text:
            self._file.write_text(whole, encoding="utf-8")
        return dict(self._parse(line) for line in whole.splitlines())

    def _parse(self, line: str) -> tuple[tuple[Change, ...], list[Row]]:
        try:
            data = json.loads(line)
            setting, about, rules = data["setting"], data["about"], data["rules_hash"]
            rows = [Row(setting, name, _figure(figure)) for name, figure in data["figures"]]
            changes = tuple((str(name), int(value)) for name, value in setting.items())
        except (ValueError, TypeError, KeyError, AttributeError):
            raise BadOption(f"{self._file} does not hold results of a sweep.") from None
        if about != self._about or rules != with_changes(self._game, changes).rules_hash:
            raise BadOption(f"{self._file} holds the results of another sweep; name another file, or remove it.")
        return changes, rows

    def add(self, game: Game, setting: dict[str, int], rows: Sequence[Row]) -> None:
        """Write a setting down."""
        if self._file is not None:
            figures = [[row.measure, row.figure.to_dict()] for row in rows]
            data = {"about": self._about, "rules_hash": game.rules_hash, "setting": setting, "figures": figures}
            with self._file.open("a", encoding="utf-8") as lines:
                lines.write(json.dumps(data) + "\n")


def _figure(data: dict[str, Any]) -> Figure:
    value, low, high = (float("nan") if data[name] is None else float(data[name]) for name in NUMBERS)
    return Figure(data["label"], Estimate(value, low, high, int(data["games"])), data["unit"], data["flag"])


def sweep(
    game: Game,
    axes: Mapping[str, Sequence[int]],
    measures: Sequence[str],
    bot: str,
    extent: Extent,
    samples: int = 0,
    results: Path | None = None,
    progress: Callable[[float], None] = lambda share: None,
) -> SweepTable:
    """Measure every setting."""
    settings = settings_of(axes, samples, extent.seed)
    for setting in settings:
        with_changes(game, tuple(setting.items()))  # so that nobody plays for nothing
    about = {"game": game.name, "bot": bot, "seed": extent.seed, "games": extent.games}
    about |= {"measures": list(measures), "tools": list(extent.tools)}
    ledger, rows = Ledger(results, game, about), list[Row]()
    rows_by_setting = ledger.read()
    with pool_of(game, extent) as pool:
        for number, setting in enumerate(settings):
            changes = tuple(setting.items())
            if changes not in rows_by_setting:
                run = Run(game, bot, extent, measures, changes)
                run.go(pool=pool)
                if run.is_cut_short:
                    return SweepTable(game.name, bot, _lists(axes), rows, is_cut_short=True)
                rows_by_setting[changes] = _rows(run, setting)
                ledger.add(run.evidence.game, setting, rows_by_setting[changes])
            rows += rows_by_setting[changes]
            progress((number + 1) / len(settings))
    return SweepTable(game.name, bot, _lists(axes), rows)


def _lists(axes: Mapping[str, Sequence[int]]) -> dict[str, list[int]]:
    return {name: list(values) for name, values in axes.items()}


def _rows(run: Run, setting: dict[str, int]) -> list[Row]:
    measures = measures_of(run.evidence, run.names)
    return [Row(setting, measure.name, figure) for measure in measures for figure in measure.figures]
