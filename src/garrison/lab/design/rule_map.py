"""A map of what the rules can be: by two figures, for every part of it the setting that is nearest to today's rules.

Settings are changed at random, beginning with those in parts of the map where few others are, so that in the end they
are as different as can be (quality and diversity, as in MAP-Elites).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from garrison.core.game import Game
from garrison.errors import BadOption
from garrison.lab.design.experiments import is_playable, repeats
from garrison.lab.design.goals import DesignGoal
from garrison.lab.design.run import Extent, LabPool, Run, pool_of
from garrison.lab.games.changes import Dial, dial_of
from garrison.lab.measures import measures_of
from garrison.lab.measures.evidence import Figure

PARTS = 6  # of each axis
FRESH = 0.25  # of the settings are anywhere within the bounds
STEPS = 3  # of a number, at most, that a setting is from the one that it comes from
TRIES = 50
Setting = dict[str, int]


@dataclass(frozen=True)
class MapPlace:
    """A setting, and where it is: two figures."""

    setting: Setting
    figures: tuple[Figure, Figure]
    steps: float  # from today's rules

    def to_dict(self) -> dict[str, Any]:
        """The place as plain data."""
        return {"setting": self.setting, "steps": self.steps, "figures": [one.to_dict() for one in self.figures]}


@dataclass
class RuleMap:
    """All settings that were tried, today's first."""

    game: Game
    bot: str
    places: list[MapPlace] = field(default_factory=list)
    is_cut_short: bool = False
    options: dict[str, Any] = field(default_factory=dict)  # that the game was loaded with

    def ranges(self) -> list[tuple[float, float]]:
        """From where to where each axis goes."""
        values = [[place.figures[axis].estimate.value for place in self.places] for axis in (0, 1)]
        return [(min(own), max(own)) if own else (0.0, 1.0) for own in values]

    def part_of(self, place: MapPlace) -> tuple[int, int]:
        """The part of the map in which a place is."""
        parts = []
        for figure, (low, high) in zip(place.figures, self.ranges(), strict=True):
            share = (figure.estimate.value - low) / (high - low) if high > low else 0.0
            parts.append(min(int(share * PARTS), PARTS - 1))
        return parts[0], parts[1]

    def nearest(self) -> dict[tuple[int, int], MapPlace]:
        """For every part of the map the setting that is nearest to today's."""
        best: dict[tuple[int, int], MapPlace] = {}
        for place in sorted(self.places, key=lambda place: place.steps):
            best.setdefault(self.part_of(place), place)
        return best

    def to_dict(self) -> dict[str, Any]:
        """The map as plain data."""
        parts = [{"part": part, **place.to_dict()} for part, place in sorted(self.nearest().items())]
        return {"game": self.game.name, "bot": self.bot, "tried": len(self.places), "parts": parts}

    def __str__(self) -> str:
        if not self.places:
            return "Nothing was measured."
        lines = [f"{len(self.places)} settings were tried; the nearest to today's rules in each part of the map:"]
        for _, place in sorted(self.nearest().items()):
            words = ", ".join(f"{name}={value}" for name, value in place.setting.items())
            lines.append(f"  {'; '.join(map(str, place.figures))}: {words}")
        return "\n".join(lines)


class Surveyor:
    """Draws a map."""

    def __init__(self, game: Game, axes: Sequence[DesignGoal], names: Sequence[str], bot: str, extent: Extent) -> None:
        if len(axes) != 2:
            raise BadOption("A map has two axes, such as --axes win_rate,length.")
        if not names:
            raise BadOption("Name the parameters that may change, such as --change attack[0],health[0].")
        self._dials: list[Dial] = [dial_of(game, name) for name in dict.fromkeys(names)]
        self._axes, self._extent, self._dice = axes, extent, Random(extent.seed)
        self.map = RuleMap(game, bot)

    def go(self, settings: int, progress: Callable[[float], None] = lambda share: None) -> RuleMap:
        """Try so many settings."""
        try:
            with pool_of(self.map.game, self._extent) as pool:
                for number in range(settings):
                    self._try(self._next(), pool)
                    progress((number + 1) / settings)
        except KeyboardInterrupt:
            self.map.is_cut_short = True
        return self.map

    def _next(self) -> Setting:
        """Today's rules first; then one that was not tried yet."""
        today, settings = {dial.name: dial.value for dial in self._dials}, [place.setting for place in self.map.places]
        if not settings:
            return today
        for _ in range(TRIES):
            setting = self._changed()
            if setting not in settings and is_playable(self.map.game, tuple(setting.items())):
                return setting
        return today

    def _changed(self) -> Setting:
        """Any setting, or one near to another that has few beside it."""
        if self._dice.random() < FRESH:
            return {dial.name: self._dice.randint(dial.low, dial.high) for dial in self._dials}
        counts = Counter(map(self.map.part_of, self.map.places))
        weights = [1 / counts[self.map.part_of(place)] ** 2 for place in self.map.places]
        parent = self._dice.choices(self.map.places, weights)[0].setting
        return {dial.name: self._near(dial, parent[dial.name]) for dial in self._dials}

    def _near(self, dial: Dial, value: int) -> int:
        return min(max(value + self._dice.randint(-STEPS, STEPS) * dial.step, dial.low), dial.high)

    def _try(self, setting: Setting, pool: LabPool) -> None:
        names = list(dict.fromkeys(axis.measure for axis in self._axes))
        extent = replace(self._extent, games=max(repeats(self.map.game), self._extent.games))
        run = Run(self.map.game, self.map.bot, extent, names, tuple(setting.items()))
        evidence = run.go(pool=pool)
        if run.is_cut_short:
            raise KeyboardInterrupt
        measures = measures_of(evidence, names)
        first, second = (axis.figure(measures) for axis in self._axes)
        steps = sum(abs(setting[dial.name] - dial.value) / dial.step for dial in self._dials)
        if first.estimate.is_known and second.estimate.is_known:
            self.map.places.append(MapPlace(setting, (first, second), steps))
