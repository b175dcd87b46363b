"""Loop's rules: the eight entries. The numbers L1 .. L38 are those of the rulebook in README.md."""

from garrison.core.engine.events import log
from garrison.core.engine.record import Array
from garrison.core.engine.rng import chance
from garrison.core.engine.rule import rule
from garrison.games.loop.rules.battle import battle_may_start, fight_round
from garrison.games.loop.rules.cards import (
    choose_card,
    offer_cards,
    offer_fields,
    place_card,
    receive_start_cards,
)
from garrison.games.loop.rules.clashes import clash as clash
from garrison.games.loop.rules.enemies import enemies_move, spawn, traps_act
from garrison.games.loop.rules.goals import see_goal
from garrison.games.loop.rules.ground import field_at, lay_out_world, place_after, remove_from_path, write_reach
from garrison.games.loop.rules.items import can_wear, change_coin, gain_gold, lend_powers, wear
from garrison.games.loop.rules.observation import measure as measure
from garrison.games.loop.rules.observation import observe as observe
from garrison.games.loop.rules.shop import (
    buy,
    drink,
    leave_shop,
    offer_goods,
    sell,
    shop_becomes_due,
    shop_gap_after,
    shop_may_open,
)
from garrison.games.loop.state import Rules, State
from garrison.games.loop.state.constants import ENTERED, NOTHING, PICKUP, Building, Press, Road
from garrison.games.loop.state.happenings import Happening

VICTORY = 1000  # what a victory adds to the score


@rule
def new(p: Rules, s: State) -> None:
    """L1, L2, L9, L37: the Character in its castle, with full health and nothing else than its first gold and cards."""
    s.waiting = 1
    s.health = p.hero_health
    s.chosen = NOTHING
    s.coin = p.coin_start
    s.shop_next = shop_gap_after(p, 0)
    s.gold = p.start_gold
    lay_out_world(p, s)
    lend_powers(p, s)
    receive_start_cards(p, s)


@rule
def legal(p: Rules, s: State, player: int, mask: Array) -> None:
    """L12: in battle only the tick. L34: in the shop no tick. L25: otherwise everything at any time."""
    if s.fighting == 1:
        mask[Press.ADVANCE] = 1
        return
    mask[Press.DRINK] = s.potions > 0
    if s.shopping == 1:
        offer_goods(p, s, mask)
        for index in range(s.item_count):
            mask[Press.ITEM_1 + index] = 1
        mask[Press.LEAVE] = 1
        return
    mask[Press.ADVANCE] = 1
    for index in range(s.item_count):
        mask[Press.ITEM_1 + index] = can_wear(s.items[index])
    if s.chosen == NOTHING:
        offer_cards(s, mask)
    else:
        offer_fields(p, s, mask)


@rule
def step(p: Rules, s: State, player: int, action: int) -> None:
    """A tick or another action; then the goal (L35) and the shop (L34)."""
    if action == Press.ADVANCE:
        advance(p, s)
    else:
        act(p, s, action)
    if s.over == 0:
        see_goal(p, s)
    if s.over == 0:
        shop_may_open(s)


@rule
def score(p: Rules, s: State, out: Array) -> None:
    """Cycles completed, and 1000 for a victory."""
    out[0] = s.cycles + VICTORY * s.winners


@rule
def reach(p: Rules, s: State, player: int, field: int, planes: Array) -> None:
    """L29: what a tower or a campfire on a field reaches; nothing from outside the world."""
    if field < p.width * p.height:
        write_reach(p, field, planes)


# --- Time


@rule
def advance(p: Rules, s: State) -> None:
    """L3, L12: one tick, in the order of the rulebook; in battle it is one round."""
    s.turn += 1
    if s.fighting == 1:
        fight_round(p, s)
        return
    character_moves(p, s)
    path_acts(p, s)
    if s.place == 0:
        begin_cycle(p, s)
    if s.place == 0 or s.turn == 1:
        spawn(p, s)
    enemies_move(p, s)
    traps_act(p, s)
    battle_may_start(p, s)


@rule
def character_moves(p: Rules, s: State) -> None:
    """L1: one tile clockwise."""
    s.place = place_after(p, s.place, 1)


@rule
def path_acts(p: Rules, s: State) -> None:
    """L3: what the Character's tile gives: pick-ups, then the village or the barracks."""
    road = s.road[s.place]
    if road & ENTERED == 0:
        return
    if road & PICKUP != 0:
        pick_up(p, s, road)
    if road & Road.VILLAGE != 0:
        rest_in_village(p, s)
        may_fall_down(p, s, Building.VILLAGE)
    if road & Road.BARRACKS != 0:
        soldier_joins(p, s)
        may_fall_down(p, s, Building.BARRACKS)


@rule
def pick_up(p: Rules, s: State, road: int) -> None:
    """L31, L32: a potion, or 75 gold; then the tile is empty."""
    s.road[s.place] &= 255 - PICKUP
    s.pickup_count -= 1
    if road & Road.GOLD != 0:
        gain_gold(s, p.gold_tile_gold)
        log(s, Happening.FOUND_GOLD, p.gold_tile_gold)
    else:
        s.potions += 1
        log(s, Happening.FOUND_POTION)


@rule
def rest_in_village(p: Rules, s: State) -> None:
    """L26: 10 health, never above full health."""
    gain = min(p.village_health, p.hero_health - s.health)
    s.health += gain
    log(s, Happening.RESTED, gain, s.health)


@rule
def soldier_joins(p: Rules, s: State) -> None:
    """L27, L9: one soldier, at most 8."""
    if s.soldier_count == p.most_soldiers:
        return
    s.serial += 1
    s.soldier_health[s.soldier_count] = p.soldier_health
    s.soldier_turned[s.soldier_count] = 0
    s.soldier_lost[s.soldier_count] = 0
    s.soldier_serials[s.soldier_count] = s.serial
    s.soldier_count += 1
    log(s, Happening.RECRUITED, s.serial, s.soldier_count)


@rule
def may_fall_down(p: Rules, s: State, building: int) -> None:
    """L38: a village or barracks wears out now and then when the Character comes by."""
    if p.wear_chance > 0 and chance(s, p.wear_chance):
        log(s, Happening.FELL_DOWN, building, field_at(p, s.place))
        remove_from_path(p, s, building, s.place)


@rule
def begin_cycle(p: Rules, s: State) -> None:
    """L3, L22, L34: the count grows, DoggieCoin's price changes, and the shop may be due."""
    s.cycles += 1
    log(s, Happening.CYCLE, s.cycles)
    change_coin(p, s)
    shop_becomes_due(p, s)


# --- Actions that take no time


@rule
def act(p: Rules, s: State, action: int) -> None:
    """L25, L30, L34: place, drink, choose, equip or sell, buy, leave."""
    if action < Press.ADVANCE:
        place_card(p, s, action)
    elif action == Press.DRINK:
        drink(p, s)
    elif action == Press.LEAVE:
        leave_shop(s)
    elif action < Press.ITEM_1:
        choose_card(s, action - Press.CARD_1)
    elif action >= Press.BUY_SWORD:
        buy(p, s, action - Press.BUY_SWORD)
    elif s.shopping == 1:
        sell(p, s, action - Press.ITEM_1)
    else:
        wear(s, action - Press.ITEM_1)
