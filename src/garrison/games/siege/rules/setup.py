"""How a game of Siege begins: castles, the defender's buildings, the attacker's camps (G23, G24)."""

from garrison.core.engine.events import log
from garrison.core.engine.record import Array
from garrison.core.engine.rule import rule
from garrison.games.siege.rules.building import (
    building_columns,
    can_afford,
    cost_of,
    first_row,
    has_two_ways,
    kind_of,
    make,
)
from garrison.games.siege.rules.ground import NOTHING, ONE, Bounds, fitting, pencilled, within
from garrison.games.siege.rules.phases import begin_turn
from garrison.games.siege.rules.pieces import add_building
from garrison.games.siege.state import (
    ACROSS,
    BUILDING_ROWS,
    NOBODY,
    UPRIGHT,
    Building,
    Happening,
    Mode,
    Phase,
    Press,
    Rules,
    State,
)

SIDE = int(BUILDING_ROWS[Building.CASTLE, 0])  # of a castle or camp
DEFENDER, ATTACKER = 0, 1

# --- Far enough from a castle


@rule
def far_columns(p: Rules, s: State, top: int, left: int, row: int, guess: Bounds, other: Bounds) -> int:
    """G23, G24: the columns of a row where a castle or camp is far enough from the castle at top, left."""
    fit = fitting(s, Building.CAMP, ACROSS, row, guess, other)
    if fit == 0:
        return fit
    return fit & ~within(s, top, left, row, SIDE, SIDE, p.castle_distance - 1)


@rule
def is_room_left(p: Rules, s: State, top: int, left: int, count: int, guess: Bounds, other: Bounds) -> bool:
    """G23, G24: whether there is room for this many castles or camps far from the castle; two must not be neighbours.

    There is room for two if the places extend over more than a side's length from top to bottom or left to right.
    """
    first, columns = NOBODY, 0 * ONE
    for row in range(s.rows):
        bits = far_columns(p, s, top, left, row, guess, other)
        if bits != 0:
            if first == NOBODY:
                first = row
            columns |= bits
            if count == 1 or row - first > SIDE or is_wide(columns):
                return True
    return False


@rule
def is_wide(columns: int) -> bool:
    """Whether the leftmost and the rightmost bit are more than a side's length apart."""
    return columns >= (columns & -columns) << (SIDE + 1)


# --- The first castle


@rule
def mark_first_castle(p: Rules, s: State, mask: Array) -> None:
    """G23, G24: free grass that leaves the opponent room, and a defender room for barracks or a camp."""
    for row in range(s.rows):
        bits = fitting(s, Building.CASTLE, ACROSS, row, NOTHING, NOTHING)
        if bits != 0:
            for column in range(s.columns):
                if (bits >> column) & ONE and can_begin_at(p, s, row, column):
                    mask[row * s.columns + column] = 1


@rule
def can_begin_at(p: Rules, s: State, row: int, column: int) -> bool:
    """G23, G24: whether the game can continue with the first castle there."""
    if p.mode == Mode.STANDARD:
        return is_room_left(p, s, row, column, 1, NOTHING, NOTHING)
    castle = pencilled(Building.CASTLE, ACROSS, row, column)
    return can_found(p, s, row, column, s.coins[DEFENDER], castle)


@rule
def can_found(p: Rules, s: State, top: int, left: int, coins: int, guess: Bounds) -> bool:
    """G24: whether the defender can still build barracks or a camp, with a castle there and a building pencilled in."""
    if not leaves_room(p, s, top, left, guess, NOTHING):
        return False  # then no place for it leaves room: no need to try each
    if coins >= cost_of(p, Press.BARRACKS) and is_founded(p, s, top, left, Building.BARRACKS, guess):
        return True
    return coins >= cost_of(p, Press.CAMP) and is_founded(p, s, top, left, Building.CAMP, guess)


@rule
def is_founded(p: Rules, s: State, top: int, left: int, kind: int, guess: Bounds) -> bool:
    """G24: whether barracks or a camp can be placed so that the attacker has room for the camps."""
    height = BUILDING_ROWS[kind, ACROSS]
    distance = p.build_distance[kind - Building.BARRACKS]
    for row in range(max(top - distance - height, 0), s.rows):
        bits = within(s, top, left, row, height, height, distance)
        if bits != 0:
            bits &= fitting(s, kind, ACROSS, row, guess, NOTHING)
            while bits != 0:
                lowest = bits & -bits
                if leaves_room(p, s, top, left, guess, pencilled(kind, ACROSS, row, place_of(lowest))):
                    return True
                bits ^= lowest
    return False


@rule
def place_of(bit: int) -> int:
    """The column that a single bit stands for."""
    column = 0
    while bit > ONE:
        bit >>= ONE
        column += 1
    return column


@rule
def leaves_room(p: Rules, s: State, top: int, left: int, guess: Bounds, other: Bounds) -> bool:
    """G24: whether there is still room for the attacker's camps."""
    return is_room_left(p, s, top, left, p.free_camps, guess, other)


@rule
def place_castle(p: Rules, s: State, player: int, field: int) -> None:
    """G23: player 1, then player 2, who begins. G24: the defender continues building."""
    add_building(s, Building.CASTLE, field, ACROSS, player, NOBODY)
    log(s, Happening.BUILT, player, Building.CASTLE, field)
    if p.mode == Mode.SIEGE:
        s.building = 0
        s.phase = Phase.SET_UP
    elif player == 0:
        s.waiting = 2
    else:
        begin_turn(s, player)


@rule
def mark_second(p: Rules, s: State, camps: int, mask: Array) -> None:
    """G23, G24: far enough from the first castle, with room left for what must be placed after it."""
    top, left = s.building_field[0] // s.columns, s.building_field[0] % s.columns
    for row in range(s.rows):
        bits = far_columns(p, s, top, left, row, NOTHING, NOTHING)
        if bits != 0:
            for column in range(s.columns):
                if (bits >> column) & ONE:
                    guess = pencilled(Building.CAMP, ACROSS, row, column)
                    if camps == 0 or is_room_left(p, s, top, left, camps, guess, NOTHING):
                        mask[row * s.columns + column] = 1


# --- The defender builds


@rule
def is_guarded(s: State) -> bool:
    """G24: whether the defender has barracks or a camp."""
    for building in range(s.building_top):
        if s.building_kind[building] == Building.BARRACKS or s.building_kind[building] == Building.CAMP:
            return True
    return False


@rule
def set_up_columns(p: Rules, s: State, button: int, way: int, row: int) -> int:
    """G24: the columns of a row where the defender may build, as bits: the attacker keeps room for the camps, and
    until there is a barracks or camp, one stays possible.
    """
    kind = kind_of(button)
    bits = building_columns(p, s, s.building, kind, way, row, NOTHING)
    columns = bits
    while bits != 0:
        lowest = bits & -bits
        if not can_set_up(p, s, button, pencilled(kind, way, row, place_of(lowest))):
            columns ^= lowest
        bits ^= lowest
    return columns


@rule
def can_set_up(p: Rules, s: State, button: int, guess: Bounds) -> bool:
    """G24: whether the set-up can be completed with this building."""
    top, left = s.building_field[0] // s.columns, s.building_field[0] % s.columns
    if button == Press.BARRACKS or button == Press.CAMP or is_guarded(s):
        return leaves_room(p, s, top, left, guess, NOTHING)
    if s.estate[DEFENDER] + guess[4] >= p.most_buildings:
        return False
    return can_found(p, s, top, left, s.coins[DEFENDER] - cost_of(p, button), guess)


@rule
def has_set_up_place(p: Rules, s: State, button: int, way: int) -> bool:
    """G24: whether the defender may build this anywhere."""
    for row in range(first_row(p, s, s.building, kind_of(button), way), s.rows):
        if set_up_columns(p, s, button, way, row) != 0:
            return True
    return False


@rule
def has_any_set_up_place(p: Rules, s: State, button: int) -> bool:
    """G24: the same, whichever way it lies."""
    if has_set_up_place(p, s, button, ACROSS):
        return True
    return has_two_ways(button) and has_set_up_place(p, s, button, UPRIGHT)


@rule
def mark_set_up(p: Rules, s: State, mask: Array) -> None:
    """G24: what the defender can build next; the end, once there are barracks or a camp."""
    for button in range(Press.BARRACKS, Press.LADDER + 1):
        if can_afford(p, s, DEFENDER, button) and has_any_set_up_place(p, s, button):
            mask[button] = 1
    if is_guarded(s):
        mask[Press.END_SETUP] = 1


@rule
def set_up(p: Rules, s: State, action: int) -> None:
    """G24: choose what is built, or end the set-up."""
    if action == Press.END_SETUP:
        log(s, Happening.SET_UP, DEFENDER)
        s.building = NOBODY
        s.phase = Phase.CAMP
        s.waiting = 1 << ATTACKER
        return
    s.making = action
    s.way = ACROSS
    s.phase = Phase.PLACE
    if has_two_ways(action):
        if not has_set_up_place(p, s, action, ACROSS):
            s.way = UPRIGHT
        elif has_set_up_place(p, s, action, UPRIGHT):
            s.phase = Phase.WAY


@rule
def mark_set_up_places(p: Rules, s: State, mask: Array) -> None:
    """G24: where the chosen building may be put."""
    kind = kind_of(s.making)
    for row in range(first_row(p, s, s.building, kind, s.way), s.rows):
        bits = set_up_columns(p, s, s.making, s.way, row)
        if bits != 0:
            for column in range(s.columns):
                mask[row * s.columns + column] = (bits >> column) & ONE


@rule
def place_in_set_up(p: Rules, s: State, field: int) -> None:
    """G24: paid and built; the defender continues."""
    make(p, s, DEFENDER, s.building, s.making, s.way, field)
    s.making = 0
    s.way = ACROSS
    s.phase = Phase.SET_UP


# --- The attacker's camps


@rule
def camps_needed(p: Rules, s: State) -> int:
    """G24: how many camps the attacker has yet to place."""
    return p.free_camps - s.bases[ATTACKER]


@rule
def place_camp(p: Rules, s: State, field: int) -> None:
    """G24: a free camp; after the last one the attacker begins."""
    add_building(s, Building.CAMP, field, ACROSS, ATTACKER, NOBODY)
    log(s, Happening.BUILT, ATTACKER, Building.CAMP, field)
    if camps_needed(p, s) == 0:
        begin_turn(s, ATTACKER)
