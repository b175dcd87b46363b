"""Ways through the corridors, and the styles of bots that know them."""

from __future__ import annotations

from collections import deque
from random import Random

import pytest
from minefield_drawing import draw

import garrison
from garrison.bots.search import Budget, method
from garrison.core.plain import plain
from garrison.games.minefield.rules.field import next_square
from garrison.games.minefield.skill.paths import way_to
from garrison.games.minefield.skill.styles import ARMING, GATHERING
from garrison.games.minefield.state import COLUMNS, CORE_OF, CORES, FIELD_SIZE, NOWHERE, ROWS, Object

NEARLY_ALL = 0.99  # some shorter ways lead through a core between two corridors
A_MINE_FARTHER_OFF = """
#############
#...2..P...3#
#############
"""


def steps_to(goal: int, squares: list[int]) -> dict[int, int]:
    """How many steps it is to a square, from all squares."""
    steps, todo = {goal: 0}, deque([goal])
    while todo:
        square = todo.popleft()
        for direction in range(4):
            near = int(plain(next_square)(square, direction))
            if squares[near] != Object.WALL and near not in steps:
                steps[near] = steps[square] + 1
                todo.append(near)
    return steps


def test_M2_every_square_is_in_a_core_or_in_a_corridor():
    """The top-left square of core (i, j) is in row 2 + 5i, column 2 + 5j, and it is 4 x 4."""
    cores = CORE_OF.reshape(ROWS, COLUMNS)
    for core in range(CORES):
        row, column = 2 + 5 * (core // 10), 2 + 5 * (core % 10)
        assert (cores[row : row + 4, column : column + 4] == core).all()
    assert (cores != NOWHERE).sum() == 16 * CORES


def test_the_first_step_is_on_a_shortest_way():
    tried = good = 0
    for seed in range(6):
        state, dice = garrison.load("minefield", variant="former").new(seed).state[0], Random(seed)
        squares = state.squares.tolist()
        free = [square for square in range(FIELD_SIZE) if squares[square] != Object.WALL]
        for goal in dice.sample(free, 8):
            steps = steps_to(goal, squares)
            for start in dice.sample(sorted(steps.keys() - {goal}), 25):
                then = int(plain(next_square)(start, plain(way_to)(state, start, goal)))
                assert then in steps  # never into a wall
                tried, good = tried + 1, good + (steps[then] == steps[start] - 1)
    assert good / tried > NEARLY_ALL


@pytest.mark.parametrize("style", [ARMING, GATHERING])
def test_those_who_know_the_way_go_for_a_mine(style):
    position = draw(A_MINE_FARTHER_OFF, energy=100)
    thinker = method("policy", position.game, {"style": style})
    chosen = {thinker.think(position, 0, Budget(1), seed)[0].action for seed in range(10)}
    assert chosen == {position.game.action("right")}
