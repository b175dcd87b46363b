"""Everything in Loop by number: grounds, buildings, enemies, items, goals, buttons, and tables about them."""

from enum import IntEnum

import numpy as np

from garrison.core.facts import numbered
from garrison.games.loop import BUTTONS, FIELDS, NUMBERS, REACH
from garrison.games.loop import RICHES as RICHES  # L33: gold and experience stop here

NOTHING = -1
NO_PLACE = 255  # in `place_of`, for a field that is not on the path
Press = numbered(BUTTONS, FIELDS)  # the buttons as actions
Told = numbered(NUMBERS)  # the numbers of an observation
Plane = numbered(REACH)  # the planes of `reach`


class Ground(IntEnum):
    """What a field is while nothing is built on it."""

    MEADOW = 0
    ROADSIDE = 1  # not path, but with a path tile beside it
    ROAD = 2
    CASTLE = 3


class Building(IntEnum):
    """L23, L24: buildings, and the cards they are placed with. On a field's tile they count from BUILT."""

    ZOMBIE_PIT = 1
    VAMPIRE_CASTLE = 2
    TOWER = 3
    VILLAGE = 4
    BARRACKS = 5
    TRAP = 6
    CAMPFIRE = 7


BUILT = 3  # a tile with a building holds this plus the building's number
ON_MEADOW, ON_ROADSIDE, ON_ROAD = 1 << Ground.MEADOW, 1 << Ground.ROADSIDE, 1 << Ground.ROAD
# L24: the grounds on which each building may stand, as bits; number 0 is no building.
SITES = np.array(
    [0, ON_ROADSIDE, ON_ROADSIDE, ON_ROADSIDE, ON_ROAD, ON_ROAD, ON_ROAD, ON_MEADOW | ON_ROADSIDE], dtype=np.int64
)


class Road(IntEnum):
    """What is on or near a path tile, as bits."""

    GOLD = 1
    POTION = 2
    VILLAGE = 4
    BARRACKS = 8
    TRAP = 16
    SCARY = 32  # a campfire within a vampire's support radius (L7)
    WARM = 64  # a campfire near enough to double the Character's attack (L13)


ALL_OF_ROAD = 127  # all of these bits
PICKUP = Road.GOLD | Road.POTION
ENTERED = PICKUP | Road.VILLAGE | Road.BARRACKS  # what acts when the Character comes


class Enemy(IntEnum):
    """The enemies, in the order of the rulebook's table."""

    SLUG = 0
    ZOMBIE = 1
    VAMPIRE = 2
    DOGGIE = 3
    ELAN = 4


DOGGIE_BIT, ELAN_BIT, BOTH_BOSSES = 1, 2, 3


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

    SWORD = 1
    STAKE = 2
    STAFF = 3
    ARMOUR = 4
    SHIELD = 5
    HELMET = 6
    RING = 7
    ANDURIL = 8
    STUMP = 9
    COIN = 10


class Slot(IntEnum):
    """L18: where items are worn."""

    WEAPON = 0
    ARMOUR = 1
    SHIELD = 2
    HELMET = 3


SLOT_OF = np.array([NOTHING, 0, 0, 0, 1, 2, 3, NOTHING, 0, 2, NOTHING], dtype=np.int64)  # by Item
PRICED, RARES, POTION_GOOD = 6, 3, 6


class Mode(IntEnum):
    """L34."""

    STANDARD = 0
    SURVIVAL = 1
    BERSERKER = 2
    CONFUSING = 3


class Goal(IntEnum):
    """L35: the nodes of a goal, in an order in which subgoals come before what joins them."""

    CYCLES = 1
    GOLD = 2
    EXPERIENCE = 3
    BOSSES = 4
    AND = 5
    OR = 6


class Reason(IntEnum):
    """Why a game ended; the words are in REASONS."""

    KILLED = 2
    GOAL = 3
