"""Chance: the numbers are fixed, the same in every lane, and without bias."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from garrison.core.engine import memory, rng
from garrison.core.engine.record import DICE
from garrison.core.engine.rule import rule
from garrison.errors import BadOption

pytestmark = pytest.mark.lane

MULTIPLIER, WORD = 4294883355, 2**32
TAIL = 4.9  # standard deviations: rarer than one in two million
DRAWS = 30_000
STATES = [303135796720720737, 4635823900410891565, 9529180838454033787]  # of the seeds 0, 1 and 2**64 - 1
SIXES = [3, 2, 5, 0, 4, 1, 4, 2, 0, 4, 3, 0]
THOUSANDS = [508, 444, 974, 4, 688, 240, 673, 456]


@rule
def draw(dice: Any, n: Any, out: Any) -> None:
    for index in range(out.shape[0]):
        out[index] = rng.pick(dice[0], n)


@rule
def roll_many(dice: Any, sides: Any, out: Any) -> None:
    for index in range(out.shape[0]):
        out[index] = rng.roll(dice[0], sides)


@rule
def count_chances(dice: Any, percent: Any, count: Any) -> Any:
    hits = 0
    for _ in range(count):
        if rng.chance(dice[0], percent):
            hits += 1
    return hits


def dice_with(state: int) -> Any:
    dice = memory.empty(DICE)
    dice["rng"] = state
    return dice


def dice_of(seed: int) -> Any:
    return dice_with(rng.seeded(np.uint64(seed)))


def picks(seed: int, n: int, count: int = DRAWS) -> Any:
    out = np.zeros(count, dtype=np.int64)
    draw(dice_of(seed), n, out)
    return out


def assert_even(counts: Any) -> None:
    """Chi-square against equal shares; the limit is Wilson and Hilferty's."""
    freedom = len(counts) - 1
    share = counts.sum() / len(counts)
    part = 2 / (9 * freedom)
    assert ((counts - share) ** 2 / share).sum() < freedom * (1 - part + TAIL * math.sqrt(part)) ** 3


def expected_picks(state: int, n: int, count: int) -> list[int]:
    """What the generator's description says, in whole numbers of any size."""
    found: list[int] = []
    while len(found) < count:
        state = MULTIPLIER * (state % WORD) + state // WORD
        product = (state % WORD ^ state // WORD) * n
        if product % WORD >= WORD % n:
            found.append(product // WORD)
    return found


def test_the_first_numbers_of_a_seed_never_change() -> None:
    assert [int(rng.seeded(np.uint64(seed))) for seed in (0, 1, 2**64 - 1)] == STATES
    assert picks(1, 6, 12).tolist() == SIXES
    assert picks(1, 1000, 8).tolist() == THOUSANDS


@pytest.mark.parametrize("n", [1, 2, 6, 53, 1000, 3 * 2**30, 2**32 - 1, 2**32])
def test_pick_follows_its_description(n: int) -> None:
    start = int(dice_of(5)["rng"][0])
    assert picks(5, n, 200).tolist() == expected_picks(start, n, 200)


@pytest.mark.parametrize("n", [2, 3, 6, 100])
def test_pick_is_even(n: int) -> None:
    out = picks(11, n)
    assert out.min() == 0
    assert out.max() == n - 1
    assert_even(np.bincount(out, minlength=n))


def test_pick_is_even_where_taking_the_outputs_as_they_come_would_not_be() -> None:
    """Three values share four outputs: without drawing again, every third value would come twice as often."""
    assert_even(np.bincount(picks(12, 3 * 2**30) % 3, minlength=3))


def test_neighbouring_picks_are_independent() -> None:
    out = picks(13, 6, 2 * (DRAWS // 2))
    assert_even(np.bincount(out[::2] * 6 + out[1::2], minlength=36))


def test_pick_of_one_is_zero() -> None:
    assert not picks(3, 1, 50).any()


def test_roll_gives_one_to_sides() -> None:
    out = np.zeros(2000, dtype=np.int64)
    roll_many(dice_of(4), 6, out)
    assert sorted(set(out.tolist())) == [1, 2, 3, 4, 5, 6]
    assert (out == picks(4, 6, 2000) + 1).all()


@pytest.mark.parametrize("percent", [1, 15, 50, 99])
def test_chance_comes_in_so_many_of_a_hundred_cases(percent: int) -> None:
    share = percent / 100
    hits = count_chances(dice_of(6), percent, DRAWS)
    assert abs(hits - DRAWS * share) < TAIL * math.sqrt(DRAWS * share * (1 - share))


def test_chance_of_nothing_and_of_everything_are_certain() -> None:
    assert count_chances(dice_of(6), 0, 1000) == 0
    assert count_chances(dice_of(6), 100, 1000) == 1000


def test_the_first_pick_of_neighbouring_seeds_is_even() -> None:
    firsts = [picks(seed, 6, 1)[0] for seed in range(3000)]
    assert_even(np.bincount(firsts, minlength=6))


def test_different_seeds_start_from_different_states() -> None:
    seeds = [*range(3000), *(2**32 + seed for seed in range(500)), *(2**64 - 1 - seed for seed in range(500))]
    assert len({int(rng.seeded(np.uint64(seed))) for seed in seeds}) == len(seeds)


def test_the_games_of_a_series_have_different_seeds() -> None:
    derived = [int(rng.derived(np.uint64(seed), np.uint64(index))) for seed in (0, 1) for index in range(2000)]
    assert len(set(derived)) == len(derived)


def test_fresh_bits_lead_to_another_state_and_the_same_bits_to_the_same() -> None:
    stirred = [int(rng.stirred(np.uint64(state), np.uint64(bits))) for state in STATES for bits in (1, 2, 2**64 - 1)]
    assert len({*stirred, *STATES}) == 12
    assert stirred[0] == int(rng.stirred(np.uint64(STATES[0]), np.uint64(1)))


def test_no_seed_starts_in_a_state_that_repeats_itself() -> None:
    """The two fixed states are nothing at all, and the largest number with the largest carry."""
    for seed in range(3000):
        state = int(rng.seeded(np.uint64(seed)))
        assert state % WORD > 0
        assert state // WORD < MULTIPLIER - 1
    for fixed in (0, (MULTIPLIER - 1) * WORD + WORD - 1):
        assert int(rng.advance(np.uint64(fixed))) == fixed


def test_state_giving_finds_a_state_whose_draws_are_these() -> None:
    dice = dice_with(rng.state_giving([(6, 5), (100, 14), (53, 0)]))
    assert [int(rng.pick(dice[0], n)) for n in (6, 100, 53)] == [5, 14, 0]


def test_state_giving_can_find_another_state() -> None:
    assert rng.state_giving([(6, 5)], start=1) != rng.state_giving([(6, 5)], start=2)


def test_state_giving_says_when_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rng, "BLOCKS", 1)
    with pytest.raises(BadOption, match="gives these 1 draws"):
        rng.state_giving([(6, 6)])
