"""The 95% intervals contain the truth as often as they say, have no end where there is none, and are never empty."""

from __future__ import annotations

from collections.abc import Callable
from math import log

import numpy as np
import pytest

from garrison.lab.arena.ratings import SCALE
from garrison.lab.measures.common_share import correlation
from garrison.lab.measures.intervals import (
    Estimate,
    difference,
    mean,
    paired_difference,
    quantile,
    seeds_to_see,
    share,
)
from garrison.lab.measures.skill_and_chance import rating_of
from garrison.lab.measures.student import beyond, chance_of, ranks, student
from garrison.lab.measures.telling import games_missing, is_narrow, not_yet
from garrison.lab.measures.tension import share_after_settling

REPETITIONS = 1000
Dice = np.random.Generator
pytestmark = pytest.mark.once


def on_seeds(dice: Dice, chance: float, together: float, games: int = 240) -> tuple[np.ndarray, np.ndarray]:
    """Wins of pairs of games on one seed, in a share of which both end alike."""
    first, second = dice.random((2, games // 2)) < chance
    second = np.where(dice.random(games // 2) < together, first, second)
    return np.stack([first, second], axis=1).reshape(-1).astype(float), np.repeat(np.arange(games // 2), 2)


def coin(dice: Dice) -> Estimate:
    return share(*on_seeds(dice, 0.5, 0.0))


def loaded_coin_on_seeds(dice: Dice) -> Estimate:
    return share(*on_seeds(dice, 0.8, 0.5))


def with_draws(dice: Dice) -> Estimate:
    return share(dice.choice([0.0, 0.5, 1.0], 200, p=[0.3, 0.4, 0.3]))


def lead_changes(dice: Dice) -> Estimate:
    return mean(dice.poisson(2.0, 120).astype(float))


def settled(dice: Dice) -> Estimate:
    """Games in which the winner takes the lead for good at a random moment."""
    ends = dice.integers(0, 21, 100)
    return mean([share_after_settling(np.where(np.arange(20) < end, -1.0, 1.0)) for end in ends])


def median(dice: Dice) -> Estimate:
    return quantile(dice.exponential(30.0, 150), 0.5)


def early(dice: Dice) -> Estimate:
    return quantile(dice.exponential(30.0, 300), 0.05)


def late(dice: Dice) -> Estimate:
    return quantile(dice.exponential(30.0, 300), 0.95)


def common_share(dice: Dice) -> Estimate:
    return correlation(on_seeds(dice, 0.5, 0.4)[0].reshape(-1, 2))


def unexplained_scores(dice: Dice) -> Estimate:
    return correlation(dice.normal(size=(100, 2)))


def rating(dice: Dice) -> Estimate:
    return rating_of(share(*on_seeds(dice, 0.7, 0.0)))


def paired(dice: Dice) -> Estimate:
    """Two experiments on the same seeds, of which the second wins a tenth more."""
    luck = dice.random(150)
    first, second = luck < 0.5, luck * 0.5 + dice.random(150) * 0.5 < 0.6
    return paired_difference(dict(enumerate(first.astype(float))), dict(enumerate(second.astype(float))))


CASES: list[tuple[Callable[[Dice], Estimate], float]] = [
    (coin, 0.5),
    (loaded_coin_on_seeds, 0.8),
    (with_draws, 0.5),
    (lead_changes, 2.0),
    (settled, 0.5),
    (median, 30 * log(2)),
    (early, -30 * log(0.95)),
    (late, 30 * log(20)),
    (common_share, 0.4),
    (unexplained_scores, 0.0),
    (rating, SCALE * log(7 / 3)),
    (paired, 0.68 - 0.5),
]


@pytest.mark.parametrize(("measured", "truth"), CASES, ids=lambda case: getattr(case, "__name__", ""))
def test_intervals_cover_the_truth_as_often_as_they_say(measured: Callable[[Dice], Estimate], truth: float) -> None:
    dice = np.random.default_rng(7)
    found = [measured(dice) for _ in range(REPETITIONS)]
    covered = sum(one.low <= truth <= one.high for one in found)
    assert 0.93 <= covered / REPETITIONS <= 0.985, covered  # those of ranks are a little too wide


def test_few_games_say_little_and_none_nothing() -> None:
    assert not mean([]).is_known
    assert not share([]).is_known
    assert not quantile([], 0.5).is_known
    assert mean([3.0]).high == float("inf")
    assert share([1.0]).low < 0.3
    assert correlation(np.ones((10, 2))) == Estimate(0.0, -1.0, 1.0, 20)
    assert correlation(np.array([[0, 0], [1, 1]] * 10)).value == 1
    assert not correlation(np.array([[0, 0], [1, 1]] * 2)).is_known


def test_games_that_are_all_alike_have_no_interval_of_no_width() -> None:
    assert mean([4.0] * 5).high == float("inf")
    assert mean([0.0] * 20, unit=1.0).high == pytest.approx(3.69 / 20, abs=0.01)
    assert share([0.5] * 200).high > 0.51
    assert not difference([0.0] * 5, range(5)).is_known
    assert difference([0.0] * 6, range(6), unit=1.0).high > 0.5


def test_students_distribution_is_that_of_the_tables() -> None:
    table = {(1, 0.05): 12.706, (2, 0.05): 4.303, (5, 0.05): 2.571, (30, 0.01): 2.750, (400, 0.05): 1.966}
    for (freedom, doubt), errors in table.items():
        assert student(freedom, doubt) == pytest.approx(errors, abs=0.001)
    assert beyond(student(9, 0.001), 9) == pytest.approx(0.001, rel=1e-6)
    assert student(0) == float("inf")


def test_a_percentile_of_few_games_has_an_open_end() -> None:
    numbers = list(range(200))
    assert ranks(71, 0.05)[0] == 0 < ranks(72, 0.05)[0]
    assert quantile(numbers[:71], 0.05).low == -float("inf") < quantile(numbers[:71], 0.05).high
    assert quantile(numbers[:71], 0.95).high == float("inf")
    assert quantile(numbers[:72], 0.05).low == 0
    assert sum(chance_of(hits, 50, 0.3) for hits in range(51)) == pytest.approx(1)
    assert sum(chance_of(hits, 500, 0.3) for hits in range(501)) == pytest.approx(1)


def test_what_may_be_said_depends_on_the_width_alone() -> None:
    wide, narrow = Estimate(0.5, 0.2, 0.8, 10), Estimate(0.5, 0.4, 0.6, 100)
    assert [is_narrow(one, "%") for one in (wide, narrow)] == [False, True]
    assert games_missing(narrow, "%") == 0 < games_missing(wide, "%")
    assert is_narrow(Estimate(0.0, -20.0, 20.0, 50), "", 100) > is_narrow(Estimate(0.0, -20.0, 20.0, 50), "", 10)
    assert games_missing(Estimate(3.0, -float("inf"), float("inf"), 4), "turns") == 36
    assert not_yet(40) == "Not measured yet: about 40 more games."


def test_the_games_that_are_needed_for_a_small_difference_are_told() -> None:
    same = dict(enumerate([0.0, 1.0] * 50))
    other = dict(enumerate([1.0, 0.0] * 50))
    assert seeds_to_see(0.02, same, same) == 2
    assert seeds_to_see(0.02, same, other) == pytest.approx((2.8016 / 0.02) ** 2 * 1.0101, rel=0.01)


def test_an_interval_stays_within_what_is_possible() -> None:
    found = mean([0.0, 0.0, 1.0]).within(0, 1)
    assert (found.low, found.high) == (0, 1)
    assert mean([0.0, 0.0, 1.0]).low < 0
    assert mean([0.5]).within(0, 1) == mean([0.5])  # one game has no interval
