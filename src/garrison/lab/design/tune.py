"""Searching for rules that meet a goal, within the bounds of the parameters and in as few steps as possible.

Optuna proposes settings. Each is tried with few games first, and only what does well gets more (successive halving);
the best are then played again on other seeds, so that none is chosen for its luck.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import Any

from garrison.core.game import Game
from garrison.errors import BadOption, MissingExtra
from garrison.lab.design.experiments import is_playable, repeats
from garrison.lab.design.goals import DesignGoal
from garrison.lab.design.run import Extent, LabPool, Run, pool_of
from garrison.lab.games.changes import Change, Dial, dial_of, with_changes
from garrison.lab.measures import measures_of
from garrison.lab.measures.evidence import Figure

RUNGS = (0.25, 0.5, 1.0)  # parts of its games after which a setting may be given up
FINALISTS = 3
NEARBY = 3  # steps of one number, at which a search begins
REPEATS = 3  # times as many games for the finalists, on other seeds
STEP_COST = 0.02  # what a step of a parameter counts, compared with a tenth of a goal's scale
OTHER_SEEDS = 1_000_003


@dataclass(frozen=True)
class SettingTrial:
    """A setting that was tried: how far from the goals it is, and from how many games that is known."""

    setting: dict[str, int]
    miss: float
    figures: tuple[Figure, ...]
    games: int
    is_given_up: bool = False

    def to_dict(self) -> dict[str, Any]:
        """The trial as plain data."""
        data = {"setting": self.setting, "miss": round(self.miss, 6), "games": self.games}
        return {**data, "given_up": self.is_given_up, "figures": [figure.to_dict() for figure in self.figures]}

    def __str__(self) -> str:
        numbers = ", ".join(f"{name}={value}" for name, value in self.setting.items())
        figures = "; ".join(map(str, self.figures))
        return f"{numbers}: {figures}" + (" (given up)" if self.is_given_up else "")


@dataclass
class Search:
    """What a search tried: along the way, and at the end."""

    game: Game
    goals: list[DesignGoal]
    trials: list[SettingTrial] = field(default_factory=list)
    finals: list[SettingTrial] = field(default_factory=list)
    is_cut_short: bool = False

    @property
    def best(self) -> SettingTrial:
        """The best of the finalists, or as far as it came."""
        candidates = self.finals or [trial for trial in self.trials if not trial.is_given_up] or self.trials
        if not candidates:
            raise BadOption("Nothing was tried.")
        return min(candidates, key=lambda trial: trial.miss)

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain data."""
        return {
            "game": self.game.name,
            "goals": [str(goal) for goal in self.goals],
            **{name: [trial.to_dict() for trial in getattr(self, name)] for name in ("trials", "finals")},
            "best": self.best.to_dict(),
        }

    @property
    def is_met(self) -> bool:
        """Whether the best one is within all goals, as far as its games tell."""
        return all(goal.miss(figure) == 0 for goal, figure in zip(self.goals, self.best.figures, strict=True))

    @property
    def verdict(self) -> str:
        """What came of it, in a sentence."""
        goals = ", ".join(map(str, self.goals))
        if self.is_met:
            return f"It meets the goal of {goals}."
        if self.best.setting == self.trials[0].setting:
            return (
                f"Nothing that was tried comes nearer to {goals} than today's rules: try more rounds, or other numbers."
            )
        return f"It does not meet the goal of {goals}, but is the closest found; more rounds may find better."

    def __str__(self) -> str:
        lines = [f"Tried on the way to {', '.join(map(str, self.goals))}:", *(f"  {trial}" for trial in self.trials)]
        lines += ["Played again on other seeds:", *(f"  {trial}" for trial in self.finals)] if self.finals else []
        return "\n".join([*lines, f"Best: {self.best}", self.verdict])


class Tuner:
    """A search for better rules."""

    def __init__(self, game: Game, goals: Sequence[DesignGoal], names: Sequence[str], bot: str, extent: Extent) -> None:
        self._optuna = _optuna()
        if not names:
            raise BadOption("Name the parameters that may change, such as --change attack,health.")
        self._dials = [dial_of(game, name) for name in names]
        self._game, self._bot, self._extent = game, bot, extent
        self.search = Search(game, list(goals))

    def go(self, rounds: int, progress: Callable[[float], None] = lambda share: None) -> Search:
        """Try this many settings, today's first."""
        study = self._optuna.create_study(
            sampler=self._optuna.samplers.TPESampler(seed=self._extent.seed),
            pruner=self._optuna.pruners.SuccessiveHalvingPruner(reduction_factor=2),
        )
        for setting in self._nearby(rounds):
            study.enqueue_trial(setting)
        try:
            with pool_of(self._game, self._extent) as pool:
                for number in range(rounds):
                    self._try(study, pool)
                    progress((number + 1) / (rounds + FINALISTS))
                self._decide(pool)
        except KeyboardInterrupt:
            self.search.is_cut_short = True
        progress(1.0)
        return self.search

    def _nearby(self, rounds: int) -> list[dict[str, int]]:
        """Today's numbers and, for up to half of the rounds, each of them a little lower and higher.

        A sampler that knows nothing yet begins anywhere within the bounds, and mostly far from where a designer looks.
        """
        today = {dial.name: dial.value for dial in self._dials}
        beside = [{**today, dial.name: value} for dial in self._dials for value in dial.around(NEARBY)]
        return [today, *beside[: max(rounds // 2, 1)]]

    def _try(self, study: Any, pool: LabPool) -> None:
        proposal, states = study.ask(), self._optuna.trial.TrialState
        setting = {dial.name: proposal.suggest_int(dial.name, dial.low, dial.high) for dial in self._dials}
        if not is_playable(self._game, tuple(setting.items())):
            study.tell(proposal, state=states.FAIL)
            return
        for rung, part in enumerate(RUNGS):
            trial = self._trial(setting, pool, part, self._extent.seed)
            proposal.report(trial.miss, rung)
            if part < 1 and proposal.should_prune():
                self.search.trials.append(replace(trial, is_given_up=True))
                study.tell(proposal, state=states.PRUNED)
                return
        self.search.trials.append(trial)
        study.tell(proposal, trial.miss)

    def _decide(self, pool: LabPool) -> None:
        """The best few again, with more games on other seeds."""
        best: dict[tuple[Change, ...], SettingTrial] = {}
        for trial in sorted(self.search.trials, key=lambda trial: (trial.is_given_up, trial.miss)):
            best.setdefault(tuple(trial.setting.items()), trial)
        for trial in list(best.values())[:FINALISTS]:
            self.search.finals.append(self._trial(trial.setting, pool, REPEATS, self._extent.seed + OTHER_SEEDS))

    def _trial(self, setting: dict[str, int], pool: LabPool, part: float, seed: int) -> SettingTrial:
        games = max(repeats(self._game), round(part * self._extent.games))
        names = list(dict.fromkeys(goal.measure for goal in self.search.goals))
        run = Run(self._game, self._bot, replace(self._extent, games=games, seed=seed), names, tuple(setting.items()))
        evidence = run.go(pool=pool)
        if run.is_cut_short:
            raise KeyboardInterrupt
        measures = measures_of(evidence, names)
        figures = tuple(goal.figure(measures) for goal in self.search.goals)
        misses = [goal.miss(figure) ** 2 for goal, figure in zip(self.search.goals, figures, strict=True)]
        return SettingTrial(setting, sum(misses) + STEP_COST * steps(self._dials, setting), figures, len(evidence.of()))


def steps(dials: Sequence[Dial], setting: dict[str, int]) -> float:
    """How many steps a setting is from today's."""
    return sum(abs(setting[dial.name] - dial.value) / dial.step for dial in dials)


def _optuna() -> Any:
    try:
        optuna = import_module("optuna")
    except ImportError:
        raise MissingExtra("lab tune needs Optuna: install garrison[lab].") from None
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    return optuna


def variant_text(
    game: Game, setting: dict[str, int], options: dict[str, Any], rules: dict[str, Any], summary: str
) -> str:
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
    escaped = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
