"""Every figure of every measure on toys with known answers, and every claim on toys in which there is nothing to see.

This is the small version; benchmarks/lab.py has all numbers of games, a thousand times, and makes the tables of docs.
"""

from __future__ import annotations

import numpy as np
import pytest
from lab_truths import ALARMS, TOYS, Case, coverage, evidence, false_alarms

from garrison.lab.measures import MEASURES, kinds_for, measures_of

REPETITIONS = 120
CERTAIN = 3.5  # standard deviations of a count, beyond which it is not chance
SMALL = [Case(8, 0.9, 2), Case(20, 0.5, 6), Case(60, 0.9, 2, 0.3), Case(200, 0.9, 6), Case(200, 0.5, 2)]
QUIET = [Case(20, 0.5, 2), Case(60, 0.5, 6), Case(60, 0.5, 2, 0.3)]
pytestmark = pytest.mark.once


def room(share: float) -> float:
    return CERTAIN * (share * (1 - share) / REPETITIONS) ** 0.5


@pytest.mark.parametrize("name", TOYS)
def test_the_interval_of_every_figure_contains_the_truth(name: str) -> None:
    dice, repetitions = np.random.default_rng(11), REPETITIONS // len(SMALL) * 3
    counted = [coverage(name, case, repetitions, dice) for case in SMALL]
    for label in counted[0]:
        assert np.mean([one.get(label, 1.0) for one in counted]) >= 0.93 - room(0.93) / 2, label


@pytest.mark.parametrize("name", ALARMS)
def test_nothing_is_seen_where_there_is_nothing(name: str) -> None:
    dice = np.random.default_rng(3)
    shares = [false_alarms(name, case, REPETITIONS // 3, dice) for case in QUIET]
    assert np.mean(shares) <= 0.05 + room(0.05)


def test_every_measure_has_a_toy_and_all_of_its_figures_are_tried() -> None:
    assert {name.split(" of ")[0] for name in TOYS} == set(MEASURES)
    dice = np.random.default_rng(1)
    for name, toy in TOYS.items():
        tables, truths = toy(Case(20), dice)
        figures = measures_of(tables, [name.split(" of ")[0]])[0].figures
        assert {figure.label for figure in figures} == set(truths), name


@pytest.mark.parametrize("players", [1, 2, 6])
@pytest.mark.parametrize("games", [0, 2])
def test_with_hardly_any_games_every_measure_says_that_it_is_not_measured(players: int, games: int) -> None:
    from lab_toys import trace

    case = Case(games, players=players)
    tables = evidence(case, [trace(number, (0,), seats=case.seats) for number in range(games)])
    for measure in measures_of(tables, kinds_for(tables.game)):
        if measure.name not in ("draws", "use") or players > 1:
            assert measure.sentence.startswith(("Not measured yet: about", "Nobody could use")), measure.sentence
