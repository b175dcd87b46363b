"""The board as tables: where a step leads, where skeletons come from, how walls reflect (B1-B3)."""

import numpy as np

from garrison.core.engine.grid import COLUMN_STEP, DOWN, LEFT, RIGHT, ROW_STEP, UP
from garrison.core.engine.record import int64
from garrison.core.engine.rule import rule
from garrison.games.boneyard import BOARD
from garrison.games.boneyard import COLOURS as COLOURS
from garrison.games.boneyard.state import ABOVE
from garrison.games.boneyard.state import FIELD_COUNT as FIELD_COUNT
from garrison.games.boneyard.state import FOREST as FOREST

WIDTH = BOARD[1]
TOWER = 12
# Where steps off the board lead, in the order of the directions: ABOVE comes first.
VILLAGE, LEFT_OF = ABOVE + DOWN, ABOVE + LEFT
TOWER_BIT = 1 << TOWER
RISING, FALLING = 0, 1  # the two ways a wall stands: / and \

# B3: the colour of each kind of skeleton; 0-4 come from above, 5-9 from the left, 10-14 from the right.
COLOUR_OF = np.array([0, 1, 2, 3, 4, 4, 3, 2, 1, 0, 0, 1, 2, 3, 4])
FIRST_HEADING = np.array([DOWN] * 5 + [RIGHT] * 5 + [LEFT] * 5)
FIRST_FIELD = np.array([0, 1, 2, 3, 4, 0, 5, 10, 15, 20, 4, 9, 14, 19, 24])  # the first field of each kind
NOT_RED = np.array([0, 1, 3, 4, 5, 6, 8, 9, 10, 11, 13, 14])  # B4
REFLECTED = np.array([[RIGHT, UP, LEFT, DOWN], [LEFT, DOWN, RIGHT, UP]])  # by the wall and the direction before


def _step(field: int, direction: int) -> int:
    row, column = field // WIDTH + ROW_STEP[direction], field % WIDTH + COLUMN_STEP[direction]
    return int(row * WIDTH + column) if 0 <= row < WIDTH and 0 <= column < WIDTH else ABOVE + direction


NEXT = np.array([[_step(field, direction) for direction in range(4)] for field in range(FIELD_COUNT)])


@rule
def next_place(kind: int, place: int, heading: int) -> int:
    """B8: where a step leads: from the forest onto the kind's first field, on the board straight ahead."""
    return FIRST_FIELD[kind] if place == FOREST else NEXT[place, heading]


@rule
def bit(field: int) -> int:
    """A field's bit in a set of fields."""
    return int64(1) << int64(field)


@rule
def has(fields: int, field: int) -> bool:
    """Whether a set of fields has this one; places off the board are in none."""
    return field < FIELD_COUNT and (int64(fields) >> int64(field)) & 1 == 1


@rule
def opposite(direction: int) -> int:
    """The opposite direction."""
    return (int64(direction) + 2) % 4


@rule
def is_king_step(field: int, other: int) -> bool:
    """B6: whether a king moves from one field to the other."""
    rows = abs(int64(field) // WIDTH - int64(other) // WIDTH)
    columns = abs(int64(field) % WIDTH - int64(other) % WIDTH)
    return max(rows, columns) == 1
