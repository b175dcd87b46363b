"""Siege's policy with walls, rams and ships: where it needs them it builds, mans and uses them."""

from random import Random

import pytest
from siege_drawing import draw, picture, value

import garrison
from garrison import bots
from garrison.bots.level_bots import LevelBot
from garrison.bots.search import Budget, method
from garrison.core.discovery import find
from garrison.core.levels import Level
from garrison.core.plain import plain
from garrison.games.siege.skill.engines import is_shut_out
from garrison.games.siege.skill.styles import GUNNER, HOLD, STEADY, STORM, WARDEN
from garrison.games.siege.skill.throws import gain
from garrison.games.siege.state import Building, Engine, Phase, Press


def bot_of(name):
    """A bot by its name, or the policy in a style."""
    return bots.find(name, find("siege")) if isinstance(name, str) else LevelBot(Level("s.", "policy", {"style": name}))


def turn(position, name=STEADY, turns=1, seed=1):
    """This many turns of the player who is to act, while the other side does nothing but end its own."""
    player, bot, dice = position.waiting[0], bot_of(name), Random(seed)
    last = value(position, "turn") + 2 * turns
    while not position.over and value(position, "turn") < last:
        who = position.waiting[0]
        position.play(who, bot(position, who, dice) if who == player else idle(position))
    return position


def idle(position):
    """What ends the turn soonest."""
    return max(
        position.actions(position.waiting[0]), key=lambda action: (action in (Press.END_UNITS, Press.END_TURN), -action)
    )


def count(position, kind):
    """How many buildings of a kind there are."""
    return int((position.state["building_kind"][0] == kind).sum())


def engines(position, kind):
    """How many siege units or ships of a kind there are."""
    return int((position.state["engine_kind"][0] == kind).sum())


FORTRESS = """
. . . . . . . . . . . . . . .
. . K1 K1 K1 . . . . . . . . . .
. . K1 K1 K1 . . . . . . . . . .
. . K1 K1 K1 . . . . . . . K2 K2 K2
. . . . . . . . . . . . K2 K2 K2
. . . B1 B1 . . . . . . . K2 K2 K2
. . . B1 B1 . . . . . . . . . I
i . . . . . . . . . . . . . .
"""


def test_the_steady_walls_its_castle_in():
    position = turn(draw(FORTRESS, coins=[40, 0]), turns=6)
    ring = [(0, 2), (0, 3), (0, 4), (4, 2), (4, 3), (4, 4), (1, 1), (2, 1), (3, 1), (1, 5), (2, 5), (3, 5)]
    kinds = [building_on(position, row, column) for row, column in ring]
    assert kinds == [Building.WALL] * 12


def building_on(position, row, column):
    number = value(position, "building_at", row * value(position, "columns") + column)
    return value(position, "building_kind", number - 1) if number else 0


def test_a_defender_builds_walls_in_the_set_up():
    position, bot, dice = (
        garrison.load("siege", variant="former", map="plain", mode="siege").new(1),
        bot_of(STEADY),
        Random(1),
    )
    while position.waiting == (0,):
        position.play(0, bot(position, 0, dice))
    assert count(position, Building.WALL) == 4


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_the_other_levels_build_no_walls(level):
    assert count(turn(draw(FORTRESS, coins=[40, 0]), level, turns=4), Building.WALL) == 0


WALLED = """
. . . . . . . . . . . . . . . .
. . . . . . . . . . . . = = = .
. K1 K1 K1 . . . . . . . # K2 K2 K2 #
. K1 K1 K1 . . . . . . . # K2 K2 K2 #
. K1 K1 K1 . . . . . . . # K2 K2 K2 #
. . . . . . . . . . . . = = = .
. B1 B1 . . . . . . . . . . . . .
. B1 B1 . . . . . . . . . . . . .
i i i i . . . . . . . . . . . .
"""


def enemys(position):
    """All walls are those of the second castle."""
    position.state["building_castle"][0, 128:136] = 1
    return position


def test_the_steady_builds_a_ladder_against_walls_and_where_ladders_are_dear_a_workshop_and_a_ram():
    position = turn(enemys(draw(WALLED, coins=[40, 0], armed=[1, 0])), turns=3)
    assert (count(position, Building.LADDER), count(position, Building.WORKSHOP)) == (1, 0)
    costs = [8, 8, 8, 8, 1, 1, 99]
    position = turn(enemys(draw(WALLED, coins=[40, 0], armed=[1, 0], rules={"building_cost": costs})), turns=3)
    assert (count(position, Building.LADDER), count(position, Building.WORKSHOP)) == (0, 1)
    assert engines(position, Engine.RAM) >= 1


def test_the_steady_builds_no_ram_where_the_way_is_open():
    open_side = WALLED.replace("= = =", ". . .")
    position = turn(draw(open_side, coins=[40, 0], armed=[1, 0]), turns=3)
    assert (count(position, Building.WORKSHOP), engines(position, Engine.RAM)) == (0, 0)


def test_the_steady_mans_a_ram_rolls_it_to_the_wall_and_breaks_it():
    board = WALLED.replace("i i i i . . . . . . . . . . . .", ". . . . i i i R R . . . . . . .")
    position = turn(enemys(draw(board, coins=[0, 0], armed=[1, 0], rules={"army_turns": 99})), turns=1)
    assert "Ri" in picture(position)
    turn(position, turns=25)
    assert value(position, "bases", 1) == 0


ISLANDS = """
. . . . . . . ~ ~ ~ ~ ~ ~ ~ . . . . .
. K1 K1 K1 . . . ~ ~ ~ ~ ~ ~ ~ . K2 K2 K2 .
. K1 K1 K1 . . . ~ ~ ~ ~ ~ ~ ~ . K2 K2 K2 .
. K1 K1 K1 . . . ~ ~ ~ ~ ~ ~ ~ . K2 K2 K2 .
. . . . . . . ~ ~ ~ ~ ~ ~ ~ . . . . .
. B1 B1 . . . . ~ ~ ~ ~ ~ ~ ~ . . . . .
. B1 B1 . i i i ~ ~ ~ ~ ~ ~ ~ . . . . .
"""


def test_the_steady_builds_a_port_and_a_ship_where_water_is_in_between():
    position = turn(draw(ISLANDS, coins=[40, 0], armed=[1, 0], rules={"build_distance": FAR_CAMPS}), turns=4)
    assert count(position, Building.PORT) == 1
    assert engines(position, Engine.SHIP) >= 1


FAR_CAMPS = [5, 5, 5, 3, 10, 10, 10]  # no castle reaches the other island


COAST = """
. . . . . ~ ~ ~ ~ ~ . . . . .
. K1 K1 K1 . ~ ~ ~ ~ ~ . K2 K2 K2 .
. K1 K1 K1 . ~ ~ ~ ~ ~ . K2 K2 K2 .
. K1 K1 K1 . ~ ~ ~ ~ ~ . K2 K2 K2 .
. . . . . ~ ~ ~ ~ ~ . . . . .
i i i P1 P1 ~ ~ ~ ~ ~ . . . . .
. . . P1 P1 ~ ~ ~ ~ ~ . . . . .
. . . . . ~ ~ ~ ~ ~ . . . . .
"""


@pytest.mark.parametrize("seed", range(4))
def test_the_steadys_ships_lie_where_they_can_be_boarded(seed):
    position = draw(COAST, coins=[4, 0], part=Phase.BUILDINGS, rules={"build_distance": FAR_CAMPS})
    while engines(position, Engine.SHIP) == 0:
        turn(position, seed=seed)
    field, way = value(position, "engine_field", 0), value(position, "engine_way", 0)
    assert (way, field % 15) == (1, 5)  # along the shore, not out to sea


def test_the_steady_embarks_sails_and_lands():
    board = ISLANDS.replace("i i i ~ ~ ~", ". . . S S S").replace("B1 B1 . . . . ~", "B1 B1 . i i i ~")
    position = turn(draw(board, coins=[0, 0], armed=[1, 0], rules={"build_distance": FAR_CAMPS}), turns=7)
    landed = [field for field in position.state["unit_field"][0, :16].tolist() if field % 19 >= 14]
    assert len(landed) >= 2


def test_plans_with_walls_are_among_those_that_a_search_tries():
    position = draw(FORTRESS, coins=[40, 0], part=Phase.BUILDINGS)
    position.play(0, 17)  # the castle
    choices = method("halving", position.game, {"plans": 8, "styles": 4, "free": 0.0, "turns": 1}).think(
        position, 0, Budget(16), seed=1
    )
    assert Press.WALL in {choice.action for choice in choices}


# --- Whether walls shut an army out


HALF_OPEN = """
. . . . . = = = . .
. . . . # K2 K2 K2 {} .
. . . . # K2 K2 K2 {} .
. . . . # K2 K2 K2 {} .
. . . . . = = = . .
i . . . . . . . . .
"""


@pytest.mark.parametrize("east, is_out", [(". . .", False), (". . ^", True), ("^ ^ .", True)])
def test_G22_a_side_is_shut_out_that_cannot_stand_on_enough_fields_beside_a_castle(east, is_out):
    position = draw(HALF_OPEN.format(*east.split()))
    assert bool(plain(is_shut_out)(position.game.record[0], position.state[0], 0)) == is_out


def test_G22_how_many_fields_are_needed_is_a_parameter():
    position = draw(HALF_OPEN.format(".", "^", "^"), rules={"capture_units": 1})
    assert not plain(is_shut_out)(position.game.record[0], position.state[0], 0)


# --- Trebuchets and siege towers


GUNS = "{}\n" + ". . . . . . . . . . . .\n" * 2 + "K1 K1 K1 . . . . . . K2 K2 K2\n" * 3


@pytest.mark.parametrize(
    "row",
    [
        ". Xi X . . I A C . . . .",  # in its line
        ". Xi Xi . . . I A C . . .",  # after a move
    ],
)
def test_G15_a_trebuchet_hurls_where_most_enemies_may_be(row):
    position = turn(draw(GUNS.format(row), dice=(5,), rules={"army_turns": 99}), STORM)
    assert value(position, "army", 1) == 2


def test_G15_no_stone_is_hurled_at_its_own_side():
    position = draw(GUNS.format(". Xi X . . i a . . . . I"), coins=[0, 0])
    assert value(turn(position, STORM), "army", 0) == 3


def test_G15_an_engine_counts_for_those_inside():
    rows = "i . . . . . . . . . . ."
    position = draw(GUNS.format(rows).replace(". . .", "R RA .", 1).replace("i R", "i R"))
    own = {field: int(plain(gain)(position.state[0], 0, field)) for field in (0, 1, 2, 3)}
    assert own == {0: -1, 1: 1, 2: 1, 3: 0}


def test_G13_archers_in_a_tower_shoot_and_it_rolls_on_to_the_enemy():
    board = "{}\n{}\n" + ". . . . . . . . . . . .\n" + "K1 K1 K1 . . . . . . K2 K2 K2\n" * 3
    near = draw(board.format("Ta T . . I . . . . . . .", "T T . . . . . . . . . ."), dice=(6,), coins=[0, 0])
    assert value(turn(near, STORM), "army", 1) == 0
    far = draw(board.format("Ta Ta . . . . . . I . . .", "T T . . . . . . . . . ."), coins=[0, 0])
    assert value(turn(far, STORM), "engine_field", 0) % 12 == 1


@pytest.mark.parametrize("style, kind", [(GUNNER, Engine.TREBUCHET), (WARDEN, Engine.TOWER)])
def test_some_styles_make_engines_without_need(style, kind):
    position = turn(draw(FORTRESS, coins=[60, 0], rules={"castle_coins": 4, "income_turns": 5}), style, turns=3)
    assert engines(position, kind) >= 1
    assert count(position, Building.CAMP) == (1 if style == WARDEN else 0)


@pytest.mark.parametrize("enemies, works", [(0, 1), (9, 0)])
def test_G29_coins_that_are_not_earned_again_go_into_walls_only_with_the_larger_army(enemies, works):
    """And then into a gate first, on which its owner can stand."""
    board = FORTRESS.replace(
        "i . . . . . . . . . . . . . .",
        "i i i i i . . . . . . " + ". . . I" if not enemies else "i i i i i . I I I I I I I I I",
    )
    position = turn(draw(board, coins=[12, 0], turns=[5, 5], armed=[1, 1], rules={"income_turns": 4}), HOLD)
    assert (count(position, Building.GATE) + count(position, Building.WALL) > 0) == (works > 0)
    assert count(position, Building.GATE) == works
