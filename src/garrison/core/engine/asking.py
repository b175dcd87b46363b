"""Asking for memory that no cache holds: while one position is played, what the next one needs is on its way.

A core can wait for a dozen lines of memory at a time, and stands still if it is to ask for more. So each of six stages
of a step asks for some of them, and only for those that a step is likely to need. Records have room for the largest
board and the most pieces, and lines in which positions hardly ever differ are room that nobody uses. Which these are is
found out on the way, by comparing two neighbours at every pass.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from garrison.core.engine.memory import CACHE_LINE, array_at, fetch, prefetch, row
from garrison.core.engine.plan import NOTHING
from garrison.core.engine.rule import part, rule

THIRDS = 3  # a record, and the rows that are written about it, are asked for in thirds
MOST_VOTES = 16
ENOUGH_VOTES = 8  # that a line is asked for; each pass casts one, for or against it
STRIDE = 61  # positions from one that is compared to the next


@part
def ask_ahead(plan: Any, following: Any, stage: Any) -> None:
    """Ask for a part of what a step of the following position touches: its record, then where it is written about."""
    if following != NOTHING:
        if stage < THIRDS:
            fetch_record(plan, following, stage)
        else:
            fetch_rows(plan, following, stage - THIRDS)


@rule
def fetch_record(plan: Any, index: Any, third: Any) -> None:
    """Ask for a third of the lines of a position's record that are in use."""
    state = row(plan.states, index, plan.record_size)
    lines = array_at(plan.lines, plan.lines_count, np.int64)
    for number in range(plan.lines_count * third // THIRDS, plan.lines_count * (third + 1) // THIRDS):
        prefetch(state + lines[number])


@rule
def fetch_rows(plan: Any, index: Any, third: Any) -> None:
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
def fetch_third(start: Any, size: Any, third: Any) -> None:
    """Ask for a third of so many bytes, in whole lines."""
    lines = (size + CACHE_LINE - 1) // CACHE_LINE
    first, last = lines * third // THIRDS, lines * (third + 1) // THIRDS
    fetch(start + CACHE_LINE * first, CACHE_LINE * (last - first))


# --- Which lines are in use


@rule
def survey(plan: Any) -> None:
    """Compare two neighbours line by line, and list where in a record memory is to be asked for from now on."""
    if plan.count < 2:
        return
    plan.surveys += 1
    index = plan.surveys * STRIDE % (plan.count - 1)
    one, other = row(plan.states, index, plan.record_size), row(plan.states, index + 1, plan.record_size)
    count = (plan.record_size + CACHE_LINE - 1) // CACHE_LINE
    votes, lines = array_at(plan.votes, count, np.int64), array_at(plan.lines, 2 * count, np.int64)
    listed, end = 0, 0
    for line in range(count):
        start = line * CACHE_LINE
        if is_log(plan, start) or not is_in_use(votes, line, one + start, other + start, plan.record_size - start):
            continue
        if start != end and end > 0:  # records begin anywhere in a line: what is left of the last one is in the next
            lines[listed] = end - 1
            listed += 1
        lines[listed] = start
        listed += 1
        end = start + CACHE_LINE
    lines[listed] = plan.record_size - 1
    plan.lines_count = listed + 1


@rule
def is_log(plan: Any, start: Any) -> Any:
    """Whether a line holds nothing but events, of which only the first are written in most steps."""
    return start >= plan.log_start + CACHE_LINE and start + CACHE_LINE <= plan.log_end


@rule
def is_in_use(votes: Any, line: Any, one: Any, other: Any, left: Any) -> Any:
    """Whether two neighbours have differed often enough in a line, of which so many bytes are `left` in the record."""
    vote = 1 if is_different(one, other, min(left, CACHE_LINE)) else -1
    votes[line] = min(max(votes[line] + vote, 0), MOST_VOTES)
    return votes[line] >= ENOUGH_VOTES


@rule
def is_different(one: Any, other: Any, size: Any) -> Any:
    """Whether two pieces of memory hold different bytes."""
    here, there = array_at(one, size, np.uint8), array_at(other, size, np.uint8)
    for byte in range(size):
        if here[byte] != there[byte]:
            return True
    return False
