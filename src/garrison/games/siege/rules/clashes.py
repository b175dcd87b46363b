"""What can be wrong with a position of Siege whose numbers are all within their ranges."""

from garrison.core.engine.record import Array
from garrison.core.engine.rule import rule
from garrison.games.siege import LARGEST
from garrison.games.siege.rules.clashes_in_play import clash_in_chosen, clash_in_set_up, clash_in_turn
from garrison.games.siege.rules.ground import ONE, is_apart, is_free, span
from garrison.games.siege.rules.pieces import engine_part, engine_size, has_owner, is_base
from garrison.games.siege.state import (
    BUILDING_CAPACITY,
    BUILDING_COLUMNS,
    BUILDING_ROWS,
    ENGINE_COLUMNS,
    ENGINE_ROWS,
    FIELD_CAPACITY,
    MOST_ENGINES,
    MOST_UNITS,
    NOBODY,
    WORKS_FROM,
    Building,
    Clash,
    Engine,
    Rules,
    State,
)
from garrison.games.siege.state.terrain import SMALLEST, Ground


@rule
def clash(p: Rules, s: State) -> int:
    """The first number that contradicts others: the map first, then what stands on it, then what is chosen."""
    if not is_map_right(p, s):
        return Clash.GROUND
    found = clash_in_units(s)
    if found == Clash.NONE:
        found = clash_in_engines(s)
    if found == Clash.NONE:
        found = clash_in_buildings(s)
    if found == Clash.NONE:
        found = clash_on_fields(s)
    if found == Clash.NONE:
        found = clash_in_chosen(s)
    if found != Clash.NONE:
        return found
    return clash_in_set_up(p, s) if s.turn == 0 else clash_in_turn(p, s)


# --- The map


@rule
def is_map_right(p: Rules, s: State) -> bool:
    """G1: the map of the parameters, or one that could have been drawn."""
    if p.rows == 0:
        return s.rows >= SMALLEST and s.columns >= SMALLEST
    if s.rows != p.rows or s.columns != p.columns:
        return False
    for field in range(p.rows * p.columns):
        if s.ground[field] != p.ground[field]:
            return False
    return True


@rule
def does_fit(s: State, field: int, rows: int, columns: int) -> bool:
    """Whether something of that size is wholly on the map."""
    return field // s.columns + rows <= s.rows and field % s.columns + columns <= s.columns


# --- What stands on it


@rule
def clash_in_units(s: State) -> int:
    """G4, G5: every land unit stands on a field that knows it; units that are gone leave nothing."""
    for player in range(2):
        count, top = 0, 0
        for place in range(MOST_UNITS):
            unit = player * MOST_UNITS + place
            field = s.unit_field[unit]
            if s.unit_kind[unit] != 0:
                count, top = count + 1, place + 1
                if not does_fit(s, field, 1, 1) or s.unit_at[field] != unit + 1:
                    return Clash.UNIT_FIELD
            elif field != 0 or s.unit_spent[unit] != 0:
                return Clash.UNIT_KIND
        if s.army[player] != count:
            return Clash.ARMY
        if s.unit_top[player] != top:
            return Clash.UNIT_TOP
        if count > 0 and s.armed[player] == 0:
            return Clash.ARMED
    return Clash.NONE


@rule
def clash_in_engines(s: State) -> int:
    """G8, G9: every siege unit and ship lies on fields that know it, ships on water."""
    count, top = 0, 0
    for engine in range(MOST_ENGINES):
        kind, way = s.engine_kind[engine], s.engine_way[engine]
        if kind != 0:
            count, top = count + 1, engine + 1
            if not does_fit(s, s.engine_field[engine], ENGINE_ROWS[kind, way], ENGINE_COLUMNS[kind, way]):
                return Clash.ENGINE_FIELD
            if not does_lie(s, engine):
                return Clash.SHIP_AT if kind == Engine.SHIP else Clash.SIEGE_AT
        elif s.engine_field[engine] != 0 or way != 0:
            return Clash.ENGINE_KIND
    if s.engines != count:
        return Clash.ENGINES
    return Clash.NONE if s.engine_top == top else Clash.ENGINE_TOP


@rule
def does_lie(s: State, engine: int) -> bool:
    """Whether all fields of a siege unit or ship know it."""
    is_ship = s.engine_kind[engine] == Engine.SHIP
    for part in range(engine_size(s, engine)):
        field = engine_part(s, engine, part)
        if is_ship and (s.ship_at[field] != engine + 1 or s.ground[field] != Ground.WATER):
            return False
        if not is_ship and s.siege_at[field] != engine + 1:
            return False
    return True


@rule
def clash_in_buildings(s: State) -> int:
    """G4, G19: every building stands on fields that know it, at an index for its sort, with an owner if it has one."""
    works, top, works_top = 0, 0, 0
    for building in range(BUILDING_CAPACITY):
        kind = s.building_kind[building]
        if kind == 0:
            if not is_forgotten(s, building):
                return Clash.BUILDING_KIND
            continue
        if is_apart(kind) != (building < WORKS_FROM):
            return Clash.BUILDING_KIND
        if building < WORKS_FROM:
            top = building + 1
        else:
            works, works_top = works + 1, building - WORKS_FROM + 1
        if not does_stand(s, building):
            return Clash.BUILDING_FIELD
        if has_owner(kind) != (s.building_owner[building] != NOBODY):
            return Clash.BUILDING_OWNER
        castle = s.building_castle[building]
        if castle != NOBODY and s.building_kind[castle] != Building.CASTLE:
            return Clash.BUILDING_CASTLE
    if s.works != works:
        return Clash.WORKS
    if s.building_top != top or s.works_top != works_top:
        return Clash.BUILDING_TOP
    return clash_in_property(s)


@rule
def is_forgotten(s: State, building: int) -> bool:
    """Whether an index without a building holds nothing."""
    if s.building_field[building] != 0 or s.building_way[building] != 0 or s.building_acted[building] != 0:
        return False
    return s.building_owner[building] == 0 and s.building_castle[building] == 0


@rule
def does_stand(s: State, building: int) -> bool:
    """Whether a building is on the map, and all its fields know it."""
    kind, way, corner = s.building_kind[building], s.building_way[building], s.building_field[building]
    if not does_fit(s, corner, BUILDING_ROWS[kind, way], BUILDING_COLUMNS[kind, way]):
        return False
    for row in range(BUILDING_ROWS[kind, way]):
        for column in range(BUILDING_COLUMNS[kind, way]):
            if s.building_at[corner + row * s.columns + column] != building + 1:
                return False
    return True


@rule
def clash_in_property(s: State) -> int:
    """G22, G26: how many buildings, castles and camps each player has."""
    for player in range(2):
        estate, bases = 0, 0
        for building in range(s.building_top):
            if s.building_kind[building] != 0 and s.building_owner[building] == player:
                estate += 1
                bases += is_base(s.building_kind[building])
        if s.estate[player] != estate:
            return Clash.ESTATE
        if s.bases[player] != bases:
            return Clash.BASES
    return Clash.NONE


# --- What the fields know


@rule
def clash_on_fields(s: State) -> int:
    """G19: no field knows anything that is not there, and the rows of bits are right."""
    if count_marks(s.unit_at) != s.army[0] + s.army[1]:
        return Clash.UNIT_AT
    sieges, ships, buildings = 0, 0, 0
    for engine in range(s.engine_top):
        if s.engine_kind[engine] == Engine.SHIP:
            ships += engine_size(s, engine)
        else:
            sieges += engine_size(s, engine)
    for building in range(BUILDING_CAPACITY):
        kind, way = s.building_kind[building], s.building_way[building]
        buildings += BUILDING_ROWS[kind, way] * BUILDING_COLUMNS[kind, way]
    if count_marks(s.siege_at) != sieges:
        return Clash.SIEGE_AT
    if count_marks(s.ship_at) != ships:
        return Clash.SHIP_AT
    if count_marks(s.building_at) != buildings:
        return Clash.BUILDING_AT
    return clash_in_rows(s)


@rule
def count_marks(marks: Array) -> int:
    """How many fields know of something."""
    count = 0
    for field in range(FIELD_CAPACITY):
        count += marks[field] != 0
    return count


@rule
def clash_in_rows(s: State) -> int:
    """G19: the free fields, and those in or around a building that keeps apart."""
    for row in range(LARGEST):
        free, near = 0 * ONE, 0 * ONE
        if row < s.rows:
            for column in range(s.columns):
                if is_free(s, row * s.columns + column):
                    free |= ONE << column
            for building in range(s.building_top):
                near |= columns_near(s, building, row)
        if s.free[row] != free:
            return Clash.FREE
        if s.near[row] != near:
            return Clash.NEAR
    return Clash.NONE


@rule
def columns_near(s: State, building: int, row: int) -> int:
    """G19: the columns of a row that are in or around a building, as bits."""
    kind, corner = s.building_kind[building], s.building_field[building]
    top, left = corner // s.columns, corner % s.columns
    if kind == 0 or row < top - 1 or row > top + BUILDING_ROWS[kind, 0]:
        return 0 * ONE
    return span(s, left - 1, left + BUILDING_COLUMNS[kind, 0])
