"""Minefield's record, its constants and its rule parameters.

The field is 23 rows x 53 columns. Core (i, j) has its top-left square at row 2+5i, column 2+5j; its sides are
numbered like the directions and share their corner squares:

        0 0 0 0      side 0 up, 1 right, 2 down, 3 left
        3     1
        3     1
        2 2 2 2
"""

from enum import IntEnum

import numpy as np

from garrison.core.engine.clashes import clashes
from garrison.core.engine.events import Code, EventKind, Field, kind
from garrison.core.engine.grid import DIRECTION_NAMES
from garrison.core.engine.record import MOST_STEPS, Array, StateRecord, number, numbers
from garrison.core.facts import numbered
from garrison.core.parameters import ParameterRecord, parameter, parameters
from garrison.errors import BadOption
from garrison.games.minefield import BOARD, BUTTONS, FIELDS, MOST_ENEMIES, NUMBERS, PLANES, REASONS, RICHES

ROWS, COLUMNS = BOARD
FIELD_SIZE = ROWS * COLUMNS
CORE_ROWS, CORE_COLUMNS = 4, 10
CORES = CORE_ROWS * CORE_COLUMNS
CORE_SIZE = 4  # squares along a side
BLOCK = CORE_SIZE + 1  # from one corridor to the next
SIDES = 4
FEWEST_SIDES, MOST_SIDES = 1, SIDES - 1  # M3, M12: walls of a core
NOWHERE = -1  # as a square or a core: none
Press = numbered(BUTTONS, FIELDS)  # stay and the four steps in the order of the directions, then the same with a mine
Told = numbered(NUMBERS)  # the numbers of an observation
Reason = numbered(REASONS[1:], 1)  # why a game ended
OBJECTS = PLANES[0].codes
EVENT_CAPACITY = 2 * MOST_ENEMIES + 16  # every enemy's move and end, and the few other events of a time unit


class Object(IntEnum):
    """What stands on a square, by the words of the plane that shows it."""

    EMPTY = OBJECTS.index("empty")
    WALL = OBJECTS.index("wall")
    ONE = OBJECTS.index("one")
    TWO = OBJECTS.index("two")
    THREE = OBJECTS.index("three")
    MINE = OBJECTS.index("mine")
    PLAYER = OBJECTS.index("P")
    X = OBJECTS.index("X")
    Y = OBJECTS.index("Y")


# The numbers of events that stand for something.
DIRECTION, SIDE = (Code(name, numbered(DIRECTION_NAMES)) for name in ("direction", "side"))
ENEMY = Code("enemy", Object)


class Happening(EventKind):
    """The kinds of events."""

    STEPPED = kind(1, Field("start"), Field("end"), told=False, marked=False)
    BUMPED = kind(2, Field("square"), DIRECTION, told=False, marked=False)
    TOOK = kind(3, Field("square"), "number", "points", marked=False)
    DROPPED = kind(4, Field("square"), marked=False)
    BLEW_UP_PLAYER = kind(5, Field("square"), marked=False)
    RAN_INTO = kind(6, Field("square"), marked=False)
    ENEMY_MOVED = kind(7, "serial", Field("start"), Field("end"), told=False, marked=False)
    ENEMY_ATE = kind(8, Field("square"), "number", marked=False)
    ENEMY_BLOWN_UP = kind(9, "serial", Field("square"), "points", ENEMY)
    CAUGHT = kind(10, "serial", Field("square"), ENEMY, marked=False)
    WALL_ADDED = kind(11, "core", SIDE, told=False)
    WALL_DELETED = kind(12, "core", SIDE, told=False)
    NUMBER_APPEARED = kind(13, Field("square"), "number", told=False, marked=False)
    ENEMY_APPEARED = kind(14, "serial", Field("square"), ENEMY, marked=False)
    TIME_UP = kind(15)


# What the numbers of events stand for.
EVENT_RANGES = {"direction": (0, 3), "side": (0, 3), "core": (0, CORES - 1), "enemy": (Object.X, Object.Y)}


def _core_squares() -> np.ndarray:
    """The top-left square of every core."""
    return np.array(
        [(2 + BLOCK * i) * COLUMNS + 2 + BLOCK * j for i in range(CORE_ROWS) for j in range(CORE_COLUMNS)],
        dtype=np.int64,
    )


def _core_of() -> np.ndarray:
    """For each square the core that it is in, or NOWHERE."""
    cores = np.full((ROWS, COLUMNS), NOWHERE, dtype=np.int64)
    for core, square in enumerate(CORE_SQUARE):
        row, column = square // COLUMNS, square % COLUMNS
        cores[row : row + CORE_SIZE, column : column + CORE_SIZE] = core
    return cores.reshape(FIELD_SIZE)


def _side_squares() -> np.ndarray:
    """The four squares of each side, as distances from the core's top-left square."""
    along = np.arange(CORE_SIZE)
    last = CORE_SIZE - 1
    return np.array([along, along * COLUMNS + last, last * COLUMNS + along, along * COLUMNS], dtype=np.int64)


def _outlines() -> np.ndarray:
    """For each pattern of sides, which of the twelve squares around a core are walls."""
    patterns = [
        [any(sides >> side & 1 and square in SIDE_SQUARES[side] for side in range(SIDES)) for square in OUTLINE_SQUARES]
        for sides in range(ALL_SIDES + 1)
    ]
    return np.array(patterns, dtype=np.uint8) * Object.WALL


def _shapes() -> np.ndarray:
    """For each pattern of sides, what stands on the rows and columns of a core when a game begins."""
    shapes = np.zeros((ALL_SIDES + 1, CORE_SIZE, CORE_SIZE), dtype=np.uint8)
    shapes[:, OUTLINE_SQUARES // COLUMNS, OUTLINE_SQUARES % COLUMNS] = OUTLINES
    return shapes


ALL_SIDES = 15  # the four bits of a core that has every wall
CORE_SQUARE = _core_squares()
CORE_OF = _core_of()
SIDE_SQUARES = _side_squares()
SIDE_COUNT = np.array([bin(sides).count("1") for sides in range(ALL_SIDES + 1)], dtype=np.int64)
OUTLINE_SQUARES = np.unique(SIDE_SQUARES)
OUTLINES = _outlines()
SHAPES = _shapes()


class State(StateRecord, events=EVENT_CAPACITY):
    """What a position is made of, after the header that all games share."""

    energy: int = number(0, RICHES)
    mines: int = number(0, RICHES)  # in stock
    points: int = number(0, RICHES)
    facing: int = number(0, 3)  # the direction of P's last step or bump
    tired: int = number(0, 1)  # 1: P stepped without energy and cannot step in this time unit
    player: int = number(0, FIELD_SIZE - 1)  # P's square
    enemy_count: int = number(0, MOST_ENEMIES)
    enemy_serial: int = number(0, MOST_STEPS + MOST_ENEMIES)  # how many enemies have arrived so far
    enemy_squares: Array = numbers(MOST_ENEMIES, 0, FIELD_SIZE - 1, np.int16)  # in order of arrival
    enemy_kinds: Array = numbers(MOST_ENEMIES, 0, Object.Y, np.uint8)  # Object.X or Object.Y
    enemy_serials: Array = numbers(MOST_ENEMIES, 0, MOST_STEPS + MOST_ENEMIES, np.int32)  # 1 for the first, and so on
    cores: Array = numbers(CORES, 1, ALL_SIDES - 1, np.uint8)  # one bit for each side that is a wall
    squares: Array = numbers(FIELD_SIZE, 0, Object.Y, np.uint8)  # an Object each


Clash = clashes(State)


class Rules(ParameterRecord):
    """The parameters of the rules."""

    start_energy: int = parameter(200, 0, RICHES, "energy at the start (M4)")
    start_mines: int = parameter(0, 0, RICHES, "mines at the start (M4)")
    start_x: int = parameter(2, 0, MOST_ENEMIES // 2, "Xs at the start (M4)")
    start_y: int = parameter(2, 0, MOST_ENEMIES // 2, "Ys at the start (M4)")
    start_distance: int = parameter(0, 0, 30, "fewest steps from P to the enemies at the start, ignoring walls (M4)")
    start_numbers: int = parameter(20, 0, FIELD_SIZE, "numbers at the start (M4)")
    number_odds: Array = parameters((60, 30, 10), 0, 1_000_000, "weights of the numbers 1, 2 and 3 (M4)")
    number_points: Array = parameters((10, 30, 90), 0, RICHES, "points for a 1, 2 and 3 (M7)")
    number_energy: Array = parameters((0, 50, 200), 0, RICHES, "energy from a 1, 2 and 3 (M7)")
    number_mines: Array = parameters((0, 0, 1), 0, RICHES, "mines from a 1, 2 and 3 (M7)")
    enemy_points: int = parameter(300, 0, RICHES, "points for a blown-up enemy (M11)")
    wall_period: int = parameter(1, 0, RICHES, "time units between changes of the walls, 0: never (M12)")
    number_period: int = parameter(10, 0, RICHES, "time units between new numbers, 0: never (M13)")
    enemy_period: int = parameter(150, 0, RICHES, "time units between new enemies, 0: never (M13)")
    least_enemy_period: int = parameter(
        10, 1, RICHES, "fewest time units between new enemies that come sooner and sooner (M16)", later=True
    )
    enemy_haste: int = parameter(
        0,
        0,
        RICHES,
        "time units by which each enemy comes sooner after the one before (M16)",
        usual=(0, 10),
        later=True,
    )
    enemy_rest: int = parameter(
        0, 0, RICHES, "enemies rest in every time unit of this number, 0: never (M15)", usual=(0, 10), later=True
    )
    stubborn: int = parameter(False, 0, 1, "an enemy whose first axis is blocked stays (M10)")
    time_limit: int = parameter(0, 0, RICHES, "time units after which the game ends, 0: none (M14)")
    max_steps: int = parameter(100_000, 1, RICHES, "time units after which any game ends", tunable=False)


def check(p: Rules) -> None:
    """Check what ranges of single parameters can't express."""
    if p.number_odds.sum() == 0:
        raise BadOption("minefield rules: number_odds must not all be 0.")
