"""How to play Minefield well: what a position is worth, and the policy of the runner.

The runner looks along the four corridors from where P stands. It knows only what can be seen from there; which corridor
to prefer is for the search to find out.
"""

import numpy as np

from garrison.core.engine.rng import pick
from garrison.core.engine.rule import rule
from garrison.games.minefield.rules import is_enemy, is_number, way_along_column, way_along_row
from garrison.games.minefield.rules.field import NOWHERE, next_square
from garrison.games.minefield.state import (
    COLUMNS,
    CORE_COLUMNS,
    CORE_SIZE,
    CORES,
    FIELD_SIZE,
    ROWS,
    SIDE_COUNT,
    Object,
    Press,
    Reason,
)

STAY, UP_PRESS, WITH_MINE = int(Press.STAY), int(Press.UP), int(Press.MINE)
SIGHT = 24  # squares that are looked along a corridor
NEAR, FAR = 2, 7  # an enemy within so many steps is worth a mine: to the careful, to the others
LONG = 20  # time units that the careful look ahead
FEAR = 6000  # what it costs to be caught at once; later, less with the square of the time
CERTAIN, THREAT, ALARM = 800, 120, 5  # the quick fear an enemy next to them, and less one within so many steps
STAY_PUT = -1  # no direction
WAYS = 5 * 5 * 3  # that P could go on: two of the five directions, and when it turns from one to the other
DETOUR = 8  # energy that a number without any may cost
TIRED_OF_REST, LAST_RESORT = 0, -40  # what a rest promises to the careful and to the others
LIFE, MINE, ENERGY = 2000.0, 150.0, 0.4  # points that being alive, a mine in stock and a unit of energy are worth
DELAY = 20.0  # points for every time unit that P has lived: where nothing saves it, the end should come late
TRAP, CHASE = 800.0, 10  # points that it costs to be in a dead end with an enemy within so many steps
DEAD_END = 80  # what puts the quick off a step into a dead end
MOST_SIDES = 3  # walls of a core that is a dead end
CORE_STEP = CORE_SIZE + 1  # squares from one core to the next
MOST_ENERGY = 300
BREATH, SHORT = 5.0, 100  # what the last units of energy are worth besides: without them P is caught
NEARNESS = 0.6 * 0.93 ** np.arange(ROWS + COLUMNS)  # the share of a number's worth that it promises, by distance
HALF = 2000.0  # points at which a value is 0
# The styles: more and more chance in a step; one that goes for a number; and the runner by itself.
QUICK, BOLD, WILD, EAGER, CAREFUL = 0, 1, 2, 3, 4
NOISE = np.array([8, 40, 150, 24, 4])  # how much chance there is in the choice of a way, by style
PULL = np.array([0, 0, 0, 40, 12])  # what it promises to come nearer to the best number
BROAD, HIGH = 14, 9  # columns and rows on each side in which the eager look for it


@rule
def value(p, s, out):
    """Points, and what promises further ones."""
    worth = np.float64(s.points) + DELAY * s.turn
    if s.over == 0 or s.reason == Reason.TIME:
        worth += LIFE + MINE * min(s.mines, 3) + ENERGY * min(s.energy, MOST_ENERGY) + BREATH * min(s.energy, SHORT)
        worth += prospects(p, s)
        if is_dead_end(s, s.player) and is_followed(s, CHASE):
            worth = max(worth - TRAP, 0.0)
    out[0] = 2.0 * worth / (worth + HALF) - 1.0


@rule
def is_dead_end(s, square):
    """M2: whether a square is inside a core with three walls: there is only one way out."""
    row, column = square // COLUMNS - 2, square % COLUMNS - 2
    if row < 0 or column < 0 or row % CORE_STEP >= CORE_SIZE or column % CORE_STEP >= CORE_SIZE:
        return False
    core = row // CORE_STEP * CORE_COLUMNS + column // CORE_STEP
    return core < CORES and SIDE_COUNT[s.cores[core]] == MOST_SIDES


@rule
def prospects(p, s):
    """What the numbers promise, the nearer the more; energy promises most to those who are short of it."""
    total = 0.0
    for square in range(COLUMNS, FIELD_SIZE - COLUMNS):
        if is_number(s.squares[square]):
            number = s.squares[square] - Object.ONE
            energy, lacking = p.number_energy[number], max(SHORT - s.energy, 0)
            worth = p.number_points[number] + MINE * p.number_mines[number] + ENERGY * energy
            worth += BREATH * min(energy, lacking)
            total += worth * NEARNESS[distance_between(square, s.player)]
    return total


@rule
def policy(p, s, player, mask, dice, style):
    """One of the four ways or a rest, whichever promises most; a mine where somebody follows closely."""
    if s.tired == 1:
        return STAY
    goal = goal_of(p, s, style)
    best, way = promise_of_rest(p, s, style) + pick(dice, NOISE[style]), STAY
    for direction in range(4):
        promise = promise_of(p, s, direction, style) + pick(dice, NOISE[style]) + habit(s, direction)
        if goal != NOWHERE and is_nearer(next_square(s.player, direction), s.player, goal):
            promise += PULL[style]
        if promise > best:
            best, way = promise, direction + UP_PRESS
    if s.mines > 0 and way != STAY and is_followed(s, NEAR if style == CAREFUL else FAR) and pick(dice, 2) == 0:
        way += WITH_MINE
    return way


@rule
def habit(s, direction):
    """Rather straight on than back."""
    return 6 if direction == s.facing else (-6 if direction == (s.facing + 2) % 4 else 0)


@rule
def is_nearer(one, other, goal):
    """Whether one square is nearer to a goal than the other."""
    return distance_between(one, goal) < distance_between(other, goal)


@rule
def goal_of(p, s, style):
    """The number that a style goes for; NOWHERE if it goes for none."""
    if style == CAREFUL:
        return best_number(p, s, ROWS, COLUMNS)
    return best_number(p, s, HIGH, BROAD) if style == EAGER else NOWHERE


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
def promise_of_rest(p, s, style):
    """Staying costs nothing, unless somebody comes; only the careful have the patience for it."""
    return (TIRED_OF_REST if style == CAREFUL else LAST_RESORT) - fear(p, s, STAY_PUT, style)


@rule
def fear(p, s, direction, style):
    """The sooner somebody could catch P on its way, the more."""
    if style != CAREFUL:
        square = s.player if direction == STAY_PUT else next_square(s.player, direction)
        return threat_at(s, square) + (DEAD_END if is_dead_end(s, square) else 0)
    longest = 0
    for way in range(WAYS):
        longest = max(longest, free_for(p, s, direction, way))
        if longest > LONG:
            return 0
    return FEAR // (longest * longest)


@rule
def free_for(p, s, direction, way):
    """After how many time units somebody has P if its first step is in a direction and then it goes a way."""
    soonest = LONG + 1
    for index in range(s.enemy_count):
        soonest = min(soonest, caught_after(p, s, index, direction, way, soonest - 1))
    return soonest


@rule
def turned(direction, way, time):
    """Where P goes in a time unit of a way: first as it began, then another way, and from a time on a third."""
    if time == 1:
        return direction
    last, way = way % 5, way // 5
    return (way % 5 if time < 3 + 2 * (way // 5) else last) + STAY_PUT


@rule
def caught_after(p, s, index, direction, way, horizon):
    """M10: after how many time units an enemy has P on that way; one more than the horizon if never."""
    enemy, goal = np.int64(s.enemy_squares[index]), s.player
    if distance_between(enemy, goal) > 2 * horizon:
        return horizon + 1
    for time in range(1, horizon + 1):
        goal = walked(s, goal, turned(direction, way, time))
        if goal != enemy:
            enemy = chased(s, index, enemy, goal)
        if goal == enemy:
            return time
        if s.squares[enemy] == Object.MINE:
            return horizon + 1
    return horizon + 1


@rule
def walked(s, square, direction):
    """The next square that way, if P can go there and wants to move at all."""
    if direction == STAY_PUT:
        return square
    ahead = next_square(square, direction)
    return square if s.squares[ahead] == Object.WALL or s.squares[ahead] == Object.MINE else ahead


@rule
def chased(s, index, enemy, goal):
    """M10: where an enemy goes next, if no other one is in its way."""
    first, second = way_along_row(enemy, goal), way_along_column(enemy, goal)
    if s.enemy_kinds[index] == Object.Y:
        first, second = second, first
    if first != NOWHERE and s.squares[next_square(enemy, first)] != Object.WALL:
        return next_square(enemy, first)
    if second != NOWHERE and s.squares[next_square(enemy, second)] != Object.WALL:
        return next_square(enemy, second)
    return enemy


@rule
def promise_of(p, s, direction, style):
    """What can be seen along a corridor: the first number, less for each step; walls, mines and enemies put off."""
    square = next_square(s.player, direction)
    found = s.squares[square]
    if found == Object.WALL or found == Object.MINE or is_enemy(found):
        return -1000
    promise = -fear(p, s, direction, style)
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
def threat_at(s, square):
    """What is to be feared from the enemies near a square: those next to it could be there in their next move."""
    total = 0
    for index in range(s.enemy_count):
        distance = distance_between(np.int64(s.enemy_squares[index]), square)
        if distance <= 1:
            return CERTAIN
        if distance <= ALARM:
            total += THREAT // distance
    return total


@rule
def is_followed(s, near):
    """Whether an enemy is near."""
    for index in range(s.enemy_count):
        if distance_between(np.int64(s.enemy_squares[index]), s.player) <= near:
            return True
    return False
