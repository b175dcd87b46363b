"""What a neural network sees of Boneyard: eight planes per board, the player's own first, without others' choices."""

import numpy as np

from garrison.core.engine.rule import rule
from garrison.games.boneyard.rules.ground import FIELD_COUNT, WIDTH
from garrison.games.boneyard.state import FOREST, KIND_COUNT, MOST_TRAPS, Ask

PLANES_EACH = 8
TRAPS, USES, FACING, KINDS, FACTS = 0, 1, 2, 6, 7  # a plane each, and four of skeletons by the way they face
CRATER = 15  # among the traps
FACING_UNIT, SHIELD, HELD = 16, 64, 128  # added to the uses
GRAVE_UNIT = 16  # graves are added to the skeletons in the forest
CHOICE = 10  # among the facts; the stash follows


@rule
def observe(p, s, player, planes):
    """All boards: the player's own, then the others in seat order to the right."""
    planes[:] = 0
    for place in range(p.players):
        who = (player + place) % p.players
        show_fields(s, who, planes, place * PLANES_EACH)
        show_skeletons(s, who, planes, place * PLANES_EACH)
        show_facts(s, who, planes, place * PLANES_EACH + FACTS)
    put(planes, FACTS, CHOICE, np.int64(s.chosen_traps[player]) + 16 * (np.int64(s.chosen_facings[player]) + 1))


@rule
def at_most(number, limit):
    """A number, or the limit if it is larger."""
    return number if number < limit else limit


@rule
def put(planes, plane, cell, number):
    """Write a number, at most 255."""
    planes[plane, cell // WIDTH, cell % WIDTH] = at_most(number, 255)


@rule
def show_fields(s, who, planes, first):
    """The trap on each field, its uses, how it faces and whether it has a shield."""
    for field in range(FIELD_COUNT):
        if (s.craters[who] >> field) & 1 == 1:
            put(planes, first + TRAPS, field, CRATER)
        if s.traps[who, field] > 0:
            put(planes, first + TRAPS, field, s.traps[who, field])
            shield = SHIELD * ((s.shielded[who] >> field) & 1)
            uses = at_most(s.uses[who, field], 15)
            put(planes, first + USES, field, np.int64(uses) + FACING_UNIT * np.int64(s.facings[who, field]) + shield)


@rule
def show_skeletons(s, who, planes, first):
    """How many face each way on each field, and how many of each kind are in the forest and in the graveyard."""
    for i in range(s.counts[who]):
        place, kind = np.int64(s.places[who, i]), np.int64(s.kinds[who, i])
        if place == FOREST:
            planes[first + KINDS, kind // WIDTH, kind % WIDTH] += 1
        elif place < FIELD_COUNT:
            planes[first + FACING + s.headings[who, i], place // WIDTH, place % WIDTH] += 1
            if s.held[who, i] == 1:
                planes[first + USES, place // WIDTH, place % WIDTH] |= HELD
    for number in range(KIND_COUNT):
        in_forest = at_most(planes[first + KINDS, number // WIDTH, number % WIDTH], 15)
        buried = at_most(s.graves[who, number], 15)
        put(planes, first + KINDS, number, np.int64(in_forest) + GRAVE_UNIT * np.int64(buried))


@rule
def show_facts(s, who, planes, plane):
    """Phase, rounds, hero, tower, village, how many skeletons, what is asked where, and the stash."""
    put(planes, plane, 0, s.phase)
    put(planes, plane, 1, s.rounds)
    put(planes, plane, 2, s.heroes[who])
    put(planes, plane, 3, s.layers[who])
    put(planes, plane, 4, s.houses[who])
    put(planes, plane, 5, s.counts[who])
    put(planes, plane, 6, s.buried[who])
    put(planes, plane, 7, s.hearses[who])
    put(planes, plane, 8, s.asks[who])
    put(planes, plane, 9, s.at[who] if s.asks[who] != Ask.NOTHING else 0)
    for trap in range(1, MOST_TRAPS + 1):
        put(planes, plane, CHOICE + trap, s.stash[who, trap])
