"""What can be wrong with a position of Siege whose numbers are all within their ranges."""

import numpy as np

from garrison.core.engine.rule import rule
from garrison.games.siege.rules.clashes_in_play import clash_in_play
from garrison.games.siege.rules.ground import is_apart, refresh_all, take_map
from garrison.games.siege.rules.pieces import (
    building_part,
    building_size,
    clear_building,
    clear_engine,
    clear_unit,
    count_building,
    count_engine,
    count_unit,
    engine_part,
    engine_size,
    has_owner,
    mark_engine,
    put_unit,
    rope_off_all,
    stake_out,
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
)
from garrison.games.siege.state.terrain import SMALLEST, Ground


@rule
def clash(p, s):
    """The map is taken and what stands on it is put there anew; then what is chosen, and by whom."""
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
def clear_map(s):
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
def does_fit(s, field, rows, columns):
    """Whether something of that size is wholly on the map."""
    return field // s.columns + rows <= s.rows and field % s.columns + columns <= s.columns


@rule
def clash_in_units(s):
    """G4, G5: every land unit stands on a field of its own."""
    for unit in range(2 * MOST_UNITS):
        field = np.int64(s.unit_field[unit])
        if s.unit_kind[unit] == 0:
            clear_unit(s, unit)
        elif not does_fit(s, field, 1, 1) or s.unit_at[field] != 0:
            return Clash.UNIT_FIELD
        else:
            count_unit(s, unit)
            put_unit(s, unit, field)
    return Clash.NONE


@rule
def clash_in_engines(s):
    """G8, G9: every siege unit and ship lies on fields of its own, ships on water."""
    for engine in range(MOST_ENGINES):
        kind, way, field = s.engine_kind[engine], s.engine_way[engine], np.int64(s.engine_field[engine])
        if kind == 0:
            clear_engine(s, engine)
        elif not does_fit(s, field, ENGINE_ROWS[kind, way], ENGINE_COLUMNS[kind, way]) or not can_be_there(s, engine):
            return Clash.ENGINE_FIELD
        else:
            count_engine(s, engine)
            mark_engine(s, engine, engine + 1)
    return Clash.NONE


@rule
def can_be_there(s, engine):
    """Whether no other siege unit, or ship, is on its fields, and a ship is on water."""
    for part in range(engine_size(s, engine)):
        field = engine_part(s, engine, part)
        if s.engine_kind[engine] != Engine.SHIP:
            if s.siege_at[field] != 0:
                return False
        elif s.ship_at[field] != 0 or s.ground[field] != Ground.WATER:
            return False
    return True


@rule
def clash_in_buildings(s):
    """G4, G19: every building stands on fields of its own, at an index for its sort, with an owner if it has one."""
    for building in range(BUILDING_CAPACITY):
        kind, way, field = s.building_kind[building], s.building_way[building], np.int64(s.building_field[building])
        if kind == 0:
            clear_building(s, building)
            continue
        if is_apart(kind) != (building < WORKS_FROM):
            return Clash.BUILDING_KIND
        if not does_fit(s, field, BUILDING_ROWS[kind, way], BUILDING_COLUMNS[kind, way]) or is_built_over(s, building):
            return Clash.BUILDING_FIELD
        if has_owner(kind) != (s.building_owner[building] != NOBODY):
            return Clash.BUILDING_OWNER
        castle = s.building_castle[building]
        if castle != NOBODY and s.building_kind[castle] != Building.CASTLE:
            return Clash.BUILDING_CASTLE
        count_building(s, building)
        stake_out(s, building, building + 1)
    return Clash.NONE


@rule
def is_built_over(s, building):
    """Whether another building stands on one of its fields."""
    for part in range(building_size(s, building)):
        if s.building_at[building_part(s, building, part)] != 0:
            return True
    return False
