"""L4, L5: who and what appears at the start of a cycle."""

import pytest
from loop_drawing import draw, drawing, enemies, enemy_places, picture, ticked, told, value

pytestmark = pytest.mark.lane

# The Character reaches the castle in the next tick; 20 path tiles.
HOME = """
    H======
    @.....=
    =.....=
    =.....=
    =======
"""
COIN = (151, 50)  # DoggieCoin keeps its price
STAY = {"battle_radius": [0] * 5, "support_radius": [0] * 5, "zombie_period": 200}


def test_L4_one_to_three_slugs_appear_at_the_start_of_a_cycle():
    for count in (1, 2, 3):
        chance = [COIN, (3, count - 1)]
        assert enemies(ticked(draw(HOME, slugs=[1, 3], chance=chance))) == "s" * count


@pytest.mark.parametrize("drawn, place, field", [(0, 3, "0,3"), (1, 4, "0,4"), (14, 17, "3,0")])
def test_L4_slugs_appear_at_least_3_path_tiles_from_the_character(drawn, place, field):
    position = draw(HOME, slugs=[1, 1], chance=[COIN, (1, 0), (15, drawn)])
    assert enemy_places(ticked(position)) == [place]
    assert told(position) == ["Cycle 1 is complete.", f"A slug appears on {field}."]


def test_L4_slugs_may_share_a_tile():
    position = draw(HOME, slugs=[2, 2], chance=[COIN, (1, 0), (15, 4), (15, 4)])
    assert enemy_places(ticked(position)) == [7, 7]


def test_L4_never_on_the_castle():
    """From tile 1 with a distance of 1, the castle would be the last of the tiles: it is drawn again."""
    position = draw(
        HOME, turn=0, state={"place": 0}, slugs=[1, 1], spawn_distance=1, chance=[(1, 0), (19, 18), (19, 2)]
    )
    assert enemy_places(ticked(position)) == [4]


def test_L4_a_zombie_from_each_pit():
    assert enemies(ticked(draw(HOME.replace("@.....=", "@....P=")))) == "z"
    assert enemies(ticked(draw(HOME.replace("@.....=", "@..P.P="), state={"cycles": 4}))) == "zz"


def test_L4_a_vampire_from_each_castle_every_fifth_cycle():
    text = HOME.replace("=.....=", "=C....=", 1)
    for cycles, found in [(0, ""), (3, ""), (4, "v"), (5, ""), (9, "v"), (14, "v")]:
        assert enemies(ticked(draw(text, state={"cycles": cycles}, **STAY))) == found


def test_L4_no_vampire_comes_before_the_first_cycle():
    text = HOME.replace("=.....=", "=C....=", 1)
    position = draw(text, turn=0, state={"place": 0})
    assert enemies(ticked(position)) == ""


def test_L4_buildings_spawn_in_order_of_placing_after_the_slugs():
    text = "H======\n@C...P=\n=P....=\n=.....=\n======="
    position = draw(text, state={"cycles": 4}, slugs=[1, 1], **STAY)
    assert enemies(ticked(position)) == "svzz"


def test_L4_a_tower_sends_nobody():
    assert enemies(ticked(draw(HOME.replace("=.....=", "=T....=", 1)))) == ""


@pytest.mark.parametrize("cycles, found", [(18, ""), (19, "D"), (20, "D")])
def test_L4_doggie_comes_at_cycle_20(cycles, found):
    assert enemies(ticked(draw(HOME, state={"cycles": cycles}, doggie_cycle=20))) == found


def test_L4_doggie_comes_once():
    position = draw(HOME, state={"cycles": 30, "bosses_come": 1}, doggie_cycle=20)
    assert enemies(ticked(position)) == ""


def test_L4_bosses_appear_like_slugs():
    position = draw(HOME, state={"cycles": 19}, doggie_cycle=20, chance=[COIN, (1, 0), (15, 9)])
    assert enemy_places(ticked(position)) == [11]  # it came to 12 and has moved one back
    assert [line.partition(", on")[0] for line in told(position)] == ["Cycle 20 is complete.", "Doggie has come"]


@pytest.mark.parametrize(
    "cycles, experience, found",
    [(38, 10_000, ""), (39, 9_999, ""), (39, 10_000, "E"), (60, 9_999, ""), (60, 10_000, "E")],
)
def test_L4_elan_muske_comes_from_cycle_40_on_with_10000_experience(cycles, experience, found):
    position = draw(HOME, state={"cycles": cycles, "experience": experience, "bosses_come": 1}, elan_cycle=40)
    assert enemies(ticked(position)) == found
    assert enemies(ticked(draw(HOME, state={"cycles": 60, "bosses_come": 3}, elan_cycle=0, elan_experience=0))) == ""


def test_L4_a_boss_that_finds_no_room_comes_at_the_next_cycle():
    crowd = {"most_enemies": 1, "doggie_cycle": 20, **STAY}
    position = draw(HOME.replace("=======", "===s==="), state={"cycles": 19}, **crowd)
    assert enemies(ticked(position)) == "s"
    assert value(position, "bosses_come") == 0
    position.state["enemy_count"][0] = 0
    assert enemies(ticked(position, 20)) == "D"


def test_L4_elan_muske_waits_for_room_too():
    rules = {"most_enemies": 1, "doggie_cycle": 0, "elan_cycle": 0, "elan_experience": 0, **STAY}
    position = draw(HOME, **rules)
    assert enemies(ticked(position)) == "D"
    assert value(position, "bosses_come") == 1


def test_L4_at_64_enemies_no_enemy_spawns():
    text = HOME.replace("=.....=", "=P....=", 1).replace("=======", "===1===")
    position = draw(text, also={"1": "z" * 63}, slugs=[2, 2], doggie_cycle=1, **STAY)
    assert enemies(ticked(position)) == "z" * 63 + "s"
    position = draw(text, also={"1": "z" * 64}, slugs=[2, 2], doggie_cycle=1, **STAY)
    assert enemies(ticked(position)) == "z" * 64


def test_L4_a_gold_tile_every_cycle_and_a_potion_tile_half_of_the_time():
    rules = {"gold_tiles": 1, "potion_tile_chance": 50}
    position = draw(HOME, **rules, chance=[COIN, (1, 0), (19, 3), (100, 49), (19, 4)])
    assert picture(ticked(position)) == drawing(HOME.replace("H======", "H===$!=").replace("@", "="))
    position = draw(HOME, **rules, chance=[COIN, (1, 0), (19, 3), (100, 50)])
    assert picture(ticked(position)) == drawing(HOME.replace("H======", "H===$==").replace("@", "="))


def test_L4_a_pickup_appears_where_no_other_one_is():
    text = HOME.replace("H======", "H$!====")
    position = draw(text, gold_tiles=1, chance=[COIN, (1, 0), (19, 0), (19, 1), (19, 2)])
    assert picture(ticked(position)) == drawing(text.replace("H$!====", "H$!$===").replace("@", "="))
    assert value(position, "pickup_count") == 3


def test_L4_without_a_free_tile_no_pickup_appears():
    position = draw("H$$$$\n@...$\n!...$\n$!$!$", gold_tiles=1, potion_tile_chance=100)
    position.state["road"][0][13] |= 1  # under the Character, which has walked on when the tile is drawn
    position.state["pickup_count"][0] += 1
    assert value(ticked(position), "pickup_count") == 13


def test_L4_an_enemy_moves_in_the_tick_it_appears():
    text = HOME.replace("=.....=", "=C....=", 1)
    position = draw(text, state={"cycles": 4}, battle_radius=[0] * 5, support_radius=[0] * 5)
    assert enemy_places(ticked(position)) == [17]  # beside the castle is tile 18


BUILDING_SITES = {  # where a building stands, and the tile where its zombie appears
    "H======\n@.....=\n=P....=\n=.....=\n=======": 18,
    "H======\n@.P...=\n=.....=\n=.....=\n=======": 2,
    "H======\n@P....=\n=.....=\n=.....=\n=======": 1,
    "H======\n@....P=\n=.....=\n=.....=\n=======": 5,
    "H======\n@.....=\n=....P=\n=.....=\n=======": 8,
    "H======\n@.....=\n=.....=\n=....P=\n=======": 9,
    "H======\n@.....=\n=.....=\n=..P..=\n=======": 13,
    "H======.\n@.....=P\n=.....=.\n=.....=.\n=======.": 7,
}


@pytest.mark.parametrize("text", BUILDING_SITES)
def test_L5_an_enemy_appears_on_the_first_path_tile_up_right_down_left(text):
    position = draw(text, zombie_period=200, battle_radius=[0] * 5, support_radius=[0] * 5)
    assert enemy_places(ticked(position)) == [BUILDING_SITES[text]]


def test_L5_the_castle_counts_as_path():
    position = draw("P......\nH======\n@.....=\n=======", zombie_period=200)
    assert enemy_places(ticked(position)) == [0]
    assert value(position, "fighting") == 1
