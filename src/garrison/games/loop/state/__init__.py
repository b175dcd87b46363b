"""Loop's record. Beside it: the constants, the kinds of events, the rule parameters.

There are two kinds of coordinates: a *field* is row x width + column of the world, a *place* is a number along the
path, 0 at the Hero's Castle and increasing clockwise. Things that walk have places, things that are built have fields.
"""

import numpy as np

from garrison.core.engine.clashes import clashes
from garrison.core.engine.record import MOST_STEPS, Array, StateRecord, number, numbers
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
    PATH_CAPACITY,
    SOLDIER_CAPACITY,
    TILE_CAPACITY,
    Rules,
)

__all__ = ["EVENT_RANGES", "Clash", "Happening", "Rules", "State", "played_board"]

MOST_LOST = 2 * ENEMY_CAPACITY * MOST  # health in a round: everybody may be hit by all others, and healed in between
MOST_SERIALS = 2 * BILLION  # they are kept as 32-bit numbers
EVENT_CAPACITY = 320  # a battle in which 64 enemies fall at once, with everything they give


def played_board(p: Rules) -> tuple[int, int]:
    """L2: the rows and columns of the world."""
    return int(p.height), int(p.width)


class State(StateRecord, events=EVENT_CAPACITY):
    """What a position is made of, after the header that all games share."""

    place: int = number(0, PATH_CAPACITY - 1)  # the Character's, below path_length
    cycles: int = number(0, MOST_STEPS)  # completed
    health: int = number(0, MOST)  # at most hero_health
    gold: int = number(0, RICHES)
    experience: int = number(0, RICHES)
    potions: int = number(0, RICHES)
    fighting: int = number(0, 1)  # 1 in a battle
    shopping: int = number(0, 1)  # 1 while the shop is open
    shop_due: int = number(0, 1)  # 1: the shop opens when there is no battle
    shop_next: int = number(0, 10 * BILLION)  # the cycle after which it opens next
    shop_visits: int = number(0, MOST_STEPS)  # how often it has been due
    potions_bought: int = number(0, RICHES)  # in this visit
    armours_bought: int = number(0, RICHES)  # armour, shields and helmets in this visit
    chosen: int = number(NOTHING, HAND_CAPACITY - 1)  # the card in hand that is to be placed, or NOTHING
    card_count: int = number(0, HAND_CAPACITY)  # at most width
    item_count: int = number(0, INVENTORY_CAPACITY)  # at most inventory_room
    soldier_count: int = number(0, SOLDIER_CAPACITY)  # at most most_soldiers
    enemy_count: int = number(0, ENEMY_CAPACITY)  # at most most_enemies
    site_count: int = number(0, TILE_CAPACITY)  # zombie pits, vampire castles and towers
    pickup_count: int = number(0, PATH_CAPACITY)  # gold and potion tiles
    battles: int = number(0, MOST_STEPS)  # won
    stunned: int = number(0, 1)  # 1: the Character skips its next turn
    towers: int = number(0, TILE_CAPACITY)  # that fight in this battle
    hero_lost: int = number(0, MOST_LOST)  # health lost in this round
    coin: int = number(0, MOST)  # DoggieCoin's base price
    bosses_come: int = number(0, BOTH_BOSSES)  # one bit per boss
    bosses_killed: int = number(0, BOTH_BOSSES)  # one bit per boss
    serial: int = number(0, MOST_SERIALS)  # enemies and soldiers that have come so far
    free: Array = numbers(Ground.CASTLE, 0, TILE_CAPACITY)  # tiles of each Ground where one can build
    cards: Array = numbers(HAND_CAPACITY, 0, Building.CAMPFIRE, np.uint8)  # a Building each, the oldest first
    items: Array = numbers(INVENTORY_CAPACITY, 0, Item.COIN, np.uint8)  # an Item each, the oldest first
    worn: Array = numbers(len(Slot), 0, Item.STUMP, np.uint8)  # an Item for each Slot, 0 for none
    borrowed: Array = numbers(
        RARES, 0, Item.STUMP, np.uint8
    )  # in confusing mode, the Item whose power each rare has too
    soldier_turned: Array = numbers(SOLDIER_CAPACITY, 0, 1, np.uint8)  # 1: on the enemy side
    soldier_health: Array = numbers(SOLDIER_CAPACITY, 0, MOST, np.int32)
    soldier_lost: Array = numbers(SOLDIER_CAPACITY, 0, MOST_LOST, np.int32)  # in this round
    soldier_serials: Array = numbers(SOLDIER_CAPACITY, 0, MOST_SERIALS, np.int32)
    enemy_kinds: Array = numbers(ENEMY_CAPACITY, 0, Enemy.ELAN, np.uint8)  # in order of arrival
    enemy_places: Array = numbers(ENEMY_CAPACITY, 0, PATH_CAPACITY - 1, np.uint8)
    enemy_stands: Array = numbers(ENEMY_CAPACITY, 0, Stand.FALLEN, np.uint8)  # a Stand each
    enemy_ages: Array = numbers(ENEMY_CAPACITY, 0, 255, np.uint8)  # ticks outside battle since a zombie last moved
    enemy_trances: Array = numbers(ENEMY_CAPACITY, 0, 255, np.uint8)  # rounds that the trance still covers
    enemy_extra: Array = numbers(ENEMY_CAPACITY, 0, MOST, np.int32)  # what a running critical adds to the next attack
    enemy_health: Array = numbers(ENEMY_CAPACITY, 0, MOST, np.int32)
    enemy_lost: Array = numbers(ENEMY_CAPACITY, 0, MOST_LOST, np.int32)  # in this round
    enemy_serials: Array = numbers(ENEMY_CAPACITY, 0, MOST_SERIALS, np.int32)
    road: Array = numbers(PATH_CAPACITY, 0, ALL_OF_ROAD, np.uint8)  # bits of Road for each place
    tiles: Array = numbers(TILE_CAPACITY, 0, BUILT + Building.CAMPFIRE, np.uint8)  # a Ground, or BUILT plus a Building
    place_of: Array = numbers(TILE_CAPACITY, 0, NO_PLACE, np.uint8)  # the place of each field, or NO_PLACE
    sites: Array = numbers(
        TILE_CAPACITY, 0, TILE_CAPACITY - 1, np.uint8
    )  # of pits, vampire castles and towers, in order


Clash = clashes(State)
