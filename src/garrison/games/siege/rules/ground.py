"""The map of Siege: fields, neighbours, distances, and rows of bits that say where something fits (G2, G3, G19)."""

from typing import TypeAlias

from garrison.core.engine.grid import DOWN, RIGHT, UP
from garrison.core.engine.record import Array, int64
from garrison.core.engine.rule import rule
from garrison.games.siege.state import BUILDING_COLUMNS, BUILDING_ROWS, NOBODY, Building, Rules, State
from garrison.games.siege.state.terrain import Ground

ONE = int64(1)
Bounds: TypeAlias = tuple[int, int, int, int, int]
NOTHING: Bounds = (
    0,
    0,
    0,
    0,
    0,
)  # no building pencilled in; else top, left, rows, columns, and 1 if others keep apart from it


@rule
def take_map(p: Rules, s: State) -> None:
    """G1: the map of the parameters."""
    s.rows = p.rows
    s.columns = p.columns
    for field in range(p.rows * p.columns):
        s.ground[field] = p.ground[field]


@rule
def neighbour(s: State, field: int, direction: int) -> int:
    """G3: the next field in a direction, or NOBODY off the map."""
    if direction == UP:
        return field - s.columns if field >= s.columns else NOBODY
    if direction == DOWN:
        return field + s.columns if field < (s.rows - 1) * s.columns else NOBODY
    if direction == RIGHT:
        return field + 1 if field % s.columns < s.columns - 1 else NOBODY
    return field - 1 if field % s.columns > 0 else NOBODY


@rule
def along(s: State, field: int, direction: int, steps: int) -> int:
    """The field this many steps further in a direction, or NOBODY off the map."""
    row, column = field // s.columns, field % s.columns
    if direction == UP:
        row -= steps
    elif direction == DOWN:
        row += steps
    elif direction == RIGHT:
        column += steps
    else:
        column -= steps
    if row < 0 or row >= s.rows or column < 0 or column >= s.columns:
        return NOBODY
    return row * s.columns + column


@rule
def offset_in(s: State, width: int, part: int) -> int:
    """How far a field of a rectangle of this width is from its top left field; they are counted in reading order."""
    return part // width * s.columns + part % width


@rule
def gap(first: int, length: int, other_first: int, other_length: int) -> int:
    """Steps from one stretch to another along a row or column; 0 if they overlap."""
    if other_first > first + length - 1:
        return other_first - (first + length - 1)
    if first > other_first + other_length - 1:
        return first - (other_first + other_length - 1)
    return 0


@rule
def field_distance(s: State, one: int, other: int) -> int:
    """G2: fields strictly between two fields on a shortest path of steps up, right, down or left."""
    return abs(one // s.columns - other // s.columns) + abs(one % s.columns - other % s.columns) - 1


@rule
def mark_spot(s: State, plane: Array, field: int, mark: int) -> None:
    """A mark on a plane of 40 x 40, the map in the upper left; none if there is no field."""
    if field != NOBODY:
        plane[field // s.columns, field % s.columns] = mark


@rule
def seen_at(s: State, plane: Array, field: int) -> int:
    """The mark on a field of a plane."""
    return int64(plane[field // s.columns, field % s.columns])


# --- Rows of bits


@rule
def span(s: State, first: int, last: int) -> int:
    """The columns from first to last, as bits; those off the map are left out."""
    first = max(first, 0)
    last = min(last, s.columns - 1)
    return ((ONE << (last - first + 1)) - 1) << first


@rule
def refresh(s: State, field: int) -> None:
    """G19: note whether a field is free: grass with no building, siege unit or land unit on it."""
    bit = ONE << (field % s.columns)
    row = field // s.columns
    if is_free(s, field):
        s.free[row] |= bit
    else:
        s.free[row] &= ~bit


@rule
def refresh_all(s: State) -> None:
    """G19: note of every field whether it is free."""
    for field in range(s.rows * s.columns):
        refresh(s, field)


@rule
def is_free(s: State, field: int) -> bool:
    """G19: whether a building may stand on a field."""
    if s.ground[field] != Ground.GRASS or s.building_at[field] != 0:
        return False
    return s.siege_at[field] == 0 and s.unit_at[field] == 0


@rule
def keep_apart(s: State, top: int, left: int, rows: int, columns: int) -> None:
    """G19: mark the fields in and around a building as near it."""
    bits = span(s, left - 1, left + columns)
    for row in range(max(top - 1, 0), min(top + rows + 1, s.rows)):
        s.near[row] |= bits


@rule
def is_apart(kind: int) -> bool:
    """G19: castle, barracks, workshop, port and camp keep apart from one another."""
    return kind <= Building.CAMP


@rule
def pencilled(kind: int, way: int, row: int, column: int) -> Bounds:
    """A building pencilled in: what if it stood there?"""
    return (row, column, BUILDING_ROWS[kind, way], BUILDING_COLUMNS[kind, way], 1 if is_apart(kind) else 0)


@rule
def taken_by(s: State, guess: Bounds, row: int, keeps_apart: int) -> int:
    """The columns of a row that a pencilled building takes from others."""
    ring = guess[4] if keeps_apart else 0
    if guess[2] == 0 or row < guess[0] - ring or row >= guess[0] + guess[2] + ring:
        return 0 * ONE
    return span(s, guess[1] - ring, guess[1] + guess[3] + ring - 1)


@rule
def open_columns(s: State, row: int, keeps_apart: int, guess: Bounds, other: Bounds) -> int:
    """G19: the columns of a row where a building may have a field."""
    bits = s.free[row]
    if keeps_apart:
        bits &= ~s.near[row]
    return bits & ~taken_by(s, guess, row, keeps_apart) & ~taken_by(s, other, row, keeps_apart)


@rule
def fitting(s: State, kind: int, way: int, row: int, guess: Bounds, other: Bounds) -> int:
    """G19: the columns where a building's top left field may be in this row."""
    height, width = BUILDING_ROWS[kind, way], BUILDING_COLUMNS[kind, way]
    if row + height > s.rows:
        return 0 * ONE
    keeps_apart = is_apart(kind)
    bits = open_columns(s, row, keeps_apart, guess, other)
    for below in range(row + 1, row + height):
        bits &= open_columns(s, below, keeps_apart, guess, other)
    result = bits
    for right in range(1, width):
        result &= bits >> right
    return result


@rule
def within(s: State, top: int, left: int, row: int, height: int, width: int, distance: int) -> int:
    """G2: the columns where something of that size, in that row, is within a distance of the castle at top, left."""
    side = BUILDING_ROWS[Building.CASTLE, 0]
    room = distance + 1 - gap(top, side, row, height)
    if room < 0:
        return 0 * ONE
    return span(s, left - (width - 1) - room, left + side - 1 + room)
