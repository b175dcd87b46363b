"""L6, L7, L28, L29: how enemies move, and the traps and fires in their way."""

import pytest
from loop_drawing import (
    branches,
    draw,
    drawing,
    enemies,
    enemy_healths,
    enemy_places,
    hand,
    legal,
    picture,
    played,
    ticked,
    told,
    value,
)

from garrison.core.plain import plain
from garrison.games.loop.rules.enemies import strides
from garrison.games.loop.state.constants import Road

pytestmark = pytest.mark.lane

PEACE = {"battle_radius": [0] * 5, "support_radius": [0, 0, 3, 0, 0]}


def moved(text, times=1, **facts):
    return enemy_places(ticked(draw(text, **PEACE, **facts), times))


@pytest.mark.parametrize("drawn, place", [(0, 6), (24, 6), (25, 4), (49, 4), (50, 5), (99, 5)])
def test_L6_slugs_move_forward_back_or_stay(drawn, place):
    """The table: 25% forward, 25% back, 50% stay."""
    assert moved("H@===s==\n=......=\n========", slug_forward=25, slug_back=25, chance=[(100, drawn)]) == [place]


def test_L6_zombies_move_on_every_second_tick():
    position = draw("H=======\n=......z\n=======@", **PEACE)
    places = [enemy_places(ticked(position))[0] for _ in range(6)]
    assert places == [8, 7, 7, 6, 6, 5]


@pytest.mark.parametrize("enemy", "vDE")
def test_L6_vampires_and_bosses_move_anti_clockwise_each_tick(enemy):
    assert moved(f"H======\n=.....{enemy}\n======@", 3) == [4]


def test_L6_the_path_is_closed_for_enemies_too():
    assert moved("HD==\n@..=\n====") == [0]
    assert moved("H=v=\n=..@\n====", 3) == [9]
    assert moved("H==@\ns..=\n====", slug_forward=100) == [0]


def test_L6_radii_are_straight_lines_between_centres_edges_included():
    """A zombie's battle radius is 2: two tiles across count, one across and two down do not."""
    corner = "H=@==\n=...=\n=...=\n====="
    for zombie, fights in [((4, 0), True), ((4, 1), False), ((2, 3), False)]:
        lines = [list(line) for line in corner.split("\n")]
        lines[0][1], lines[0][2] = "@", "="
        lines[zombie[1]][zombie[0]] = "z"
        position = ticked(draw("\n".join("".join(line) for line in lines), zombie_period=200))
        assert value(position, "fighting") == fights


def test_L6_parts_of_the_path_that_lie_side_by_side_are_near():
    position = draw("H@====\n=....=\n===s==", battle_radius=[2] * 5)
    assert value(ticked(position), "fighting") == 0
    assert value(ticked(position), "fighting") == 1  # from (3, 0) straight down to (3, 2)


def test_L7_vampires_run_clockwise_while_a_campfire_is_near():
    """The fire reaches three tiles: the vampire turns where it is that near, and turns back outside."""
    position = draw("H=======v=\n=........@\n=..f.....=\n==========", **PEACE)
    places = [enemy_places(ticked(position))[0] for _ in range(6)]
    assert places == [7, 6, 5, 6, 5, 6]


def test_L7_fires_frighten_nobody_else():
    position = draw("H====1====\n=..f.....@\n==========", also={"1": "zD"}, **PEACE, zombie_period=1)
    assert enemy_places(ticked(position)) == [4, 4]


def test_L28_a_trap_hurts_one_enemy_by_5_and_is_gone():
    position = draw("H@==xs==\n=......=\n========", **PEACE, slug_back=100)
    ticked(position)
    assert enemy_healths(position) == [15]
    assert told(position) == ["Slug 1 steps on a trap and loses 5; 15 left."]
    assert picture(position) == drawing("H=@=s===\n=......=\n========")


def test_L28_a_trap_acts_on_enemies_that_stayed_or_appeared_too():
    position = draw("H@==1===\n=......=\n========", also={"1": "sx"}, **PEACE)
    assert enemy_healths(ticked(position)) == [15]
    position = draw("H===x===\n@...P..=\n========", battle_radius=[0] * 5, zombie_period=200)
    assert enemy_healths(ticked(position)) == [25]


@pytest.mark.parametrize("drawn, left", [(0, [15, 20, 20]), (1, [20, 15, 20]), (2, [20, 20, 15])])
def test_L28_a_trap_draws_one_of_the_enemies_on_it(drawn, left):
    chance = [(100, 60)] * 3 + [(3, drawn)]
    position = draw("H@==1===\n=......=\n========", also={"1": "sxss"}, **PEACE, chance=chance)
    assert enemy_healths(ticked(position)) == left


def test_L28_an_enemy_without_health_dies_and_gives_nothing():
    position = draw("H@==1=s=\n=......=\n========", also={"1": "sx"}, enemy_health=[5, 20], **PEACE)
    ticked(position)
    assert enemies(position) == "s"
    assert told(position) == ["Slug 1 steps on a trap and loses 5; 0 left.", "Slug 1 dies."]
    assert (value(position, "gold"), hand(position)) == (0, "")


def test_L28_each_trap_acts_once():
    text = "H@==1=2=\n=......=\n========"
    position = draw(text, also={"1": "sxs", "2": "sxs"}, enemy_health=[5, 5, 5, 5], **PEACE)
    ticked(position)
    assert enemies(position) == "ss"
    assert picture(position) == drawing("H=@=s=s=\n=......=\n========")


def test_L28_a_boss_killed_by_a_trap_counts():
    position = draw("H@==xD==\n=......=\n========", enemy_health=[3], **PEACE)
    ticked(position)
    assert value(position, "bosses_killed") == 1
    assert value(position, "item_count") == 0


def test_L28_joining_a_battle_does_not_spring_a_trap():
    position = draw("H@x=s===\n=......=\n========", battle_radius=[2, 0, 0, 0, 0])
    ticked(position)
    assert value(position, "fighting") == 1
    assert enemy_places(position) == [2]
    assert enemy_healths(position) == [20]


def test_L28_the_tile_of_a_sprung_trap_can_be_built_on_again():
    position = draw("H@==1===\n=......=\n========", also={"1": "sx"}, **PEACE, cards="h")
    position.play(0, "card 1")
    assert 4 not in position.actions(0)
    ticked(position)
    assert 4 in position.actions(0)
    position.play(0, 4)
    assert picture(position) == drawing("H=@=s===\n=......=\n========")


def test_L28_a_sprung_trap_makes_room_for_cards_that_had_none():
    position = draw("HBhh\nh..1\nhhhh", also={"1": "sx"}, **PEACE, cards="h")
    assert "card 1" not in legal(position)
    assert "card 1" in legal(ticked(position))


@pytest.mark.parametrize("row, column, towers", [(1, 1, 1), (1, 4, 1), (1, 5, 0), (3, 2, 1), (3, 1, 0), (3, 3, 0)])
def test_L29_towers_join_within_3_tiles(row, column, towers):
    lines = ["H@=s=====", "=.......=", "=.......=", "=.......=", "========="]
    lines[row] = lines[row][:column] + "T" + lines[row][column + 1 :]
    assert value(ticked(draw("\n".join(lines))), "towers") == towers


@pytest.mark.parametrize(
    "row, column, damage", [(2, 2, 36), (2, 5, 36), (2, 1, 18), (3, 4, 36), (3, 3, 18), (3, 5, 18)]
)
def test_L29_a_campfire_reaches_3_tiles(row, column, damage):
    lines = ["H===1====", "=.......=", "=.......=", "=.......=", "========="]
    lines[row] = lines[row][:column] + "f" + lines[row][column + 1 :]
    position = draw("\n".join(lines), also={"1": "@v"}, battle=True)
    assert enemy_healths(ticked(position)) == [90 - damage]


@pytest.mark.parametrize("frightens, warms", [(3, 2), (2, 3)])
def test_L29_a_placed_campfire_reaches_what_a_drawn_one_does(frightens, warms):
    """The drawing works out its distances by itself."""
    rules = {"support_radius": [1, 2, frightens, 1, 1], "campfire_radius": warms}
    placed = played(draw("H======\n=.....=\n=.....=\n=.....=\n=======", cards="f", **rules), "card 1", 2 * 7 + 3)
    drawn = draw("H======\n=.....=\n=..f..=\n=.....=\n=======", **rules)
    assert placed.state["road"][0].tolist() == drawn.state["road"][0].tolist()
    assert set(drawn.state["road"][0].tolist()) == {
        0,
        Road.SCARY if frightens == 3 else Road.WARM,
        Road.SCARY | Road.WARM,
    }


@pytest.mark.parametrize(
    "enemy, age, facts, expected",
    [
        ("s", 0, {"slug_back": 30, "slug_forward": 30}, {-1, 0, 1}),
        ("s", 0, {"slug_back": 50}, {-1, 0}),
        ("s", 0, {}, {0}),
        ("z", 0, {}, {0}),
        ("z", 1, {}, {-1}),
        ("v", 0, {}, {-1}),
        ("D", 0, {}, {-1}),
    ],
)
def test_where_an_enemy_may_go_is_where_it_goes(enemy, age, facts, expected):
    position = draw(f"H@====={enemy}==\n=........=\n==========", **facts)
    position.state["enemy_ages"][0][0] = age
    back, forth = plain(strides)(position.game.record[0], position.state[0], 0)
    assert set(range(back, forth + 1)) == expected
    places = branches(position, 200).states["enemy_places"][:, 0]
    assert {int(place) - 7 for place in places} == expected


def test_a_frightened_vampire_may_go_forth():
    position = draw("H@===v====\n=...f....=\n==========")
    assert plain(strides)(position.game.record[0], position.state[0], 0) == (1, 1)
