"""What a neural network sees of Siege as a list: a row of numbers for everything that stands on the map."""

from garrison.core.engine.record import Array
from garrison.core.engine.rule import rule
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
    Part,
    Rules,
    State,
    Unit,
)

ENGINES_FROM = Unit.CAVALRY  # added to a kind, so that all kinds are different
BUILDINGS_FROM = ENGINES_FROM + Engine.SHIP
CLICKED = BUILDINGS_FROM + Building.LADDER + 1
OWN, THEIRS, NOBODYS = 0, 1, 2


@rule
def muster(p: Rules, s: State, player: int, entities: Array) -> int:
    """Land units of either side, siege units and ships, buildings, and the clicked field; how many these are."""
    count = 0
    for side in range(2):
        count = muster_units(s, side, OWN if side == player else THEIRS, entities, count)
    count = muster_engines(s, entities, count)
    count = muster_buildings(s, player, 0, s.building_top, entities, count)
    count = muster_buildings(s, player, WORKS_FROM, WORKS_FROM + s.works_top, entities, count)
    if s.spot != NOBODY:
        put_entity(s, entities[count], CLICKED, NOBODYS, s.spot)
        count += 1
    return count


@rule
def put_entity(s: State, entity: Array, kind: int, owner: int, field: int) -> None:
    """What all of them have; the rest is that of a single field that is not chosen."""
    entity[Part.KIND] = kind
    entity[Part.OWNER] = owner
    entity[Part.ROW] = field // s.columns
    entity[Part.COLUMN] = field % s.columns
    entity[Part.ROWS] = 1
    entity[Part.COLUMNS] = 1
    entity[Part.WAY] = 0
    entity[Part.SPENT] = 0
    entity[Part.CASTLE] = 0
    entity[Part.CHOSEN] = 0


@rule
def muster_units(s: State, side: int, owner: int, entities: Array, count: int) -> int:
    """A side's land units."""
    first, top = side * MOST_UNITS, s.unit_top[side]
    for unit in range(first, first + top):
        if s.unit_kind[unit] != 0:
            entity = entities[count]
            put_entity(s, entity, s.unit_kind[unit], owner, s.unit_field[unit])
            entity[Part.SPENT] = s.unit_spent[unit]
            entity[Part.CHOSEN] = s.unit == unit
            count += 1
    return count


@rule
def muster_engines(s: State, entities: Array, count: int) -> int:
    """Siege units and ships, which belong to whoever is inside."""
    for engine in range(s.engine_top):
        kind, way = s.engine_kind[engine], s.engine_way[engine]
        if kind != 0:
            entity = entities[count]
            put_entity(s, entity, ENGINES_FROM + kind, NOBODYS, s.engine_field[engine])
            entity[Part.ROWS] = ENGINE_ROWS[kind, way]
            entity[Part.COLUMNS] = ENGINE_COLUMNS[kind, way]
            entity[Part.WAY] = way
            entity[Part.CHOSEN] = s.engine == engine or s.ship == engine
            count += 1
    return count


@rule
def muster_buildings(s: State, player: int, first: int, last: int, entities: Array, count: int) -> int:
    """Buildings, walls, gates and ladders."""
    for building in range(first, last):
        kind, way = s.building_kind[building], s.building_way[building]
        if kind != 0:
            entity = entities[count]
            put_entity(s, entity, BUILDINGS_FROM + kind, owner_seen(s, building, player), s.building_field[building])
            entity[Part.ROWS] = BUILDING_ROWS[kind, way]
            entity[Part.COLUMNS] = BUILDING_COLUMNS[kind, way]
            entity[Part.WAY] = way
            entity[Part.SPENT] = s.building_acted[building]
            entity[Part.CASTLE] = building + 1 if kind == Building.CASTLE else s.building_castle[building] + 1
            entity[Part.CHOSEN] = s.building == building
            count += 1
    return count


@rule
def owner_seen(s: State, building: int, player: int) -> int:
    """A building's owner, from the player's side."""
    if s.building_owner[building] == NOBODY:
        return NOBODYS
    return OWN if s.building_owner[building] == player else THEIRS
