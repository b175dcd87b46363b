"""How likely each setting meets the goals, by all that was measured."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import isfinite, log
from typing import Any, TypeVar

import numpy as np

from garrison.lab.design.goals import DesignGoal, error_of
from garrison.lab.design.surface import Surface
from garrison.lab.games.changes import Dial
from garrison.lab.measures.evidence import Figure

Setting = dict[str, int]
Trial = TypeVar("Trial")
CANDIDATES = 400
STEP_COST = 0.01  # of the logarithm of a chance: of two equally good settings, the one nearer to today's is taken
LEAST = 1e-9
FAR = 3.0  # tenths of a goal's scale: the error of what has no interval


class Outlook:
    """A model of every goal's figure."""

    def __init__(
        self, dials: Sequence[Dial], goals: Sequence[DesignGoal], trials: Sequence[tuple[Setting, tuple[Figure, ...]]]
    ) -> None:
        self._dials, self._goals = dials, goals
        self._surfaces = [self._surface(place, trials) for place in range(len(goals))]

    def _surface(self, place: int, trials: Sequence[tuple[Setting, tuple[Figure, ...]]]) -> Surface | None:
        goal = self._goals[place]
        measurements = [(setting, figures[place]) for setting, figures in trials if figures[place].estimate.is_known]
        if not measurements:
            return None
        errors = [error_of(figure) for _, figure in measurements]
        most = [FAR * goal.scale(figure.unit) for _, figure in measurements]
        noise = [error if isfinite(error) else far for error, far in zip(errors, most, strict=True)]
        values = np.array([figure.estimate.value for _, figure in measurements])
        return Surface(self._places(setting for setting, _ in measurements), values, np.array(noise))

    def _places(self, settings: Iterable[Setting]) -> np.ndarray[Any, Any]:
        """Settings as numbers from 0 to 1."""
        rows = [
            [(setting[dial.name] - dial.low) / max(dial.high - dial.low, 1) for dial in self._dials]
            for setting in settings
        ]
        return np.array(rows, dtype=float).reshape(-1, len(self._dials))

    def chances(self, settings: Sequence[Setting]) -> np.ndarray[Any, Any]:
        """How likely each of these meets all goals; where that is next to nothing, how far it is away counts."""
        places, total = self._places(settings), np.zeros(len(settings))
        for goal, surface in zip(self._goals, self._surfaces, strict=True):
            if surface is not None:
                middles, errors = surface.at(places)
                total += [_log_chance(goal, *one) for one in zip(middles.tolist(), errors.tolist(), strict=True)]
            else:
                total += log(LEAST)
        return total

    def chance(self, setting: Setting) -> float:
        """How likely this one meets all goals."""
        return float(min(1.0, np.exp(self.chances([setting])[0])))

    def worth(self, setting: Setting) -> float:
        """The same as a logarithm, less what the steps away from today's numbers cost."""
        return float(self.chances([setting])[0]) - STEP_COST * self.steps(setting)

    def steps(self, setting: Setting) -> float:
        """How many steps a setting is from today's."""
        return sum(abs(setting[dial.name] - dial.value) / dial.step for dial in self._dials)

    def best(self, trials: Sequence[Trial], setting_of: Callable[[Trial], Setting]) -> Trial:
        """The trial whose setting is worth most; of several of it, the last."""
        return max(reversed(trials), key=lambda trial: self.worth(setting_of(trial)))

    def proposal(self, seed: int, is_playable: Callable[[Setting], bool]) -> Setting:
        """The setting to try next: today's numbers, some at random, or each number of a single dial."""
        candidates = [setting for setting in self._candidates(np.random.default_rng(seed)) if is_playable(setting)]
        worths = self.chances(candidates) - STEP_COST * np.array([self.steps(setting) for setting in candidates])
        return candidates[int(worths.argmax())]

    def _candidates(self, dice: np.random.Generator) -> list[Setting]:
        today = {dial.name: dial.value for dial in self._dials}
        if len(self._dials) == 1:
            dial = self._dials[0]
            values = np.unique(np.linspace(dial.low, dial.high, CANDIDATES).round().astype(int)).tolist()
            return [today, *({dial.name: value} for value in values)]
        rows = [dice.integers(dial.low, dial.high, CANDIDATES, endpoint=True).tolist() for dial in self._dials]
        names = [dial.name for dial in self._dials]
        return [today, *(dict(zip(names, row, strict=True)) for row in zip(*rows, strict=True))]


def _log_chance(goal: DesignGoal, middle: float, error: float) -> float:
    """The logarithm of the chance to be within a goal."""
    away = max(goal.low - middle, middle - goal.high, 0.0) / error
    return log(goal.chance(middle, error) + LEAST) - LEAST * min(away, 1 / LEAST)
