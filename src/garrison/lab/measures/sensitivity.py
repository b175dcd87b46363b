"""Which numbers of the rules matter (measure 15)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from typing import NamedTuple

import numpy as np

from garrison.core.game import Game
from garrison.lab.games.changes import dials_of
from garrison.lab.games.ends import GameSeries
from garrison.lab.measures.evidence import Evidence, Figure, Measure, seed_outcomes
from garrison.lab.measures.intervals import Estimate, by_seed, paired_difference
from garrison.lab.measures.student import DOUBT

MATTERS = "matters"
TOLD = 6  # parameters that the sentence names


class Step(NamedTuple):
    """A parameter with another value: what becomes of the outcome, of the length in turns, and whether that is seen."""

    name: str
    outcome: Estimate
    turns: Estimate
    is_seen: bool


def sensitivity(evidence: Evidence) -> Measure:
    """Measure 15: every rule parameter one step each way, on the same seeds."""
    alone = evidence.game.players == 1
    steps = sorted(steps_of(evidence), key=lambda step: -abs(step.outcome.value) if step.outcome.is_known else 0)
    words = number_words(evidence.game)
    figures = tuple(
        Figure(step_words(one.name, words), one.outcome, "" if alone else "%", MATTERS if one.is_seen else "")
        for one in steps
    )
    who = "the score" if alone else f"the score of {evidence.game.facts.seats[0]}"
    how = f"The change in {who} on the same seeds; of fewer than six, nothing is said. A step matters if {who} or the "
    how += f"length of games is seen to change, at most one report in twenty being wrong: {2 * len(steps)} questions "
    how += "are allowed for."
    heads = ("changed to", who, "turns", "")
    rows = tuple((figure.label, _cell(figure), _cell(Figure("", one.turns, "")), figure.flag)
                 for figure, one in zip(figures, steps, strict=True))  # fmt: skip
    numbers = [one.name.rpartition("=")[0] for one in steps if one.is_seen]
    sentence = _sentence(evidence, figures, [words.get(number, number) for number in dict.fromkeys(numbers)])
    return Measure(15, "sensitivity", "Sensitivity", sentence, how, figures, (heads, *rows) if rows else ())


def number_words(game: Game) -> dict[str, str]:
    """What the numbers of a game's rules mean, by their names."""
    return {dial.name: dial.plain_meaning for dial in dials_of(game)} if isinstance(game, Game) else {}


def step_words(name: str, words: Mapping[str, str]) -> str:
    """A step in words.

    >>> step_words("health[0]=180", {"health[0]": "health of Ork"}), step_words("dust=2", {})
    ('health of Ork: 180', 'dust: 2')
    """
    number, _, value = name.rpartition("=")
    return f"{words.get(number, number)}: {value}"


def _sentence(evidence: Evidence, figures: tuple[Figure, ...], numbers: Sequence[str]) -> str:
    """What is seen to matter; that nothing does is said only where enough was played to see it."""
    if numbers:
        more = f"; and {len(numbers) - TOLD} more" if len(numbers) > TOLD else ""
        return f"What is seen to matter: {'; '.join(numbers[:TOLD])}{more}."
    return evidence.sentence("No single step is seen to matter.", figures, scale_of(evidence), apart=True)


def scale_of(evidence: Evidence) -> float:
    """What a difference of scores is compared with: the usual score."""
    games = evidence.of()
    return float(np.mean(np.abs(games.ends.scores[:, 0]))) if games else 0.0


def unit_of(evidence: Evidence) -> float:
    """By how much one game can change the outcome: a point or, for one, as much as scores usually differ."""
    games = evidence.of()
    return 1.0 if evidence.game.players > 1 or not games else float(np.std(games.ends.scores[:, 0]))


def steps_of(evidence: Evidence) -> list[Step]:
    """Every change that was tried; all of them are tested twice, so each by as much more strictly."""
    usual, unit, changes = evidence.of(), unit_of(evidence), evidence.of_kind("change")
    outcomes, turns = seed_outcomes(usual), turns_by_seed(usual)
    most = inf if evidence.game.players == 1 else 1.0  # that a score can change
    doubt, steps = DOUBT / (2 * max(len(changes), 1)), list[Step]()
    for name, games in changes.items():
        both = (outcomes, seed_outcomes(games), unit), (turns, turns_by_seed(games), 1.0)
        is_seen = any(paired_difference(*each, doubt).excludes(0) for each in both)
        outcome, length = (paired_difference(*each) for each in both)
        steps.append(Step(name, outcome.within(-most, most), length, is_seen))
    return steps


def _cell(figure: Figure) -> str:
    return str(figure).partition(": ")[2]


def turns_by_seed(games: GameSeries) -> dict[int, float]:
    """How long the games on each seed are."""
    return by_seed(games.seeds.tolist(), games.ends.turns) if games else {}
