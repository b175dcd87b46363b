"""What can be wrong with a position of Loop whose numbers are all within their ranges."""

from garrison.core.engine.clashes import are_within, rises
from garrison.core.engine.record import int64
from garrison.core.engine.rule import rule
from garrison.games.loop.rules.cards import hand_room
from garrison.games.loop.rules.enemies import full_health
from garrison.games.loop.rules.ground import count_free_tiles, ground_of, is_site, lay_path, mark_path, may_build
from garrison.games.loop.state import Clash, Rules, State
from garrison.games.loop.state.constants import BUILT, PICKUP, RARES, SLOT_OF, Building, Item, Mode, Stand


@rule
def clash(p: Rules, s: State) -> int:
    """The world is laid out again; then what is on it, and what the Character has."""
    found = clash_in_world(p, s)
    if found == Clash.NONE:
        found = clash_in_enemies(p, s)
    if found == Clash.NONE:
        found = clash_in_soldiers(p, s)
    return clash_in_character(p, s) if found == Clash.NONE else found


# --- The world


@rule
def clash_in_world(p: Rules, s: State) -> int:
    """L1, L2, L4, L24: from buildings and pick-ups follows all the rest; the order of sites does not."""
    lay_path(p, s)
    s.pickup_count = 0
    for place in range(p.path_length):
        s.road[place] &= PICKUP
        s.pickup_count += s.road[place] != 0
    if s.road[0] != 0:  # the castle's
        return Clash.ROAD
    if s.place >= p.path_length:
        return Clash.PLACE
    if not are_sites_listed(p, s):
        return Clash.SITES
    s.site_count = 0
    for field in range(p.width * p.height):
        building, ground = int64(s.tiles[field]) - BUILT, ground_of(p, s, field)
        if building <= 0:
            s.tiles[field] = ground
        elif not may_build(building, ground):
            return Clash.TILES
        elif is_site(building):
            s.site_count += 1
        else:
            mark_path(p, s, building, field)
    s.free[:] = 0
    count_free_tiles(p, s)
    return Clash.NONE


@rule
def are_sites_listed(p: Rules, s: State) -> bool:
    """Whether the list names nothing but pits, vampire castles and towers."""
    for index in range(s.site_count):
        field = int64(s.sites[index])
        if field >= p.width * p.height or not BUILT < s.tiles[field] <= BUILT + Building.TOWER:
            return False
    return True


# --- Who is on it


@rule
def clash_in_enemies(p: Rules, s: State) -> int:
    """Enemies are on the path, in order of arrival; outside battle there is no battle to remember."""
    count = s.enemy_count
    if count > p.most_enemies:
        return Clash.ENEMY_COUNT
    if not are_within(s.enemy_places, count, 0, p.path_length - 1):
        return Clash.ENEMY_PLACES
    if not are_within(s.enemy_ages, count, 0, p.zombie_period - 1):
        return Clash.ENEMY_AGES
    if s.fighting == 0 and not are_within(s.enemy_stands, count, Stand.ROAMING, Stand.ROAMING):
        return Clash.ENEMY_STANDS
    if not are_within(s.enemy_trances, count, 0, p.trance_rounds):
        return Clash.ENEMY_TRANCES
    for index in range(count):
        if s.enemy_trances[index] == 0 and s.enemy_stands[index] == Stand.TRANCED:
            return Clash.ENEMY_TRANCES
        if s.enemy_health[index] > full_health(p, s.enemy_kinds[index]):
            return Clash.ENEMY_HEALTH
    return Clash.NONE if rises(s.enemy_serials, count, s.serial) else Clash.ENEMY_SERIALS


@rule
def clash_in_soldiers(p: Rules, s: State) -> int:
    """L9: soldiers are in order of arrival."""
    if s.soldier_count > p.most_soldiers:
        return Clash.SOLDIER_COUNT
    if not are_within(s.soldier_health, s.soldier_count, 0, p.soldier_health):
        return Clash.SOLDIER_HEALTH
    return Clash.NONE if rises(s.soldier_serials, s.soldier_count, s.serial) else Clash.SOLDIER_SERIALS


# --- The Character


@rule
def clash_in_character(p: Rules, s: State) -> int:
    """L9, L18, L23, L34: what the Character has and does."""
    if s.health > p.hero_health:
        return Clash.HEALTH
    if s.shopping == 1 and s.fighting == 1:
        return Clash.SHOPPING
    if s.card_count > hand_room(p) or not are_within(s.cards, s.card_count, 1, Building.CAMPFIRE):
        return Clash.CARDS
    if s.chosen >= s.card_count:
        return Clash.CHOSEN
    if s.item_count > p.inventory_room or not are_within(s.items, s.item_count, 1, Item.COIN):
        return Clash.ITEMS
    for slot in range(s.worn.shape[0]):
        if s.worn[slot] != 0 and SLOT_OF[s.worn[slot]] != slot:
            return Clash.WORN
    return Clash.NONE if are_powers_lent(p, s) else Clash.BORROWED


@rule
def are_powers_lent(p: Rules, s: State) -> bool:
    """L34: in confusing mode each rare item has the power of another, else of none."""
    if p.mode != Mode.CONFUSING:
        return are_within(s.borrowed, RARES, 0, 0)
    for rare in range(RARES):
        if s.borrowed[rare] < Item.RING or s.borrowed[rare] == Item.RING + rare:
            return False
    return True
