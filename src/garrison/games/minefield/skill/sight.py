"""Where the numbers are. Squares are read eight at a time: nearly all of them are empty or walls."""

import numpy as np

from garrison.core.engine.record import int64, uint64
from garrison.core.engine.rule import rule
from garrison.games.minefield.rules import is_number
from garrison.games.minefield.state import COLUMNS, FIELD_SIZE, Object, State

FIRST_SQUARE, LAST_SQUARE = COLUMNS, FIELD_SIZE - COLUMNS - 1  # between the outermost walls
GLANCE = 8  # squares; machine code reads them as one


@rule
def next_number(s: State, square: int, last: int) -> int:
    """The first square with a number from one on; one after the last if there is none."""
    while square <= last:
        if is_bare(s, square):
            square += GLANCE
        elif is_number(s.squares[square]):
            return square
        else:
            square += 1
    return last + 1


@rule
def is_bare(s: State, square: int) -> bool:
    """Whether there is nothing but walls on a square and the seven after it: whatever else there is has more bits."""
    bits, start = np.uint8(0), uint64(square)  # an index without a sign needs no test whether it is negative
    for ahead in range(GLANCE):
        bits |= s.squares[start + uint64(ahead)]
    return int64(bits) <= Object.WALL
