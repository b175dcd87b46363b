"""Loop's bots and what they reach on the medium world."""

from concurrent.futures import ProcessPoolExecutor
from random import Random

import pytest
from loop_drawing import draw, played, value

import garrison
from garrison.core.discovery import find
from garrison.games.loop import FIELDS
from garrison.games.loop.bots import BOTS

MOST_CYCLES = 100


def choice(position, bot="warden"):
    return position.game.action_name(BOTS[bot](position, 0, Random(1)))


def test_the_bots_can_be_chosen_by_name():
    from garrison import bots

    assert {"warden", "hermit"} <= set(bots.names(find("loop")))


def test_in_battle_it_waits():
    assert choice(draw("H=1=\n=..=\n====", also={"1": "@v"}, battle=True, cards="h", items=["sword"])) == "advance"


def test_it_wears_the_best():
    assert choice(draw(items=["stake", "sword"], worn=["staff"])) == "item 1"
    assert choice(draw(items=["stake", "staff"], worn=["sword"])) == "advance"
    assert choice(draw(items=["ring", "stump"], worn=["shield"])) == "item 2"


def test_it_drinks_in_time_and_not_before():
    near = {"health": 3, "state": {"potions": 1}}
    assert choice(draw("H@=v==\n=....=\n======", **near)) == "drink"
    assert choice(draw("H@====\n=....=\n======", **near)) == "advance"
    assert choice(draw("H@=s==\n=....=\n======", health=100, state={"potions": 1})) == "advance"
    assert choice(draw("H@=s==\n=....=\n======", health=60, worn=["sword"], state={"potions": 1})) == "advance"


def test_it_drinks_in_time_whatever_the_radii_are():
    far = {"health": 3, "state": {"potions": 1}}
    world = "H@======v===\n=..........=\n============"
    assert choice(draw(world, **far)) == "advance"
    assert choice(draw(world, battle_radius=[1, 2, 7, 1, 1], **far)) == "drink"


def test_it_sells_what_it_does_not_need_then_buys_what_it_lacks():
    assert choice(draw(shop=True, items=["ring", "sword"], worn=["sword"])) == "item 2"
    assert choice(draw(shop=True, state={"gold": 5000})) == "buy potion"
    assert choice(draw(shop=True, state={"gold": 5000, "potions": 1})) == "buy armour"
    assert choice(draw(shop=True, items=["armour"], state={"gold": 5000, "potions": 1})) == "buy shield"
    worn = ["sword", "armour", "shield", "helmet"]
    assert choice(draw(shop=True, worn=worn, state={"gold": 5000, "potions": 1})) == "buy potion"
    assert choice(draw(shop=True, worn=worn, state={"gold": 5000, "potions": 50})) == "leave"
    assert choice(draw(shop=True)) == "leave"


def test_it_places_cards_and_the_hermit_does_not():
    position = draw("H@====\n=....=\n=....=\n======", cards="Ch")
    assert choice(position) == "card 2"  # a vampire castle waits until the Character is equipped
    assert choice(position, "hermit") == "advance"
    played(position, "card 2")
    assert choice(position) == "field 6"  # just before the castle


def test_towers_and_fires_go_where_they_reach_much_of_the_path():
    for card in "Tf":
        position = played(draw("H=====\n=....=\n=....=\n=....=\n======", cards=card), "card 1")
        field = BOTS["warden"](position, 0, Random(1))
        assert field % 6 in (2, 3) or field // 6 == 2


def results(bot, games, first=1000):
    """For each game: cycles, bosses killed as bits, and cards placed."""
    with ProcessPoolExecutor(2) as pool:
        return list(pool.map(one_game, [(bot, seed) for seed in range(first, first + games)], chunksize=5))


def one_game(task, world="medium"):
    bot, seed = task
    position, dice, placed = garrison.load("loop", variant="former", world=world).new(seed), Random(seed), 0
    while not position.over and value(position, "cycles") < MOST_CYCLES:
        action = BOTS[bot](position, 0, dice)
        placed += action < FIELDS
        position.play(0, action)
    return value(position, "cycles"), value(position, "bosses_killed"), placed


@pytest.mark.parametrize("world, cycles", [("small", 20), ("large", 40)])
def test_the_other_worlds_can_be_won(world, cycles):
    assert one_game(("warden", 1), world)[0] == cycles  # where the goal is reached


def shares(bot, games):
    found = results(bot, games)
    return {
        "20 cycles and Doggie": sum(cycles >= 20 and killed & 1 for cycles, killed, _ in found) / games,
        "Elan Muske": sum(killed >> 1 for _, killed, _ in found) / games,
        "placed cards": sum(placed > 0 for _, _, placed in found) / games,
    }


def check_shares(warden, hermit):
    print(f"warden {warden}\nhermit {hermit}")
    assert warden["20 cycles and Doggie"] >= 0.8
    assert warden["Elan Muske"] >= 0.4
    assert warden["placed cards"] > 0.5
    assert hermit["placed cards"] == 0
    assert hermit["Elan Muske"] < warden["Elan Muske"] - 0.25


def test_the_warden_does_well_and_the_hermit_clearly_worse():
    check_shares(shares("warden", 6), shares("hermit", 6))


@pytest.mark.long
def test_the_warden_and_the_hermit_in_500_games():
    check_shares(shares("warden", 500), shares("hermit", 500))
