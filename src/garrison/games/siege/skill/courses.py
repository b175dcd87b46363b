"""How far a ram or ship of Siege has to go: moves and turns from every place where one can lie, as one number each."""

import numpy as np

from garrison.core.engine.rule import rule
from garrison.games.siege.rules.moving import engine_shape, turned_end
from garrison.games.siege.skill.fields import ONE
from garrison.games.siege.state import NOBODY, Engine, Press

UP, TURN_LEFT = int(Press.UP), int(Press.TURN_LEFT)
FAR = 30_000  # more than any course has
MOVES = 4
# Where the top left field lies after a move up, right, down, left.
MOVE_ROWS, MOVE_COLUMNS = np.array([-1, 0, 1, 0]), np.array([0, 1, 0, -1])
# The same after a ram's turns about its first and its second field, by how it lies, and after a ship's turn.
TURN_ROWS, TURN_COLUMNS = np.array([[-1, 0, -1, 0], [0, 0, 1, 1]]), np.array([[0, 0, 1, 1], [0, -1, 0, -1]])
SHIP_ROWS, SHIP_COLUMNS = np.array([-1, 1]), np.array([1, -1])


@rule
def place_of(field, way):
    """The number of a place: its top left field, and which way what lies there lies."""
    return 2 * field + way


@rule
def ways_to_go(kind):
    """G8-G10: how many moves and turns there are; both turns of a ship lead to the same place."""
    return MOVES + (1 if kind == Engine.SHIP else 4)


@rule
def next_place(s, kind, place, number):
    """G8-G10: the place after a move or turn, or NOBODY off the map."""
    field, way = place // 2, place % 2
    down, right = 0, 0
    if number < MOVES:
        down, right = MOVE_ROWS[number], MOVE_COLUMNS[number]
    elif kind == Engine.SHIP:
        down, right, way = SHIP_ROWS[way], SHIP_COLUMNS[way], 1 - way
    else:
        turn = number - MOVES
        down, right, way = TURN_ROWS[way, turn], TURN_COLUMNS[way, turn], 1 - way
    row, column = field // s.columns + down, field % s.columns + right
    if row < 0 or column < 0 or row >= s.rows or column >= s.columns:
        return NOBODY
    return place_of(row * s.columns + column, way)


@rule
def fits(s, kind, ground, place):
    """Whether all fields of a place are on the map and on this ground."""
    height, width = engine_shape(kind, place % 2)
    row, column = place // 2 // s.columns, place // 2 % s.columns
    if row + height > s.rows or column + width > s.columns:
        return False
    bits = ((ONE << width) - ONE) << column
    for other in range(row, row + height):
        if ground[other] & bits != bits:
            return False
    return True


@rule
def no_courses(s):
    """Every place is FAR from anywhere."""
    return np.full(2 * s.rows * s.columns, FAR, dtype=np.int64)


@rule
def spread_courses(s, kind, ground, steps):
    """From the places with no steps to go to all others: how many each has. Every move can be undone by another."""
    queue = np.empty(len(steps), dtype=np.int64)
    first, last = 0, 0
    for place in range(len(steps)):
        if steps[place] == 0:
            queue[last] = place
            last += 1
    while first < last:
        place = queue[first]
        first += 1
        for number in range(ways_to_go(kind)):
            near = next_place(s, kind, place, number)
            if near != NOBODY and steps[near] == FAR and fits(s, kind, ground, near):
                steps[near] = steps[place] + 1
                queue[last] = near
                last += 1


@rule
def action_of(s, engine, number):
    """The button of a move or of a ship's turn, or the field that is clicked for a ram's; NOBODY off the map."""
    if number < MOVES:
        return UP + number
    if s.engine_kind[engine] == Engine.SHIP:
        return TURN_LEFT
    return turned_end(s, engine, (number - MOVES) // 2, (number - MOVES) % 2)


@rule
def steps_to_go(s, engine, steps):
    """How many steps a ram or ship has from where it lies."""
    return steps[place_of(np.int64(s.engine_field[engine]), np.int64(s.engine_way[engine]))]


@rule
def nearer(s, engine, mask, steps):
    """The legal move or turn that leads nearest, or NOBODY if none leads nearer."""
    kind, place = s.engine_kind[engine], place_of(np.int64(s.engine_field[engine]), np.int64(s.engine_way[engine]))
    best, choice = steps[place], np.int64(NOBODY)
    for number in range(ways_to_go(kind)):
        near = next_place(s, kind, place, number)
        if near != NOBODY and steps[near] < best:
            action = np.int64(action_of(s, engine, number))
            if action != NOBODY and mask[action] == 1:
                best, choice = steps[near], action
    return choice
