"""Minefield's bots: they live much longer than chance lets them, and go for what is near."""

from __future__ import annotations

from random import Random
from statistics import fmean

import numpy as np
import pytest
from minefield_drawing import draw

import garrison
from garrison import bots
from garrison.bots.search import Budget, method
from garrison.core.engine.lane import COMPILED
from garrison.core.levels import NAMES as LEVELS
from garrison.core.plain import plain
from garrison.core.position import Position
from garrison.games.minefield.skill import value
from garrison.games.minefield.skill.danger import chased, is_dead_end
from garrison.games.minefield.skill.styles import EAGER
from garrison.games.minefield.state import CORE_SQUARE, CORES, OUTLINE_SQUARES, SIDE_COUNT, Press, Reason
from playing import bots_play

GAMES, MINE = 12, int(Press.MINE)
BESIDE_A_NUMBER = """
#######
#..P3.#
#######
"""
AROUND_THE_CORNER = """
#########
#P......#
#.####..#
#......2#
#########
"""
A_STEP_NEARER = """
#########
#.P.....#
#.####..#
#......2#
#########
"""
BETWEEN_MINE_AND_WALL = """
#######
#.+P..#
#######
"""


def mean_life(bot: str) -> float:
    game = garrison.load("minefield", variant="former", rules={"time_limit": 600})
    return fmean(bots_play(game, seed, [bot]).steps for seed in range(GAMES))


def test_the_runner_outlives_chance():
    assert mean_life("runner") > 5 * mean_life("random")


@pytest.mark.skipif(not COMPILED, reason="a search in plain Python takes minutes")
@pytest.mark.parametrize("bot", ["runner", *LEVELS])
def test_nobody_steps_onto_a_mine(bot):
    position = draw(BETWEEN_MINE_AND_WALL, energy=100)
    choose = bots.find(bot, position.game.package)
    for seed in range(5):
        assert position.game.action_name(choose(position, 0, Random(seed))) != "left"


@pytest.mark.skipif(not COMPILED, reason="a search in plain Python takes minutes")
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_takes_a_three_beside_it(level):
    position = draw(BESIDE_A_NUMBER, energy=100)
    choose = bots.find(level, position.game.package)
    assert {choose(position, 0, Random(seed)) % MINE for seed in range(5)} == {position.game.action("right")}


@pytest.mark.skipif(not COMPILED, reason="a search in plain Python takes minutes")
@pytest.mark.parametrize("level", LEVELS)
def test_where_nobody_chases_it_every_level_lives_until_time_is_up(level):
    rules = {"start_x": 0, "start_y": 0, "enemy_period": 0, "start_mines": 3, "time_limit": 60}
    position = bots_play(garrison.load("minefield", variant="former", rules=rules), 1, [level])
    assert position.outcome.reason == "time"
    assert position.scores[0] > 0


def test_the_runner_takes_a_three_beside_it():
    position = draw(BESIDE_A_NUMBER, energy=100)
    assert bots.find("runner", position.game.package)(position, 0, Random(1)) == position.game.action("right")


def test_the_eager_go_for_a_number_that_they_do_not_see():
    position = draw(AROUND_THE_CORNER, energy=100)
    thinker = method("policy", position.game, {"style": EAGER})
    chosen = {thinker.think(position, 0, Budget(1), seed)[0].action for seed in range(20)}
    assert chosen <= {position.game.action("right"), position.game.action("down")}


@pytest.mark.parametrize("energy", [10, 1000])
def test_a_position_is_worth_more_near_a_number(energy):
    far, near = (worth_of(draw(board, energy=energy)) for board in (AROUND_THE_CORNER, A_STEP_NEARER))
    assert -1 < far < near < 1


def test_a_core_with_three_walls_is_a_dead_end():
    state = garrison.load("minefield", variant="former").new(3).state[0]
    for core in range(CORES):
        inside = int(CORE_SQUARE[core]) + int(OUTLINE_SQUARES[1])
        assert plain(is_dead_end)(state, inside) == (SIDE_COUNT[state.cores[core]] == 3)
        assert not plain(is_dead_end)(state, int(CORE_SQUARE[core]) - 1)


@pytest.mark.parametrize(("stubborn", "goes"), [(False, 53), (True, 0)])
def test_M10_who_foresees_an_enemy_knows_whether_it_is_stubborn(stubborn: bool, goes: int) -> None:
    """Behind a wall, X goes down instead, unless it is stubborn."""
    position = draw("X#.\n...\n..P", stubborn=stubborn)
    s = position.state[0]
    enemy = int(s["enemy_squares"][0])
    assert plain(chased)(position.game.record[0], s, 0, enemy, int(s["player"])) == enemy + goes


def test_a_late_end_is_better_than_an_early_one():
    early, late = draw(BESIDE_A_NUMBER), draw(BESIDE_A_NUMBER)
    for position, turn in ((early, 10), (late, 20)):
        position.state["over"], position.state["reason"], position.state["turn"] = 1, Reason.CAUGHT, turn
    assert worth_of(early) < worth_of(late)


def worth_of(position: Position) -> float:
    out = np.zeros(1)
    plain(value)(position.game.record[0], position.state[0], out)
    return float(out[0])
