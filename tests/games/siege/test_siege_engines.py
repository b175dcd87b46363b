"""Siege's policy with walls, rams and ships: where it needs them it builds, mans and uses them."""

from random import Random

import pytest
from siege_drawing import draw, picture, value

import garrison
from garrison import bots
from garrison.bots.search import Budget, method
from garrison.core.discovery import find
from garrison.games.siege.state import Phase, Press

SHIP, RAM = 4, 2
BARRACKS, WORKSHOP, PORT, WALL = 2, 3, 4, 6


def turn(position, level="hard", turns=1, seed=1):
    """This many turns of the player who is to act, while the other side does nothing but end its own."""
    player, bot, dice = position.waiting[0], bots.find(level, find("siege")), Random(seed)
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


def test_hard_walls_its_castle_in():
    position = turn(draw(FORTRESS, coins=[40, 0]), turns=6)
    ring = [(0, 2), (0, 3), (0, 4), (4, 2), (4, 3), (4, 4), (1, 1), (2, 1), (3, 1), (1, 5), (2, 5), (3, 5)]
    kinds = [building_on(position, row, column) for row, column in ring]
    assert kinds == [WALL] * 12


def building_on(position, row, column):
    number = value(position, "building_at", row * value(position, "columns") + column)
    return value(position, "building_kind", number - 1) if number else 0


def test_a_defender_builds_walls_in_the_set_up():
    position, bot, dice = (
        garrison.load("siege", map="plain", mode="siege").new(1),
        bots.find("hard", find("siege")),
        Random(1),
    )
    while position.waiting == (0,):
        position.play(0, bot(position, 0, dice))
    assert count(position, WALL) == 4


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_the_other_levels_build_no_walls(level):
    assert count(turn(draw(FORTRESS, coins=[40, 0]), level, turns=4), WALL) == 0


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


def test_hard_builds_a_workshop_and_a_ram_against_walls():
    position = turn(enemys(draw(WALLED, coins=[40, 0], armed=[1, 0])), turns=3)
    assert count(position, WORKSHOP) == 1
    assert engines(position, RAM) >= 1


def test_hard_builds_no_ram_where_the_way_is_open():
    open_side = WALLED.replace("= = =", ". . .")
    position = turn(draw(open_side, coins=[40, 0], armed=[1, 0]), turns=3)
    assert (count(position, WORKSHOP), engines(position, RAM)) == (0, 0)


def test_hard_mans_a_ram_rolls_it_to_the_wall_and_breaks_it():
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


def test_hard_builds_a_port_and_a_ship_where_water_is_in_between():
    position = turn(draw(ISLANDS, coins=[40, 0], armed=[1, 0], rules={"build_distance": FAR_CAMPS}), turns=4)
    assert count(position, PORT) == 1
    assert engines(position, SHIP) >= 1


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
def test_hards_ships_lie_where_they_can_be_boarded(seed):
    position = draw(COAST, coins=[4, 0], part=Phase.BUILDINGS, rules={"build_distance": FAR_CAMPS})
    while engines(position, SHIP) == 0:
        turn(position, seed=seed)
    field, way = value(position, "engine_field", 0), value(position, "engine_way", 0)
    assert (way, field % 15) == (1, 5)  # along the shore, not out to sea


def test_hard_embarks_sails_and_lands():
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
