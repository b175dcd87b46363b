"""L1, L3, L25-L27, L30-L32: the Character walks, and what its way gives it."""

import pytest
from loop_drawing import RING, draw, drawing, legal, picture, played, soldiers, ticked, told, value

from garrison.core.game import load

pytestmark = pytest.mark.lane

WALK = """
    H===
    =..=
    ====
"""


def test_L1_the_character_starts_in_the_castle_and_walks_clockwise():
    position = draw(WALK)
    assert value(position, "place") == 0
    assert picture(ticked(position)) == drawing("H@==\n=..=\n====")
    assert picture(ticked(position, 3)) == drawing("H===\n=..@\n====")
    assert picture(ticked(position, 4)) == drawing("H===\n=..=\n@===")
    assert picture(ticked(position, 2)) == drawing(WALK)


def test_L1_a_cycle_is_complete_when_the_castle_is_reached():
    position = draw(WALK)
    ticked(position, 9)
    assert value(position, "cycles") == 0
    assert told(ticked(position)) == ["Cycle 1 is complete."]
    assert value(ticked(position, 10), "cycles") == 2


def test_L2_the_start_has_nothing():
    position = load("loop", variant="former").new(seed=3)
    for name in ("gold", "experience", "potions", "card_count", "item_count", "soldier_count", "cycles", "place"):
        assert value(position, name) == 0
    assert not position.state["worn"].any()
    assert value(position, "health") == 100
    assert legal(position) == {"advance"}


def test_L3_pickups_come_before_the_cycle_and_spawning_after_the_move():
    """On the castle's tile spawning comes after the count; the gold tile is new, so it is not taken in this tick."""
    position = draw("H===\n@..=\n====", gold_tiles=1, chance=[(151, 0), (1, 0), (9, 0)])
    ticked(position)
    assert told(position) == ["Cycle 1 is complete.", "Gold lies on the path at 0,1."]
    assert picture(position) == drawing("H$==\n=..=\n====")
    assert value(ticked(position), "gold") == 75


def test_L3_enemies_move_after_the_character_and_in_order_of_arrival():
    position = draw("H@==v\n=...=\n=...=\n====v", battle_radius=[0] * 5, support_radius=[0] * 5)
    ticked(position)
    assert picture(position) == drawing("H=@v=\n=...=\n=...v\n=====")


def test_L3_a_battle_starts_at_the_end_of_the_tick_and_its_first_round_is_the_next():
    position = draw("H@==s=\n=....=\n======", slug_forward=0)
    ticked(position)
    assert value(position, "fighting") == 0
    ticked(position)
    assert value(position, "fighting") == 1
    assert value(position, "health") == 100
    assert value(ticked(position), "health") == 97


def test_L3_the_first_spawning_comes_after_the_first_move():
    position = draw(RING, turn=0, slugs=[1, 1])
    assert value(position, "enemy_count") == 0
    ticked(position)
    assert value(position, "enemy_count") == 1
    assert value(position, "cycles") == 0
    assert value(ticked(position), "enemy_count") == 1


def test_L25_things_are_done_while_time_stands_still():
    position = draw("H@==\n=..=\n====", cards="h", items=["sword"], health=10, state={"potions": 1})
    assert legal(position) == {"advance", "drink", "card 1", "item 1"}
    before = picture(position)
    played(position, "drink", "item 1", "card 1", "field 3")
    assert picture(position) == before.replace("H@==", "H@=h")
    assert value(position, "turn") == 100
    assert value(position, "health") == 100


def test_L25_with_a_card_chosen_time_items_and_potions_go_on():
    position = draw("H@==\n=..=\n====", cards="hh", items=["sword"], state={"potions": 1})
    played(position, "card 2")
    path = {f"field {field}" for field in (1, 2, 3, 4, 7, 8, 9, 10, 11)}
    assert legal(position) == {"advance", "drink", "item 1"} | path
    ticked(position, 3)
    assert value(position, "chosen") == 1
    assert legal(position) == {"advance", "drink", "item 1"} | path


def test_L26_a_village_heals_10_each_time_the_character_enters():
    position = draw("H@h=\n=..=\n====", health=50)
    assert told(ticked(position)) == ["A village gives 10 health: now 60."]
    assert value(ticked(position, 9), "health") == 60
    assert value(ticked(position), "health") == 70


@pytest.mark.parametrize("before, after", [(89, 99), (90, 100), (91, 100), (100, 100)])
def test_L26_a_village_never_heals_above_the_full_health(before, after):
    assert value(ticked(draw("H@h=\n=..=\n====", health=before)), "health") == after


def test_L27_a_soldier_joins_each_time_the_character_enters_barracks():
    position = draw("H@B=\n=..=\n====")
    assert soldiers(ticked(position)) == [30]
    assert told(position) == ["Soldier 1 joins: 1 soldier."]
    assert soldiers(ticked(position, 10)) == [30, 30]


def test_L27_there_are_at_most_8_soldiers():
    position = draw("H@B=\n=..=\n====", soldiers=[5] * 7)
    assert soldiers(ticked(position)) == [5] * 7 + [30]
    position = draw("H@B=\n=..=\n====", soldiers=[5] * 8)
    assert soldiers(ticked(position)) == [5] * 8
    assert told(position) == []


def test_L30_a_potion_restores_full_health():
    position = draw(health=1, state={"potions": 2})
    assert told(played(position, "drink")) == ["A potion gives 99 health: now 100."]
    assert value(position, "potions") == 1


def test_L30_a_potion_may_be_wasted_at_full_health():
    position = played(draw(state={"potions": 1}), "drink")
    assert (value(position, "health"), value(position, "potions")) == (100, 0)
    assert "drink" not in legal(position)


def test_L31_a_potion_tile_gives_a_potion_and_vanishes():
    position = ticked(draw("H@!=\n=..=\n===="))
    assert value(position, "potions") == 1
    assert picture(ticked(position)) == drawing("H==@\n=..=\n====")


def test_L31_a_potion_tile_left_behind_stays():
    position = draw("H!@=\n=..=\n====")
    assert picture(ticked(position, 7)) == drawing("H!==\n@..=\n====")
    assert value(ticked(position, 2), "potions") == 1


def test_L32_a_gold_tile_gives_75_and_vanishes():
    position = ticked(draw("H@$=\n=..=\n===="))
    assert value(position, "gold") == 75
    assert value(position, "pickup_count") == 0
    assert told(position) == ["The Character finds 75 gold."]
    assert picture(ticked(position)) == drawing("H==@\n=..=\n====")


def test_L32_a_pickup_and_a_village_on_one_tile_both_act():
    position = ticked(draw("H@1=\n=..=\n====", also={"1": "$h"}, health=50))
    assert (value(position, "gold"), value(position, "health")) == (75, 60)
    assert told(position) == ["The Character finds 75 gold.", "A village gives 10 health: now 60."]
