"""How to play Minefield well: what a position is worth, and the policy of the runner.

The runner looks along the four corridors from where P stands. It knows only what can be seen from there; which corridor
to prefer is for the search to find out.
"""

import numpy as np

from garrison.core.engine.rng import pick
from garrison.core.engine.rule import rule
from garrison.games.minefield.rules import is_enemy, is_number
from garrison.games.minefield.rules.field import next_square
from garrison.games.minefield.state import COLUMNS, Object, Press, Reason

STAY, UP_PRESS, WITH_MINE = int(Press.STAY), int(Press.UP), int(Press.MINE)
SIGHT = 24  # squares that are looked along a corridor
NEAR = 7  # an enemy within so many steps is worth a mine
LIFE, MINE, ENERGY = 2000.0, 150.0, 0.4  # points that being alive, a mine in stock and a unit of energy are worth
MOST_ENERGY = 300
HALF = 2000.0  # points at which a value is 0
CAREFUL, BOLD, WILD = 0, 1, 2  # the styles: how much chance there is in a step


@rule
def value(p, s, out):
    """Points, and what promises further ones."""
    worth = np.float64(s.points)
    if s.over == 0 or s.reason == Reason.TIME:
        worth += LIFE + MINE * min(s.mines, 3) + ENERGY * min(s.energy, MOST_ENERGY)
    out[0] = 2.0 * worth / (worth + HALF) - 1.0


@rule
def policy(p, s, player, mask, dice, style):
    """One of the four ways, the most promising first; a mine where somebody follows closely."""
    if s.tired == 1:
        return STAY
    best, way = -1_000_000, STAY
    for direction in range(4):
        promise = promise_of(p, s, direction) + pick(dice, noise_of(style))
        if direction == s.facing:
            promise += 6
        elif direction == (s.facing + 2) % 4:
            promise -= 6
        if promise > best:
            best, way = promise, direction + UP_PRESS
    if best < -500:
        way = STAY
    if s.mines > 0 and is_followed(s) and pick(dice, 3) == 0:
        way += WITH_MINE
    return way


@rule
def noise_of(style):
    """How much chance there is in the choice of a way."""
    return 8 if style == CAREFUL else (40 if style == BOLD else 150)


@rule
def promise_of(p, s, direction):
    """What can be seen along a corridor: the first number, less for each step; walls, mines and enemies put off."""
    square = next_square(s.player, direction)
    found = s.squares[square]
    if found == Object.WALL or found == Object.MINE or is_enemy(found):
        return -1000
    promise = 0
    if is_watched(s, square):
        promise -= 800
    for distance in range(1, SIGHT):
        found = s.squares[square]
        if found == Object.WALL or found == Object.MINE:
            return promise + min(distance, 4)
        if is_enemy(found):
            return promise - 60 // distance
        if is_number(found):
            return promise + number_worth(p, found) * 2 // (distance + 1)
        square = next_square(square, direction)
    return promise


@rule
def number_worth(p, found):
    """Points of a number, and of what comes with it."""
    number = found - Object.ONE
    return p.number_points[number] + p.number_energy[number] // 5 + p.number_mines[number] * 150


@rule
def distance_between(one, other):
    """Steps between two squares, walls apart."""
    return abs(one // COLUMNS - other // COLUMNS) + abs(one % COLUMNS - other % COLUMNS)


@rule
def is_watched(s, square):
    """Whether an enemy could be on this square in its next move."""
    for index in range(s.enemy_count):
        if distance_between(np.int64(s.enemy_squares[index]), square) <= 1:
            return True
    return False


@rule
def is_followed(s):
    """Whether an enemy is near."""
    for index in range(s.enemy_count):
        if distance_between(np.int64(s.enemy_squares[index]), s.player) <= NEAR:
            return True
    return False
