"""What can be wrong with a position of Siege whose numbers are all within their ranges."""

from garrison.core.engine.record import Array, int64
from garrison.core.engine.rule import rule
from garrison.games.siege.rules.clashes_in_play import clash_in_play
from garrison.games.siege.rules.ground import is_apart, refresh_all, take_map
from garrison.games.siege.rules.pieces import (
    clear_building,
    clear_engine,
    clear_unit,
    count_building,
    count_engine,
    count_unit,
    has_owner,
    rope_off_all,
)
from garrison.games.siege.state import (
    BUILDING_CAPACITY,
    BUILDING_COLUMNS,
    BUILDING_ROWS,
    ENGINE_COLUMNS,
    ENGINE_ROWS,
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
    """The map is taken and what stands on it is put there again; then what is chosen, and by whom."""
    if p.rows > 0:
        take_map(p, s)
    elif s.rows < SMALLEST or s.columns < SMALLEST:
        return Clash.ROWS
    clear_map(s)
    found = clash_in_units(s)
    if found == Clash.NONE:
        found = clash_in_engines(s)
    if found == Clash.NONE:
        found = clash_in_buildings(s)
    if found != Clash.NONE:
        return found
    rope_off_all(s)
    refresh_all(s)
    return clash_in_play(p, s)


@rule
def clear_map(s: State) -> None:
    """Nothing stands anywhere, and nothing is counted yet."""
    s.unit_at[:] = 0
    s.siege_at[:] = 0
    s.ship_at[:] = 0
    s.building_at[:] = 0
    s.free[:] = 0
    s.near[:] = 0
    s.army[:] = 0
    s.estate[:] = 0
    s.bases[:] = 0
    s.unit_top[:] = 0
    s.engines = 0
    s.engine_top = 0
    s.works = 0
    s.works_top = 0
    s.building_top = 0


@rule
def cover(s: State, marks: Array, field: int, rows: int, columns: int, mark: int) -> bool:
    """Note on a piece's fields that it is there, if they are all on the map and nobody else's."""
    if field // s.columns + rows > s.rows or field % s.columns + columns > s.columns:
        return False
    for row in range(rows):
        for part in range(field + row * s.columns, field + row * s.columns + columns):
            if marks[part] != 0:
                return False
            marks[part] = mark
    return True


@rule
def clash_in_units(s: State) -> int:
    """G4, G5: every land unit stands on a field of its own."""
    for unit in range(2 * MOST_UNITS):
        if s.unit_kind[unit] == 0:
            clear_unit(s, unit)
        elif cover(s, s.unit_at, int64(s.unit_field[unit]), 1, 1, unit + 1):
            count_unit(s, unit)
        else:
            return Clash.UNIT_FIELD
    return Clash.NONE


@rule
def clash_in_engines(s: State) -> int:
    """G8, G9: every siege unit and ship lies on fields of its own, ships on water."""
    for engine in range(MOST_ENGINES):
        kind, way, field = s.engine_kind[engine], s.engine_way[engine], int64(s.engine_field[engine])
        rows, columns = ENGINE_ROWS[kind, way], ENGINE_COLUMNS[kind, way]
        marks = s.ship_at if kind == Engine.SHIP else s.siege_at
        if kind == 0:
            clear_engine(s, engine)
        elif cover(s, marks, field, rows, columns, engine + 1):
            count_engine(s, engine)
        else:
            return Clash.ENGINE_FIELD
    for field in range(s.rows * s.columns):
        if s.ship_at[field] != 0 and s.ground[field] != Ground.WATER:
            return Clash.ENGINE_FIELD
    return Clash.NONE


@rule
def clash_in_buildings(s: State) -> int:
    """G4, G19: every building stands on fields of its own, at an index for its sort, with an owner if it has one."""
    for building in range(BUILDING_CAPACITY):
        kind, way, field = s.building_kind[building], s.building_way[building], int64(s.building_field[building])
        if kind == 0:
            clear_building(s, building)
            continue
        if is_apart(kind) != (building < WORKS_FROM):
            return Clash.BUILDING_KIND
        if has_owner(kind) != (s.building_owner[building] != NOBODY):
            return Clash.BUILDING_OWNER
        castle = s.building_castle[building]
        if castle != NOBODY and s.building_kind[castle] != Building.CASTLE:
            return Clash.BUILDING_CASTLE
        if not cover(s, s.building_at, field, BUILDING_ROWS[kind, way], BUILDING_COLUMNS[kind, way], building + 1):
            return Clash.BUILDING_FIELD
        count_building(s, building)
    return Clash.NONE
