"""What a neural network sees of Siege: seven planes of 40 x 40, the map in the upper left."""

from garrison.core.engine.rule import rule
from garrison.games.siege.rules.board import mark_spot
from garrison.games.siege.rules.pieces import engine_part, engine_size, owner_of
from garrison.games.siege.state import (
    BUILDING_CAPACITY,
    BUILDING_COLUMNS,
    BUILDING_ROWS,
    FIELD_CAPACITY,
    MOST_UNITS,
    NOBODY,
    Engine,
)

OTHERS = 16  # added for what the other player owns
NOBODYS = 32  # added for what nobody owns
SPENT = 8  # added for exhausted units
BYTE = 255


@rule
def observe(p, s, player, planes):
    """Ground, buildings, ships, engines, units, marks, and facts about both players, from the player's side."""
    numbers = planes.reshape(planes.shape[0] * FIELD_CAPACITY)
    for place in range(numbers.shape[0]):  # a loop, because it compiles to faster code than a slice
        numbers[place] = 0
    for row in range(s.rows):
        for column in range(s.columns):
            planes[0, row, column] = s.ground[row * s.columns + column] + 1
    for unit in range(2 * MOST_UNITS):
        if s.unit_kind[unit] != 0:
            mark_spot(s, planes[4], s.unit_field[unit], seen_unit(s, player, unit))
    see_buildings(s, player, planes[1])
    see_engines(s, planes)
    see_chosen(s, planes[5])
    see_facts(p, s, player, planes[6].reshape(FIELD_CAPACITY))


@rule
def side_of(owner, player):
    """What is added to a number for its owner."""
    if owner == NOBODY:
        return NOBODYS
    return 0 if owner == player else OTHERS


@rule
def seen_unit(s, player, unit):
    """The kind, whose it is, and whether it is exhausted."""
    return s.unit_kind[unit] + SPENT * s.unit_spent[unit] + side_of(owner_of(unit), player)


@rule
def see_buildings(s, player, plane):
    """The kind and whose it is."""
    for building in range(BUILDING_CAPACITY):
        kind, way = s.building_kind[building], s.building_way[building]
        if kind != 0:
            top, left = s.building_field[building] // s.columns, s.building_field[building] % s.columns
            for row in range(BUILDING_ROWS[kind, way]):
                for column in range(BUILDING_COLUMNS[kind, way]):
                    plane[top + row, left + column] = kind + side_of(s.building_owner[building], player)


@rule
def see_engines(s, planes):
    """8 x the kind, 4 more if it lies up and down, and which part of it this is."""
    for engine in range(s.engine_top):
        kind = s.engine_kind[engine]
        plane = planes[2] if kind == Engine.SHIP else planes[3]
        for part in range(engine_size(s, engine)):
            field = engine_part(s, engine, part)
            plane[field // s.columns, field % s.columns] = 8 * kind + 4 * s.engine_way[engine] + part


@rule
def see_chosen(s, plane):
    """1 where the chosen ship is, 2 the siege unit, 3 the land unit, 4 the building, 5 the clicked field."""
    for place in range(2):
        engine = s.ship if place == 0 else s.engine
        if engine != NOBODY:
            for part in range(engine_size(s, engine)):
                field = engine_part(s, engine, part)
                plane[field // s.columns, field % s.columns] = place + 1
    mark_spot(s, plane, s.unit_field[s.unit] if s.unit != NOBODY else NOBODY, 3)
    mark_spot(s, plane, s.building_field[s.building] if s.building != NOBODY else NOBODY, 4)
    mark_spot(s, plane, s.spot, 5)


@rule
def see_facts(p, s, player, facts):
    """What is asked, then for the player and the other: coins (255 if more, and 256s), turns and what they own."""
    facts[0] = s.phase
    facts[1] = s.steps_left
    facts[2] = max(s.making - FIELD_CAPACITY, 0)
    facts[3] = s.way
    facts[4] = s.made
    facts[5] = p.mode
    facts[6] = s.over
    facts[7] = (s.waiting >> player) & 1
    for place in range(2):
        who = player if place == 0 else 1 - player
        first = 8 + 8 * place
        facts[first] = min(s.coins[who], BYTE)
        facts[first + 1] = min(s.coins[who] // (BYTE + 1), BYTE)
        facts[first + 2] = min(s.turns[who], BYTE)
        facts[first + 3] = min(s.homeless[who], BYTE)
        facts[first + 4] = s.armed[who]
        facts[first + 5] = min(s.army[who], BYTE)
        facts[first + 6] = min(s.bases[who], BYTE)
        facts[first + 7] = min(s.estate[who], BYTE)
