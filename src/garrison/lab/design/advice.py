"""What to change: of all steps of the rules that were measured, those that bring the game closest to its goals.

Every step is compared with today's rules on the same seeds. What it changes is seen after allowing for all steps and
all quantities; what it changes beside the goals is its cost.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from garrison.core.game import Game
from garrison.errors import BadOption
from garrison.lab.design.compare import Comparison, Difference, Key, change_text, end_quantities
from garrison.lab.design.experiments import repeats
from garrison.lab.design.goals import DesignGoal
from garrison.lab.games.changes import Change, dials_of, with_changes
from garrison.lab.measures.evidence import Evidence, Figure, text_of
from garrison.lab.measures.intervals import FEWEST, mean, share
from garrison.lab.measures.sensitivity import unit_of
from garrison.lab.measures.student import DOUBT
from garrison.lab.measures.telling import games_missing, not_yet

MOST = 3  # steps that are named


@dataclass(frozen=True)
class StepAdvice:
    """A step of one number: what it does to the goals, what it costs, and how much closer it brings the game."""

    change: Change
    words: str  # the number and what it becomes, as people read it
    gain: float
    effects: tuple[Difference, ...]
    costs: tuple[Difference, ...]
    rules: str  # the options of a command that plays it

    @property
    def play(self) -> str:
        """The command that plays it."""
        return f"garrison play {self.rules}"

    @property
    def report(self) -> str:
        """The command that measures it."""
        return f"garrison lab report {self.rules}"

    def to_dict(self) -> dict[str, Any]:
        """The advice as plain data."""
        lists = {name: [one.to_dict() for one in getattr(self, name)] for name in ("effects", "costs")}
        commands = {"play": self.play, "report": self.report}
        return {"change": dict([self.change]), "words": self.words, "gain": self.gain, **lists, **commands}

    def __str__(self) -> str:
        effects = "; ".join(f"{_from_to(one)} ({change_text(one)})" for one in self.effects if one.is_seen)
        costs = "; ".join(f"{one.name} {change_text(one)}" for one in self.costs)
        return f"{self.words}: {effects}. " + (
            f"It also changes: {costs}." if costs else "Nothing else is seen to change."
        )


def _from_to(one: Difference) -> str:
    return f"{one.name} from {text_of(one.first, one.unit)} to {text_of(one.second, one.unit)}"


@dataclass(frozen=True)
class Counsel:
    """A paragraph: a sentence, and the steps that it recommends."""

    sentence: str
    steps: tuple[StepAdvice, ...] = ()

    def __str__(self) -> str:
        lines = [f"  {number}. {one}\n     Try it: {one.play}" for number, one in enumerate(self.steps, 1)]
        return "\n".join([f"What should I change? {self.sentence}", *lines])


def counsel_on(evidence: Evidence, goals: Sequence[DesignGoal], options: Sequence[str] = ()) -> Counsel:
    """What to change so that a game comes closer to these goals; the options are those that it was loaded with."""
    words, steps = ", ".join(map(str, goals)), steps_of(evidence, goals, options)
    if not evidence.of() or not steps:
        steps_planned = max(len(evidence.of_kind("change")), 1)
        return Counsel(not_yet(FEWEST * repeats(evidence.game) * steps_planned, evidence.pace))
    today = todays_figures(evidence, goals)
    if not any(goal.miss(figure) for goal, figure in zip(goals, today, strict=True)):
        text = f"Nothing, as far as these games tell: the rules meet {words}."
        return Counsel(evidence.sentence(f"{text} {'; '.join(map(str, today))}.", today))
    good = sorted((step for step in steps if step.gain > 0), key=lambda step: -step.gain)[:MOST]
    missing = sum(max(games_missing(one.difference, one.unit, one.first) for one in step.effects) for step in steps)
    if not good and missing:
        return Counsel(not_yet(missing, evidence.pace))
    if not good:
        return Counsel(f"Of {len(steps)} single steps, none is seen to bring the game closer to {words}.")
    these = "this one is seen to bring" if len(good) == 1 else "these are seen to bring"
    return Counsel(f"Of {len(steps)} single steps, {these} the game closest to {words}.", tuple(good))


def todays_figures(evidence: Evidence, goals: Sequence[DesignGoal]) -> list[Figure]:
    """What the goals are about, by today's rules."""
    usual, figures = end_quantities(evidence.game, evidence.of()), list[Figure]()
    for name, unit in (key_of(goal, evidence.game) for goal in goals):
        series = usual[name, unit]
        figures.append(Figure(name, (share if unit == "%" else mean)([*series.values()], [*series]), unit))
    return figures


def steps_of(evidence: Evidence, goals: Sequence[DesignGoal], options: Sequence[str]) -> list[StepAdvice]:
    """Every step that was measured on enough seeds."""
    changes, game = evidence.of_kind("change"), evidence.game
    keys, usual = [key_of(goal, game) for goal in goals], end_quantities(game, evidence.of())
    comparison = Comparison(repeats(game), DOUBT / max(len(changes) * len(usual), 1), unit_of(evidence))
    advice = list[StepAdvice]()
    for name, games in changes.items():
        other = end_quantities(game, games)
        effects = [comparison.difference(*key, usual[key], other[key]) for key in keys]
        if all(one.difference.is_known for one in effects):
            change = _change(name)
            rest = [
                comparison.difference(*key, usual[key], other[key]) for key in usual if not _follows(key, keys, game)
            ]
            costs = tuple(one for one in rest if one.is_seen)
            gain = sum(_gain(goal, one) for goal, one in zip(goals, effects, strict=True))
            advice.append(
                StepAdvice(change, _words(game, change), gain, tuple(effects), costs, _rules(game, change, options))
            )
    return advice


def _follows(key: Key, keys: Sequence[Key], game: Game) -> bool:
    """Whether a quantity is one of these, or what one of two players gets where the other's is."""
    scores = [name for name, _ in keys if name.startswith("score of")]
    return key in keys or (game.players == 2 and bool(scores) and key[0].startswith("score of"))


def _gain(goal: DesignGoal, one: Difference) -> float:
    """How much closer a step brings a goal; what is not seen to change counts as far as it makes things worse."""
    gain = goal.miss_of(one.first, one.unit) ** 2 - goal.miss_of(one.second, one.unit) ** 2
    return gain if one.is_seen else min(gain, 0.0)


def key_of(goal: DesignGoal, game: Game) -> Key:
    """The quantity of single games that a goal is about."""
    label = goal.label or (game.facts.seats[0] if goal.measure == "win_rate" and game.players > 1 else "")
    is_won = label.lower() == "games won"
    keys = {
        "win_rate": (f"score of {label}", "%") if game.players > 1 else ("games won", "%") if is_won else ("score", ""),
        "draws": ("draws", "%"),
        "cut_off": ("stopped by a limit", "%"),
        "length": ("mean length, minutes", "min") if label.endswith("minutes") else ("mean length", "turns"),
    }
    if goal.measure not in keys:
        raise BadOption(f"A report takes goals of {', '.join(keys)}, not of {goal.measure}; tune takes all.")
    seats = [seat.lower() for seat in game.facts.seats]
    if keys[goal.measure][0].startswith("score of") and label.lower() not in seats:
        raise BadOption(f"win_rate has no figure called {label}; there are: {', '.join(game.facts.seats)}.")
    return keys[goal.measure]


def _change(name: str) -> Change:
    number, _, value = name.rpartition("=")
    return number, int(value)


def _words(game: Game, change: Change) -> str:
    dial = next(dial for dial in dials_of(game) if dial.name == change[0])
    return f"{dial.plain_meaning}: {change[1]} in place of {dial.value}"


def _rules(game: Game, change: Change, options: Sequence[str]) -> str:
    """What a command needs to load the game with a change: a list of numbers is given as a whole."""
    name = change[0].partition("[")[0]
    value = with_changes(game, (change,)).parameters[name]
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return shlex.join([game.name, *options, "--rule", f"{name}={text}"])
