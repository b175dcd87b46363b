"""Minefield's runner: it lives much longer than chance lets it, and takes what lies beside it."""

from __future__ import annotations

from random import Random
from statistics import fmean

import pytest
from minefield_drawing import draw

import garrison
from garrison import bots
from garrison.core.engine.lane import COMPILED
from garrison.core.levels import NAMES as LEVELS
from playing import bots_play

GAMES = 12
BESIDE_A_NUMBER = """
#######
#..P3.#
#######
"""
BETWEEN_MINE_AND_WALL = """
#######
#.+P..#
#######
"""


def mean_life(bot: str) -> float:
    game = garrison.load("minefield", rules={"time_limit": 600})
    return fmean(bots_play(game, seed, [bot]).steps for seed in range(GAMES))


def test_the_runner_outlives_chance():
    assert mean_life("runner") > 5 * mean_life("random")


@pytest.mark.skipif(not COMPILED, reason="a search in plain Python takes minutes")
@pytest.mark.parametrize("bot", ["runner", *LEVELS])
def test_nobody_steps_onto_a_mine(bot):
    position = draw(BETWEEN_MINE_AND_WALL, energy=100)
    choose = bots.find(bot, position.game.entry)
    for seed in range(5):
        assert position.game.action_name(choose(position, 0, Random(seed))) != "left"


def test_the_runner_takes_a_three_beside_it():
    position = draw(BESIDE_A_NUMBER, energy=100)
    assert bots.find("runner", position.game.entry)(position, 0, Random(1)) == position.game.action("right")
