"""The loops of the beam: they grow whole moves click by click, the answers to them, and the answers to these."""

from __future__ import annotations

from typing import Any

import numpy as np

from garrison.bots.search.imagine import imagine
from garrison.bots.search.mind import weigh
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
TRIED = 0  # the row in which things are tried out
# A row's notes: the number of its position, then how many actions led to it, and these.
MARK, LENGTH, PATH = 0, 1, 2
LONGEST = 24  # actions of a move that are noted
# The shape of a ply: its first row, how many beginnings of a move are followed at a time, how many complete moves with
# the same first action and how many of all are kept, and how many of them are answered.
BASE, WIDTH, EACH, ALL, KEPT = 0, 1, 2, 3, 4
PLACE, COUNT, MOVER = 5, 6, 7  # what is noted of a ply while it is searched
BEST, LOW, HIGH = 0, 1, 2
HASTE = 0.999  # an end that is a ply further away counts this much less
UNKNOWN = 2.0  # no value is as far from 0
# What all these rules need is handed on as two tuples. `rules`: legal, step, value, and the game's parameters;
# `room`: positions, notes, worths, masks, values, how many steps were tried, and the shapes of the plies.


if COMPILED:
    from garrison.core.engine.masks import WORD, word_at

    @rule
    def mixed(states: Any, index: Any, start: Any) -> Any:
        """A number for all that a game itself has in its record: equal positions have equal ones."""
        total = np.uint64(header(at(states, index)).waiting) + PRIME
        words = (states.shape[1] - start) // WORD
        for word in range(words):
            total = (total ^ word_at(at(states, index) + start, word)) * PRIME
            total ^= total >> SHIFT
        for byte in range(start + words * WORD, states.shape[1]):
            total = (total ^ states[index, byte]) * PRIME
            total ^= total >> SHIFT
        return np.int64(total >> SIGN)

else:

    def mixed(states: Any, index: Any, start: Any) -> Any:
        """A number for all that a game itself has in its record."""
        return hash((int(states[index].waiting), states[index].tobytes()[start:]))


@rule
def all_rows(shapes: Any, ply: Any) -> Any:
    """The first row of a ply's complete moves; before it lie the position, two beams and the moves of one beginning."""
    return shapes[ply, BASE] + 1 + 2 * shapes[ply, WIDTH] + shapes[ply, EACH]


@rule
def enter(states: Any, notes: Any, worths: Any, first: Any, size: Any, count: Any, source: Any) -> Any:
    """Take a row into the pool of rows first .. first+size-1 if it is new and good enough; how many are in it."""
    worst = first
    for row in range(first, first + count):
        if notes[row, MARK] == notes[source, MARK]:
            return count
        if worths[row, 0] < worths[worst, 0]:
            worst = row
    if count < size:
        worst, count = first + count, count + 1
    elif worths[source, 0] <= worths[worst, 0]:
        return count
    copy(states, worst, states, source)
    for column in range(notes.shape[1]):
        notes[worst, column] = notes[source, column]
    worths[worst, 0] = worths[source, 0]
    return count


@rule
def try_out(
    step: Any,
    value: Any,
    parameters: Any,
    states: Any,
    notes: Any,
    worths: Any,
    out: Any,
    source: Any,
    player: Any,
    action: Any,
    start: Any,
) -> None:
    """An action of a player in a row; what becomes of it is in the row for trying."""
    copy(states, TRIED, states, source)
    step(parameters, at(states, TRIED), player, action)
    value(parameters, at(states, TRIED), at(out, 0))
    length = notes[source, LENGTH]
    for column in range(PATH, PATH + min(length, LONGEST)):
        notes[TRIED, column] = notes[source, column]
    if length < LONGEST:
        notes[TRIED, PATH + length] = action
    notes[TRIED, LENGTH] = length + 1
    notes[TRIED, MARK] = mixed(states, TRIED, start)
    worths[TRIED, 0] = out[0, player]


@rule
def is_complete(states: Any, row: Any, player: Any, turn: Any) -> Any:
    """Whether a move has come to its end."""
    s = header(at(states, row))
    return s.over == 1 or s.turn != turn or (s.waiting >> player) & 1 == 0


@rule
def follow_beginning(rules: Any, room: Any, ply: Any, player: Any, start: Any) -> Any:
    """Follow the move that was begun in the first beam; how many complete ones were found."""
    legal, step, value, parameters = rules
    states, notes, worths, mask, out, effort, shapes = room
    width, first_beam = shapes[ply, WIDTH], shapes[ply, BASE] + 1
    done_rows = first_beam + 2 * width
    turn = header(at(states, shapes[ply, BASE])).turn
    done, now, beginnings = 0, 0, 1
    for _ in range(DEEPEST):
        grown = 0
        for place in range(beginnings):
            source = first_beam + now * width + place
            tally = legal(parameters, at(states, source), player, at(mask, 1))
            for number in range(marks_in(tally)):
                action = find_mark(mask[1], tally, number)
                try_out(step, value, parameters, states, notes, worths, out, source, player, action, start)
                effort[0] += 1
                if is_complete(states, TRIED, player, turn):
                    done = enter(states, notes, worths, done_rows, shapes[ply, EACH], done, TRIED)
                else:
                    later = first_beam + (1 - now) * width
                    grown = enter(states, notes, worths, later, width, grown, TRIED)
        if grown == 0:
            return done
        beginnings, now = grown, 1 - now
    return done


@rule
def grow(rules: Any, room: Any, ply: Any, player: Any, start: Any) -> Any:
    """The good moves of a player from the position of a ply; how many there are."""
    legal, step, value, parameters = rules
    states, notes, worths, mask, out, effort, shapes = room
    base, found = shapes[ply, BASE], 0
    one_rows, rows = base + 1 + 2 * shapes[ply, WIDTH], all_rows(shapes, ply)
    turn = header(at(states, base)).turn
    notes[base, LENGTH] = 0
    tally = legal(parameters, at(states, base), player, at(mask, 0))
    for number in range(marks_in(tally)):
        action = find_mark(mask[0], tally, number)
        try_out(step, value, parameters, states, notes, worths, out, base, player, action, start)
        effort[0] += 1
        if is_complete(states, TRIED, player, turn):
            found = enter(states, notes, worths, rows, shapes[ply, ALL], found, TRIED)
            continue
        enter(states, notes, worths, base + 1, shapes[ply, WIDTH], 0, TRIED)
        done = follow_beginning(rules, room, ply, player, start)
        for row in range(one_rows, one_rows + done):
            found = enter(states, notes, worths, rows, shapes[ply, ALL], found, row)
    return found


@rule
def put_in_order(states: Any, notes: Any, worths: Any, first: Any, count: Any, kept: Any, order: Any, ply: Any) -> Any:
    """Write the rows of the best `kept` moves into a ply's order, the best first; how many there are."""
    kept = min(kept, count)
    for place in range(kept):
        best = -1
        for row in range(first, first + count):
            is_taken = False
            for before in range(place):
                if order[ply, before] == row:
                    is_taken = True
            if not is_taken and (best < 0 or worths[row, 0] > worths[best, 0]):
                best = row
        order[ply, place] = best
    return kept


@rule
def open_ply(rules: Any, room: Any, bounds: Any, order: Any, ply: Any, player: Any, plies: Any, start: Any) -> Any:
    """Find the moves from the position of a ply and put the best in order; how many there are."""
    states, notes, worths, shapes = room[0], room[1], room[2], room[6]
    s, count = header(at(states, shapes[ply, BASE])), 0
    if s.over == 0 and s.waiting != 0:
        mover = first_waiting(s.waiting)
        count = grow(rules, room, ply, mover, start)
        shapes[ply, MOVER] = mover
    kept = shapes[ply, KEPT] if ply < plies else 1
    shapes[ply, COUNT] = put_in_order(states, notes, worths, all_rows(shapes, ply), count, kept, order, ply)
    shapes[ply, PLACE] = 0
    bounds[ply, LOW], bounds[ply, HIGH] = bounds[ply - 1, LOW], bounds[ply - 1, HIGH]
    bounds[ply, BEST] = -UNKNOWN if shapes[ply, MOVER] == player else UNKNOWN
    return count


@rule
def line_value(rules: Any, states: Any, out: Any, row: Any, ply: Any, player: Any, mind: Any) -> Any:
    """What a line that ends in a row at this ply is worth to a player."""
    weigh(rules[2], mind, rules[3], at(states, row), out)
    if header(at(states, row)).over == 1:
        return out[0, player] * HASTE**ply
    return out[0, player]


@rule
def is_settled(shapes: Any, bounds: Any, ply: Any, player: Any, result: Any) -> Any:
    """Note what a move of a ply is worth; whether no other move of it has to be looked at."""
    if shapes[ply, MOVER] == player:
        bounds[ply, BEST] = max(bounds[ply, BEST], result)
        bounds[ply, LOW] = max(bounds[ply, LOW], result)
    else:
        bounds[ply, BEST] = min(bounds[ply, BEST], result)
        bounds[ply, HIGH] = min(bounds[ply, HIGH], result)
    shapes[ply, PLACE] += 1
    return shapes[ply, PLACE] >= shapes[ply, COUNT] or bounds[ply, LOW] >= bounds[ply, HIGH]


@rule
def judge(rules: Any, room: Any, bounds: Any, order: Any, player: Any, plies: Any, start: Any, mind: Any) -> Any:
    """What the position of ply 1 is worth to a player when everybody else wants it to be little.

    The search goes depth first and gives up a branch when it cannot be better than what is known; what is
    known before it begins is in the first row of `bounds`.
    """
    states, out, shapes = room[0], room[4], room[6]
    ply, is_new, result = 1, True, 0.0
    while ply > 0:
        if is_new:
            count = open_ply(rules, room, bounds, order, ply, player, plies, start)
            is_new = count > 0 and ply < plies
            if not is_new:
                row = order[ply, 0] if count > 0 else shapes[ply, BASE]
                result = line_value(rules, states, out, row, ply, player, mind)
                ply -= 1
        elif is_settled(shapes, bounds, ply, player, result):
            result = bounds[ply, BEST]
            ply -= 1
        else:
            is_new = True
        if is_new:
            copy(states, shapes[ply + 1, BASE], states, order[ply, shapes[ply, PLACE]])
            ply += 1
    return result


@kernel("legal step value ref rows counts scores masks scores wholes counts whole whole", ORIGIN)
def find_lines(
    legal: Any,
    step: Any,
    value: Any,
    parameters: Any,
    states: Any,
    notes: Any,
    worths: Any,
    mask: Any,
    out: Any,
    effort: Any,
    shapes: Any,
    player: Any,
    start: Any,
) -> Any:
    """The good moves of a player from the position of ply 0; how many there are."""
    room = (states, notes, worths, mask, out, effort, shapes)
    return grow((legal, step, value, parameters), room, 0, player, start)


@kernel(
    "legal step value ref rows wholes rows counts scores masks scores wholes counts scores counts scores "
    "whole whole whole whole whole ref",
    ORIGIN,
)
def answer_lines(
    legal: Any,
    step: Any,
    value: Any,
    parameters: Any,
    moves: Any,
    chosen: Any,
    states: Any,
    notes: Any,
    worths: Any,
    mask: Any,
    out: Any,
    effort: Any,
    shapes: Any,
    bounds: Any,
    order: Any,
    after: Any,
    player: Any,
    plies: Any,
    start: Any,
    first: Any,
    last: Any,
    mind: Any,
) -> None:
    """For moves chosen[first .. last-1]: what each is worth to the player after this many plies of answers."""
    rules, room = (legal, step, value, parameters), (states, notes, worths, mask, out, effort, shapes)
    for place in range(first, last):
        row = chosen[place]
        copy(states, shapes[1, BASE], moves, row)
        after[row, 0] = judge(rules, room, bounds, order, player, plies, start, mind)


@kernel("hide ref rows rows whole seed", ORIGIN)
def begin(hide: Any, parameters: Any, states: Any, root: Any, player: Any, seed: Any) -> None:
    """Imagine the position in row 0."""
    imagine(hide, parameters, states, 0, root, player, seed)
