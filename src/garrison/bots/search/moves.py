"""The loops of the beam: they grow whole moves click by click, and the answers to them."""

from __future__ import annotations

from typing import Any

import numpy as np

from garrison.bots.search.imagine import imagine
from garrison.bots.search.scratch import ORIGIN
from garrison.core.engine.kernel import kernel
from garrison.core.engine.kernels import first_waiting
from garrison.core.engine.lane import COMPILED
from garrison.core.engine.masks import find_mark, marks_in
from garrison.core.engine.memory import at, copy, header
from garrison.core.engine.rule import rule

DEEPEST = 64  # clicks of a move
PRIME = np.uint64(0x9E3779B97F4A7C15)
SHIFT = np.uint64(29)
SIGN = np.uint64(1)

if COMPILED:

    @rule
    def mixed(states: Any, index: Any, start: Any) -> Any:
        """A number for all that a game itself has in its record: equal positions have equal ones."""
        total = np.uint64(header(at(states, index)).waiting) + PRIME
        for byte in range(start, states.shape[1]):
            total = (total ^ states[index, byte]) * PRIME
            total ^= total >> SHIFT
        return np.int64(total >> SIGN)

else:

    def mixed(states: Any, index: Any, start: Any) -> Any:
        """A number for all that a game itself has in its record."""
        return hash((int(states[index].waiting), states[index].tobytes()[start:]))


@rule
def enter(
    states: Any,
    notes: Any,
    worths: Any,
    first: Any,
    size: Any,
    count: Any,
    source: Any,
    note: Any,
    mark: Any,
    worth: Any,
) -> Any:
    """Take a position into the pool of rows first .. first+size-1 if it is new and good enough; how many are in it."""
    worst = first
    for row in range(first, first + count):
        if notes[row, 1] == mark:
            return count
        if worths[row, 0] < worths[worst, 0]:
            worst = row
    if count < size:
        worst, count = first + count, count + 1
    elif worth <= worths[worst, 0]:
        return count
    copy(states, worst, states, source)
    notes[worst, 0], notes[worst, 1], worths[worst, 0] = note, mark, worth
    return count


@kernel("legal step value ref rows counts scores masks scores whole whole whole whole", ORIGIN)
def grow_moves(
    legal: Any,
    step: Any,
    value: Any,
    parameters: Any,
    states: Any,
    notes: Any,
    worths: Any,
    mask: Any,
    out: Any,
    player: Any,
    width: Any,
    size: Any,
    start: Any,
) -> Any:
    """Follow the moves that a player can make from row 0; how many complete ones are in the last `size` rows.

    Row 1 is for trying things out; then come two pools of `width` beginnings, which take turns, and the complete moves.
    A row's notes are the move's first action and the position's number; notes[0, 2] counts the steps that were tried.
    """
    done_rows = 2 + 2 * width
    done, now, later, beginnings = 0, 0, 2, 1
    turn = header(at(states, 0)).turn
    for depth in range(DEEPEST):
        grown = 0
        for place in range(beginnings):
            source = now + place
            tally = legal(parameters, at(states, source), player, at(mask, 0))
            for number in range(marks_in(tally)):
                action = find_mark(mask[0], tally, number)
                copy(states, 1, states, source)
                step(parameters, at(states, 1), player, action)
                value(parameters, at(states, 1), at(out, 0))
                notes[0, 2] += 1
                s = header(at(states, 1))
                first = action if depth == 0 else notes[source, 0]
                mark = mixed(states, 1, start)
                if s.over == 1 or s.turn != turn or (s.waiting >> player) & 1 == 0:
                    done = enter(states, notes, worths, done_rows, size, done, 1, first, mark, out[0, player])
                else:
                    grown = enter(states, notes, worths, later, width, grown, 1, first, mark, out[0, player])
        if grown == 0:
            return done
        beginnings, now = grown, later
        later = 2 + width if now == 2 else 2
    return done


@rule
def best_answer(
    legal: Any,
    step: Any,
    value: Any,
    parameters: Any,
    states: Any,
    notes: Any,
    worths: Any,
    mask: Any,
    out: Any,
    player: Any,
    width: Any,
    size: Any,
    start: Any,
) -> Any:
    """The row of the best move that a player can make from row 0; -1 if there is none."""
    done = grow_moves(legal, step, value, parameters, states, notes, worths, mask, out, player, width, size, start)
    best = -1
    for row in range(2 + 2 * width, 2 + 2 * width + done):
        if best < 0 or worths[row, 0] > worths[best, 0]:
            best = row
    return best


@kernel(
    "legal step value ref rows wholes rows counts scores scores masks scores whole whole whole whole whole whole whole",
    ORIGIN,
)
def answer_moves(
    legal: Any,
    step: Any,
    value: Any,
    parameters: Any,
    moves: Any,
    chosen: Any,
    states: Any,
    notes: Any,
    worths: Any,
    after: Any,
    mask: Any,
    out: Any,
    player: Any,
    width: Any,
    size: Any,
    start: Any,
    plies: Any,
    first: Any,
    last: Any,
) -> None:
    """For moves chosen[first .. last-1]: what each is worth to the player after the best answer of whoever is next.

    `plies` answers to answers are followed, each the best that whoever is next can see; what is noted is the mean of
    the values after those of the others.
    """
    for place in range(first, last):
        row = chosen[place]
        copy(states, 0, moves, row)
        s = header(at(states, 0))
        value(parameters, at(states, 0), at(out, 0))
        total, count, last_value = 0.0, 0, out[0, player]
        for _ in range(plies):
            if s.over == 1 or s.waiting == 0:
                break
            who = first_waiting(s.waiting)
            best = best_answer(
                legal, step, value, parameters, states, notes, worths, mask, out, who, width, size, start
            )
            if best < 0:
                break
            copy(states, 0, states, best)
            value(parameters, at(states, 0), at(out, 0))
            last_value = out[0, player]
            if who != player:
                total += last_value
                count += 1
        after[row, 0] = total / count if count > 0 and s.over == 0 else last_value


@kernel("hide ref rows rows whole seed", ORIGIN)
def begin(hide: Any, parameters: Any, states: Any, root: Any, player: Any, seed: Any) -> None:
    """Imagine the position in row 0."""
    imagine(hide, parameters, states, 0, root, player, seed)
