"""Moving and turning in Siege (G5-G10)."""

from garrison.core.engine.events import log
from garrison.core.engine.grid import DOWN, LEFT, RIGHT, UP
from garrison.core.engine.rule import rule
from garrison.games.siege.rules.ground import along, neighbour, offset_in
from garrison.games.siege.rules.pieces import (
    engine_part,
    engine_size,
    lift_engine,
    lift_unit,
    owner_of,
    part_offset,
    put_engine,
    put_unit,
)
from garrison.games.siege.state import (
    ACROSS,
    ENGINE_COLUMNS,
    ENGINE_ROWS,
    NOBODY,
    UPRIGHT,
    Building,
    Engine,
    Happening,
    Rules,
    State,
)
from garrison.games.siege.state.terrain import Ground

# --- What stands on a field


@rule
def siege_kind(s: State, field: int) -> int:
    """The kind of the siege unit on a field, or 0."""
    return s.engine_kind[s.siege_at[field] - 1] if s.siege_at[field] != 0 else 0


@rule
def building_kind(s: State, field: int) -> int:
    """The kind of the building on a field, or 0."""
    return s.building_kind[s.building_at[field] - 1] if s.building_at[field] != 0 else 0


@rule
def is_own_gate(s: State, player: int, field: int) -> bool:
    """G7, G8: a gate of the player's colour."""
    return building_kind(s, field) == Building.GATE and s.building_owner[s.building_at[field] - 1] == player


@rule
def is_high(s: State, field: int) -> bool:
    """G12: on a wall or in a siege tower; what is topmost counts (G5)."""
    if s.siege_at[field] != 0:
        return siege_kind(s, field) == Engine.TOWER
    return building_kind(s, field) == Building.WALL


@rule
def is_way_up(s: State, field: int) -> bool:
    """G7: a wall is entered from a wall, ladder, gate or siege tower; what is topmost counts (G5)."""
    if s.siege_at[field] != 0:
        return siege_kind(s, field) == Engine.TOWER
    return building_kind(s, field) >= Building.WALL


# --- Land units


@rule
def is_open(s: State, player: int, field: int) -> bool:
    """G5, G7: a field that a land unit may enter from anywhere, if nobody stands there."""
    if s.siege_at[field] != 0 or s.ship_at[field] != 0:
        return True
    kind = building_kind(s, field)
    if kind == 0:
        return s.ground[field] == Ground.GRASS
    return kind == Building.LADDER or is_own_gate(s, player, field)


@rule
def can_stand(s: State, player: int, field: int) -> bool:
    """G5-G7, G21: a field that a land unit may enter from anywhere now."""
    return s.unit_at[field] == 0 and is_open(s, player, field)


@rule
def can_step(s: State, player: int, origin: int, field: int) -> bool:
    """G7: whether a land unit may go from a field to the next."""
    if can_stand(s, player, field):
        return True
    if s.unit_at[field] != 0 or s.siege_at[field] != 0 or building_kind(s, field) != Building.WALL:
        return False
    return is_way_up(s, origin)


@rule
def unit_steps(p: Rules, s: State, unit: int) -> int:
    """G6: how many fields a land unit moves."""
    return p.unit_move[s.unit_kind[unit] - 1]


@rule
def step_unit(s: State, unit: int, field: int) -> None:
    """G6: one field of a land unit's move."""
    log(s, Happening.STEPPED, s.unit_kind[unit], s.unit_field[unit], field, owner_of(unit))
    lift_unit(s, unit)
    put_unit(s, unit, field)


# --- Siege units and ships


@rule
def can_bear(s: State, player: int, field: int) -> bool:
    """G8: grass, a ship or a gate of the player's, with no other unit or building on it."""
    if s.unit_at[field] != 0 or s.siege_at[field] != 0:
        return False
    if s.ship_at[field] != 0:
        return True
    if s.building_at[field] != 0:
        return is_own_gate(s, player, field)
    return s.ground[field] == Ground.GRASS


@rule
def can_float(s: State, field: int) -> bool:
    """G9: water without a ship."""
    return s.ground[field] == Ground.WATER and s.ship_at[field] == 0


@rule
def can_lie(s: State, player: int, kind: int, field: int) -> bool:
    """G8, G9: whether a siege unit or ship of that kind may cover a field that it does not cover yet."""
    return can_float(s, field) if kind == Engine.SHIP else can_bear(s, player, field)


@rule
def engine_steps(p: Rules, s: State, engine: int) -> int:
    """G8, G9: how many fields a siege unit or ship moves."""
    return p.engine_move[s.engine_kind[engine] - 1]


@rule
def is_held(s: State, engine: int) -> bool:
    """G9: a ship can't move or turn while a siege unit is only partly on it."""
    if s.engine_kind[engine] != Engine.SHIP:
        return False
    for part in range(engine_size(s, engine)):
        siege = s.siege_at[engine_part(s, engine, part)] - 1
        if siege >= 0 and not is_aboard(s, siege, engine):
            return True
    return False


@rule
def is_aboard(s: State, siege: int, ship: int) -> bool:
    """Whether all of a siege unit is on a ship."""
    for part in range(engine_size(s, siege)):
        if s.ship_at[engine_part(s, siege, part)] != ship + 1:
            return False
    return True


@rule
def can_move(s: State, player: int, engine: int, start: int, direction: int) -> bool:
    """G8, G9: from where its top left field is at the start; only fields it does not cover now are checked."""
    kind = s.engine_kind[engine]
    for part in range(engine_size(s, engine)):
        field = neighbour(s, start + part_offset(s, engine, part), direction)
        if field == NOBODY:
            return False
        if not is_covered(s, engine, kind, field) and not can_lie(s, player, kind, field):
            return False
    return True


@rule
def is_covered(s: State, engine: int, kind: int, field: int) -> bool:
    """Whether a siege unit or ship covers a field already."""
    if kind == Engine.SHIP:
        return s.ship_at[field] == engine + 1
    return s.siege_at[field] == engine + 1


@rule
def move_engine(s: State, engine: int, direction: int) -> None:
    """G8, G9: one field, with everything inside."""
    start = s.engine_field[engine]
    goal = neighbour(s, start, direction)
    log(s, Happening.MOVED, s.engine_kind[engine], start, goal)
    passenger = passenger_of(s, engine)
    carry_units(s, engine, goal - start)
    if passenger != NOBODY:
        shift(s, passenger, goal - start)
    shift(s, engine, goal - start)


@rule
def shift(s: State, engine: int, by: int) -> None:
    """A siege unit or ship lies elsewhere, the same way as before."""
    goal, way = s.engine_field[engine] + by, s.engine_way[engine]
    lift_engine(s, engine)
    put_engine(s, engine, goal, way)


@rule
def passenger_of(s: State, engine: int) -> int:
    """G9: the siege unit on a ship, or NOBODY. A ship is too short for two of them to be wholly on it."""
    if s.engine_kind[engine] == Engine.SHIP:
        for part in range(engine_size(s, engine)):
            siege = s.siege_at[engine_part(s, engine, part)] - 1
            if siege >= 0:
                return siege
    return NOBODY


@rule
def carry_units(s: State, engine: int, by: int) -> None:
    """G8, G9: the land units inside move with it, the foremost first, so that nobody runs into another."""
    count = engine_size(s, engine)
    for place in range(count):
        part = count - 1 - place if by > 0 else place
        field = engine_part(s, engine, part)
        carry_unit(s, field, field + by)


@rule
def carry_unit(s: State, field: int, goal: int) -> None:
    """The land unit on a field is carried to another."""
    unit = s.unit_at[field] - 1
    if unit >= 0:
        lift_unit(s, unit)
        put_unit(s, unit, goal)


# --- Turning


@rule
def first_turn(way: int) -> int:
    """G10: the first of the two directions at right angles to something that lies this way; the other is opposite."""
    return UP if way == ACROSS else RIGHT


@rule
def turned_end(s: State, engine: int, pivot: int, turn: int) -> int:
    """G10: where the other end will lie when a ram or trebuchet turns about a part of it; NOBODY off the map."""
    direction = (first_turn(s.engine_way[engine]) + 2 * turn) % 4
    return neighbour(s, engine_part(s, engine, pivot), direction)


@rule
def can_turn(s: State, player: int, engine: int, pivot: int, turn: int) -> bool:
    """G10: whether a ram or trebuchet may turn about one of its two fields (pivot), one way or the other (turn)."""
    field = turned_end(s, engine, pivot, turn)
    return field != NOBODY and can_bear(s, player, field)


@rule
def turn_to(s: State, engine: int, field: int) -> None:
    """G10: turn a ram or trebuchet so that its other end comes to lie on a field. Those inside turn with it."""
    number = 0
    while turned_end(s, engine, number // 2, number % 2) != field:
        number += 1
    turn_about(s, engine, number // 2, field)


@rule
def turn_about(s: State, engine: int, pivot: int, field: int) -> None:
    """G10: the unit on the turning field stays, the other goes with its end."""
    kind, start, pivot_field = s.engine_kind[engine], s.engine_field[engine], engine_part(s, engine, pivot)
    carry_unit(s, engine_part(s, engine, 1 - pivot), field)
    put_turned(s, engine, min(pivot_field, field))
    log(s, Happening.TURNED, kind, start, s.engine_field[engine])


@rule
def put_turned(s: State, engine: int, field: int) -> None:
    """Something long lies down again, at right angles to how it lay before."""
    way = UPRIGHT + ACROSS - s.engine_way[engine]
    lift_engine(s, engine)
    put_engine(s, engine, field, way)


@rule
def turned_ship_end(s: State, ship: int, side: int) -> int:
    """G10: where one of the ends of a ship will lie when it turns about its middle; NOBODY off the map."""
    direction = (first_turn(s.engine_way[ship]) + 2 * side) % 4
    return neighbour(s, engine_part(s, ship, 1), direction)


@rule
def can_turn_ship(s: State, ship: int) -> bool:
    """G9, G10: both ways need the same two fields."""
    if is_held(s, ship):
        return False
    for side in range(2):
        field = turned_ship_end(s, ship, side)
        if field == NOBODY or not can_float(s, field):
            return False
    return True


@rule
def turn_ship(s: State, ship: int, clockwise: int) -> None:
    """G10: what is on it turns with it: each end's load makes a quarter turn."""
    start, middle, passenger = s.engine_field[ship], engine_part(s, ship, 1), passenger_of(s, ship)
    first, last = engine_part(s, ship, 0), engine_part(s, ship, 2)
    # The first end lies at the left or at the top; clockwise, left goes up and up goes right.
    first_way = LEFT if s.engine_way[ship] == ACROSS else UP
    to_first = along(s, middle, (first_way + (1 if clockwise else 3)) % 4, 1)
    to_last = 2 * middle - to_first
    carry_unit(s, first, to_first)
    carry_unit(s, last, to_last)
    if passenger != NOBODY:
        other = to_first if s.engine_field[passenger] == first else to_last
        put_turned(s, passenger, min(other, middle))
    put_turned(s, ship, min(to_first, to_last))
    log(s, Happening.TURNED, Engine.SHIP, start, s.engine_field[ship])


@rule
def end_direction(way: int, part: int) -> int:
    """G14, G15: the direction in which one of the two ends of a ram or trebuchet points."""
    if way == ACROSS:
        return LEFT if part == 0 else RIGHT
    return UP if part == 0 else DOWN


@rule
def in_front(s: State, engine: int, part: int) -> int:
    """G14: the field that touches one of the two ends of a ram in the line of its length; NOBODY off the map."""
    return before_end(s, s.engine_kind[engine], s.engine_field[engine], s.engine_way[engine], part)


@rule
def before_end(s: State, kind: int, field: int, way: int, part: int) -> int:
    """G14: the same for a ram that would lie there."""
    end = field + offset_in(s, ENGINE_COLUMNS[kind, way], part)
    return neighbour(s, end, end_direction(way, part))


@rule
def engine_shape(kind: int, way: int) -> tuple[int, int]:
    """Rows and columns of a siege unit or ship."""
    return ENGINE_ROWS[kind, way], ENGINE_COLUMNS[kind, way]
