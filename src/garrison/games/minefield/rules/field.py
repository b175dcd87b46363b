"""Minefield's field: its squares, and the walls that come and go (M1-M3, M12)."""

from garrison.core.engine.events import log
from garrison.core.engine.grid import COLUMN_STEP, ROW_STEP
from garrison.core.engine.record import int64
from garrison.core.engine.rng import pick
from garrison.core.engine.rule import rule
from garrison.games.minefield.state import (
    ALL_SIDES,
    COLUMNS,
    CORE_SIZE,
    CORE_SQUARE,
    CORES,
    FEWEST_SIDES,
    FIELD_SIZE,
    MOST_SIDES,
    NOWHERE,
    ROWS,
    SHAPES,
    SIDE_COUNT,
    SIDE_SQUARES,
    SIDES,
    Happening,
    Object,
    State,
)

INNER_COLUMNS = COLUMNS - 2
INNER_SQUARES = (ROWS - 2) * INNER_COLUMNS
GUESSES = 16  # guesses before everything is counted
ANYWHERE = 0  # steps from P that a square must at least be


@rule
def build_outer_walls(s: State) -> None:
    """M1: the outermost squares are walls."""
    s.squares[:COLUMNS] = Object.WALL
    s.squares[FIELD_SIZE - COLUMNS :] = Object.WALL
    for row in range(1, ROWS - 1):
        s.squares[row * COLUMNS] = Object.WALL
        s.squares[row * COLUMNS + COLUMNS - 1] = Object.WALL


@rule
def build_cores(s: State) -> None:
    """M3: each wall of a core with probability 1/2, redrawn until it has 1 to 3 of them.

    That makes the 14 patterns between no wall and all four equally likely, so one draw is enough.
    """
    for core in range(CORES):
        sides = 1 + pick(s, ALL_SIDES - 1)
        s.cores[core] = sides
        for row in range(CORE_SIZE):  # with what is inside, which is empty: four squares in a row are written at once
            for column in range(CORE_SIZE):
                s.squares[CORE_SQUARE[core] + row * COLUMNS + column] = SHAPES[sides, row, column]


# --- Walls come and go


@rule
def change_a_wall(s: State) -> None:
    """M12: one wall is added or deleted, drawn evenly from all changes that are allowed.

    Guessing among all walls until an allowed one comes up is as even as counting them first, and much faster.
    """
    for _ in range(GUESSES):
        wall = pick(s, CORES * SIDES)
        if can_change(s, wall // SIDES, wall % SIDES):
            change_wall(s, wall // SIDES, wall % SIDES)
            return
    change_counted_wall(s)


@rule
def change_counted_wall(s: State) -> None:
    """M12, if guessing failed: count the allowed changes and draw one; nothing if there is none."""
    count = 0
    for wall in range(CORES * SIDES):
        if can_change(s, wall // SIDES, wall % SIDES):
            count += 1
    if count == 0:
        return
    draw = pick(s, count)
    for wall in range(CORES * SIDES):
        if can_change(s, wall // SIDES, wall % SIDES):
            if draw == 0:
                change_wall(s, wall // SIDES, wall % SIDES)
            draw -= 1


@rule
def can_change(s: State, core: int, side: int) -> bool:
    """M12: the core keeps 1 to 3 walls, and a wall is only added where its squares are empty or already wall."""
    count = SIDE_COUNT[s.cores[core]]
    if has_wall(s.cores[core], side):
        return count > FEWEST_SIDES
    return count < MOST_SIDES and is_side_free(s, core, side)


@rule
def is_side_free(s: State, core: int, side: int) -> bool:
    """M12: whether nothing but walls stands on a side's squares."""
    for i in range(CORE_SIZE):
        if s.squares[CORE_SQUARE[core] + SIDE_SQUARES[side, i]] > Object.WALL:
            return False
    return True


@rule
def change_wall(s: State, core: int, side: int) -> None:
    """M12: add the wall if it is missing, else delete it, but not the corners that other walls need."""
    sides = int64(s.cores[core]) ^ (1 << side)
    s.cores[core] = sides
    if has_wall(sides, side):
        fill_side(s, core, side, Object.WALL)
        log(s, Happening.WALL_ADDED, core, side)
        return
    fill_side(s, core, side, Object.EMPTY)
    for neighbour in ((side + 1) % SIDES, (side + 3) % SIDES):
        if has_wall(sides, neighbour):
            fill_side(s, core, neighbour, Object.WALL)
    log(s, Happening.WALL_DELETED, core, side)


@rule
def has_wall(sides: int, side: int) -> bool:
    """M2: whether a core's bits have this side."""
    return (sides >> side) & 1 == 1


@rule
def fill_side(s: State, core: int, side: int, thing: int) -> None:
    """M2: put walls, or nothing, on the four squares of a core's side."""
    for i in range(CORE_SIZE):
        s.squares[CORE_SQUARE[core] + SIDE_SQUARES[side, i]] = thing


# --- Squares


@rule
def next_square(square: int, direction: int) -> int:
    """The neighbour in a direction; P and the enemies never stand on the outer walls, so there is one."""
    return square + ROW_STEP[direction] * COLUMNS + COLUMN_STEP[direction]


@rule
def random_empty_square(s: State, distance: int) -> int:
    """M4: one of the empty squares that are far enough from P, each equally likely; nowhere if there is none."""
    for _ in range(GUESSES):
        square = inner_square(pick(s, INNER_SQUARES))
        if is_free(s, square, distance):
            return square
    return counted_empty_square(s, distance)


@rule
def counted_empty_square(s: State, distance: int) -> int:
    """M4, if guessing failed: count these squares and draw one."""
    count = 0
    for number in range(INNER_SQUARES):
        if is_free(s, inner_square(number), distance):
            count += 1
    square = NOWHERE
    if count == 0:
        return square
    draw = pick(s, count)
    for number in range(INNER_SQUARES):
        if is_free(s, inner_square(number), distance):
            if draw == 0:
                square = inner_square(number)
            draw -= 1
    return square


@rule
def is_free(s: State, square: int, distance: int) -> bool:
    """M4: whether a square is empty, and at least this many steps from P, walls aside."""
    if s.squares[square] != Object.EMPTY or distance == ANYWHERE:
        return s.squares[square] == Object.EMPTY
    return distance_between(square, s.player) >= distance


@rule
def distance_between(one: int, other: int) -> int:
    """Steps between two squares, walls aside."""
    return abs(one // COLUMNS - other // COLUMNS) + abs(one % COLUMNS - other % COLUMNS)


@rule
def inner_square(number: int) -> int:
    """The squares inside the outer walls, numbered in reading order."""
    return (1 + number // INNER_COLUMNS) * COLUMNS + 1 + number % INNER_COLUMNS
