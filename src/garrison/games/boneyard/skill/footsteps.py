"""Where anything happens in a round: so the keeper need not try what can't make a difference."""

import numpy as np

from garrison.core.engine.record import int64
from garrison.core.engine.rule import rule
from garrison.games.boneyard.rules.ground import NEXT, REFLECTED, bit, next_place
from garrison.games.boneyard.state import ALL_FIELDS, FIELD_COUNT, MOST_TRAPS, State, Trap

LONGEST = 8  # walls that a skeleton is followed over
LOCAL = (Trap.WALL, Trap.DRAGON, Trap.CATAPULT, Trap.BOMB, Trap.LABYRINTH, Trap.HEARSE, Trap.PALISADE, Trap.PORTAL)
# Whether a trap, by Trap, acts only on those that come onto its field, and leaves all others alone.
IS_LOCAL = np.array([trap in LOCAL for trap in range(MOST_TRAPS + 1)], np.uint8)


@rule
def trodden(s: State, who: int) -> int:
    """The fields (bits) on which a skeleton stands, or may come to stand in this round's move: rather too many.

    It is for phases 1 and 2, before anybody is asked. On any other field, neither the hero nor a trap that acts only
    there makes a difference in this round.
    """
    if s.where[who, Trap.FAN] != 0:
        return int64(ALL_FIELDS)
    fields = int64(0)
    for i in range(s.counts[who]):
        fields |= steps_of(s, who, i)
    return fields


@rule
def steps_of(s: State, who: int, i: int) -> int:
    """The same for one skeleton: it may stop at any wall on its way, since others or the hero may be before it."""
    place, heading, fields = int64(s.places[who, i]), int64(s.headings[who, i]), int64(0)
    if place < FIELD_COUNT:
        fields = bit(place)
    place = int64(next_place(s.kinds[who, i], place, heading))
    for _ in range(LONGEST):
        if place >= FIELD_COUNT:
            return fields
        fields |= bit(place)
        trap = s.traps[who, place]
        if trap == Trap.DRAGON:
            return fields | beside(place)
        if trap == Trap.SPRING:
            return int64(ALL_FIELDS)
        if trap != Trap.WALL:
            return fields
        heading = int64(REFLECTED[s.facings[who, place], heading])
        place = int64(NEXT[place, heading])
    return int64(ALL_FIELDS)


@rule
def beside(field: int) -> int:
    """The four fields beside one."""
    fields = int64(0)
    for direction in range(4):
        if NEXT[field, direction] < FIELD_COUNT:
            fields |= bit(NEXT[field, direction])
    return fields
