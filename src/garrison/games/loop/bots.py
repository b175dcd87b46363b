"""Loop's levels, which play by `skill`, and two bots of its own.

`warden` equips the best items, drinks in time, places cards where they help, and shops; `hermit` does the same but
never places a card, for comparison. Neither knows what chance will bring: before a battle they simulate it several
times, each with other draws.
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from garrison.core.engine import memory
from garrison.core.levels import Level
from garrison.core.position import Position
from garrison.games.loop import FIELDS, REACH
from garrison.games.loop.skill.styles import BEGINNER, SEARCHED, WARDEN
from garrison.games.loop.state.constants import (
    BUILT,
    NOTHING,
    ON_ROAD,
    POTION_GOOD,
    SITES,
    SLOT_OF,
    Building,
    Item,
    Press,
    Road,
)

TRIALS = 6  # simulated battles before each one that may begin
LONGEST_BATTLE = 400  # the most rounds simulated
SAFE = 10  # health that should be left after a battle
NEAR = 25  # squared distance of enemies that may begin a battle in the next tick
# What is worth wearing: a higher number is better.
WORTH: dict[int, int] = {Item.STAFF: 1, Item.STAKE: 2, Item.SWORD: 3, Item.ANDURIL: 9}
WORTH |= {Item.ARMOUR: 1, Item.SHIELD: 1, Item.STUMP: 2, Item.HELMET: 1}
SHOPPING_LIST = (Item.ARMOUR, Item.SHIELD, Item.SWORD, Item.HELMET)
POTIONS_FIRST, POTIONS_LAST = 1, 8  # potions to buy before equipment, and after it
# The most of each building to place; the dangerous ones wait until the Character is equipped.
WANTED: dict[int, int] = {Building.CAMPFIRE: 3, Building.ZOMBIE_PIT: 4, Building.VAMPIRE_CASTLE: 2}
PLENTY = 99


def warden(position: Position, player: int, dice: Random) -> int:
    """The best choice this bot knows."""
    return int(_choose(position, dice, places_cards=True))


def hermit(position: Position, player: int, dice: Random) -> int:
    """The same without cards."""
    return int(_choose(position, dice, places_cards=False))


BOTS = {"warden": warden, "hermit": hermit}
ABOUT = {
    "warden": "Wears the best it has, drinks in time, places its cards where they help, and shops.",
    "hermit": "Does what the warden does, but never places a card.",
}

ROLLED = {"plans": 32, "free": 0.0, "styles": SEARCHED, "plan_turns": 40, "turns": 40, "steps": 3000, "followed": 10}
LEVELS = {
    "easy": Level(
        "Places its cards anywhere, drinks when it is scared and seldom buys what it needs.",
        "policy",
        {"style": BEGINNER},
    ),
    "medium": Level("Arms itself, drinks in time and places few dangerous cards.", "policy", {"style": WARDEN}),
    "hard": Level(
        "Plays the whole game through in its head, in several styles, and takes what wins most often.",
        "halving",
        {"plans": 8, "styles": SEARCHED, "plan_turns": 40, "turns": 100_000, "steps": 3000, "followed": 40},
        simulations=48,  # once in 40 ticks; in real time, a thought ends after 30% of a tick in any case
    ),
    "expert": Level(
        "Tries out the next cycle in several styles, and asks a network trained on such games how they will end.",
        "halving",
        {**ROLLED, "trust": 1.0},
        simulations=512,  # about 20 ms, once in ten ticks
    ),
}


def _choose(position: Position, dice: Random, places_cards: bool) -> int:
    s = position.state[0]
    if s.fighting:
        return Press.ADVANCE
    if s.shopping:
        return _shop(position, s)
    if s.chosen != NOTHING:
        return _best_field(position, s)
    better = _better_item(s)
    if better is not None:
        return better
    card = _card(position, s) if places_cards and s.card_count else None
    if card is not None:
        return card
    return Press.DRINK if s.potions and _needs_potion(position, s, dice) else Press.ADVANCE


# --- Items


def _is_better(item: int, s: Any) -> bool:
    """Whether an item is better than what is worn in its slot."""
    slot = int(SLOT_OF[item])
    return slot != NOTHING and WORTH[item] > WORTH.get(int(s.worn[slot]), 0)


def _better_item(s: Any) -> int | None:
    for index, item in enumerate(s.items[: int(s.item_count)]):
        if _is_better(int(item), s):
            return Press.ITEM_1 + index
    return None


def _shop(position: Position, s: Any) -> int:
    """Sell what is not needed, then buy what is missing, then potions."""
    items = [int(item) for item in s.items[: int(s.item_count)]]
    for index, item in enumerate(items):
        if item != Item.RING and not _is_better(item, s):
            return Press.ITEM_1 + index
    offered = position.mask(0)[Press.BUY_SWORD :]
    potion = Press.BUY_SWORD + POTION_GOOD if offered[POTION_GOOD] else Press.LEAVE
    if s.potions < POTIONS_FIRST and potion != Press.LEAVE:
        return potion
    for wanted in SHOPPING_LIST:
        if _is_better(wanted, s) and wanted not in items and offered[wanted - 1]:
            return Press.BUY_SWORD + wanted - 1
    return potion if s.potions < POTIONS_LAST and s.worn.all() else Press.LEAVE


# --- Potions


def _needs_potion(position: Position, s: Any, dice: Random) -> bool:
    """Whether a battle may begin in the next tick that the Character would not survive as it is."""
    p = position.game.record[0]
    if s.health == p.hero_health or not _is_enemy_near(p, s):
        return False
    return any(_imagined_health(position, dice) < SAFE for _ in range(TRIALS))


def _is_enemy_near(p: Any, s: Any) -> bool:
    places = s.enemy_places[: int(s.enemy_count)]
    across = p.path_x[places].astype(int) - int(p.path_x[s.place])
    down = p.path_y[places].astype(int) - int(p.path_y[s.place])
    return bool((across * across + down * down <= NEAR).any())


def _imagined_health(position: Position, dice: Random) -> int:
    """The Character's health after the next tick and the battle it may bring, with other draws."""
    game, imagined = position.game, position.copy()
    state = imagined.state
    state["rng"] = np.uint64(dice.getrandbits(31) << 32 | dice.getrandbits(32) | 1)
    step, reference = game.table.direct["step"], memory.reference(state)
    step(game.reference, reference, 0, Press.ADVANCE)
    for _ in range(LONGEST_BATTLE):
        if imagined.over or not state["fighting"][0]:
            break
        step(game.reference, reference, 0, Press.ADVANCE)
    return int(state["health"][0])


# --- Cards


def _card(position: Position, s: Any) -> int | None:
    """A card that should be placed now."""
    can_be_placed = position.mask(0)[Press.CARD_1 :]
    for index, card in enumerate(s.cards[: int(s.card_count)]):
        if can_be_placed[index] and _is_wanted(s, int(card)):
            return int(Press.CARD_1) + index
    return None


def _is_wanted(s: Any, card: int) -> bool:
    built, strength = np.count_nonzero(s.tiles == BUILT + card), int(np.count_nonzero(s.worn))
    return bool(built < _limit(card, strength))


def _limit(card: int, strength: int) -> int:
    """How many of a building the Character can cope with."""
    if card == Building.ZOMBIE_PIT:
        return min(1 + 2 * strength, WANTED[card])
    if card == Building.VAMPIRE_CASTLE:
        return min(max(strength - 1, 0), WANTED[card])
    return WANTED.get(card, PLENTY)


def _best_field(position: Position, s: Any) -> int:
    """Where the chosen card helps most: traps early on the path, towers and fires where they reach much of it."""
    card = int(s.cards[s.chosen])
    fields = [action for action in position.actions(0) if action < FIELDS]
    if SITES[card] == ON_ROAD:
        places = {field: int(s.place_of[field]) for field in fields}
        return min(fields, key=places.__getitem__) if card == Building.TRAP else max(fields, key=places.__getitem__)
    reach = {field: _reach(position, field, card) for field in fields}
    return (max if card in (Building.TOWER, Building.CAMPFIRE) else min)(fields, key=reach.__getitem__)


def _reach(position: Position, field: int, card: int) -> float:
    """How many path tiles a building reaches; where a fire already burns, another one helps little."""
    p, s = position.game.record[0], position.state[0]
    length, is_fire = int(p.path_length), card == Building.CAMPFIRE
    plane = position.reach(0, field)[REACH.index("campfire" if is_fire else "tower")]
    is_reached = plane[p.path_y[:length], p.path_x[:length]] != 0
    worth = np.where((s.road[:length] & Road.WARM) != 0, 0.1, 1.0) if is_fire else np.ones(length)
    return float(worth[is_reached].sum())
