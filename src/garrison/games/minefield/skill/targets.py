"""Which number P goes for, and whether a step leads there."""

from garrison.core.engine.record import float64, int64
from garrison.core.engine.rule import rule
from garrison.games.minefield.rules.field import distance_between, next_square
from garrison.games.minefield.skill.paths import is_passing, way_to
from garrison.games.minefield.skill.sight import FIRST_SQUARE, LAST_SQUARE, next_number
from garrison.games.minefield.skill.styles import ARMING, CAREFUL, EAGER
from garrison.games.minefield.state import COLUMNS, NOWHERE, ROWS, Object, Rules, State

AHEAD = -2  # the goal of a P that is between two crossings
DETOUR = 8  # energy that a number without any may cost
BROAD, HIGH = 14, 9  # columns and rows on each side in which the eager look for a number


@rule
def goal_of(p: Rules, s: State, style: int) -> int:
    """The number that a style goes for; NOWHERE if it goes for none."""
    if style >= ARMING and is_passing(s.player, s.facing):
        return AHEAD
    if style == ARMING:
        goal = nearest_mine(p, s)
        if goal != NOWHERE:
            return goal
    if style >= CAREFUL:
        return best_number(p, s, ROWS, COLUMNS)
    return best_number(p, s, HIGH, BROAD) if style == EAGER else NOWHERE


@rule
def nearest_mine(p: Rules, s: State) -> int:
    """The square of the nearest number that brings a mine; NOWHERE if there is none."""
    goal, nearest = NOWHERE, ROWS + COLUMNS
    square = next_number(s, FIRST_SQUARE, LAST_SQUARE)
    while square <= LAST_SQUARE:
        distance = distance_between(square, s.player)
        if p.number_mines[s.squares[square] - Object.ONE] > 0 and distance < nearest:
            goal, nearest = square, distance
        square = next_number(s, square + 1, LAST_SQUARE)
    return goal


@rule
def best_number(p: Rules, s: State, high: int, broad: int) -> int:
    """The square of the number, at most this many rows and columns away, that is worth most for its distance."""
    goal, best = NOWHERE, 0.0
    row, column = s.player // COLUMNS, s.player % COLUMNS
    first_column, last_column = max(column - broad, 1), min(column + broad, COLUMNS - 2)
    for near_row in range(max(row - high, 1), min(row + high + 1, ROWS - 1)):
        last = near_row * COLUMNS + last_column
        square = next_number(s, near_row * COLUMNS + first_column, last)
        while square <= last:
            worth = worth_of_detour(p, s, square)
            if worth > best:
                goal, best = square, worth
            square = next_number(s, square + 1, last)
    return goal


@rule
def worth_of_detour(p: Rules, s: State, square: int) -> int:
    """What the energy of the number on a square is worth for its distance."""
    distance = distance_between(square, s.player)
    return (p.number_energy[s.squares[square] - Object.ONE] - distance + DETOUR) / float64(distance + 4)


@rule
def way_of(s: State, goal: int, style: int) -> int:
    """The direction that a style knows to lead to its goal; NOWHERE if it knows none."""
    if goal == AHEAD:
        return int64(s.facing)
    return int64(way_to(s, s.player, goal) if style >= ARMING and goal != NOWHERE else NOWHERE)


@rule
def leads(s: State, direction: int, goal: int, way: int) -> bool:
    """Whether a direction is the way to a goal or, where that is not known, leads nearer to it."""
    if way != NOWHERE:
        return direction == way
    return goal != NOWHERE and is_nearer(next_square(s.player, direction), s.player, goal)


@rule
def is_nearer(one: int, other: int, goal: int) -> bool:
    """Whether one square is nearer to a goal than the other."""
    return distance_between(one, goal) < distance_between(other, goal)
