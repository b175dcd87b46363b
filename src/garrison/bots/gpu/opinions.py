"""What a simulation came to, as templates for the kernels of the search: the game's own value, and a network's opinion.

This is `garrison.bots.search.mind` for a GPU: the same sums in the same order, in a thread's own memory.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import cuda, float32, float64, int64, uint64

from garrison.bots.search.mind import NOWHERE, TELLS_CHANGE, TELLS_SCORE, rank_of
from garrison.bots.search.ranks import RANKS, SPAN, WINDOW

PLAYERS: Any = None
PLANES: Any = None
PLANE_BYTES: Any = None
PLANE_SPACE: Any = None
VALUE: Any = None
SCORE: Any = None
CUES: Any = None
OBSERVE: Any = None
MEASURE: Any = None
WIDTH: Any = None
DEPTH: Any = None
TELLS: Any = None
CUES_COUNT: Any = None
CUES_SPACE: Any = None
NUMBERS: Any = None
NUMBERS_SPACE: Any = None
ROWS: Any = None
COLUMNS: Any = None
EYE_ROW: Any = None
EYE_COLUMN: Any = None
NUMBERS_FROM: Any = None
see: Any = None


def weigh_alone(p: Any, s: Any, player: Any, mind: Any) -> Any:
    """What a position is worth to a player by the game's own value."""
    out = cuda.local.array(PLAYERS, float64)
    VALUE(p, s, out)
    return out[player]


def weigh_with_network(p: Any, s: Any, player: Any, mind: Any) -> Any:
    """The same, and as much of the network's opinion as it is trusted; an end speaks for itself."""
    out, trust, par = cuda.local.array(PLAYERS, float64), mind[5][0], mind[5][1]
    VALUE(p, s, out)
    own = out[player]
    if TELLS == TELLS_SCORE:
        SCORE(p, s, out)
        total = out[player] / par
        if s.over == 0:
            total += opinion(p, s, player, mind)
        return own + trust * (total - own)
    if s.over == 0:
        own += trust * (opinion(p, s, player, mind) - (0.0 if TELLS == TELLS_CHANGE else own))
    return own


def opinion(p: Any, s: Any, player: Any, mind: Any) -> Any:
    """What the network thinks of a position for a player, from -1 to 1."""
    links, vectors, cue_vectors, middle, last = mind[0], mind[1], mind[2], mind[3], mind[4]
    sums, felt = cuda.local.array(WIDTH, float32), cuda.local.array(DEPTH, float32)
    for unit in range(WIDTH):
        sums[unit] = vectors[0, unit]
    see(p, s, player, links, vectors, sums)
    add_cues(p, s, player, cue_vectors, sums)
    for unit in range(DEPTH):
        felt[unit] = middle[WIDTH, unit]
    for source in range(WIDTH):
        if sums[source] > 0:
            for unit in range(DEPTH):
                felt[unit] += sums[source] * middle[source, unit]
    total = float64(last[DEPTH])
    for unit in range(DEPTH):
        if felt[unit] > 0:
            total += felt[unit] * last[unit]
    return total / (1.0 + abs(total))


def add_cues(p: Any, s: Any, player: Any, cue_vectors: Any, sums: Any) -> None:
    """Add the vectors of what the game's skill tells, each as often as it says."""
    told = cuda.local.array(CUES_SPACE, float64)
    CUES(p, s, player, told[:CUES_COUNT])
    for cue in range(CUES_COUNT):
        if told[cue] != 0:
            for unit in range(WIDTH):
                sums[unit] += float32(told[cue]) * cue_vectors[cue, unit]


def see_nothing(p: Any, s: Any, player: Any, links: Any, vectors: Any, sums: Any) -> None:
    """A network that only knows cues need not look."""


def see_all(p: Any, s: Any, player: Any, links: Any, vectors: Any, sums: Any) -> None:
    """Add the vectors of all that is in the planes and among the numbers."""
    seen, numbers = cuda.local.array(PLANE_SPACE, uint64), cuda.local.array(NUMBERS_SPACE, int64)
    for word in range(PLANE_SPACE):
        seen[word] = 0
    flat = seen.view(np.uint8)[:PLANE_BYTES]
    OBSERVE(p, s, player, flat.reshape(PLANES))
    MEASURE(p, s, player, numbers[:NUMBERS])
    for place in range(PLANE_BYTES):
        if flat[place] != 0:
            where = place_from_eye(place, numbers)
            if where != NOWHERE:
                add_vector(where, int64(flat[place]), links, vectors, sums)
    for place in range(NUMBERS):
        if numbers[place] != 0:
            add_vector(NUMBERS_FROM + place, numbers[place], links, vectors, sums)


def place_from_eye(place: Any, numbers: Any) -> Any:
    """Where a field of a plane is, seen from the eye, if there is one; NOWHERE if it is too far away."""
    if EYE_ROW < 0:
        return int64(place)
    down = place // COLUMNS % ROWS - numbers[EYE_ROW] + WINDOW
    right = place % COLUMNS - numbers[EYE_COLUMN] + WINDOW
    if down < 0 or down >= SPAN or right < 0 or right >= SPAN:
        return int64(NOWHERE)
    return int64((place // (ROWS * COLUMNS) * SPAN + down) * SPAN + right)


def add_vector(place: Any, number: Any, links: Any, vectors: Any, sums: Any) -> None:
    """Add the vector of a number at a place, if the network has one."""
    link = links[place * RANKS + rank_of(number)]
    if link > 0:
        for unit in range(WIDTH):
            sums[unit] += vectors[link, unit]


SEEING = (place_from_eye, add_vector, see_all)
THINKING = (add_cues, opinion, weigh_with_network)
