"""What can be wrong with a position of Minefield whose numbers are all within their ranges."""

from garrison.core.engine.clashes import keep_rising
from garrison.core.engine.rule import rule
from garrison.games.minefield.rules.field import build_outer_walls, fill_side, has_wall
from garrison.games.minefield.state import CORES, FIELD_SIZE, SIDES, Clash, Object, Rules, State


@rule
def clash(p: Rules, s: State) -> int:
    """M1, M2: walls, P and the enemies are put on the field again; only numbers and mines are known from it alone."""
    clear_field(s)
    build_outer_walls(s)
    rebuild_cores(s)
    s.enemy_serial = max(s.enemy_serial, keep_rising(s.enemy_serials, s.enemy_count))
    if s.over == 0:
        if s.squares[s.player] != Object.EMPTY:
            return Clash.PLAYER
        s.squares[s.player] = Object.PLAYER
    for index in range(s.enemy_count):
        square = s.enemy_squares[index]
        if s.squares[square] != Object.EMPTY or s.enemy_kinds[index] < Object.X:
            return Clash.ENEMY_SQUARES
        s.squares[square] = s.enemy_kinds[index]
    return Clash.NONE


@rule
def clear_field(s: State) -> None:
    """Nothing is left but numbers and mines, and P once the game is over: P may have been killed."""
    for square in range(FIELD_SIZE):
        thing = s.squares[square]
        if thing == Object.WALL or thing >= Object.X or (thing == Object.PLAYER and s.over == 0):
            s.squares[square] = Object.EMPTY


@rule
def rebuild_cores(s: State) -> None:
    """M2: the sides that each core has."""
    for core in range(CORES):
        for side in range(SIDES):
            if has_wall(s.cores[core], side):
                fill_side(s, core, side, Object.WALL)
