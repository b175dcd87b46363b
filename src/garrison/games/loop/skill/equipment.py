"""What the Character wears, buys and sells in Loop (L18, L34)."""

import numpy as np

from garrison.core.engine.record import Array, Dice, int64
from garrison.core.engine.rng import pick
from garrison.core.engine.rule import rule
from garrison.games.loop.rules.items import good_of
from garrison.games.loop.skill.styles import BEGINNER
from garrison.games.loop.state import State
from garrison.games.loop.state.constants import NOTHING, POTION_GOOD, SLOT_OF, Item, Press

# What is worth wearing, by Item: a higher number is better.
WORTHS = {
    Item.ANDURIL: 9,
    Item.SWORD: 3,
    Item.STAKE: 2,
    Item.STAFF: 1,
    Item.ARMOUR: 1,
    Item.STUMP: 2,
    Item.SHIELD: 1,
    Item.HELMET: 1,
}
WORTH = np.array([0, *(WORTHS.get(item, 0) for item in Item)])
SHOPPING_LIST = np.array([Item.ARMOUR, Item.SHIELD, Item.SWORD, Item.HELMET])
POTIONS_FIRST, POTIONS_LAST = 1, 8  # potions to buy before equipment, and after it
ITEM_1, BUY_SWORD, LEAVE = int(Press.ITEM_1), int(Press.BUY_SWORD), int(Press.LEAVE)
BUY_POTION = BUY_SWORD + POTION_GOOD
RESTRAINT = 3  # a beginner leaves the shop after this many purchases on average


@rule
def is_better(s: State, item: int) -> bool:
    """Whether an item is better than what is worn in its slot."""
    slot = SLOT_OF[item]
    return slot != NOTHING and WORTH[item] > WORTH[s.worn[slot]]


@rule
def better_item(s: State) -> int:
    """The first thing in the inventory that is better than what is worn, or NOTHING."""
    for index in range(s.item_count):
        if is_better(s, int64(s.items[index])):
            return index
    return NOTHING


@rule
def has_item(s: State, item: int) -> bool:
    """Whether an item lies in the inventory."""
    for index in range(s.item_count):
        if s.items[index] == item:
            return True
    return False


@rule
def shop(s: State, mask: Array, dice: Dice, style: int) -> int:
    """Sell what is not needed, then buy what is missing, then potions. A beginner buys what there is."""
    for index in range(s.item_count):
        item = int64(s.items[index])
        if item != Item.RING and not is_better(s, item):
            return ITEM_1 + index
    if style == BEGINNER:
        return LEAVE if pick(dice, RESTRAINT) == 0 else -1
    if s.potions < POTIONS_FIRST and mask[BUY_POTION] == 1:
        return BUY_POTION
    for place in range(SHOPPING_LIST.shape[0]):
        item = SHOPPING_LIST[place]
        if is_better(s, item) and not has_item(s, item) and mask[BUY_SWORD + good_of(item)] == 1:
            return BUY_SWORD + good_of(item)
    if s.potions < POTIONS_LAST and worn(s) == s.worn.shape[0] and mask[BUY_POTION] == 1:
        return BUY_POTION
    return LEAVE


@rule
def worn(s: State) -> int:
    """How many things the Character wears."""
    count = 0
    for slot in range(s.worn.shape[0]):
        count += s.worn[slot] != 0
    return count
