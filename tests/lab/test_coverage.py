"""Every measure on toy games with a known truth, a thousand times: its 95% interval covers it in 93 to 97% of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import log

import numpy as np
import pytest
from lab_toys import coin_flips, evidence_of, trace

from garrison.lab.arena.ratings import SCALE
from garrison.lab.games.traces import Trace
from garrison.lab.measures import measures_of
from garrison.lab.measures.evidence import Evidence

REPETITIONS = 1000
GAMES = 120
Dice = np.random.Generator
pytestmark = [pytest.mark.long, pytest.mark.once]


def numbers(dice: Dice, made: Callable[[int, float], Trace], games: int = GAMES) -> Evidence:
    """Games of which one random number decides everything."""
    return evidence_of([made(number, luck) for number, luck in enumerate(dice.random(games))])


def win_rate(dice: Dice) -> Evidence:
    return evidence_of(coin_flips(dice, GAMES, 0.6))


def draws(dice: Dice) -> Evidence:
    return numbers(dice, lambda number, luck: trace(number, () if luck < 0.2 else (0,)), 200)


def cut_off(dice: Dice) -> Evidence:
    return numbers(dice, lambda number, luck: trace(number, (0,), reason=1 if luck < 0.3 else 2), 200)


def length(dice: Dice) -> Evidence:
    return numbers(dice, lambda number, luck: trace(number, (0,), turns=int(-10_000 * log(1 - luck))))


def branching(dice: Dice) -> Evidence:
    return numbers(dice, lambda number, luck: replace(trace(number, (0,)), legal=int(10_000 * luck)))


def lead(changes: int) -> np.ndarray:
    """The winner is first behind; then the lead changes so often."""
    signs = np.array([(-1) ** (changes - step) for step in range(changes + 1)])
    return np.repeat(np.stack([signs, -signs], axis=1) / 2, 2, axis=0)


def lead_changes(dice: Dice) -> Evidence:
    return numbers(dice, lambda number, luck: trace(number, (0,), values=lead(int(6 * luck))))


def drama(dice: Dice) -> Evidence:
    return numbers(dice, lambda number, luck: trace(number, (0,), values=[[-luck, luck], [0.5, -0.5]]))


def decisiveness(dice: Dice) -> Evidence:
    def ended(number: int, luck: float) -> Trace:
        margins = np.where(np.arange(20) < int(21 * luck), -0.5, 0.5)
        return trace(number, (0,), values=np.stack([margins, -margins], axis=1))

    return numbers(dice, ended)


def leading(dice: Dice) -> Evidence:
    ahead = np.tile([0.5, -0.5], (8, 1))
    return numbers(dice, lambda number, luck: trace(number, (0 if luck < 0.7 else 1,), values=ahead), 200)


def skill_depth(dice: Dice) -> Evidence:
    def played(number: int, luck: float) -> Trace:
        seats = ("deep", "flat") if number % 2 else ("flat", "deep")
        return trace(
            number, (seats.index("deep" if luck < 0.7 else "flat"),), seats=seats, experiment="depth:deep|flat"
        )

    return numbers(dice, played, 200)


def luck(dice: Dice) -> Evidence:
    first, second = dice.random((2, 150)) < 0.5
    second = np.where(dice.random(150) < 0.4, first, second)
    flips = np.stack([first, second], axis=1).reshape(-1)
    return evidence_of([trace(number, (int(flip),)) for number, flip in enumerate(flips)])


def weight(dice: Dice) -> Evidence:
    """Whoever does without the key wins three of ten games, and half of them with it."""
    owned = np.ones((2, 1), dtype=np.int32)
    played = coin_flips(dice, GAMES, offers=owned)
    without = []
    for number, one in enumerate(dice.random(GAMES)):
        seat = number % 2
        seats = ("toy without key", "toy")[:: 1 - 2 * seat]
        without.append(trace(number, (seat if one < 0.3 else 1 - seat,), seats=seats, experiment="without:key"))
    return evidence_of([*played, *without], tools=("key",))


def use(dice: Dice) -> Evidence:
    def played(number: int, luck: float) -> Trace:
        return trace(number, (0,), offers=[[1], [0]], uses=[[int(luck < 0.3)], [0]])

    return evidence_of([played(number, one) for number, one in enumerate(dice.random(200))], tools=("key",))


def diversity(dice: Dice) -> Evidence:
    def played(number: int, luck: float) -> Trace:
        seats = ("a", "b")[:: 1 - 2 * (number % 2)]
        return trace(number, (seats.index("a" if luck < 0.6 else "b"),), seats=seats, experiment="style:a|b")

    return numbers(dice, played)


def sensitivity(dice: Dice) -> Evidence:
    played = coin_flips(dice, GAMES)
    return evidence_of([*played, *coin_flips(dice, GAMES, 0.7, experiment="change:size=2")])


def kingmaking(dice: Dice) -> Evidence:
    seats = ("toy", "toy", "toy")
    played = [trace(number, (0,), seats=seats) for number in range(200)]
    spoiled = (*seats[:2], "toy then random after 7")
    kings = [
        trace(number, (int(one < 0.25),), seats=spoiled, experiment="king")
        for number, one in enumerate(dice.random(200))
    ]
    return evidence_of([*played, *kings], players=3)


def elimination(dice: Dice) -> Evidence:
    made = [
        trace(number, (0,), seats=("toy",) * 3, turns=10_000, last_turns=(10_000, 10_000, int(10_000 * one)))
        for number, one in enumerate(dice.random(GAMES))
    ]
    return evidence_of(made, players=3)


def alike(dice: Dice) -> np.ndarray:
    """Random numbers of games, two of them on a seed, which are the same on every second seed."""
    first, second = dice.random((2, GAMES))
    return np.stack([first, np.where(dice.random(GAMES) < 0.5, first, second)], axis=1).reshape(-1)


def win_rate_by_seed(dice: Dice) -> Evidence:
    return evidence_of([trace(number, (int(luck >= 0.6),)) for number, luck in enumerate(alike(dice))])


def length_by_seed(dice: Dice) -> Evidence:
    return evidence_of([trace(number, (0,), turns=int(10_000 * luck)) for number, luck in enumerate(alike(dice))])


def use_by_seed(dice: Dice) -> Evidence:
    made = [
        trace(number, (0,), offers=[[1], [0]], uses=[[int(luck < 0.3)], [0]]) for number, luck in enumerate(alike(dice))
    ]
    return evidence_of(made, tools=("key",))


TRUTHS: list[tuple[Callable[[Dice], Evidence], float]] = [
    (win_rate, 0.6),
    (draws, 0.2),
    (cut_off, 0.3),
    (length, 10_000 * log(2)),
    (branching, 499.95),
    (lead_changes, 2.5),
    (drama, 0.5),
    (decisiveness, 0.5),
    (leading, 0.7),
    (skill_depth, SCALE * log(7 / 3)),
    (luck, 0.4),
    (weight, -0.2),
    (use, 0.3),
    (diversity, 0.6),
    (sensitivity, 0.2),
    (kingmaking, 0.25),
    (elimination, 0.5),
    (win_rate_by_seed, 0.6),
    (length_by_seed, 5_000),
    (use_by_seed, 0.3),
]


@pytest.mark.parametrize(("toy", "truth"), TRUTHS, ids=lambda case: getattr(case, "__name__", ""))
def test_the_interval_of_every_measure_covers_the_truth(toy: Callable[[Dice], Evidence], truth: float) -> None:
    dice, covered = np.random.default_rng(11), 0
    for _ in range(REPETITIONS):
        figure = measures_of(toy(dice), [toy.__name__.removesuffix("_by_seed")])[0].figures[0]
        covered += figure.estimate.low <= truth <= figure.estimate.high
    print(f"{toy.__name__}: {covered} of {REPETITIONS}")  # for docs/lab.md
    assert 0.93 <= covered / REPETITIONS <= 0.97, covered
