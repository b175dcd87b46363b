"""What can be wrong with a position of Minefield whose numbers are all within their ranges."""

from garrison.core.engine.rule import rule
from garrison.games.minefield.state import (
    COLUMNS,
    CORE_SQUARE,
    CORES,
    FIELD_SIZE,
    OUTLINE_SQUARES,
    OUTLINES,
    ROWS,
    Clash,
    Object,
    Rules,
    State,
)


@rule
def clash(p: Rules, s: State) -> int:
    """The first number that contradicts others."""
    if not are_outer_walls_whole(s):
        return Clash.SQUARES
    if not are_cores_built(s):
        return Clash.CORES
    if s.over == 0 and (s.squares[s.player] != Object.PLAYER or count_squares(s, Object.PLAYER, Object.PLAYER) != 1):
        return Clash.PLAYER
    if count_squares(s, Object.X, Object.Y) != s.enemy_count or not are_enemies_in_place(s):
        return Clash.ENEMY_SQUARES
    return Clash.NONE if are_serials_in_order(s) else Clash.ENEMY_SERIALS


@rule
def are_outer_walls_whole(s: State) -> bool:
    """M1: nothing steps beyond the outermost squares, because they are walls."""
    for column in range(COLUMNS):
        if s.squares[column] != Object.WALL or s.squares[FIELD_SIZE - 1 - column] != Object.WALL:
            return False
    for row in range(ROWS):
        if s.squares[row * COLUMNS] != Object.WALL or s.squares[row * COLUMNS + COLUMNS - 1] != Object.WALL:
            return False
    return True


@rule
def are_cores_built(s: State) -> bool:
    """M2: the sides of the cores are walls, and nothing else inside is."""
    walls = 2 * COLUMNS + 2 * (ROWS - 2)
    for core in range(CORES):
        for i in range(OUTLINE_SQUARES.shape[0]):
            wall = OUTLINES[s.cores[core], i]
            walls += wall
            if (s.squares[CORE_SQUARE[core] + OUTLINE_SQUARES[i]] == Object.WALL) != (wall == Object.WALL):
                return False
    return count_squares(s, Object.WALL, Object.WALL) == walls


@rule
def count_squares(s: State, first: int, last: int) -> int:
    """How many squares hold one of these objects."""
    count = 0
    for square in range(FIELD_SIZE):
        count += 1 if first <= s.squares[square] <= last else 0
    return count


@rule
def are_enemies_in_place(s: State) -> bool:
    """Whether every enemy stands where its square says."""
    for index in range(s.enemy_count):
        kind = s.enemy_kinds[index]
        if kind < Object.X or s.squares[s.enemy_squares[index]] != kind:
            return False
    return True


@rule
def are_serials_in_order(s: State) -> bool:
    """Enemies are listed in the order of their arrival."""
    last = 0
    for index in range(s.enemy_count):
        if s.enemy_serials[index] <= last:
            return False
        last = s.enemy_serials[index]
    return last <= s.enemy_serial
