"""What a neural network sees of Minefield: the field, and what P knows about itself."""

from garrison.core.engine.record import Array
from garrison.core.engine.rule import rule
from garrison.games.minefield.rules.clock import time_left
from garrison.games.minefield.state import COLUMNS, FIELD_SIZE, Rules, State, Told


@rule
def observe(p: Rules, s: State, player: int, planes: Array) -> None:
    """The object on every square."""
    squares = planes[0].reshape(FIELD_SIZE)
    for square in range(FIELD_SIZE):  # a loop, because Numba compiles it to faster code than a slice of a record
        squares[square] = s.squares[square]


@rule
def measure(p: Rules, s: State, player: int, numbers: Array) -> None:
    """What P's panel says, and where P is."""
    numbers[Told.POINTS] = s.points
    numbers[Told.ENERGY] = s.energy
    numbers[Told.MINES] = s.mines
    numbers[Told.FACING] = s.facing
    numbers[Told.TIRED] = s.tired
    numbers[Told.ROW] = s.player // COLUMNS
    numbers[Told.COLUMN] = s.player % COLUMNS
    numbers[Told.ENEMIES] = s.enemy_count
    numbers[Told.TIME] = s.turn
    numbers[Told.TIME_LEFT] = time_left(p, s)
    numbers[Told.REASON] = s.reason
    numbers[Told.WON] = s.winners
