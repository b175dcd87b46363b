"""The shop in the Hero's Castle (L34), and potions (L30)."""

from garrison.core.engine.events import log
from garrison.core.engine.record import Array, int64
from garrison.core.engine.rule import rule
from garrison.games.loop.rules.items import gain_gold, has_price, item_of, price_of, receive_item, take_out
from garrison.games.loop.state import Rules, State
from garrison.games.loop.state.constants import POTION_GOOD, Item, Mode, Press
from garrison.games.loop.state.happenings import Happening


@rule
def drink(p: Rules, s: State) -> None:
    """L30: a potion restores full health."""
    s.potions -= 1
    log(s, Happening.DRANK, p.hero_health - s.health, p.hero_health)
    s.health = p.hero_health


@rule
def shop_becomes_due(p: Rules, s: State) -> None:
    """L34: after cycles 1, 3, 6, 10, 15, ..."""
    if s.cycles == s.shop_next:
        s.shop_due = 1
        s.shop_visits += 1
        s.shop_next += shop_gap_after(p, s.shop_visits)


@rule
def shop_gap_after(p: Rules, visits: int) -> int:
    """L34: how many cycles the shop stays closed after so many visits."""
    return p.shop_gap + visits * p.shop_gap_growth


@rule
def shop_may_open(s: State) -> None:
    """L34: at the end of the tick in which the Character arrived, or after the battle that began in it."""
    if s.shop_due == 1 and s.fighting == 0:
        s.shop_due = 0
        s.shopping = 1
        s.potions_bought = 0
        s.armours_bought = 0
        log(s, Happening.SHOP, s.shop_visits)


@rule
def leave_shop(s: State) -> None:
    """L34: time continues."""
    s.shopping = 0
    log(s, Happening.LEFT)


@rule
def can_buy(p: Rules, s: State, good: int) -> bool:
    """L34: with enough gold and room, and as often as the mode allows."""
    if s.gold < p.prices[good]:
        return False
    if good == POTION_GOOD:
        return p.mode != Mode.SURVIVAL or s.potions_bought < p.survival_potions
    if is_protection(good) and p.mode == Mode.BERSERKER and s.armours_bought >= p.berserker_armours:
        return False
    return has_room_for(p, s, good)


@rule
def has_room_for(p: Rules, s: State, good: int) -> bool:
    """L18, L34: potions need no room in the inventory."""
    return good == POTION_GOOD or s.item_count < p.inventory_room


@rule
def is_protection(good: int) -> bool:
    """L34: armour, shield or helmet."""
    return Item.ARMOUR <= item_of(good) <= Item.HELMET


@rule
def buy(p: Rules, s: State, good: int) -> None:
    """L34: gold for an item or a potion."""
    s.gold -= p.prices[good]
    log(s, Happening.BOUGHT, good, p.prices[good])
    if good == POTION_GOOD:
        s.potions += 1
        s.potions_bought += 1
        return
    s.armours_bought += is_protection(good)
    receive_item(p, s, item_of(good))


@rule
def sell(p: Rules, s: State, index: int) -> None:
    """L34: 60% of the price; 100 for a rare item, DoggieCoin for its price."""
    item = int64(s.items[index])
    gold = sale_gold(p, s, item)
    take_out(s, index)
    gain_gold(s, gold)
    log(s, Happening.SOLD, item, gold)


@rule
def sale_gold(p: Rules, s: State, item: int) -> int:
    """L34: what an item sells for."""
    if not has_price(item):
        return p.rare_sale_gold
    if item == Item.COIN:
        return price_of(p, s, item)
    return price_of(p, s, item) * p.sale_percent // 100


@rule
def offer_goods(p: Rules, s: State, mask: Array) -> None:
    """L34: what can be bought now."""
    for good in range(p.prices.shape[0]):
        mask[Press.BUY_SWORD + good] = can_buy(p, s, good)
