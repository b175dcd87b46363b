"""Every probability in the rules, tested with many copies of a drawn position and fixed seeds."""

import numpy as np
import pytest
from loop_drawing import branches, draw
from loop_odds import assert_even, assert_share

from garrison.core.engine.lane import COMPILED
from garrison.games.loop.state.constants import Road, Stand

MODERATE, FULL_SIZE = (4000, 60_000) if COMPILED else (600, 4000)
SIZES = [pytest.param(MODERATE, id="moderate"), pytest.param(FULL_SIZE, id="full-size", marks=pytest.mark.long)]
FIELD = "H===1===\n=......=\n=......=\n========"
HOME = "H=======\n@......=\n=......=\n========"
RULES = {"loud": True, "shop_gap": 1000, "goal_kinds": [1], "goal_numbers": [10**9]}
pytestmark = [pytest.mark.once, pytest.mark.parametrize("count", SIZES)]


def battle(count, things, times=1, **facts):
    """The states after some rounds with the rulebook's chances."""
    return branches(draw(FIELD, also={"1": f"@{things}"}, battle=True, **RULES, **facts), count, 7, times).states


def home(count, **facts):
    """The states after the tick in which a cycle begins."""
    return branches(draw(HOME, **RULES, **facts), count, 8).states


def counts(values, of):
    return [int(np.count_nonzero(values == value)) for value in of]


def test_L3_slugs_move(count):
    position = draw("H======@\n=......=\n=......=\n===s====", **RULES)
    places = branches(position, count, 9).states["enemy_places"][:, 0]
    start = int(position.state["enemy_places"][0][0])
    for place, percent in [(start + 1, 25), (start - 1, 25), (start, 50)]:
        assert_share(np.count_nonzero(places == place), count, percent)


def test_L4_the_number_of_slugs_is_even(count):
    assert_even(counts(home(count)["enemy_count"], (1, 2, 3)))


def test_L4_slugs_appear_on_all_tiles_that_are_far_enough(count):
    states = home(count, slugs=[3, 3], slug_forward=0, slug_back=0)
    for index in range(3):
        assert_even(counts(states["enemy_places"][:, index], range(3, 18)))
    first, second = states["enemy_places"][:, 0], states["enemy_places"][:, 1]
    assert_share(np.count_nonzero(first == second), count, 100 / 15)


def test_L4_bosses_appear_like_slugs(count):
    states = home(count, slugs=[0, 0], state={"cycles": 19})
    assert_even(counts(states["enemy_places"][:, 0], range(2, 17)))  # each has moved one tile back


def test_L4_gold_and_potion_tiles_appear_anywhere_but_on_the_castle(count):
    states = home(count)
    gold, potions = states["road"] & Road.GOLD != 0, states["road"] & Road.POTION != 0
    assert (gold.sum(axis=1) == 1).all()
    assert_even([int(np.count_nonzero(gold[:, place])) for place in range(1, 20)])
    with_potion = int(np.count_nonzero(potions.any(axis=1)))
    assert_share(with_potion, count, 50)
    assert_even([int(np.count_nonzero(potions[:, place])) for place in range(1, 20)])
    assert not (gold[:, 0] | potions[:, 0]).any()
    assert not ((gold != 0) & (potions != 0)).any()


def test_L8_zombies_turn_soldiers(count):
    states = battle(count, "z", soldiers=[30] * 8, hero_attack=0, soldier_attack=0)
    assert_share(int(states["soldier_turned"].sum()), 8 * count, 10)


@pytest.mark.parametrize("worn, percent", [((), 15), (("shield",), 6), (("stump",), 6)])
def test_L8_vampires_are_critical(count, worn, percent):
    states = battle(count, "v", worn=worn, hero_attack=0, hero_health=1000, health=1000, critical_again=0)
    plain = {(): 7, ("shield",): 5, ("stump",): 4}[worn]
    lost = 1000 - states["health"]
    assert_share(int(np.count_nonzero(lost > plain)), count, percent)
    if not worn:
        assert_even(counts(lost, range(9, 14)))


def test_L8_the_next_attack_is_critical_too_with_even_odds(count):
    states = battle(count, "v", hero_attack=0, critical_chance=100)
    assert_share(int(np.count_nonzero(states["enemy_extra"][:, 0])), count, 50)


def test_L8_doggie_stuns(count):
    assert_share(int(battle(count, "D")["stunned"].sum()), count, 20)


def test_L16_the_staff_puts_into_trance(count):
    states = battle(count, "vz", worn=["staff"])
    alone = states["enemy_stands"][:, :2] == Stand.TRANCED
    both = (alone.sum(axis=1) == 0) & (states["fighting"] == 0)  # both in trance: the battle is over at once
    assert_share(int(alone.sum() + 2 * both.sum()), 2 * count, 15)


def test_L21_rare_items(count):
    states = battle(count, "s", enemy_health=[1], sword_chance=0, rare_items=[1, 1, 1])
    found = states["items"][:, 0]
    assert_share(int(np.count_nonzero(found)), count, 2)
    more = battle(count, "s", enemy_health=[1], sword_chance=0, rare_items=[1, 1, 1], rare_chance=100)
    assert_even(counts(more["items"][:, 0], (7, 8, 9)))


def test_L22_the_coin_changes_by_an_even_percent(count):
    states = home(count, coin_range=[0, 10_000])
    sizes = (states["coin"] - 50) // 16  # 50 .. 200 in parts of 16, the last one smaller
    found = counts(sizes, range(10))
    assert_even(found[:9])
    assert_share(found[9], count, 100 * 7 / 151)


@pytest.mark.parametrize("enemy, cards", [("s", (1, 2)), ("z", (4, 5)), ("v", (3, 6, 7))])
def test_L23_cards_are_drawn_evenly(count, enemy, cards):
    assert_even(counts(battle(count, enemy, enemy_health=[1])["cards"][:, 0], cards))


def test_L23_slugs_give_swords(count):
    states = battle(count, "s", enemy_health=[1], rare_items=[0, 0, 0])
    assert_share(int(states["item_count"].sum()), count, 20)


def test_L28_a_trap_draws_evenly(count):
    position = draw(
        "H======@\n=......=\n=......=\n===1====", also={"1": "sxsss"}, loud=True, slug_forward=0, slug_back=0
    )
    hurt = branches(position, count, 10).states["enemy_health"][:, :4] == 15
    assert (hurt.sum(axis=1) == 1).all()
    assert_even([int(hurt[:, index].sum()) for index in range(4)])


def test_L33_experience_grows_by_0_to_10_percent(count):
    states = battle(count, "s", enemy_health=[1], state={"battles": 1, "experience": 1000})
    assert_even(counts(states["experience"], range(1000, 1101, 10)))


def test_L34_borrowed_powers_are_even(count):
    states = draw(mode="confusing").game.batch(count, seed=3).states["borrowed"]
    for rare, others in enumerate([(8, 9), (7, 9), (7, 8)]):
        assert_even(counts(states[:, rare], others))
