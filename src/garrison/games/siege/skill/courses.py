"""How far a ram or ship of Siege has to go: moves and turns from every place where one can lie, as one number each."""

from types import SimpleNamespace
from typing import cast

import numpy as np

from garrison.core.engine.grid import COLUMN_STEP, ROW_STEP
from garrison.core.engine.record import Array, int64
from garrison.core.engine.rule import rule
from garrison.core.plain import plain
from garrison.games.siege.rules.ground import offset_in
from garrison.games.siege.rules.moving import engine_shape, turned_end, turned_ship_end
from garrison.games.siege.rules.pieces import engine_part
from garrison.games.siege.skill.fields import ONE
from garrison.games.siege.state import ACROSS, ENGINE_COLUMNS, NOBODY, UPRIGHT, Engine, Press, State

UP, TURN_LEFT = int(Press.UP), int(Press.TURN_LEFT)
FAR = 30_000  # more than any course has
MOVES = 4
MIDDLE = 3  # row and column of a field from which nothing leaves a map of twice that size by turning


def _lying(kind: int, way: int) -> State:
    """A position with nothing but one siege unit or ship in the middle."""
    side = 2 * MIDDLE + 1
    field = MIDDLE * side + MIDDLE
    alone = SimpleNamespace(rows=side, columns=side, engine_kind=[kind], engine_way=[way], engine_field=[field])
    return cast("State", alone)


def _shift(s: State, *fields: int) -> tuple[int, int]:
    """How many rows and columns the top left of these fields is from the middle."""
    row, column = divmod(min(fields), s.columns)
    return row - MIDDLE, column - MIDDLE


def _turns(s: State) -> list[tuple[int, int]]:
    """G10: where the top left field lies after each turn of a ram: about its first and about its second field."""
    end, part = plain(turned_end), plain(engine_part)
    return [_shift(s, part(s, 0, pivot), end(s, 0, pivot, turn)) for pivot in range(2) for turn in range(2)]


def _ship_turn(s: State) -> tuple[int, int]:
    """G10: the same after a ship's turn."""
    return _shift(s, *(plain(turned_ship_end)(s, 0, side) for side in range(2)))


# Rows and columns by which the top left field shifts, by how it lies before.
TURNS = np.array([_turns(_lying(Engine.RAM, way)) for way in (ACROSS, UPRIGHT)])
SHIP_TURNS = np.array([_ship_turn(_lying(Engine.SHIP, way)) for way in (ACROSS, UPRIGHT)])


@rule
def place_of(field: int, way: int) -> int:
    """The number of a place: its top left field, and which way what lies there lies."""
    return 2 * field + way


@rule
def ways_to_go(kind: int) -> int:
    """G8-G10: how many moves and turns there are; both turns of a ship lead to the same place."""
    return MOVES + (1 if kind == Engine.SHIP else 4)


@rule
def next_place(s: State, kind: int, place: int, number: int) -> int:
    """G8-G10: the place after a move or turn, or NOBODY off the map."""
    field, way = place // 2, place % 2
    down, right = 0, 0
    if number < MOVES:
        down, right = ROW_STEP[number], COLUMN_STEP[number]
    elif kind == Engine.SHIP:
        down, right, way = SHIP_TURNS[way, 0], SHIP_TURNS[way, 1], 1 - way
    else:
        turn = number - MOVES
        down, right, way = TURNS[way, turn, 0], TURNS[way, turn, 1], 1 - way
    row, column = field // s.columns + down, field % s.columns + right
    if row < 0 or column < 0 or row >= s.rows or column >= s.columns:
        return NOBODY
    return place_of(row * s.columns + column, way)


@rule
def part_of(s: State, kind: int, place: int, part: int) -> int:
    """One of the fields that a ram or ship in a place covers, in reading order."""
    return place // 2 + offset_in(s, ENGINE_COLUMNS[kind, place % 2], part)


@rule
def fits(s: State, kind: int, ground: Array, place: int) -> bool:
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
def no_courses(s: State) -> Array:
    """Every place is FAR from anywhere."""
    return np.full(2 * s.rows * s.columns, FAR, dtype=np.int64)


@rule
def spread_courses(s: State, kind: int, ground: Array, steps: Array) -> None:
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
def action_of(s: State, engine: int, number: int) -> int:
    """The button of a move or of a ship's turn, or the field that is clicked for a ram's; NOBODY off the map."""
    if number < MOVES:
        return UP + number
    if s.engine_kind[engine] == Engine.SHIP:
        return TURN_LEFT
    return turned_end(s, engine, (number - MOVES) // 2, (number - MOVES) % 2)


@rule
def nearer(s: State, engine: int, mask: Array, steps: Array) -> int:
    """The legal move or turn that leads nearest, or NOBODY if none leads nearer."""
    kind, place = s.engine_kind[engine], place_of(int64(s.engine_field[engine]), int64(s.engine_way[engine]))
    best, choice = steps[place], int64(NOBODY)
    for number in range(ways_to_go(kind)):
        near = next_place(s, kind, place, number)
        if near != NOBODY and steps[near] < best:
            action = int64(action_of(s, engine, number))
            if action != NOBODY and mask[action] == 1:
                best, choice = steps[near], action
    return choice
