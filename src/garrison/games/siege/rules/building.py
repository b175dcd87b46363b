"""Where things may be built and made in Siege (G19-G21)."""

from garrison.core.engine.events import log
from garrison.core.engine.record import Array
from garrison.core.engine.rule import rule
from garrison.games.siege.rules.ground import NOTHING, ONE, Bounds, fitting, gap, is_apart, neighbour, within
from garrison.games.siege.rules.moving import can_lie, can_stand, engine_shape
from garrison.games.siege.rules.pieces import add_building, add_engine, add_unit
from garrison.games.siege.state import (
    ACROSS,
    BUILDING_COLUMNS,
    BUILDING_ROWS,
    MOST_BUILDINGS,
    NOBODY,
    UPRIGHT,
    Building,
    Engine,
    Happening,
    Press,
    Rules,
    State,
    Unit,
)
from garrison.games.siege.state.terrain import Ground

# --- What a button makes


@rule
def is_unit(button: int) -> bool:
    """Whether a button makes a land unit."""
    return button <= Press.CAVALRY


@rule
def is_building(button: int) -> bool:
    """Whether a button makes a building."""
    return button >= Press.BARRACKS


@rule
def kind_of(button: int) -> int:
    """The kind of land unit, siege unit or ship, or building that a button makes."""
    if is_unit(button):
        return button - Press.INFANTRY + Unit.INFANTRY
    if is_building(button):
        return button - Press.BARRACKS + Building.BARRACKS
    return button - Press.TOWER + Engine.TOWER


@rule
def cost_of(p: Rules, button: int) -> int:
    """G20, G21: its price."""
    if is_unit(button):
        return p.unit_cost[button - Press.INFANTRY]
    if is_building(button):
        return p.building_cost[button - Press.BARRACKS]
    return p.engine_cost[button - Press.TOWER]


@rule
def has_two_ways(button: int) -> bool:
    """Whether what a button makes is long, so that it lies across or up and down."""
    if is_unit(button):
        return False
    kind = kind_of(button)
    if is_building(button):
        return kind == Building.WALL or kind == Building.GATE
    return kind != Engine.TOWER


@rule
def is_room_for(p: Rules, s: State, player: int, button: int) -> bool:
    """G21: the limits; the last one leaves room in the record even after many captures."""
    if is_unit(button):
        return s.army[player] < p.most_units
    if not is_building(button):
        return s.engines < p.most_engines
    if not is_apart(kind_of(button)):
        return s.works < p.most_works
    return s.estate[player] < p.most_buildings and s.estate[0] + s.estate[1] < 2 * MOST_BUILDINGS


@rule
def can_afford(p: Rules, s: State, player: int, button: int) -> bool:
    """G20, G21: the coins and the limits."""
    return s.coins[player] >= cost_of(p, button) and is_room_for(p, s, player, button)


# --- Buildings


@rule
def building_columns(p: Rules, s: State, castle: int, kind: int, way: int, row: int, guess: Bounds) -> int:
    """G19: the columns where a castle may build in this row, as bits."""
    height, width = BUILDING_ROWS[kind, way], BUILDING_COLUMNS[kind, way]
    field, distance = s.building_field[castle], p.build_distance[kind - Building.BARRACKS]
    bits = within(s, field // s.columns, field % s.columns, row, height, width, distance)
    return bits & fitting(s, kind, way, row, guess, NOTHING) if bits != 0 else bits


@rule
def first_row(p: Rules, s: State, castle: int, kind: int, way: int) -> int:
    """The first row that the castle's build distance reaches."""
    reach = p.build_distance[kind - Building.BARRACKS] + BUILDING_ROWS[kind, way]
    return max(s.building_field[castle] // s.columns - reach, 0)


@rule
def has_building_place(p: Rules, s: State, castle: int, kind: int, way: int) -> bool:
    """G19: whether a castle may build this anywhere."""
    for row in range(first_row(p, s, castle, kind, way), s.rows):
        if building_columns(p, s, castle, kind, way, row, NOTHING) != 0:
            return True
    return False


@rule
def mark_building_places(p: Rules, s: State, castle: int, kind: int, way: int, mask: Array) -> None:
    """G19: every field where the top left field of a new building may be."""
    for row in range(first_row(p, s, castle, kind, way), s.rows):
        mark_columns(s, row, building_columns(p, s, castle, kind, way, row, NOTHING), mask)


@rule
def mark_columns(s: State, row: int, bits: int, mask: Array) -> None:
    """Mark the fields of a row that these bits stand for."""
    if bits != 0:
        first = row * s.columns
        for column in range(s.columns):
            mask[first + column] = (bits >> column) & ONE


# --- Units beside a building


@rule
def is_beside_water(s: State, building: int) -> bool:
    """G19: a port or camp is useful for ships only there."""
    count = around(s, building)
    for place in range(count):
        field = field_around(s, building, place)
        if field != NOBODY and s.ground[field] == Ground.WATER:
            return True
    return False


@rule
def around(s: State, building: int) -> int:
    """How many fields may touch a building by a side."""
    return 4 * BUILDING_ROWS[s.building_kind[building], 0]


@rule
def field_around(s: State, building: int, place: int) -> int:
    """G3: one of the fields that touch a square building by a side, or NOBODY off the map."""
    length = BUILDING_ROWS[s.building_kind[building], 0]
    side, offset = place // length, place % length
    corner = s.building_field[building]
    if side == 0:
        return neighbour(s, corner + offset, side)
    if side == 2:
        return neighbour(s, corner + (length - 1) * s.columns + offset, side)
    return neighbour(s, corner + offset * s.columns + (length - 1 if side == 1 else 0), side)


@rule
def has_unit_place(s: State, player: int, building: int) -> bool:
    """G21: whether there is room for a land unit beside a building."""
    for place in range(around(s, building)):
        field = field_around(s, building, place)
        if field != NOBODY and can_stand(s, player, field):
            return True
    return False


@rule
def mark_unit_places(s: State, player: int, building: int, mask: Array) -> None:
    """G21: grass, ladder, the owner's gate, siege unit or ship beside the building, not a wall."""
    for place in range(around(s, building)):
        field = field_around(s, building, place)
        if field != NOBODY and can_stand(s, player, field):
            mask[field] = 1


@rule
def next_engine_place(s: State, player: int, building: int, kind: int, way: int, after: int) -> int:
    """G21: the first field after a field where the top left field of a siege unit or ship may be, or NOBODY."""
    height, width = engine_shape(kind, way)
    length = BUILDING_ROWS[s.building_kind[building], 0]
    top, left = s.building_field[building] // s.columns, s.building_field[building] % s.columns
    for row in range(max(top - height, 0), min(top + length, s.rows - height) + 1):
        down = gap(top, length, row, height)
        for column in range(max(left - width, 0), min(left + length, s.columns - width) + 1):
            field = row * s.columns + column
            is_beside = down + gap(left, length, column, width) == 1
            if field > after and is_beside and is_room_to_lie(s, player, kind, field, height, width):
                return field
    return NOBODY


@rule
def is_room_to_lie(s: State, player: int, kind: int, field: int, height: int, width: int) -> bool:
    """G8, G9, G21: whether all fields of a new siege unit or ship can be entered."""
    for row in range(height):
        for column in range(width):
            if not can_lie(s, player, kind, field + row * s.columns + column):
                return False
    return True


# --- All of them


@rule
def has_place(p: Rules, s: State, player: int, building: int, button: int, way: int) -> bool:
    """G19, G21: whether there is room for what a button makes, lying this way."""
    if is_unit(button):
        return has_unit_place(s, player, building)
    kind = kind_of(button)
    if is_building(button):
        return has_building_place(p, s, building, kind, way)
    if kind == Engine.SHIP and not is_beside_water(s, building):
        return False
    return next_engine_place(s, player, building, kind, way, NOBODY) != NOBODY


@rule
def mark_places(p: Rules, s: State, player: int, building: int, button: int, way: int, mask: Array) -> None:
    """G19, G21: every field where it may be put."""
    kind = kind_of(button)
    if is_unit(button):
        mark_unit_places(s, player, building, mask)
    elif is_building(button):
        mark_building_places(p, s, building, kind, way, mask)
    else:
        field = next_engine_place(s, player, building, kind, way, NOBODY)
        while field != NOBODY:
            mask[field] = 1
            field = next_engine_place(s, player, building, kind, way, field)


@rule
def can_make(p: Rules, s: State, player: int, building: int, button: int) -> bool:
    """G20, G21: whether a button can be pressed now: there are coins and room, and it is allowed."""
    if not can_afford(p, s, player, button):
        return False
    if has_place(p, s, player, building, button, ACROSS):
        return True
    return has_two_ways(button) and has_place(p, s, player, building, button, UPRIGHT)


@rule
def make(p: Rules, s: State, player: int, building: int, button: int, way: int, field: int) -> None:
    """G20, G21: pay for it and put it there."""
    kind = kind_of(button)
    s.coins[player] -= cost_of(p, button)
    if is_unit(button):
        add_unit(s, player, kind, field)
        log(s, Happening.MADE_UNIT, player, kind, field)
    elif is_building(button):
        add_building(s, kind, field, way, player, building)
        log(s, Happening.BUILT, player, kind, field)
    else:
        add_engine(s, kind, field, way)
        log(s, Happening.MADE_ENGINE, player, kind, field)
