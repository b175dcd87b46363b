"""What stands on the map of Siege: putting it there, taking it away, and what is lost with it (G4, G5, G14, G15)."""

from garrison.core.engine.events import log
from garrison.core.engine.rule import rule
from garrison.games.siege.rules.ground import is_apart, keep_apart, offset_in, refresh
from garrison.games.siege.state import (
    BUILDING_COLUMNS,
    BUILDING_ROWS,
    ENGINE_COLUMNS,
    ENGINE_ROWS,
    MOST_UNITS,
    NOBODY,
    WORKS_FROM,
    Building,
    Engine,
    Happening,
    State,
)


@rule
def owner_of(unit: int) -> int:
    """G4: a land unit's owner."""
    return unit // MOST_UNITS


@rule
def engine_size(s: State, engine: int) -> int:
    """How many fields a siege unit or ship covers."""
    kind, way = s.engine_kind[engine], s.engine_way[engine]
    return ENGINE_ROWS[kind, way] * ENGINE_COLUMNS[kind, way]


@rule
def part_offset(s: State, engine: int, part: int) -> int:
    """How far one of the fields of a siege unit or ship is from its top left field, in reading order."""
    return offset_in(s, ENGINE_COLUMNS[s.engine_kind[engine], s.engine_way[engine]], part)


@rule
def engine_part(s: State, engine: int, part: int) -> int:
    """One of the fields that a siege unit or ship covers, in reading order."""
    return s.engine_field[engine] + part_offset(s, engine, part)


@rule
def building_size(s: State, building: int) -> int:
    """How many fields a building covers."""
    kind, way = s.building_kind[building], s.building_way[building]
    return BUILDING_ROWS[kind, way] * BUILDING_COLUMNS[kind, way]


@rule
def building_part(s: State, building: int, part: int) -> int:
    """One of the fields that a building covers, in reading order."""
    width = BUILDING_COLUMNS[s.building_kind[building], s.building_way[building]]
    return s.building_field[building] + offset_in(s, width, part)


@rule
def has_owner(kind: int) -> bool:
    """G4: walls and ladders have no owner."""
    return kind != Building.WALL and kind != Building.LADDER


# --- Land units


@rule
def add_unit(s: State, player: int, kind: int, field: int) -> None:
    """A new land unit; the caller knows that there is room for it."""
    unit = player * MOST_UNITS
    while s.unit_kind[unit] != 0:
        unit += 1
    s.unit_kind[unit] = kind
    s.unit_spent[unit] = 0
    count_unit(s, unit)
    put_unit(s, unit, field)


@rule
def count_unit(s: State, unit: int) -> None:
    """A land unit belongs to its owner's army."""
    player = owner_of(unit)
    s.unit_top[player] = max(s.unit_top[player], unit - player * MOST_UNITS + 1)
    s.army[player] += 1
    s.armed[player] = 1


@rule
def put_unit(s: State, unit: int, field: int) -> None:
    """G5: a land unit comes onto a field."""
    s.unit_field[unit] = field
    s.unit_at[field] = unit + 1
    refresh(s, field)


@rule
def lift_unit(s: State, unit: int) -> None:
    """A land unit leaves its field."""
    field = s.unit_field[unit]
    s.unit_at[field] = 0
    refresh(s, field)


@rule
def lose_unit(s: State, unit: int) -> None:
    """A land unit is eliminated."""
    player = owner_of(unit)
    log(s, Happening.UNIT_LOST, s.unit_kind[unit], player, s.unit_field[unit])
    lift_unit(s, unit)
    clear_unit(s, unit)
    s.army[player] -= 1
    while s.unit_top[player] > 0 and s.unit_kind[player * MOST_UNITS + s.unit_top[player] - 1] == 0:
        s.unit_top[player] -= 1


@rule
def clear_unit(s: State, unit: int) -> None:
    """A land unit that is gone leaves nothing behind."""
    s.unit_kind[unit] = 0
    s.unit_spent[unit] = 0
    s.unit_field[unit] = 0


@rule
def lose_unit_on(s: State, field: int) -> None:
    """The land unit on a field is eliminated."""
    if s.unit_at[field] != 0:
        lose_unit(s, s.unit_at[field] - 1)


# --- Siege units and ships


@rule
def add_engine(s: State, kind: int, field: int, way: int) -> None:
    """A new siege unit or ship; the caller knows that there is room for it."""
    engine = 0
    while s.engine_kind[engine] != 0:
        engine += 1
    s.engine_kind[engine] = kind
    count_engine(s, engine)
    put_engine(s, engine, field, way)


@rule
def count_engine(s: State, engine: int) -> None:
    """One siege unit or ship more."""
    s.engines += 1
    s.engine_top = max(s.engine_top, engine + 1)


@rule
def put_engine(s: State, engine: int, field: int, way: int) -> None:
    """A siege unit or ship comes to lie on its fields."""
    s.engine_field[engine] = field
    s.engine_way[engine] = way
    mark_engine(s, engine, engine + 1)


@rule
def lift_engine(s: State, engine: int) -> None:
    """A siege unit or ship leaves its fields; the caller moves those inside."""
    mark_engine(s, engine, 0)


@rule
def mark_engine(s: State, engine: int, mark: int) -> None:
    """Note on all fields of a siege unit or ship that it is there, or that it is not."""
    is_ship = s.engine_kind[engine] == Engine.SHIP
    for part in range(engine_size(s, engine)):
        field = engine_part(s, engine, part)
        if is_ship:
            s.ship_at[field] = mark
        else:
            s.siege_at[field] = mark
            refresh(s, field)


@rule
def lose_ship(s: State, ship: int) -> None:
    """G15: a ship is destroyed, with everything that stands on it, even partly."""
    log(s, Happening.ENGINE_LOST, Engine.SHIP, s.engine_field[ship])
    for part in range(engine_size(s, ship)):
        field = engine_part(s, ship, part)
        if s.siege_at[field] != 0:
            lose_siege_unit(s, s.siege_at[field] - 1)
        lose_unit_on(s, field)
    forget_engine(s, ship)


@rule
def lose_siege_unit(s: State, engine: int) -> None:
    """G15: a siege unit is destroyed, with all inside it."""
    log(s, Happening.ENGINE_LOST, s.engine_kind[engine], s.engine_field[engine])
    for part in range(engine_size(s, engine)):
        lose_unit_on(s, engine_part(s, engine, part))
    forget_engine(s, engine)


@rule
def forget_engine(s: State, engine: int) -> None:
    """Its place is free again."""
    lift_engine(s, engine)
    clear_engine(s, engine)
    s.engines -= 1
    while s.engine_top > 0 and s.engine_kind[s.engine_top - 1] == 0:
        s.engine_top -= 1


@rule
def clear_engine(s: State, engine: int) -> None:
    """A siege unit or ship that is gone leaves nothing behind."""
    s.engine_kind[engine] = 0
    s.engine_way[engine] = 0
    s.engine_field[engine] = 0


# --- Buildings


@rule
def add_building(s: State, kind: int, field: int, way: int, owner: int, castle: int) -> int:
    """A new building; the caller knows that there is room for it."""
    first = 0 if is_apart(kind) else WORKS_FROM
    building = first
    while s.building_kind[building] != 0:
        building += 1
    s.building_kind[building] = kind
    s.building_way[building] = way
    s.building_owner[building] = owner if has_owner(kind) else NOBODY
    s.building_field[building] = field
    s.building_castle[building] = castle
    count_building(s, building)
    stake_out(s, building, building + 1)
    if is_apart(kind):
        rope_off(s, building)
    return building


@rule
def count_building(s: State, building: int) -> None:
    """A building belongs to its owner's estate; walls, gates and ladders are only counted."""
    kind, owner = s.building_kind[building], s.building_owner[building]
    if is_apart(kind):
        s.building_top = max(s.building_top, building + 1)
        s.estate[owner] += 1
    else:
        s.works_top = max(s.works_top, building - WORKS_FROM + 1)
        s.works += 1
    if is_base(kind):
        s.bases[owner] += 1


@rule
def is_base(kind: int) -> bool:
    """G22, G26: a castle or camp."""
    return kind == Building.CASTLE or kind == Building.CAMP


@rule
def stake_out(s: State, building: int, mark: int) -> None:
    """Note on all fields of a building that it is there, or that it is not."""
    for part in range(building_size(s, building)):
        field = building_part(s, building, part)
        s.building_at[field] = mark
        refresh(s, field)


@rule
def rope_off(s: State, building: int) -> None:
    """G19: no building that keeps its distance may be built beside this one."""
    kind, way, field = s.building_kind[building], s.building_way[building], s.building_field[building]
    keep_apart(s, field // s.columns, field % s.columns, BUILDING_ROWS[kind, way], BUILDING_COLUMNS[kind, way])


@rule
def lose_building(s: State, building: int) -> None:
    """G14: a building is destroyed, with every unit on it, even if only partly."""
    kind, owner = s.building_kind[building], s.building_owner[building]
    log(s, Happening.BUILDING_LOST, kind, owner, s.building_field[building])
    for part in range(building_size(s, building)):
        field = building_part(s, building, part)
        if s.siege_at[field] != 0:
            lose_siege_unit(s, s.siege_at[field] - 1)
        lose_unit_on(s, field)
    stake_out(s, building, 0)
    forget_building(s, building)


@rule
def forget_building(s: State, building: int) -> None:
    """Its index is free again. Never a castle or camp."""
    kind, owner = s.building_kind[building], s.building_owner[building]
    clear_building(s, building)
    if is_apart(kind):
        s.estate[owner] -= 1
        while s.building_top > 0 and s.building_kind[s.building_top - 1] == 0:
            s.building_top -= 1
        rope_off_all(s)
        return
    s.works -= 1
    while s.works_top > 0 and s.building_kind[WORKS_FROM + s.works_top - 1] == 0:
        s.works_top -= 1


@rule
def clear_building(s: State, building: int) -> None:
    """A building that is gone leaves nothing behind."""
    s.building_kind[building] = 0
    s.building_way[building] = 0
    s.building_owner[building] = 0
    s.building_acted[building] = 0
    s.building_field[building] = 0
    s.building_castle[building] = 0


@rule
def rope_off_all(s: State) -> None:
    """G19: find again what is near a building."""
    for row in range(s.rows):
        s.near[row] = 0
    for building in range(s.building_top):
        if s.building_kind[building] != 0:
            rope_off(s, building)
