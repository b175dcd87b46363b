"""Prefetching: while one position is played, the memory that the next one needs is on its way to the caches, and what
was drafted for the one before is written out.

A core can wait for a dozen cache lines at a time, and stalls if it asks for more or writes more past the caches. So
each of several stages of a step asks for some lines, and only for those that a step is likely to need: records have
room for the largest board and the most pieces, and a line of zeros is room that nobody uses. Which lines are needed is
learned along the way, by a look at one position in every pass.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from garrison.core.engine.memory import CACHE_LINE, Address, array_at, fetch, prefetch, row, stream
from garrison.core.engine.pass_arguments import BLOCK, NOTHING
from garrison.core.engine.record import Array
from garrison.core.engine.rule import part, rule

THIRDS = 3  # a record, and the rows that are written about it, are prefetched in thirds
MOST_VOTES = 16
ENOUGH_VOTES = 8  # that a line is asked for; each pass casts one, for or against it
NEVER = -1  # in place of votes: a line that is not worth asking for, whatever is in it
STRIDE = 61  # positions from one that is looked at to the next


@part
def ask_ahead(plan: Any, following: int, stage: int) -> None:
    """Ask for a part of what a step of the following position touches: its record, then where it is written about."""
    if following != NOTHING:
        if stage < THIRDS:
            fetch_record(plan, following, stage)
        else:
            fetch_rows(plan, following, stage - THIRDS)


@rule
def fetch_record(plan: Any, index: int, third: int) -> None:
    """Ask for a third of the lines of a position's record that are in use."""
    state = row(plan.states, index, plan.record_size)
    lines = array_at(plan.lines, plan.lines_count, np.int64)
    for number in range(plan.lines_count * third // THIRDS, plan.lines_count * (third + 1) // THIRDS):
        prefetch(state + lines[number])


@rule
def fetch_rows(plan: Any, index: int, third: int) -> None:
    """Ask for a third of a position's observations; its masks belong to the first."""
    for place in range(index * plan.each, (index + 1) * plan.each):
        if third == 0:
            fetch(row(plan.marks, place, plan.used_count), plan.used_count)
            fetch(row(plan.masks, place, plan.masks_stride), plan.used_count)
        if plan.looking != 0:
            fetch_third(row(plan.numbers, place, plan.numbers_stride), 8 * plan.numbers_count, third)
            if plan.past == 0:
                size = plan.planes_count * plan.board_rows * plan.board_columns
                fetch_third(row(plan.planes, place, plan.planes_stride), size, third)


@rule
def fetch_third(start: int, size: int, third: int) -> None:
    """Ask for a third of this many bytes, in whole lines."""
    lines = (size + CACHE_LINE - 1) // CACHE_LINE
    first, last = lines * third // THIRDS, lines * (third + 1) // THIRDS
    fetch(start + CACHE_LINE * first, CACHE_LINE * (last - first))


# --- Which lines are in use


@rule
def survey(plan: Any) -> None:
    """Look at a position's record line by line, and list where memory is to be asked for from now on."""
    plan.surveys += 1
    state = row(plan.states, plan.surveys * STRIDE % plan.count, plan.record_size)
    count = (plan.record_size + CACHE_LINE - 1) // CACHE_LINE
    votes, lines = array_at(plan.votes, count, np.int64), array_at(plan.lines, 2 * count, np.int64)
    length, end = 0, 0
    for line in range(count):
        start = line * CACHE_LINE
        vote_for(votes, line, state + start, min(plan.record_size - start, CACHE_LINE))
        if votes[line] >= ENOUGH_VOTES:
            if start != end and end > 0:  # records begin anywhere in a line: the last bytes may be in the next one
                lines[length] = end - 1
                length += 1
            lines[length] = start
            length += 1
            end = start + CACHE_LINE
    lines[length] = min(end, plan.record_size) - 1
    plan.lines_count = length + 1


@rule
def vote_for(votes: Array, line: int, start: int, size: int) -> None:
    """Count whether there is anything in a line."""
    if votes[line] != NEVER:
        votes[line] = min(max(votes[line] + (-1 if is_empty(start, size) else 1), 0), MOST_VOTES)


@rule
def is_empty(start: int, size: int) -> bool:
    """Whether this many bytes are all 0."""
    contents = array_at(start, size, np.uint8)
    for byte in range(size):
        if contents[byte] != 0:
            return False
    return True


# --- Drafts


@rule
def draft_of(plan: Any, index: int) -> Address:
    """Where a position's planes are drafted: in one of two places in turn, so that the last ones can still leave."""
    return row(plan.drafts, 2 * (index // BLOCK) + (index & 1), plan.draft_size)


@part
def write_out(plan: Any, leaving: int, third: int) -> None:
    """Write a third of the planes that were drafted for a position past the caches, unless that is NOTHING."""
    if leaving != NOTHING:
        stream_third(plan, leaving, third)


@rule
def write_all_out(plan: Any, leaving: int) -> None:
    """Write all planes that were drafted for a position."""
    for third in range(THIRDS):
        write_out(plan, leaving, third)


@rule
def stream_third(plan: Any, index: int, third: int) -> None:
    """Write a third of a position's planes."""
    target, draft = row(plan.planes, index, plan.planes_stride), draft_of(plan, index)
    size = plan.planes_count * plan.board_rows * plan.board_columns
    first, last = line_after(target, size, third), line_after(target, size, third + 1)
    stream(target + first, draft + first, last - first)


@rule
def line_after(target: int, size: int, thirds: int) -> int:
    """How far this many thirds of a row reach: to where a line ends, or to the end of the row."""
    rough = size * thirds // THIRDS
    return min(rough + -(target + rough) % CACHE_LINE, size) if thirds > 0 else 0
