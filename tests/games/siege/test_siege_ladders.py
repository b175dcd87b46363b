"""Siege's policy in front of walls: it has a ladder put up, climbs it, and takes the castle behind them (G7, G19)."""

from random import Random

import pytest
from siege_drawing import draw, value

from garrison.bots.search import Budget, method
from garrison.core.engine.lane import COMPILED
from garrison.core.plain import plain
from garrison.games.siege.skill.engines import is_shut_out
from garrison.games.siege.skill.ladders import ladder_places
from garrison.games.siege.skill.styles import SERGEANT, STORM
from garrison.games.siege.state import WORKS_FROM, Building, Phase, Press

compiled_only = pytest.mark.skipif(not COMPILED, reason="whole games in plain Python take minutes")
KEEP = """
. . . . . . . . . = = = . .
K1 K1 K1 i i . . . # K2 K2 K2 # .
K1 K1 K1 i i . . . # K2 K2 K2 # .
K1 K1 K1 . . . . . # K2 K2 K2 # .
. . . . . . . . . = = = . I
"""


def storm(position, style=STORM):
    """Player 0 plays by a style, player 1 does nothing."""
    thinker, dice = method("policy", position.game, {"style": style}), Random(1)
    while not position.over and value(position, "turns", 0) < 30:
        player, legal = position.waiting[0], position.actions(position.waiting[0])
        if player == 1:
            action = max(legal, key=lambda one: (one in (Press.END_UNITS, Press.END_TURN), -one))
        else:
            action = thinker.think(position, player, Budget(1), dice.getrandbits(60))[0].action
        position.play(player, action)
    return position


def keep(reach=16):
    """A castle that walls keep everybody from; each side has one to lose."""
    rules = {"build_distance": [5, 5, 5, 20, 10, 10, reach]}
    return draw(KEEP, part=Phase.BUILDINGS, rules=rules, coins=[1, 0])


def ladders(position):
    """How many stand."""
    return position.state["building_kind"][0][WORKS_FROM:].tolist().count(Building.LADDER)


def test_G19_ladders_go_in_front_of_the_enemys_walls_within_reach():
    for reach, is_any in ((16, True), (3, False)):
        position = keep(reach)
        places = plain(ladder_places)(position.game.record[0], position.state[0], 0, 0)
        columns = {(row, column) for row in range(5) for column in range(14) if int(places[row]) >> column & 1}
        assert bool(columns) == is_any
        assert all(column == 7 for row, column in columns if 0 < row < 4), "on this side of the upright wall"


@compiled_only
def test_G7_an_army_that_walls_keep_out_climbs_over_them():
    position = keep()
    assert plain(is_shut_out)(position.game.record[0], position.state[0], 0)
    after = storm(position)
    assert ladders(after) == 1
    assert after.over
    assert after.outcome.winners == (0,)


@compiled_only
@pytest.mark.parametrize("style, reach", [(STORM, 3), (SERGEANT, 16)])
def test_without_a_ladder_nobody_gets_in(style, reach):
    """It is out of the castle's reach, or the style knows none."""
    after = storm(keep(reach), style)
    assert ladders(after) == 0
    assert value(after, "bases", 0) == 1


def test_a_ladder_makes_a_way():
    board = KEEP.replace("K1 K1 K1 i i . . . # K2", "K1 K1 K1 i i . . H # K2")
    position = draw(board, part=Phase.BUILDINGS)
    assert not plain(is_shut_out)(position.game.record[0], position.state[0], 0)
