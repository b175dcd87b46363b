"""Loop's record. Beside it: what there is by number, the kinds of events, the rule parameters, what a world must be.

Two ways to name a place: a *field* is row x width + column of the world, a *place* is a number along the path, 0 at the
Hero's Castle and growing clockwise. Things that walk have places, things that are built have fields.
"""

import numpy as np

from garrison.core.engine.record import state_record
from garrison.games.loop.state.constants import RARES
from garrison.games.loop.state.happenings import Happening
from garrison.games.loop.state.parameters import (
    ENEMY_CAPACITY,
    HAND_CAPACITY,
    INVENTORY_CAPACITY,
    PARAMETERS,
    PATH_CAPACITY,
    SOLDIER_CAPACITY,
    TILE_CAPACITY,
)
from garrison.games.loop.state.world import check

__all__ = ["PARAMETERS", "STATE", "Happening", "check"]

EVENT_CAPACITY = 320  # a battle in which 64 enemies fall at once, with all they give

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
