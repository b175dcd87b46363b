"""Items (L18-L22) and what they do to the Character's attack and to the damage it takes."""

from garrison.core.engine.events import log
from garrison.core.engine.record import int64
from garrison.core.engine.rng import pick
from garrison.core.engine.rule import rule
from garrison.games.loop.rules.enemies import is_boss
from garrison.games.loop.state import Rules, State
from garrison.games.loop.state.constants import (
    ELAN_BIT,
    NOTHING,
    PRICED,
    RARES,
    RICHES,
    SLOT_OF,
    Enemy,
    Item,
    Mode,
    Slot,
)
from garrison.games.loop.state.happenings import Happening

# --- The inventory


@rule
def receive_item(p: Rules, s: State, item: int) -> None:
    """L18, L19: into the inventory; when it is full the oldest unequipped item is destroyed."""
    if s.item_count == p.inventory_room:
        destroy_oldest_item(p, s)
    s.items[s.item_count] = item
    s.item_count += 1
    log(s, Happening.GOT_ITEM, item)


@rule
def destroy_oldest_item(p: Rules, s: State) -> None:
    """L19: 40% of its price in gold, 100 if it has none, and 200 experience."""
    item = int64(s.items[0])
    gold = p.lost_item_gold
    if has_price(item):
        gold = price_of(p, s, item) * p.lost_item_percent // 100
    take_out(s, 0)
    gain_gold(s, gold)
    gain_experience(s, p.lost_item_experience)
    log(s, Happening.LOST_ITEM, item, gold, p.lost_item_experience)


@rule
def take_out(s: State, index: int) -> None:
    """An item leaves the inventory; the newer ones move up."""
    s.item_count -= 1
    for other in range(index, s.item_count):
        s.items[other] = s.items[other + 1]
    s.items[s.item_count] = 0


@rule
def wear(s: State, index: int) -> None:
    """L18: the item taken off gets the place and age of the one put on."""
    item = int64(s.items[index])
    slot = SLOT_OF[item]
    off = int64(s.worn[slot])
    s.worn[slot] = item
    if off == 0:
        take_out(s, index)
    else:
        s.items[index] = off
    log(s, Happening.WORE, item, off)


@rule
def can_wear(item: int) -> bool:
    """L18: the ring and DoggieCoin are not worn."""
    return SLOT_OF[item] != NOTHING


@rule
def held(s: State, item: int) -> int:
    """The index of the oldest such item in the inventory, or nothing."""
    for index in range(s.item_count):
        if s.items[index] == item:
            return index
    return NOTHING


# --- Prices, gold and experience


@rule
def has_price(item: int) -> bool:
    """L21: rare items have none."""
    return item <= PRICED or item == Item.COIN


@rule
def item_of(good: int) -> int:
    """L34: the item that the shop sells by this number; potions are no items."""
    return good + 1


@rule
def good_of(item: int) -> int:
    """L34: the number by which the shop sells an item."""
    return item - item_of(0)


@rule
def price_of(p: Rules, s: State, item: int) -> int:
    """L22, L34: DoggieCoin's price is its base, five times that while Elan Muske is on the map."""
    if item != Item.COIN:
        return p.prices[good_of(item)]
    if s.bosses_come & ELAN_BIT != 0 and s.bosses_killed & ELAN_BIT == 0:
        return s.coin * p.coin_elan_factor
    return s.coin


@rule
def change_coin(p: Rules, s: State) -> None:
    """L22: the base price times 50 to 200 percent, kept in its range."""
    percent = p.coin_percent[0] + pick(s, p.coin_percent[1] - p.coin_percent[0] + 1)
    s.coin = min(max(s.coin * percent // 100, p.coin_range[0]), p.coin_range[1])


@rule
def gain_gold(s: State, amount: int) -> None:
    """L33: gold stops at its limit."""
    s.gold = min(s.gold + amount, RICHES)


@rule
def gain_experience(s: State, amount: int) -> None:
    """L33: experience stops at its limit."""
    s.experience = min(s.experience + amount, RICHES)


# --- Rare powers


@rule
def lend_powers(p: Rules, s: State) -> None:
    """L34: in confusing mode each rare item also has the power of one of the other two."""
    if p.mode != Mode.CONFUSING:
        return
    for rare in range(RARES):
        lend_power(s, rare)


@rule
def lend_power(s: State, rare: int) -> None:
    """L34: a rare item gets the power of one of the other two."""
    s.borrowed[rare] = Item.RING + (rare + 1 + pick(s, RARES - 1)) % RARES


@rule
def works(s: State, item: int) -> bool:
    """L34: a rare item works while it is equipped; the ring, while it is held."""
    if item == Item.RING:
        return held(s, item) != NOTHING
    return s.worn[SLOT_OF[item]] == item


@rule
def lender_of(p: Rules, s: State, power: int) -> int:
    """L34: the working item that has this power in addition to its own, or 0."""
    if p.mode == Mode.CONFUSING:
        for rare in range(RARES):
            if s.borrowed[rare] == power and works(s, Item.RING + rare):
                return Item.RING + rare
    return 0


@rule
def save_character(p: Rules, s: State) -> bool:
    """L21, L34: the ring, or an item with its power, gives full health and is gone. False if there is none."""
    index = held(s, Item.RING)
    item = int64(Item.RING)
    if index != NOTHING:
        take_out(s, index)
    else:
        item = int64(lender_of(p, s, Item.RING))
        if item == 0:
            return False
        s.worn[SLOT_OF[item]] = 0
    s.health = p.hero_health
    log(s, Happening.SAVED, item)
    return True


# --- Attack and damage


@rule
def attack_against(p: Rules, s: State, enemy: int, is_warm: int) -> int:
    """L20, L21, L13: (18 + weapon - helmet), times 2 or 3 against the named enemy, times 2 by a campfire."""
    weapon = s.worn[Slot.WEAPON]
    has_anduril = weapon == Item.ANDURIL or lender_of(p, s, Item.ANDURIL) != 0
    attack = p.hero_attack + weapon_attack(p, weapon)
    if has_anduril:
        attack += p.anduril_attack
    if s.worn[Slot.HELMET] == Item.HELMET:
        attack = max(attack - p.helmet_attack, 0)
    if weapon == Item.STAKE and enemy == Enemy.VAMPIRE:
        attack *= p.stake_factor
    if has_anduril and is_boss(enemy):
        attack *= p.anduril_factor
    if is_warm:
        attack *= p.campfire_factor
    return attack


@rule
def weapon_attack(p: Rules, weapon: int) -> int:
    """L20: what a sword, a stake or a staff adds."""
    if weapon == Item.SWORD:
        return p.sword_attack
    if weapon == Item.STAKE:
        return p.stake_attack
    if weapon == Item.STAFF:
        return p.staff_attack
    return int64(0)


@rule
def damage_taken(p: Rules, s: State, attack: int, by_boss: int) -> int:
    """L13, L20: attack minus defence, then armour, shield and helmet."""
    damage = max(attack - p.hero_defence, 0)
    if s.worn[Slot.ARMOUR] == Item.ARMOUR:
        damage = damage * p.armour_percent // 100
    if s.worn[Slot.SHIELD] == Item.SHIELD:
        damage = damage * p.shield_percent // 100
    if s.worn[Slot.SHIELD] == Item.STUMP or lender_of(p, s, Item.STUMP) != 0:
        damage = damage * (p.stump_boss_percent if by_boss else p.stump_percent) // 100
    if s.worn[Slot.HELMET] == Item.HELMET:
        damage = damage_through_helmet(p, damage)
    return damage


@rule
def damage_through_helmet(p: Rules, damage: int) -> int:
    """L20: above 3 it falls by 2, 2 or 3 becomes 1, less stays."""
    if damage > p.helmet_limit:
        return max(damage - p.helmet_cut, 0)
    return min(damage, 1)
