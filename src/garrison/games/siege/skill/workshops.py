"""What a side of Siege builds to get rams and ships: workshops, ports, and what these and camps make."""

from garrison.core.engine.record import Array, Dice, int64
from garrison.core.engine.rng import pick
from garrison.core.engine.rule import rule
from garrison.games.siege.rules.building import building_columns, cost_of
from garrison.games.siege.rules.ground import NOTHING
from garrison.games.siege.rules.setup import SIDE
from garrison.games.siege.skill.courses import FAR, fits, place_of
from garrison.games.siege.skill.engines import add_works, count_inside, is_shut_out, wants_ram
from garrison.games.siege.skill.fields import (
    ONE,
    add_beside,
    empty,
    everywhere,
    has,
    largest_piece,
    passable,
    reach_of,
    spread,
    vacant,
)
from garrison.games.siege.skill.ships import (
    courses_ashore,
    is_at,
    landings,
    open_water,
    sea_of,
    wants_ship,
    way_ashore,
)
from garrison.games.siege.skill.styles import HAS_ENGINES, HAS_OUTPOST, TOWERS, TREBUCHETS
from garrison.games.siege.skill.targets import bases_of, count_buildings
from garrison.games.siege.state import ACROSS, BUILDING_ROWS, NOBODY, Building, Engine, Press, Rules, State

RAM, SHIP, ACROSS_PRESS = int(Press.RAM), int(Press.SHIP), int(Press.ACROSS)
TREBUCHET, TOWER = int(Press.TREBUCHET), int(Press.TOWER)
CREW_COINS = 4  # for those who man a first trebuchet or tower
WORKSHOP, PORT = int(Press.WORKSHOP), int(Press.PORT)
FARTHEST = 100  # steps that a way may have
SMALL = int(BUILDING_ROWS[Building.PORT, ACROSS])  # fields along the side of a port


@rule
def is_cut_off(s: State, player: int) -> bool:
    """Whether there is no way on land to the other side's castles and camps, not even through walls."""
    ground = passable(s, player, vacant(s, player))
    add_works(s, ground)
    return reach_of(s, bases_of(s, player), bases_of(s, 1 - player), ground, ground, FARTHEST) == NOBODY


@rule
def can_bridge(p: Rules, s: State, player: int, castle: int) -> bool:
    """G19: whether a castle can build a camp on land from which there is a way to the enemy."""
    land = way_ashore(s, player)
    for row in range(s.rows - SIDE + 1):
        if building_columns(p, s, castle, Building.CAMP, ACROSS, row, NOTHING) & land[row] != 0:
            return True
    return False


# --- What a castle builds for them


@rule
def engine_house(p: Rules, s: State, player: int, mask: Array, style: int) -> int:
    """A workshop against walls, or a port where water is in between, if there is none yet; else NOBODY."""
    if HAS_ENGINES[style] and mask[WORKSHOP] == 1 and needs_workshop(p, s, player, style):
        return WORKSHOP
    if mask[PORT] == 1 and count_buildings(s, player, Building.PORT) == 0 and is_cut_off(s, player):
        return PORT if has_port_place(p, s, player) else NOBODY
    return NOBODY


@rule
def needs_workshop(p: Rules, s: State, player: int, style: int) -> bool:
    """Whether there is none, and something for it to make."""
    if count_buildings(s, player, Building.WORKSHOP) > 0:
        return False
    return is_shut_out(p, s, player) or has_use_for_guns(p, s, player, style)


@rule
def has_port_place(p: Rules, s: State, player: int) -> bool:
    """G19: whether the chosen castle can build a port from which ships get to the enemy."""
    quays = port_places(s, player)
    for row in range(s.rows - SMALL + 1):
        if building_columns(p, s, s.building, Building.PORT, ACROSS, row, NOTHING) & quays[row] != 0:
            return True
    return False


@rule
def port_places(s: State, player: int) -> Array:
    """Where the top left field of a port touches water with a course to the enemy; in the set-up, the largest water."""
    water = open_water(s, NOBODY)
    rows = largest_piece(s, water) if s.turn == 0 else sea_of(s, courses_ashore(s, player, water))
    spread(s, rows, everywhere(s))
    places = empty()
    for row in range(s.rows - SMALL + 1):
        for below in range(SMALL):
            for right in range(SMALL):
                places[row] |= rows[row + below] >> (right * ONE)
    return places


# --- What is made


@rule
def engine_wanted(p: Rules, s: State, player: int, mask: Array, style: int) -> int:
    """The button of the siege unit or ship that the chosen building makes, or NOBODY."""
    if HAS_ENGINES[style]:
        if mask[RAM] == 1 and wants_ram(p, s, player):
            return RAM
        gun = gun_wanted(s, player, style)
        if gun != NOBODY and mask[gun] == 1:
            return gun
    return SHIP if mask[SHIP] == 1 and wants_ship(s, player) else NOBODY


@rule
def gun_wanted(s: State, player: int, style: int) -> int:
    """The button of the trebuchet or tower of which this style has too few, or NOBODY."""
    if count_engines(s, player, Engine.TREBUCHET) < TREBUCHETS[style]:
        return TREBUCHET
    return TOWER if count_engines(s, player, Engine.TOWER) < TOWERS[style] else NOBODY


@rule
def count_engines(s: State, player: int, kind: int) -> int:
    """How many siege units of a kind there are with no enemy inside."""
    count = 0
    for engine in range(s.engine_top):
        count += s.engine_kind[engine] == kind and count_inside(s, 1 - player, engine) == 0
    return count


@rule
def has_use_for_guns(p: Rules, s: State, player: int, style: int) -> bool:
    """Whether a workshop for trebuchets or towers can be paid with the first of them and its crew."""
    if HAS_OUTPOST[style] or TREBUCHETS[style] + TOWERS[style] == 0:
        return False
    return s.coins[player] >= cost_of(p, WORKSHOP) + cost_of(p, TREBUCHET) + CREW_COINS


@rule
def is_busy(p: Rules, s: State, player: int, building: int, style: int) -> bool:
    """Whether a workshop or port has something to make."""
    if s.building_kind[building] == Building.WORKSHOP:
        return HAS_ENGINES[style] and (wants_ram(p, s, player) or gun_wanted(s, player, style) != NOBODY)
    return s.building_kind[building] == Building.PORT and wants_ship(s, player)


@rule
def place_of_port(s: State, player: int, mask: Array, dice: Dice) -> int:
    """A place where it touches such water, any of them."""
    quays, count, choice = port_places(s, player), 0, -1
    for field in range(s.rows * s.columns):
        if mask[field] == 1 and has(s, quays, field):
            count += 1
            if pick(dice, count) == 0:
                choice = field
    return choice


@rule
def way_of_ship(s: State, dice: Dice) -> int:
    """G21: the way in which the chosen building can make a ship that is boarded from land; else either."""
    water, quay, landing = open_water(s, NOBODY), empty(), landings(s)
    add_beside(s, quay, s.building)
    first = pick(dice, 2)
    for turn in range(2):
        way = first ^ turn
        for field in range(s.rows * s.columns):
            place = place_of(field, way)
            if fits(s, Engine.SHIP, water, place) and is_at(s, quay, place) and is_at(s, landing, place):
                return ACROSS_PRESS + way
    return ACROSS_PRESS + first


@rule
def place_of_ship(s: State, player: int, mask: Array, dice: Dice) -> int:
    """Where its course is shortest, but first of all where it can be boarded from land."""
    steps, landing = courses_ashore(s, player, open_water(s, NOBODY)), landings(s)
    best, choice = 4 * FAR, -1
    for field in range(s.rows * s.columns):
        if mask[field] == 1:
            place = place_of(field, int64(s.way))
            cost = 2 * steps[place] + pick(dice, 2)
            if not is_at(s, landing, place):
                cost += 2 * FAR
            if choice < 0 or cost < best:
                best, choice = cost, field
    return choice
