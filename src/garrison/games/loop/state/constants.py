"""Everything in Loop by number: grounds, buildings, enemies, items, goals, buttons, and tables about them."""

from enum import IntEnum

import numpy as np

from garrison.core.facts import numbered
from garrison.games.loop import (
    BUILDINGS,
    BUTTONS,
    ENEMIES,
    FIELDS,
    GOALS,
    GOODS,
    GROUNDS,
    ITEMS,
    MODES,
    NUMBERS,
    PLANES,
    REACH,
    REASONS,
    SLOTS,
)
from garrison.games.loop import RICHES as RICHES  # L33: gold and experience stop here

NOTHING = -1
NO_PLACE = 255  # in `place_of`, for a field that is not on the path
Press = numbered(BUTTONS, FIELDS)  # the buttons as actions
Told = numbered(NUMBERS)  # the numbers of an observation
Seen = numbered(PLANES)  # the planes of an observation
Plane = numbered(REACH)  # the planes of `reach`
Building = numbered(BUILDINGS, 1)  # L23, L24: buildings, and the cards they are placed with
Slot = numbered(SLOTS)  # L18: where items are worn
Mode = numbered(MODES)  # L34
Reason = numbered(REASONS[1:], 1)  # why a game ended


class Ground(IntEnum):
    """What a field is while nothing is built on it."""

    MEADOW = GROUNDS.index("meadow")
    ROADSIDE = GROUNDS.index("roadside")  # not path, but with a path tile beside it
    ROAD = GROUNDS.index("road")
    CASTLE = GROUNDS.index("castle")  # the last, and the only one where nothing can be built


BUILT = int(Ground.CASTLE)  # a tile with a building holds this plus the building's number
# The buildings with their articles.
BUILDING_WORDS = {kind: name if name == "barracks" else f"a {name}" for kind, name in enumerate(BUILDINGS, 1)}
ON_MEADOW, ON_ROADSIDE, ON_ROAD = 1 << Ground.MEADOW, 1 << Ground.ROADSIDE, 1 << Ground.ROAD
# L24: the grounds on which each building may stand, as bits; number 0 is no building.
SITE_OF = {
    Building.ZOMBIE_PIT: ON_ROADSIDE,
    Building.VAMPIRE_CASTLE: ON_ROADSIDE,
    Building.TOWER: ON_ROADSIDE,
    Building.VILLAGE: ON_ROAD,
    Building.BARRACKS: ON_ROAD,
    Building.TRAP: ON_ROAD,
    Building.CAMPFIRE: ON_MEADOW | ON_ROADSIDE,
}
SITES = np.array([0, *(SITE_OF[building] for building in Building)], dtype=np.int64)


class Road(IntEnum):
    """What is on or near a path tile, as bits."""

    GOLD = 1
    POTION = 2
    VILLAGE = 4
    BARRACKS = 8
    TRAP = 16
    SCARY = 32  # a campfire within a vampire's support radius (L7)
    WARM = 64  # a campfire near enough to double the Character's attack (L13)


ALL_OF_ROAD = sum(Road)  # all of these bits
PICKUP = Road.GOLD | Road.POTION
ENTERED = PICKUP | Road.VILLAGE | Road.BARRACKS  # what acts when the Character comes


class Enemy(IntEnum):
    """The enemies, in the order of the rulebook's table."""

    SLUG = ENEMIES.index("slug")
    ZOMBIE = ENEMIES.index("zombie")
    VAMPIRE = ENEMIES.index("vampire")
    DOGGIE = ENEMIES.index("Doggie")
    ELAN = ENEMIES.index("Elan Muske")


FIRST_BOSS = Enemy.DOGGIE  # the enemies from here on are bosses
DOGGIE_BIT, ELAN_BIT = 1 << (Enemy.DOGGIE - FIRST_BOSS), 1 << (Enemy.ELAN - FIRST_BOSS)
BOTH_BOSSES = DOGGIE_BIT | ELAN_BIT


class Stand(IntEnum):
    """An enemy's part in the battle."""

    ROAMING = 0
    FIGHTING = 1
    TRANCED = 2
    FALLEN = 3  # it has left the battle; its rewards come at the end


class Being(IntEnum):
    """Who an event is about; an enemy is ENEMY plus its kind."""

    CHARACTER = 0
    SOLDIER = 1
    ENEMY = 2


class Item(IntEnum):
    """L20-L22: the first six have prices, the next three are rare."""

    SWORD = ITEMS.index("sword")
    STAKE = ITEMS.index("stake")
    STAFF = ITEMS.index("staff")
    ARMOUR = ITEMS.index("armour")
    SHIELD = ITEMS.index("shield")
    HELMET = ITEMS.index("helmet")
    RING = ITEMS.index("One Ring")
    ANDURIL = ITEMS.index("Anduril")
    STUMP = ITEMS.index("Tree Stump")
    COIN = ITEMS.index("DoggieCoin")


WORN = {
    Item.SWORD: Slot.WEAPON,
    Item.STAKE: Slot.WEAPON,
    Item.STAFF: Slot.WEAPON,
    Item.ANDURIL: Slot.WEAPON,
    Item.ARMOUR: Slot.ARMOUR,
    Item.SHIELD: Slot.SHIELD,
    Item.STUMP: Slot.SHIELD,
    Item.HELMET: Slot.HELMET,
}
SLOT_OF = np.array([NOTHING, *(WORN.get(item, NOTHING) for item in Item)], dtype=np.int64)  # by Item
PRICED, RARES = int(Item.HELMET), Item.COIN - Item.RING  # the last item with a price of its own; how many are rare
POTION_GOOD = GOODS.index("potion")


class Goal(IntEnum):
    """L35: the nodes of a goal, in an order in which subgoals come before what joins them."""

    CYCLES = GOALS.index("cycles")
    GOLD = GOALS.index("gold")
    EXPERIENCE = GOALS.index("experience")
    BOSSES = GOALS.index("bosses")
    AND = GOALS.index("all of")
    OR = GOALS.index("one of")
