"""Where the numbers are. Squares are read eight at a time: nearly all of them are empty or walls."""

import numpy as np

from garrison.core.engine.rule import rule
from garrison.games.minefield.rules import is_number
from garrison.games.minefield.state import COLUMNS, FIELD_SIZE, Object

FIRST_SQUARE, LAST_SQUARE = COLUMNS, FIELD_SIZE - COLUMNS - 1  # between the outermost walls
GLANCE = 8  # squares; machine code reads them as one


@rule
def next_number(s, square, last):
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
def is_bare(s, square):
    """Whether there is nothing but walls on a square and the seven after it: whatever else there is has more bits."""
    seen, start = np.uint8(0), np.uint64(square)  # an index without a sign needs no test whether it is negative
    for ahead in range(GLANCE):
        seen |= s.squares[start + np.uint64(ahead)]
    return np.int64(seen) <= Object.WALL
