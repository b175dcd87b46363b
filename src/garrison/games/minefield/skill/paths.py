"""The shortest way to a square: corridors are always free, and what is inside a core is reached through its open sides.

Enemies and mines on the way are not looked at.
"""

from garrison.core.engine.grid import COLUMN_STEP, ROW_STEP
from garrison.core.engine.rule import rule
from garrison.games.minefield.rules.field import has_wall, next_square
from garrison.games.minefield.state import BLOCK, COLUMNS, CORE_OF, NOWHERE, ROWS, SIDES, State

FAR_AWAY = 4 * (ROWS + COLUMNS)


@rule
def way_to(s: State, start: int, goal: int) -> int:
    """The direction of the first step; any if there is no way."""
    if core_of(start) == NOWHERE:
        return way_in_corridors(s, start, goal)
    if core_of(start) == core_of(goal):
        return way_across(start, goal)
    best, way = FAR_AWAY, 0
    for side in range(SIDES):
        if not has_wall(s.cores[core_of(start)], side):
            steps = steps_out(start, side) + steps_from_corridor(s, outside(start, side), goal)
            if steps < best:
                best, way = steps, side
    return way


@rule
def core_of(square: int) -> int:
    """M2: the core that a square is in; NOWHERE in a corridor."""
    return CORE_OF[square]


@rule
def is_passing(square: int, facing: int) -> bool:
    """Whether somebody walks along a corridor between two crossings, where nothing is to be decided."""
    row, column = square // COLUMNS - 1, square % COLUMNS - 1
    if facing % 2 == 0:
        return row % BLOCK != 0 and column % BLOCK == 0
    return row % BLOCK == 0 and column % BLOCK != 0


@rule
def way_across(start: int, goal: int) -> int:
    """Straight towards a square of the same core, first along the column."""
    if start // COLUMNS != goal // COLUMNS:
        return 0 if goal < start else 2
    return 1 if goal > start else 3


@rule
def way_in_corridors(s: State, start: int, goal: int) -> int:
    """From a corridor: to where the goal can be entered, and in."""
    if core_of(goal) == NOWHERE:
        return way_along(start, goal)
    best, way = FAR_AWAY, 0
    for side in range(SIDES):
        if not has_wall(s.cores[core_of(goal)], side):
            entrance = outside(goal, side)
            steps = steps_along(start, entrance) + steps_out(goal, side)
            if steps < best:
                best, way = steps, (side + 2) % SIDES if start == entrance else way_along(start, entrance)
    return way


@rule
def steps_from_corridor(s: State, start: int, goal: int) -> int:
    """How many steps it is from a square in a corridor."""
    if core_of(goal) == NOWHERE:
        return steps_along(start, goal)
    best = FAR_AWAY
    for side in range(SIDES):
        if not has_wall(s.cores[core_of(goal)], side):
            best = min(best, steps_along(start, outside(goal, side)) + steps_out(goal, side))
    return best


@rule
def way_along(start: int, goal: int) -> int:
    """The first step from one square in a corridor to another one."""
    best, way = FAR_AWAY, 0
    for direction in range(4):
        square = next_square(start, direction)
        if core_of(square) == NOWHERE and is_inside(square) and steps_along(square, goal) < best:
            best, way = steps_along(square, goal), direction
    return way


@rule
def is_inside(square: int) -> bool:
    """M1: whether a square is not one of the outermost."""
    return 0 < square // COLUMNS < ROWS - 1 and 0 < square % COLUMNS < COLUMNS - 1


@rule
def steps_along(start: int, goal: int) -> int:
    """How many steps it is between two squares in corridors."""
    row, column = start // COLUMNS - 1, start % COLUMNS - 1
    goal_row, goal_column = goal // COLUMNS - 1, goal % COLUMNS - 1
    steps = abs(row - goal_row) + abs(column - goal_column)
    if row != goal_row and column % BLOCK != 0 and goal_column % BLOCK != 0:
        steps += detour(column, goal_column)
    if column != goal_column and row % BLOCK != 0 and goal_row % BLOCK != 0:
        steps += detour(row, goal_row)
    return steps


@rule
def detour(one: int, other: int) -> int:
    """What it costs to go around between two places of parallel corridors, if both are beside the same core."""
    if one // BLOCK != other // BLOCK:
        return 0
    low, high = min(one % BLOCK, other % BLOCK), max(one % BLOCK, other % BLOCK)
    return 2 * min(low, BLOCK - high)


@rule
def steps_out(square: int, side: int) -> int:
    """How many steps it is straight from a square in a core to the corridor on one of its sides."""
    place = (square // COLUMNS if side % 2 == 0 else square % COLUMNS) - 1
    return place % BLOCK if side == 0 or side == 3 else BLOCK - place % BLOCK


@rule
def outside(square: int, side: int) -> int:
    """The square of the corridor where that leads."""
    return square + steps_out(square, side) * (ROW_STEP[side] * COLUMNS + COLUMN_STEP[side])
