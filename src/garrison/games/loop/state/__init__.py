"""Loop's record and its constants. The rule parameters are in parameters.py, what a world must be in world.py.

Two ways to name a place: a *field* is row x width + column of the world, a *place* is a number along the path, 0 at the
Hero's Castle and growing clockwise. Things that walk have places, things that are built have fields.
"""

from enum import IntEnum

import numpy as np

from garrison.core.engine.events import EventKind, Field, kind
from garrison.core.engine.record import state_record
from garrison.core.facts import numbered
from garrison.games.loop import BUTTONS, FIELDS
from garrison.games.loop.state.parameters import (
    ENEMY_CAPACITY,
    HAND_CAPACITY,
    INVENTORY_CAPACITY,
    PARAMETERS,
    PATH_CAPACITY,
    SOLDIER_CAPACITY,
    TILE_CAPACITY,
)

__all__ = ["PARAMETERS", "STATE", "check"]

RICHES = 1_000_000_000_000  # L33: gold and experience stop here
NOTHING = -1
NO_PLACE = 255  # in `place_of`, for a field that is not on the path
Press = numbered(BUTTONS, FIELDS)  # the buttons as actions
EVENT_CAPACITY = 320  # a battle in which 64 enemies fall at once, with all they give


class Ground(IntEnum):
    """What a field is while nothing is built on it."""

    MEADOW = 0
    ROADSIDE = 1  # no path, but a path tile beside it
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
    """How an enemy stands to the battle."""

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
    """L35: the nodes of a goal, in an order in which the subgoals come before what joins them."""

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


class Happening(EventKind):
    """The kinds of events. Somebody in a battle is given as Being and serial; `enemy` is a kind of enemy."""

    CYCLE = kind(1, "cycles")
    APPEARED = kind(2, "enemy", "serial", Field("field"))
    GOLD_APPEARED = kind(3, Field("field"), told=False)
    POTION_APPEARED = kind(4, Field("field"), told=False)
    FOUND_GOLD = kind(5, "gold")
    FOUND_POTION = kind(6)
    RESTED = kind(7, "gain", "health")
    RECRUITED = kind(8, "serial", "soldiers")
    TRAPPED = kind(9, "enemy", "serial", "damage", "health")
    BATTLE = kind(10, "enemies", "towers", Field("field"))
    DAZED = kind(11)  # the Character skips its turn
    CRITICAL = kind(12, "serial", "extra")
    TURNED = kind(13, "serial")
    TRANCED = kind(14, "enemy", "serial")
    AWOKE = kind(15, "enemy", "serial")
    STUNNED = kind(16)
    HEALED = kind(17, "being", "serial", "gain", "health")
    HURT = kind(18, "being", "serial", "damage", "health")
    DIED = kind(19, "being", "serial")
    SAVED = kind(20, "item")
    BATTLE_WON = kind(21, "gold", "experience")
    GOT_CARD = kind(22, "building")
    LOST_CARD = kind(23, "building", "gold", "experience")
    GOT_ITEM = kind(24, "item")
    LOST_ITEM = kind(25, "item", "gold", "experience")
    CHOSE_CARD = kind(26, "building", told=False)
    BUILT = kind(27, "building", Field("field"))
    WORE = kind(28, "item", "taken_off")  # 0: nothing was taken off
    DRANK = kind(29, "gain", "health")
    SHOP = kind(30, "visit")
    BOUGHT = kind(31, "good", "price")
    SOLD = kind(32, "item", "price")
    LEFT = kind(33)
    WON = kind(34)
    LOST = kind(35)


STATE = state_record(
    [
        ("place", np.int64),  # the Character's, 0 .. path_length - 1
        ("cycles", np.int64),  # completed
        ("health", np.int64),  # 0 .. hero_health
        ("gold", np.int64),  # 0 .. RICHES
        ("experience", np.int64),  # 0 .. RICHES
        ("potions", np.int64),
        ("fighting", np.int64),  # 1 in a battle
        ("shopping", np.int64),  # 1 while the shop is open
        ("shop_due", np.int64),  # 1: the shop opens when there is no battle
        ("shop_next", np.int64),  # the cycle after which it opens next
        ("shop_visits", np.int64),  # how often it has been due
        ("potions_bought", np.int64),  # in this visit
        ("armours_bought", np.int64),  # armour, shields and helmets in this visit
        ("chosen", np.int64),  # the card in hand that is to be placed, or NOTHING
        ("card_count", np.int64),  # 0 .. width
        ("item_count", np.int64),  # 0 .. inventory_room
        ("soldier_count", np.int64),  # 0 .. most_soldiers
        ("enemy_count", np.int64),  # 0 .. most_enemies
        ("site_count", np.int64),  # zombie pits, vampire castles and towers
        ("pickup_count", np.int64),  # gold and potion tiles
        ("battles", np.int64),  # won
        ("stunned", np.int64),  # 1: the Character skips its next turn
        ("towers", np.int64),  # that fight in this battle
        ("hero_lost", np.int64),  # health lost in this round
        ("coin", np.int64),  # DoggieCoin's base price
        ("bosses_come", np.int64),  # one bit a boss
        ("bosses_killed", np.int64),  # one bit a boss
        ("serial", np.int64),  # enemies and soldiers that have come so far
        ("free", np.int64, (3,)),  # tiles of each Ground where one can build
        ("cards", np.uint8, (HAND_CAPACITY,)),  # a Building each, the oldest first
        ("items", np.uint8, (INVENTORY_CAPACITY,)),  # an Item each, the oldest first
        ("worn", np.uint8, (4,)),  # an Item for each Slot, 0 for none
        ("borrowed", np.uint8, (RARES,)),  # in confusing mode, the Item whose power each rare item has too
        ("soldier_turned", np.uint8, (SOLDIER_CAPACITY,)),  # 1: on the enemy side
        ("soldier_health", np.int32, (SOLDIER_CAPACITY,)),
        ("soldier_lost", np.int32, (SOLDIER_CAPACITY,)),  # in this round
        ("soldier_serials", np.int32, (SOLDIER_CAPACITY,)),
        ("enemy_kinds", np.uint8, (ENEMY_CAPACITY,)),  # in order of arrival
        ("enemy_places", np.uint8, (ENEMY_CAPACITY,)),
        ("enemy_stands", np.uint8, (ENEMY_CAPACITY,)),  # a Stand each
        ("enemy_ages", np.uint8, (ENEMY_CAPACITY,)),  # ticks outside battle since a zombie last moved
        ("enemy_trances", np.uint8, (ENEMY_CAPACITY,)),  # rounds that the trance still covers
        ("enemy_extra", np.int32, (ENEMY_CAPACITY,)),  # what a running critical adds to the next attack
        ("enemy_health", np.int32, (ENEMY_CAPACITY,)),
        ("enemy_lost", np.int32, (ENEMY_CAPACITY,)),  # in this round
        ("enemy_serials", np.int32, (ENEMY_CAPACITY,)),
        ("road", np.uint8, (PATH_CAPACITY,)),  # bits of Road for each place
        ("tiles", np.uint8, (TILE_CAPACITY,)),  # a Ground, or BUILT plus a Building
        ("place_of", np.uint8, (TILE_CAPACITY,)),  # the place of each field, or NO_PLACE
        ("sites", np.uint8, (TILE_CAPACITY,)),  # fields of pits, vampire castles and towers in order of placing
    ],
    events=EVENT_CAPACITY,
)


def check(p) -> None:
    """What no single range can say about the parameters."""
    from garrison.games.loop.state.world import check as check_all

    check_all(p)
