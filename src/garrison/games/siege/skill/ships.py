"""Ships of Siege: land units that have no way to the enemy on land build some, board them and sail to a shore."""

import numpy as np

from garrison.core.engine.record import Array, int64
from garrison.core.engine.rule import rule
from garrison.games.siege.rules.ground import neighbour
from garrison.games.siege.rules.pieces import engine_part, engine_size
from garrison.games.siege.rules.turns import ready_inside
from garrison.games.siege.skill.courses import (
    FAR,
    fits,
    nearer,
    next_place,
    no_courses,
    part_of,
    place_of,
    spread_courses,
    ways_to_go,
)
from garrison.games.siege.skill.engines import count_inside, ready_field
from garrison.games.siege.skill.fields import (
    add,
    count_bits,
    empty,
    everywhere,
    has,
    is_any,
    passable,
    reach_of,
    spread,
    vacant,
)
from garrison.games.siege.skill.targets import goals_of
from garrison.games.siege.state import ACROSS, ENGINE_COLUMNS, MOST_UNITS, NOBODY, Engine, Press, State
from garrison.games.siege.state.terrain import Ground

DONE = int(Press.DONE)
SEATS = int(ENGINE_COLUMNS[Engine.SHIP, ACROSS])  # on a ship; with as many who are cut off, one is built
FULL = 2  # land units aboard that make a ship sail
WAITING = 6  # steps within which a ship waits for others
MOST_SHIPS = 12  # in all


# --- Land and water


@rule
def way_ashore(s: State, player: int) -> Array:
    """The land from which there is a way to what the army goes for: ships don't count."""
    dry = passable(s, player, vacant(s, player))
    for field in range(s.rows * s.columns):
        if s.ship_at[field] != 0:
            dry[field // s.columns] &= ~(int64(1) << (field % s.columns))
    land = goals_of(s, player)
    while spread(s, land, dry):
        pass
    for row in range(s.rows):
        land[row] &= dry[row]
    return land


@rule
def open_water(s: State, ship: int) -> Array:
    """G9: the fields on which a ship could lie; others are in its way."""
    rows = empty()
    for field in range(s.rows * s.columns):
        if s.ground[field] == Ground.WATER and (s.ship_at[field] == 0 or s.ship_at[field] == ship + 1):
            add(s, rows, field)
    return rows


@rule
def landings(s: State) -> Array:
    """The fields of water beside free grass, from which land units board a ship."""
    rows = empty()
    for field in range(s.rows * s.columns):
        if s.ground[field] == Ground.GRASS and s.building_at[field] == 0:
            add(s, rows, field)
    spread(s, rows, everywhere(s))
    return rows


@rule
def shores(s: State, player: int, water: Array) -> Array:
    """The water beside land with a way to what the army goes for."""
    rows = way_ashore(s, player)
    spread(s, rows, everywhere(s))
    for row in range(s.rows):
        rows[row] &= water[row]
    return rows


@rule
def courses_ashore(s: State, player: int, water: Array) -> Array:
    """Moves and turns from every place of a ship to such a shore."""
    shore, steps = shores(s, player, water), no_courses(s)
    for place in range(len(steps)):
        if fits(s, Engine.SHIP, water, place) and is_at(s, shore, place):
            steps[place] = 0
    spread_courses(s, Engine.SHIP, water, steps)
    return steps


@rule
def is_at(s: State, rows: Array, place: int) -> bool:
    """Whether a ship there has a part on one of these fields."""
    for part in range(SEATS):
        if has(s, rows, part_of(s, Engine.SHIP, place, part)):
            return True
    return False


@rule
def sea_of(s: State, steps: Array) -> Array:
    """The fields on which ships lie that can get to such a shore."""
    rows = empty()
    for place in range(len(steps)):
        if steps[place] < FAR:
            for part in range(SEATS):
                add(s, rows, part_of(s, Engine.SHIP, place, part))
    return rows


# --- Who is cut off


@rule
def stranded(s: State, player: int) -> Array:
    """The fields of a player's land units that have no way to what the army goes for, not even over ships."""
    ground, near = passable(s, player, vacant(s, player)), goals_of(s, player)
    while spread(s, near, ground):
        pass
    rows = empty()
    for unit in range(player * MOST_UNITS, player * MOST_UNITS + s.unit_top[player]):
        field = int64(s.unit_field[unit])
        if s.unit_kind[unit] != 0 and s.ship_at[field] == 0 and not has(s, near, field):
            add(s, rows, field)
    return rows


@rule
def berths(s: State, player: int) -> Array:
    """The free fields of ships that have no enemy aboard."""
    rows = empty()
    for ship in range(s.engine_top):
        if s.engine_kind[ship] == Engine.SHIP and count_inside(s, 1 - player, ship) == 0:
            for part in range(engine_size(s, ship)):
                field = int64(engine_part(s, ship, part))
                if s.unit_at[field] == 0:
                    add(s, rows, field)
    return rows


@rule
def wants_ship(s: State, player: int) -> bool:
    """Enough land units are cut off, and there are too few seats for them."""
    waiting, count, ships, free = stranded(s, player), 0, 0, 0
    for row in range(s.rows):
        count += count_bits(waiting[row])
    for ship in range(s.engine_top):
        ships += s.engine_kind[ship] == Engine.SHIP
    if count < SEATS or ships >= MOST_SHIPS:
        return False
    ground, seats = passable(s, player, vacant(s, player)), berths(s, player)
    while spread(s, waiting, ground):
        pass
    for row in range(s.rows):
        free += count_bits(waiting[row] & seats[row])
    return free < SEATS


@rule
def who_embarks(s: State, player: int) -> int:
    """The field of somebody ready who is cut off and near a ship, or NOBODY."""
    seats, waiting, ready = berths(s, player), stranded(s, player), empty()
    if not is_any(s, seats):
        return int64(NOBODY)
    for unit in range(player * MOST_UNITS, player * MOST_UNITS + s.unit_top[player]):
        field = int64(s.unit_field[unit])
        if s.unit_kind[unit] != 0 and s.unit_spent[unit] == 0:
            if room_aboard(s, field, seats) != NOBODY:
                return field
            if has(s, waiting, field):
                add(s, ready, field)
    ground = vacant(s, player)
    if reach_of(s, seats, ready, ground, passable(s, player, ground), FAR) == NOBODY:
        return int64(NOBODY)
    return any_of(s, seats, ready)


@rule
def room_aboard(s: State, field: int, seats: Array) -> int:
    """Where somebody on a ship goes to leave a seat beside land to others; NOBODY if there is no better seat."""
    if s.ship_at[field] == 0 or not is_beside_land(s, field):
        return int64(NOBODY)
    for direction in range(4):
        near = int64(neighbour(s, field, direction))
        if near != NOBODY and has(s, seats, near) and not is_beside_land(s, near):
            return near
    return int64(NOBODY)


@rule
def is_beside_land(s: State, field: int) -> bool:
    """Whether grass touches a field."""
    for direction in range(4):
        near = neighbour(s, field, direction)
        if near != NOBODY and s.ground[near] == Ground.GRASS:
            return True
    return False


@rule
def any_of(s: State, rows: Array, others: Array) -> int:
    """The first field that is in two sets, or NOBODY."""
    for field in range(s.rows * s.columns):
        if has(s, rows, field) and has(s, others, field):
            return int64(field)
    return int64(NOBODY)


@rule
def embark(s: State, player: int, here: int, steps: Array) -> int:
    """A step onto a ship or towards one, and on it away from the land."""
    seats, ground = berths(s, player), vacant(s, player)
    if s.ship_at[here] != 0:
        seat = room_aboard(s, here, seats)
        return DONE if seat == NOBODY else seat
    if not is_any(s, seats) or reach_of(s, seats, steps, ground, passable(s, player, ground), FAR) == NOBODY:
        return DONE
    return any_of(s, seats, steps)


# --- Under way


@rule
def ship_to_sail(s: State, player: int) -> int:
    """A ship that has somewhere to go, and enough of a crew or nobody to wait for; else NOBODY."""
    for ship in range(s.engine_top):
        if s.engine_kind[ship] == Engine.SHIP and ready_inside(s, player, ship) > 0:
            water = open_water(s, ship)
            shore, place = shores(s, player, water), place_now(s, ship)
            if not is_at(s, shore, place) and is_manned(s, player, ship) and is_course(s, place, shore, water):
                return ship
    return NOBODY


@rule
def place_now(s: State, ship: int) -> int:
    """Where a ship lies."""
    return place_of(int64(s.engine_field[ship]), int64(s.engine_way[ship]))


@rule
def is_course(s: State, start: int, shore: Array, water: Array) -> bool:
    """Whether a ship gets from a place to one of these fields."""
    marks, queue = np.zeros(2 * s.rows * s.columns, dtype=np.int8), np.empty(2 * s.rows * s.columns, dtype=np.int64)
    queue[0], marks[start] = start, 1
    first, last = 0, 1
    while first < last:
        place = queue[first]
        first += 1
        if is_at(s, shore, place):
            return True
        for number in range(ways_to_go(Engine.SHIP)):
            near = next_place(s, Engine.SHIP, place, number)
            if near != NOBODY and marks[near] == 0 and fits(s, Engine.SHIP, water, near):
                marks[near] = 1
                queue[last] = near
                last += 1
    return False


@rule
def is_manned(s: State, player: int, ship: int) -> bool:
    """Whether enough are aboard, or nobody who is cut off is near."""
    if count_inside(s, player, ship) >= FULL:
        return True
    near, ground = empty(), passable(s, player, vacant(s, player))
    for part in range(engine_size(s, ship)):
        add(s, near, int64(engine_part(s, ship, part)))
    return reach_of(s, near, stranded(s, player), ground, ground, WAITING) == NOBODY


@rule
def sail(s: State, player: int, mask: Array) -> int:
    """The next move or turn towards a shore; then one of the crew is exhausted, or they go ashore."""
    action = nearer(s, s.ship, mask, courses_ashore(s, player, open_water(s, s.ship)))
    if action != NOBODY:
        return action
    field = ready_field(s, player, s.ship)
    return field if field != NOBODY and mask[field] == 1 else DONE


@rule
def land(s: State, player: int) -> int:
    """Of those aboard a ship that has come to a shore, the first who is ready; else the ship's turn ends."""
    shore, field = shores(s, player, open_water(s, s.ship)), ready_field(s, player, s.ship)
    return field if field != NOBODY and is_at(s, shore, place_now(s, s.ship)) else DONE
