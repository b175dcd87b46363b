"""Searching for rules that meet a goal, within the bounds of the parameters and in as few steps as possible.

What was measured so far makes a model of each figure, with its trend and its noise. The setting that most likely meets
all goals is tried next, each time on other seeds; the best are played again, so that none is chosen for its luck.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from garrison.core.game import Game
from garrison.errors import BadOption
from garrison.lab.design.experiments import is_playable, repeats
from garrison.lab.design.goals import DesignGoal
from garrison.lab.design.ledger import Ledger
from garrison.lab.design.outlook import Outlook
from garrison.lab.design.run import Extent, LabPool, Run, pool_of
from garrison.lab.games.changes import Dial, dial_of, with_changes
from garrison.lab.measures import measures_of
from garrison.lab.measures.evidence import Figure, figure_of

FINALISTS = 2
NEARBY = 3  # steps of one number, at which a search begins
REPEATS = 3  # times as many games for the finalists
OTHER_SEEDS = 1_000_003
LIKELY = 0.8  # a goal that is so likely met is said to be
SURE = 0.95  # a setting that is so likely to meet the goal is played in the finals at once
FINAL_PART = 0.3  # of the time is for the finals
Setting = dict[str, int]


@dataclass(frozen=True)
class SettingTrial:
    """A setting that was tried, and the figures of the goals."""

    setting: Setting
    figures: tuple[Figure, ...]
    games: int
    is_final: bool = False

    def to_dict(self) -> dict[str, Any]:
        """The trial as plain data."""
        figures = [figure.to_dict() for figure in self.figures]
        return {"setting": self.setting, "games": self.games, "is_final": self.is_final, "figures": figures}

    def __str__(self) -> str:
        return f"{words_of(self.setting)}: {'; '.join(map(str, self.figures))}"


def words_of(setting: Setting) -> str:
    """A setting in words."""
    return ", ".join(f"{name}={value}" for name, value in setting.items())


@dataclass
class Search:
    """What a search tried: along the way, and at the end."""

    game: Game
    goals: list[DesignGoal]
    dials: list[Dial]
    trials: list[SettingTrial] = field(default_factory=list)
    is_cut_short: bool = False

    @property
    def finals(self) -> list[SettingTrial]:
        """Those that were played again."""
        return [trial for trial in self.trials if trial.is_final]

    @property
    def outlook(self) -> Outlook:
        """What all of it says about every setting."""
        return Outlook(self.dials, self.goals, [(one.setting, one.figures) for one in self.trials])

    @property
    def best(self) -> SettingTrial:
        """The finalist that most likely meets the goals, or as far as it came."""
        if not self.trials:
            raise BadOption("Nothing was tried.")
        return self.outlook.best(self.finals or self.trials, lambda trial: trial.setting)

    @property
    def is_met(self) -> bool:
        """Whether the best one was played again, and by all games together is likely to meet all goals."""
        figures = [figure.estimate for figure in self.best.figures]
        is_possible = all(
            one.low <= goal.high and goal.low <= one.high for goal, one in zip(self.goals, figures, strict=True)
        )
        return self.best.is_final and is_possible and self.chance >= LIKELY

    @property
    def chance(self) -> float:
        """How likely the best one meets all goals, by all that was played."""
        return self.outlook.chance(self.best.setting)

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain data."""
        lists = {"goals": [str(goal) for goal in self.goals], "trials": [trial.to_dict() for trial in self.trials]}
        more = {"best": self.best.to_dict(), "is_met": self.is_met, "chance": round(self.chance, 3)}
        return {"game": self.game.name, **lists, **more, "is_cut_short": self.is_cut_short}

    @property
    def verdict(self) -> str:
        """What came of it, in a sentence."""
        goals, chance = ", ".join(map(str, self.goals)), f"{self.chance:.0%}"
        if not self.finals:
            return f"Interrupted: this is the best so far, and meets {goals} with a probability of {chance}."
        if self.is_met:
            return f"It meets the goal of {goals}, by all games together with a probability of {chance}."
        if all(self.best.setting[dial.name] == dial.value for dial in self.dials):
            return (
                f"Nothing that was tried comes nearer to {goals} than today's rules: try more rounds, or other numbers."
            )
        return f"It does not meet the goal of {goals}, but is the closest of all; the probability is {chance}."

    def __str__(self) -> str:
        trials = [f"  {trial}{' (played again)' if trial.is_final else ''}" for trial in self.trials]
        lines = [
            f"Tried on the way to {', '.join(map(str, self.goals))}:",
            *trials,
            f"Best: {words_of(self.best.setting)}",
        ]
        figures = zip(self.goals, self.best.figures, strict=True)
        return "\n".join([*lines, *(f"  {goal}: {figure}" for goal, figure in figures), self.verdict])


class Tuner:
    """A search for better rules."""

    def __init__(
        self,
        game: Game,
        goals: Sequence[DesignGoal],
        names: Sequence[str],
        bot: str,
        extent: Extent,
        results: Path | None = None,
    ) -> None:
        if not names:
            raise BadOption("Name the parameters that may change, such as --change attack,health.")
        self._game, self._bot, self._extent = game, bot, extent
        self.search = Search(game, list(goals), [dial_of(game, name) for name in dict.fromkeys(names)])
        about = {"game": game.name, "rules_hash": game.rules_hash, "bot": bot, "seed": extent.seed}
        about |= {"games": extent.games, "goals": [str(goal) for goal in goals], "change": list(names)}
        self._ledger, self._start = Ledger(results, "search", about), time.monotonic()
        self.search.trials += [self._kept(line) for line in self._ledger.read()]

    def _kept(self, line: dict[str, Any]) -> SettingTrial:
        try:
            figures = tuple(figure_of(figure) for figure in line["figures"])
            setting = {dial.name: int(line["setting"][dial.name]) for dial in self.search.dials}
            return SettingTrial(setting, figures, int(line["games"]), bool(line["is_final"]))
        except (ValueError, TypeError, KeyError):
            raise self._ledger.refusal() from None

    def go(self, rounds: int, progress: Callable[[float], None] = lambda share: None) -> Search:
        """Try this many settings, today's first, or as many as there is time for; then play the best again."""
        self._start, search = time.monotonic(), self.search
        games = replace(self._extent, seconds=0.0)
        try:
            with pool_of(self._game, games) as pool:
                while len(search.trials) < rounds and self._part() < 1 - FINAL_PART and not self._is_sure():
                    self._try(self._next(), pool)
                    progress(max(len(search.trials) / (rounds + REPEATS * FINALISTS), min(self._part(), 1.0)))
                for setting in self._finalists():
                    self._try(setting, pool, REPEATS)
        except KeyboardInterrupt:
            search.is_cut_short = True
        progress(1.0)
        return search

    def _part(self) -> float:
        """The part of the time that is over."""
        return (time.monotonic() - self._start) / self._extent.seconds if self._extent.seconds else 0.0

    def _is_sure(self) -> bool:
        """Whether a setting is already so likely to meet the goal that more tries would be a waste."""
        return len(self.search.trials) >= 2 * NEARBY and self.search.chance > SURE

    def _next(self) -> Setting:
        """Today's numbers, each of them a little lower and higher, and then whatever most likely meets the goals."""
        settings = [trial.setting for trial in self.search.trials]
        for setting in self._nearby():
            if setting not in settings and is_playable(self._game, tuple(setting.items())):
                return setting
        return self.search.outlook.proposal(self._extent.seed + len(settings), self._is_playable)

    def _is_playable(self, setting: Setting) -> bool:
        return is_playable(self._game, tuple(setting.items()))

    def _nearby(self) -> list[Setting]:
        today = {dial.name: dial.value for dial in self.search.dials}
        return [today, *({**today, dial.name: value} for dial in self.search.dials for value in dial.around(NEARBY))]

    def _finalists(self) -> list[Setting]:
        """The settings that most likely meet the goals, without those that were already played again."""
        again = [trial.setting for trial in self.search.finals]
        settings = [dict(items) for items in dict.fromkeys(tuple(one.setting.items()) for one in self.search.trials)]
        outlook = self.search.outlook
        best = sorted(settings, key=lambda setting: -outlook.worth(setting))[: FINALISTS - len(again)]
        return [setting for setting in best if setting not in again]

    def _try(self, setting: Setting, pool: LabPool, times: int = 1) -> None:
        """Play a setting on seeds of its own, and write down what came of it."""
        seed = self._extent.seed + OTHER_SEEDS * len(self.search.trials)
        extent = replace(
            self._extent, games=max(repeats(self._game), times * self._extent.games), seed=seed, seconds=0.0
        )
        names = list(dict.fromkeys(goal.measure for goal in self.search.goals))
        run = Run(self._game, self._bot, extent, names, tuple(setting.items()))
        evidence = run.go(pool=pool)
        if run.is_cut_short:
            raise KeyboardInterrupt
        measures = measures_of(evidence, names)
        figures = tuple(goal.figure(measures) for goal in self.search.goals)
        trial = SettingTrial(setting, figures, len(evidence.of()), times > 1)
        self.search.trials.append(trial)
        self._ledger.add(trial.to_dict())


def variant_text(game: Game, setting: Setting, options: dict[str, Any], rules: dict[str, Any], summary: str) -> str:
    """The best setting as a variant in TOML: the rules that were there, and what was changed."""
    after = with_changes(game, tuple(setting.items())).parameters
    changes = {name.partition("[")[0]: after[name.partition("[")[0]] for name in setting}
    lines = [f'game = "{game.name}"', f"summary = {_toml(summary)}"]
    lines += ["", "[options]", *(f"{name} = {_toml(value)}" for name, value in options.items())] if options else []
    lines += ["", "[rules]", *(f"{name} = {_toml(value)}" for name, value in {**rules, **changes}.items())]
    return "\n".join(lines) + "\n"


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, int):
        return str(value)
    text = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{text}"'
