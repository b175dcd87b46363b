"""What a neural network sees of Siege: the map as planes of small numbers, and numbers about both players.

A field and its cell have the same number, unless the map was drawn and is smaller than the planes. Sizes are read into
variables first: what is written might, for all the compiler knows, change them.
"""

import numpy as np

from garrison.core.engine.record import Array, int64
from garrison.core.engine.rule import rule
from garrison.games.siege import ACTED_STEP, ENGINE_KIND_STEP, ENGINE_WAY_STEP, OWNER_STEP, SPENT_STEP, WAY_STEP
from garrison.games.siege.rules.pieces import engine_part, engine_size
from garrison.games.siege.state import (
    BUILDING_COLUMNS,
    BUILDING_ROWS,
    FIELD_CAPACITY,
    MOST_UNITS,
    NOBODY,
    WORKS_FROM,
    Building,
    Engine,
    Mark,
    Rules,
    Seen,
    State,
    Told,
)

OTHERS = OWNER_STEP  # added for what the other player owns
NOBODYS = 2 * OWNER_STEP  # added for what nobody owns
EACH = Told.ENEMY_COINS - Told.OWN_COINS  # numbers about a player


@rule
def observe(p: Rules, s: State, player: int, planes: Array) -> None:
    """Ground, buildings with their parts and castles, ships, engines, units and marks, from the player's side."""
    stride, area = planes.shape[2], planes.shape[1] * planes.shape[2]
    flat = planes.reshape(planes.shape[0] * area)
    for place in range(flat.shape[0]):  # a loop, because it compiles to faster code than a slice
        flat[place] = 0
    see_ground(s, flat[Seen.GROUND * area :], stride)
    for side in range(2):
        see_units(s, side, OTHERS if side != player else 0, flat[Seen.UNITS * area :], stride)
    see_buildings(s, player, 0, s.building_top, flat, area, stride)
    see_buildings(s, player, WORKS_FROM, WORKS_FROM + s.works_top, flat, area, stride)
    see_engines(s, flat, area, stride)
    see_chosen(s, flat[Seen.MARKS * area :], stride)


@rule
def cell_of(field: int, columns: int, stride: int) -> int:
    """The cell of a field."""
    return (
        field
        if columns == stride
        else int64(np.int32(field) // np.int32(columns) * stride + np.int32(field) % np.int32(columns))
    )


@rule
def see_ground(s: State, plane: Array, stride: int) -> None:
    """Grass, water or rock; 0 off the map."""
    rows, columns = s.rows, s.columns
    if columns == stride:
        for field in range(rows * columns):
            plane[field] = s.ground[field] + 1
        return
    for row in range(rows):
        for column in range(columns):
            plane[row * stride + column] = s.ground[row * columns + column] + 1


@rule
def side_of(owner: int, player: int) -> int:
    """What is added to a number for its owner."""
    if owner == NOBODY:
        return NOBODYS
    return 0 if owner == player else OTHERS


@rule
def see_units(s: State, side: int, offset: int, plane: Array, stride: int) -> None:
    """A side's land units: the kind, whose it is, and whether it is exhausted."""
    columns, first, count = s.columns, side * MOST_UNITS, s.unit_top[side]
    for unit in range(first, first + count):
        kind = s.unit_kind[unit]
        if kind != 0:
            plane[cell_of(s.unit_field[unit], columns, stride)] = kind + SPENT_STEP * s.unit_spent[unit] + offset


@rule
def see_buildings(s: State, player: int, first: int, last: int, flat: Array, area: int, stride: int) -> None:
    """The kind and whose it is, which part of it is where, and the castle that it belongs to."""
    columns = s.columns
    for building in range(first, last):
        kind, way = int64(s.building_kind[building]), int64(s.building_way[building])
        if kind != 0:
            corner = cell_of(s.building_field[building], columns, stride)
            number = kind + side_of(s.building_owner[building], player)
            castle = building + 1 if kind == Building.CASTLE else s.building_castle[building] + 1
            part = 1 + ACTED_STEP * s.building_acted[building] + WAY_STEP * way
            for row in range(BUILDING_ROWS[kind, way]):
                for column in range(BUILDING_COLUMNS[kind, way]):
                    cell = corner + row * stride + column
                    flat[Seen.BUILDINGS * area + cell] = number
                    flat[Seen.PARTS * area + cell] = part
                    flat[Seen.CASTLES * area + cell] = castle
                    part += 1


@rule
def see_engines(s: State, flat: Array, area: int, stride: int) -> None:
    """8 x the kind, 4 more if it lies up and down, and which part of it this is."""
    columns = s.columns
    for engine in range(s.engine_top):
        kind = s.engine_kind[engine]
        first = (Seen.SHIPS if kind == Engine.SHIP else Seen.ENGINES) * area
        for part in range(engine_size(s, engine)):
            cell = cell_of(engine_part(s, engine, part), columns, stride)
            flat[first + cell] = ENGINE_KIND_STEP * kind + ENGINE_WAY_STEP * s.engine_way[engine] + part


@rule
def see_chosen(s: State, plane: Array, stride: int) -> None:
    """Where the chosen ship is, the siege unit, the land unit, the building, the clicked field."""
    columns = s.columns
    for place in range(2):
        engine = s.ship if place == 0 else s.engine
        if engine != NOBODY:
            mark = Mark.SHIP if place == 0 else Mark.SIEGE_UNIT
            for part in range(engine_size(s, engine)):
                plane[cell_of(engine_part(s, engine, part), columns, stride)] = mark
    if s.unit != NOBODY:
        plane[cell_of(s.unit_field[s.unit], columns, stride)] = Mark.LAND_UNIT
    if s.building != NOBODY:
        plane[cell_of(s.building_field[s.building], columns, stride)] = Mark.BUILDING
    if s.spot != NOBODY:
        plane[cell_of(s.spot, columns, stride)] = Mark.FIELD


@rule
def measure(p: Rules, s: State, player: int, numbers: Array) -> None:
    """What is asked, then for the player and the other: coins, turns and what they own."""
    numbers[Told.SIDE] = player
    numbers[Told.PHASE] = s.phase
    numbers[Told.OWN_TURN] = (s.waiting >> player) & 1
    numbers[Told.BEGUN] = min(s.turn, 1)
    numbers[Told.STEPS_LEFT] = s.steps_left
    numbers[Told.MAKING] = max(s.making - FIELD_CAPACITY, 0)
    numbers[Told.WAY] = s.way
    numbers[Told.MADE] = s.made
    numbers[Told.MODE] = p.mode
    numbers[Told.REASON] = s.reason
    numbers[Told.RESULT] = ((s.winners >> player) & 1) - ((s.winners >> (1 - player)) & 1)
    numbers[Told.TURNS_IN_ALL] = p.max_turns
    for place in range(2):
        tell_player(s, player if place == 0 else 1 - player, numbers[EACH * place :])


@rule
def tell_player(s: State, who: int, numbers: Array) -> None:
    """What a player has, in the places of the observer's own numbers."""
    numbers[Told.OWN_COINS] = s.coins[who]
    numbers[Told.OWN_TURNS] = s.turns[who]
    numbers[Told.OWN_TURNS_WITHOUT_A_BASE] = s.homeless[who]
    numbers[Told.OWN_ARMED] = s.armed[who]
    numbers[Told.OWN_ARMY] = s.army[who]
    numbers[Told.OWN_BASES] = s.bases[who]
    numbers[Told.OWN_BUILDINGS] = s.estate[who]
