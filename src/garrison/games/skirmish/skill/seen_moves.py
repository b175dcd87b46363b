"""What was seen before among the beginnings of a character's move and its complete moves."""

import numpy as np

from garrison.core.engine.record import int64, uint64
from garrison.core.engine.rng import advance
from garrison.core.engine.rule import rule
from garrison.games.skirmish import MOST_CHARACTERS
from garrison.games.skirmish.skill.workspace import SLOTS, Workspace

EMPTY, FIRST = uint64(0), uint64(1)
# A factor for the health of everybody whom a move can change: two ways to be hurt hardly ever have the same sum. The
# sum of 64 healths of up to a million each stays below 2**63.
FACTORS = np.array([pow(0x9E3779B97F4A7C15, place + 1, 2**61 - 1) >> 25 for place in range(MOST_CHARACTERS)])


@rule
def clear_marks(r: Workspace) -> None:
    """Empty all slots, whatever was in that memory before."""
    r.marks[:] = EMPTY
    r.used_count = 0


@rule
def forget_marks(r: Workspace) -> None:
    """Nothing was seen yet."""
    for place in range(r.used_count):
        r.marks[r.used_slots[place]] = EMPTY
    r.used_count = 0


@rule
def mark_of(r: Workspace, row: int) -> int:
    """A number for where the character is and how everybody is: equal positions have equal ones."""
    mark = FIRST + uint64(r.is_done[row]) + uint64(2 * (r.places[row] + 1))
    return advance(advance(advance(uint64(r.totals[row])) ^ mark))


@rule
def is_new(r: Workspace, mark: int) -> bool:
    """Whether a mark was not seen before; it is from now on."""
    slot = int64(mark % uint64(SLOTS))
    while r.marks[slot] != EMPTY:
        if r.marks[slot] == mark:
            return False
        slot = (slot + 1) % SLOTS
    r.marks[slot] = mark
    r.used_slots[r.used_count] = slot
    r.used_count += 1
    return True
