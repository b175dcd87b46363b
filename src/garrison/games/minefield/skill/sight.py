"""Where the numbers are. Squares are read eight at a time: nearly all of them are empty or walls."""

import numpy as np

from garrison.core.engine.lane import COMPILED
from garrison.core.engine.masks import WORD
from garrison.core.engine.rule import rule
from garrison.games.minefield.rules import is_number
from garrison.games.minefield.state import COLUMNS, FIELD_SIZE

FIRST_SQUARE, LAST_SQUARE = COLUMNS, FIELD_SIZE - COLUMNS - 1  # between the outermost walls
THINGS = np.uint64(0xFEFEFEFEFEFEFEFE)  # in a word of squares, what is neither empty nor a wall


if COMPILED:
    from garrison.core.engine.masks import word_at

    @rule
    def is_bare(s, square):
        """Whether there is nothing but walls on a square and the seven after it."""
        return word_at(s.squares.ctypes.data + square, 0) & THINGS == 0

else:

    def is_bare(s, square):
        """Whether there is nothing but walls on a square and the seven after it."""
        return bool((s.squares[square : square + WORD] <= 1).all())


@rule
def next_number(s, square, last):
    """The first square with a number from one on; one after the last if there is none."""
    while square <= last:
        if is_bare(s, square):
            square += WORD
        elif is_number(s.squares[square]):
            return square
        else:
            square += 1
    return last + 1
