"""Which number P goes for, and whether a step leads there."""

import numpy as np

from garrison.core.engine.rule import rule
from garrison.games.minefield.rules import is_number
from garrison.games.minefield.rules.field import NOWHERE, next_square
from garrison.games.minefield.skill.styles import ARMING, CAREFUL, EAGER
from garrison.games.minefield.skill.ways import distance_between, is_passing, way_to
from garrison.games.minefield.state import COLUMNS, FIELD_SIZE, ROWS, Object

AHEAD = -2  # the goal of who is between two crossings
DETOUR = 8  # energy that a number without any may cost
BROAD, HIGH = 14, 9  # columns and rows on each side in which the eager look for a number


@rule
def goal_of(p, s, style):
    """The number that a style goes for; NOWHERE if it goes for none."""
    if style >= ARMING and is_passing(s.player, s.facing):
        return AHEAD
    if style == ARMING:
        armed = nearest_mine(p, s)
        if armed != NOWHERE:
            return armed
    if style >= CAREFUL:
        return best_number(p, s, ROWS, COLUMNS)
    return best_number(p, s, HIGH, BROAD) if style == EAGER else NOWHERE


@rule
def nearest_mine(p, s):
    """The square of the nearest number that brings a mine; NOWHERE if there is none."""
    found, nearest = NOWHERE, ROWS + COLUMNS
    for square in range(COLUMNS, FIELD_SIZE - COLUMNS):
        thing, distance = s.squares[square], distance_between(square, s.player)
        if is_number(thing) and p.number_mines[thing - Object.ONE] > 0 and distance < nearest:
            found, nearest = square, distance
    return found


@rule
def best_number(p, s, high, broad):
    """The square of the number, so many rows and columns away at most, that is worth most for its distance."""
    found, best = NOWHERE, 0.0
    row, column = s.player // COLUMNS, s.player % COLUMNS
    for near_row in range(max(row - high, 1), min(row + high + 1, ROWS - 1)):
        for near_column in range(max(column - broad, 1), min(column + broad + 1, COLUMNS - 1)):
            square = near_row * COLUMNS + near_column
            if is_number(s.squares[square]):
                distance = distance_between(square, s.player)
                number = s.squares[square] - Object.ONE
                worth = (p.number_energy[number] - distance + DETOUR) / np.float64(distance + 4)
                if worth > best:
                    found, best = square, worth
    return found


@rule
def leads(s, direction, goal, style):
    """Whether a style takes a direction for one that leads to its goal."""
    if goal == AHEAD:
        return direction == s.facing
    if style >= ARMING:
        return direction == way_to(s, s.player, goal)
    return is_nearer(next_square(s.player, direction), s.player, goal)


@rule
def is_nearer(one, other, goal):
    """Whether one square is nearer to a goal than the other."""
    return distance_between(one, goal) < distance_between(other, goal)
