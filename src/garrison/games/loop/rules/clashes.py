"""What can be wrong with a position of Loop whose numbers are all within their ranges."""

from garrison.core.engine.record import Array, int64
from garrison.core.engine.rule import rule
from garrison.games.loop.rules.cards import hand_room
from garrison.games.loop.rules.enemies import full_health
from garrison.games.loop.rules.ground import field_at, ground_of, may_build, road_bit
from garrison.games.loop.state import Clash, Rules, State
from garrison.games.loop.state.constants import (
    BUILT,
    NO_PLACE,
    PICKUP,
    RARES,
    SLOT_OF,
    Building,
    Ground,
    Item,
    Mode,
    Road,
    Stand,
)

ON_PATH = Road.VILLAGE | Road.BARRACKS | Road.TRAP


@rule
def clash(p: Rules, s: State) -> int:
    """The first number that contradicts others: the world first, then what is on it, then what the Character has."""
    found = clash_in_world(p, s)
    if found == Clash.NONE:
        found = clash_in_road(p, s)
    if found == Clash.NONE:
        found = clash_in_enemies(p, s)
    if found == Clash.NONE:
        found = clash_in_soldiers(p, s)
    return clash_in_character(p, s) if found == Clash.NONE else found


# --- The world


@rule
def clash_in_world(p: Rules, s: State) -> int:
    """L1, L2, L24: the path is that of the parameters, and every building stands where it may."""
    if not is_path_laid(p, s):
        return Clash.PLACE_OF
    meadows, roadsides, roads, sites = 0, 0, 0, 0
    for field in range(p.width * p.height):
        tile, ground = s.tiles[field], ground_of(p, s, field)
        if (tile > BUILT and not may_build(tile - BUILT, ground)) or (tile <= BUILT and tile != ground):
            return Clash.TILES
        meadows += tile == Ground.MEADOW
        roadsides += tile == Ground.ROADSIDE
        roads += tile == Ground.ROAD
        sites += is_site(tile)
    if s.free[Ground.MEADOW] != meadows or s.free[Ground.ROADSIDE] != roadsides or s.free[Ground.ROAD] != roads:
        return Clash.FREE
    if s.site_count != sites:
        return Clash.SITE_COUNT
    return Clash.NONE if are_sites_listed(p, s) else Clash.SITES


@rule
def is_path_laid(p: Rules, s: State) -> bool:
    """L1: every field knows its place on the path, or that it has none."""
    count = 0
    for field in range(p.width * p.height):
        count += s.place_of[field] != NO_PLACE
    for place in range(p.path_length):
        if s.place_of[field_at(p, place)] != place:
            return False
    return count == p.path_length


@rule
def is_site(tile: int) -> bool:
    """Whether a tile holds a zombie pit, a vampire castle or a tower."""
    return BUILT + Building.ZOMBIE_PIT <= tile <= BUILT + Building.TOWER


@rule
def are_sites_listed(p: Rules, s: State) -> bool:
    """Whether the list names nothing but pits, vampire castles and towers."""
    for index in range(s.site_count):
        if s.sites[index] >= p.width * p.height or not is_site(s.tiles[s.sites[index]]):
            return False
    return True


@rule
def clash_in_road(p: Rules, s: State) -> int:
    """L4, L24: the path knows its buildings and as many pick-ups as are counted; the castle has none."""
    pickups = 0
    for place in range(p.path_length):
        building, noted = int64(s.tiles[field_at(p, place)]) - BUILT, s.road[place] & ON_PATH
        if noted != (road_bit(building) if building > 0 else 0):
            return Clash.ROAD
        pickups += (s.road[place] & PICKUP) != 0
    if s.road[0] & PICKUP != 0 or s.pickup_count != pickups:
        return Clash.PICKUP_COUNT
    return Clash.NONE if s.place < p.path_length else Clash.PLACE


# --- Who is on it


@rule
def clash_in_enemies(p: Rules, s: State) -> int:
    """Enemies are on the path, in order of arrival; outside battle there is no battle to remember."""
    if s.enemy_count > p.most_enemies:
        return Clash.ENEMY_COUNT
    last = 0
    for index in range(s.enemy_count):
        if s.enemy_places[index] >= p.path_length:
            return Clash.ENEMY_PLACES
        if s.enemy_ages[index] >= p.zombie_period:
            return Clash.ENEMY_AGES
        stand, trance = s.enemy_stands[index], s.enemy_trances[index]
        if stand != Stand.ROAMING and s.fighting == 0:
            return Clash.ENEMY_STANDS
        if trance > p.trance_rounds or (trance == 0 and stand == Stand.TRANCED):
            return Clash.ENEMY_TRANCES
        if s.enemy_health[index] > full_health(p, s.enemy_kinds[index]):
            return Clash.ENEMY_HEALTH
        if s.enemy_serials[index] <= last:
            return Clash.ENEMY_SERIALS
        last = s.enemy_serials[index]
    return Clash.NONE if last <= s.serial else Clash.SERIAL


@rule
def clash_in_soldiers(p: Rules, s: State) -> int:
    """L9: soldiers are in order of arrival."""
    if s.soldier_count > p.most_soldiers:
        return Clash.SOLDIER_COUNT
    last = 0
    for index in range(s.soldier_count):
        if s.soldier_health[index] > p.soldier_health:
            return Clash.SOLDIER_HEALTH
        if s.soldier_serials[index] <= last:
            return Clash.SOLDIER_SERIALS
        last = s.soldier_serials[index]
    return Clash.NONE if last <= s.serial else Clash.SERIAL


# --- The Character


@rule
def clash_in_character(p: Rules, s: State) -> int:
    """L9, L18, L23, L34: what the Character has and does."""
    if s.health > p.hero_health:
        return Clash.HEALTH
    if s.shopping == 1 and s.fighting == 1:
        return Clash.SHOPPING
    if s.card_count > hand_room(p) or not are_all_named(s.cards, s.card_count):
        return Clash.CARDS
    if s.chosen >= s.card_count:
        return Clash.CHOSEN
    if s.item_count > p.inventory_room or not are_all_named(s.items, s.item_count):
        return Clash.ITEMS
    for slot in range(s.worn.shape[0]):
        if s.worn[slot] != 0 and SLOT_OF[s.worn[slot]] != slot:
            return Clash.WORN
    return Clash.NONE if are_powers_lent(p, s) else Clash.BORROWED


@rule
def are_all_named(things: Array, count: int) -> bool:
    """Whether the first `count` of a list are something."""
    for index in range(count):
        if things[index] == 0:
            return False
    return True


@rule
def are_powers_lent(p: Rules, s: State) -> bool:
    """L34: in confusing mode each rare item has the power of another, else of none."""
    for rare in range(RARES):
        power = s.borrowed[rare]
        if p.mode != Mode.CONFUSING:
            if power != 0:
                return False
        elif power < Item.RING or power == Item.RING + rare:
            return False
    return True
