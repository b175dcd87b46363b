"""Loop's record. Beside it: the constants, the kinds of events, the rule parameters.

There are two kinds of coordinates: a *field* is row x width + column of the world, a *place* is a number along the
path, 0 at the Hero's Castle and increasing clockwise. Things that walk have places, things that are built have fields.
"""

import numpy as np

from garrison.core.engine.clashes import clashes
from garrison.core.engine.record import MOST_STEPS, Number, state_record
from garrison.core.parameters import BILLION
from garrison.games.loop.state.constants import (
    ALL_OF_ROAD,
    BOTH_BOSSES,
    BUILT,
    NO_PLACE,
    NOTHING,
    RARES,
    RICHES,
    Building,
    Enemy,
    Ground,
    Item,
    Slot,
    Stand,
)
from garrison.games.loop.state.happenings import EVENT_RANGES, Happening
from garrison.games.loop.state.parameters import (
    ENEMY_CAPACITY,
    HAND_CAPACITY,
    INVENTORY_CAPACITY,
    MOST,
    PARAMETERS,
    PATH_CAPACITY,
    SOLDIER_CAPACITY,
    TILE_CAPACITY,
)

__all__ = ["EVENT_RANGES", "PARAMETERS", "STATE", "Clash", "Happening", "played_board"]

MOST_LOST = 2 * ENEMY_CAPACITY * MOST  # health in a round: everybody may be hit by all others, and healed in between
MOST_SERIALS = 2 * BILLION  # they are kept as 32-bit numbers
EVENT_CAPACITY = 320  # a battle in which 64 enemies fall at once, with everything they give


def played_board(p) -> tuple[int, int]:
    """L2: the rows and columns of the world."""
    return int(p.height), int(p.width)


STATE = state_record(
    [
        Number("place", 0, PATH_CAPACITY - 1),  # the Character's, below path_length
        Number("cycles", 0, MOST_STEPS),  # completed
        Number("health", 0, MOST),  # at most hero_health
        Number("gold", 0, RICHES),
        Number("experience", 0, RICHES),
        Number("potions", 0, RICHES),
        Number("fighting", 0, 1),  # 1 in a battle
        Number("shopping", 0, 1),  # 1 while the shop is open
        Number("shop_due", 0, 1),  # 1: the shop opens when there is no battle
        Number("shop_next", 0, 10 * BILLION),  # the cycle after which it opens next
        Number("shop_visits", 0, MOST_STEPS),  # how often it has been due
        Number("potions_bought", 0, RICHES),  # in this visit
        Number("armours_bought", 0, RICHES),  # armour, shields and helmets in this visit
        Number("chosen", NOTHING, HAND_CAPACITY - 1),  # the card in hand that is to be placed, or NOTHING
        Number("card_count", 0, HAND_CAPACITY),  # at most width
        Number("item_count", 0, INVENTORY_CAPACITY),  # at most inventory_room
        Number("soldier_count", 0, SOLDIER_CAPACITY),  # at most most_soldiers
        Number("enemy_count", 0, ENEMY_CAPACITY),  # at most most_enemies
        Number("site_count", 0, TILE_CAPACITY),  # zombie pits, vampire castles and towers
        Number("pickup_count", 0, PATH_CAPACITY),  # gold and potion tiles
        Number("battles", 0, MOST_STEPS),  # won
        Number("stunned", 0, 1),  # 1: the Character skips its next turn
        Number("towers", 0, TILE_CAPACITY),  # that fight in this battle
        Number("hero_lost", 0, MOST_LOST),  # health lost in this round
        Number("coin", 0, MOST),  # DoggieCoin's base price
        Number("bosses_come", 0, BOTH_BOSSES),  # one bit per boss
        Number("bosses_killed", 0, BOTH_BOSSES),  # one bit per boss
        Number("serial", 0, MOST_SERIALS),  # enemies and soldiers that have come so far
        Number("free", 0, TILE_CAPACITY, np.int64, Ground.CASTLE),  # tiles of each Ground where one can build
        Number("cards", 0, Building.CAMPFIRE, np.uint8, HAND_CAPACITY),  # a Building each, the oldest first
        Number("items", 0, Item.COIN, np.uint8, INVENTORY_CAPACITY),  # an Item each, the oldest first
        Number("worn", 0, Item.STUMP, np.uint8, len(Slot)),  # an Item for each Slot, 0 for none
        Number("borrowed", 0, Item.STUMP, np.uint8, RARES),  # in confusing mode, the Item whose power each rare has too
        Number("soldier_turned", 0, 1, np.uint8, SOLDIER_CAPACITY),  # 1: on the enemy side
        Number("soldier_health", 0, MOST, np.int32, SOLDIER_CAPACITY),
        Number("soldier_lost", 0, MOST_LOST, np.int32, SOLDIER_CAPACITY),  # in this round
        Number("soldier_serials", 0, MOST_SERIALS, np.int32, SOLDIER_CAPACITY),
        Number("enemy_kinds", 0, Enemy.ELAN, np.uint8, ENEMY_CAPACITY),  # in order of arrival
        Number("enemy_places", 0, PATH_CAPACITY - 1, np.uint8, ENEMY_CAPACITY),
        Number("enemy_stands", 0, Stand.FALLEN, np.uint8, ENEMY_CAPACITY),  # a Stand each
        Number("enemy_ages", 0, 255, np.uint8, ENEMY_CAPACITY),  # ticks outside battle since a zombie last moved
        Number("enemy_trances", 0, 255, np.uint8, ENEMY_CAPACITY),  # rounds that the trance still covers
        Number("enemy_extra", 0, MOST, np.int32, ENEMY_CAPACITY),  # what a running critical adds to the next attack
        Number("enemy_health", 0, MOST, np.int32, ENEMY_CAPACITY),
        Number("enemy_lost", 0, MOST_LOST, np.int32, ENEMY_CAPACITY),  # in this round
        Number("enemy_serials", 0, MOST_SERIALS, np.int32, ENEMY_CAPACITY),
        Number("road", 0, ALL_OF_ROAD, np.uint8, PATH_CAPACITY),  # bits of Road for each place
        Number("tiles", 0, BUILT + Building.CAMPFIRE, np.uint8, TILE_CAPACITY),  # a Ground, or BUILT plus a Building
        Number("place_of", 0, NO_PLACE, np.uint8, TILE_CAPACITY),  # the place of each field, or NO_PLACE
        Number("sites", 0, TILE_CAPACITY - 1, np.uint8, TILE_CAPACITY),  # of pits, vampire castles and towers, in order
    ],
    events=EVENT_CAPACITY,
)
Clash = clashes(STATE)
