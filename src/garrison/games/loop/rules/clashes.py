"""What can be wrong with a position of Loop whose numbers are all within their ranges."""

from garrison.core.engine.clashes import keep_rising, keep_within
from garrison.core.engine.record import int64
from garrison.core.engine.rule import rule
from garrison.games.loop.rules.cards import hand_room
from garrison.games.loop.rules.enemies import full_health
from garrison.games.loop.rules.ground import count_free_tiles, ground_of, is_site, lay_path, mark_path, may_build
from garrison.games.loop.state import Clash, Rules, State
from garrison.games.loop.state.constants import BUILT, PICKUP, RARES, SLOT_OF, Building, Item, Mode, Stand


@rule
def clash(p: Rules, s: State) -> int:
    """The world is laid out again; who is on it and what the Character has stay within the limits of the rules."""
    lay_out_again(p, s)
    limit_enemies(p, s)
    limit_character(p, s)
    return Clash.NONE if are_sites_listed(p, s) else Clash.SITES


@rule
def lay_out_again(p: Rules, s: State) -> None:
    """L1, L2, L4, L24: from buildings and pick-ups follows all the rest; the order of sites does not."""
    lay_path(p, s)
    s.place = min(s.place, p.path_length - 1)
    s.pickup_count = s.site_count = 0
    for place in range(p.path_length):
        s.road[place] &= PICKUP
        s.pickup_count += s.road[place] != 0
    s.road[0] = 0  # the castle's
    for field in range(p.width * p.height):
        building, ground = int64(s.tiles[field]) - BUILT, ground_of(p, s, field)
        if building <= 0 or not may_build(building, ground):
            s.tiles[field] = ground
        elif is_site(building):
            s.site_count += 1
        else:
            mark_path(p, s, building, field)
    s.free[:] = 0
    count_free_tiles(p, s)


@rule
def are_sites_listed(p: Rules, s: State) -> bool:
    """L24: whether the list names nothing but pits, vampire castles and towers."""
    for index in range(s.site_count):
        field = s.sites[index]
        if field >= p.width * p.height or not BUILT < s.tiles[field] <= BUILT + Building.TOWER:
            return False
    return True


@rule
def limit_enemies(p: Rules, s: State) -> None:
    """L9, L16: enemies are on the path, soldiers and they in order of arrival; outside battle none is remembered."""
    s.enemy_count = min(s.enemy_count, p.most_enemies)
    s.soldier_count = min(s.soldier_count, p.most_soldiers)
    keep_within(s.enemy_places, s.enemy_count, 0, p.path_length - 1)
    keep_within(s.enemy_ages, s.enemy_count, 0, p.zombie_period - 1)
    keep_within(s.enemy_stands, s.enemy_count, 0, s.fighting * Stand.FALLEN)
    keep_within(s.enemy_trances, s.enemy_count, 0, p.trance_rounds)
    keep_within(s.soldier_health, s.soldier_count, 0, p.soldier_health)
    for index in range(s.enemy_count):
        if s.enemy_stands[index] == Stand.TRANCED:
            s.enemy_trances[index] = max(s.enemy_trances[index], 1)
        s.enemy_health[index] = min(s.enemy_health[index], full_health(p, s.enemy_kinds[index]))
    s.serial = max(s.serial, keep_rising(s.enemy_serials, s.enemy_count))
    s.serial = max(s.serial, keep_rising(s.soldier_serials, s.soldier_count))


@rule
def limit_character(p: Rules, s: State) -> None:
    """L9, L18, L23, L34: what the Character has; only in confusing mode rare items have the power of others."""
    s.health = min(s.health, p.hero_health)
    s.shopping &= 1 - s.fighting
    s.card_count = min(s.card_count, hand_room(p))
    keep_within(s.cards, s.card_count, 1, Building.CAMPFIRE)
    s.chosen = min(s.chosen, s.card_count - 1)
    s.item_count = min(s.item_count, p.inventory_room)
    keep_within(s.items, s.item_count, 1, Item.COIN)
    for slot in range(s.worn.shape[0]):
        s.worn[slot] *= SLOT_OF[s.worn[slot]] == slot
    for rare in range(RARES):
        if p.mode != Mode.CONFUSING:
            s.borrowed[rare] = 0
        elif s.borrowed[rare] < Item.RING or s.borrowed[rare] == Item.RING + rare:
            s.borrowed[rare] = Item.RING + (rare + 1) % RARES
