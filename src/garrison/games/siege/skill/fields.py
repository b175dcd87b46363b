"""Sets of fields as one row of bits for each row of the map: a step in all directions is a few operations a row."""

import numpy as np

from garrison.core.engine.record import Array, Dice, int64
from garrison.core.engine.rng import pick
from garrison.core.engine.rule import rule
from garrison.games.siege import LARGEST
from garrison.games.siege.rules.building import around, field_around
from garrison.games.siege.rules.moving import can_stand, is_open
from garrison.games.siege.rules.pieces import building_part, building_size, engine_part, engine_size
from garrison.games.siege.state import MOST_UNITS, NOBODY, WORKS_FROM, State

ONE = int64(1)
SLOW = 4  # a field with somebody on it counts as this many steps


@rule
def empty() -> Array:
    """No field."""
    return np.zeros(LARGEST, dtype=np.int64)


@rule
def add(s: State, rows: Array, field: int) -> None:
    """One more field."""
    rows[field // s.columns] |= ONE << (field % s.columns)


@rule
def has(s: State, rows: Array, field: int) -> bool:
    """Whether a field is in a set."""
    return (rows[field // s.columns] >> (field % s.columns)) & ONE != 0


@rule
def is_any(s: State, rows: Array) -> bool:
    """Whether there is any field in a set."""
    for row in range(s.rows):
        if rows[row] != 0:
            return True
    return False


@rule
def count_bits(bits: int) -> int:
    """How many bits are set."""
    count = 0
    while bits != 0:
        bits &= bits - ONE
        count += 1
    return count


@rule
def count_all(s: State, rows: Array) -> int:
    """How many fields are in a set."""
    count = 0
    for row in range(s.rows):
        count += count_bits(rows[row])
    return count


@rule
def spread(s: State, rows: Array, ground: Array) -> int:
    """All fields beside those of a set join it, as far as they are on this ground. True if there were any."""
    every = (ONE << s.columns) - 1
    above, has_grown = 0 * ONE, False
    for row in range(s.rows):
        here = rows[row]
        below = rows[row + 1] if row + 1 < s.rows else 0 * ONE
        bits = here | (here << ONE | here >> ONE | above | below) & ground[row] & every
        has_grown = has_grown or bits != here
        rows[row] = bits
        above = here
    return has_grown


@rule
def inner(s: State, ground: Array) -> Array:
    """The fields of a set with the set on all sides; the map's edge does not count against them."""
    rows, every = empty(), (ONE << s.columns) - ONE
    for row in range(s.rows):
        above = ground[row - 1] if row > 0 else every
        below = ground[row + 1] if row + 1 < s.rows else every
        left, right = ground[row] << ONE | ONE, ground[row] >> ONE | ONE << (s.columns - ONE)
        rows[row] = ground[row] & above & below & left & right & every
    return rows


@rule
def broad_land(s: State, width: int) -> Array:
    """The free fields that are so far from any that are not."""
    land = s.free.copy()
    for _ in range(width):
        land = inner(s, land)
    return land


@rule
def largest_piece(s: State, ground: Array) -> Array:
    """The largest of the pieces that a set of fields consists of."""
    left, best, largest = ground.copy(), empty(), 0
    for row in range(s.rows):
        while left[row] != 0:
            piece = empty()
            piece[row] = left[row] & -left[row]
            while spread(s, piece, ground):
                pass
            size = 0
            for other in range(s.rows):
                left[other] &= ~piece[other]
                size += count_bits(piece[other])
            if size > largest:
                best, largest = piece, size
    return best


@rule
def everywhere(s: State) -> Array:
    """All fields of the map."""
    rows = empty()
    for row in range(s.rows):
        rows[row] = (ONE << s.columns) - 1
    return rows


@rule
def units_of(s: State, player: int) -> Array:
    """The fields of a player's land units."""
    rows = empty()
    for unit in range(player * MOST_UNITS, player * MOST_UNITS + s.unit_top[player]):
        if s.unit_kind[unit] != 0:
            add(s, rows, int64(s.unit_field[unit]))
    return rows


@rule
def vacant(s: State, player: int) -> Array:
    """G7: the fields that a player's land units may enter from anywhere now."""
    rows = s.free.copy()
    for engine in range(s.engine_top):
        if s.engine_kind[engine] != 0:
            for part in range(engine_size(s, engine)):
                field = int64(engine_part(s, engine, part))
                if s.unit_at[field] == 0:
                    add(s, rows, field)
    for work in range(WORKS_FROM, WORKS_FROM + s.works_top):
        for part in range(building_size(s, work)):
            field = int64(building_part(s, work, part))
            if can_stand(s, player, field):
                add(s, rows, field)
    return rows


@rule
def passable(s: State, player: int, rows: Array) -> Array:
    """Vacant fields and those with somebody on them: who is there now may be gone tomorrow."""
    fields = rows.copy()
    for side in range(2):
        for unit in range(side * MOST_UNITS, side * MOST_UNITS + s.unit_top[side]):
            field = int64(s.unit_field[unit])
            if s.unit_kind[unit] != 0 and is_open(s, player, field):
                add(s, fields, field)
    return fields


@rule
def add_beside(s: State, rows: Array, building: int) -> None:
    """The fields that touch a building by a side join a set."""
    for place in range(around(s, building)):
        field = field_around(s, building, place)
        if field != NOBODY:
            add(s, rows, int64(field))


@rule
def reach_of(s: State, rows: Array, targets: Array, ground: Array, slow_ground: Array, most: int) -> int:
    """Spread a set until it meets one of the targets; after how many steps, or NOBODY. Slow ground takes longer."""
    for steps in range(most):
        for row in range(s.rows):
            if rows[row] & targets[row] != 0:
                return steps
        grew = spread(s, rows, slow_ground if steps % SLOW == SLOW - 1 else ground)
        if not grew and steps % SLOW == SLOW - 1:
            return NOBODY
    return NOBODY


@rule
def one_of_both(s: State, dice: Dice, rows: Array, others: Array) -> int:
    """A field that is in two sets, each as likely as the others, or NOBODY."""
    choice, count = NOBODY, 0
    for row in range(s.rows):
        both = rows[row] & others[row]
        while both != 0:
            bit = both & -both
            both ^= bit
            count += 1
            if pick(dice, count) == 0:
                column = 0
                while bit > 1:
                    bit >>= 1
                    column += 1
                choice = row * s.columns + column
    return choice


@rule
def steps_between(s: State, one: int, other: int) -> int:
    """Steps between two fields, whatever is there."""
    return abs(one // s.columns - other // s.columns) + abs(one % s.columns - other % s.columns)
