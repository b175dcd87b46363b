"""The moves of one character: its paths are tried out, and from step to step only the most promising are followed."""

import numpy as np

from garrison.core.engine.events import begin_step, end_at_limit
from garrison.core.engine.rng import advance
from garrison.core.engine.rule import rule
from garrison.games.skirmish.rules import side, step
from garrison.games.skirmish.skill.lines import keep_line
from garrison.games.skirmish.skill.room import BEAM, SLOTS
from garrison.games.skirmish.state import NOBODY

WON = 10_000  # what a game that is won is worth
NO_GROUP, BY_STEP = -2, -1  # lines that are only counted; lines in groups by their first step
EMPTY, START = np.uint64(0), np.uint64(1)


@rule
def click(p, t, player, action):
    """An action, as the engine carries it out."""
    count = begin_step(t)
    step(p, t, player, action)
    t.steps = count
    end_at_limit(p, t)


@rule
def try_ways(p, t, r, player, width, approach, group, length):
    """Follow the moves that were begun, all with `length` clicks so far, and keep the complete ones as lines."""
    now, beginnings = 0, 1
    while beginnings > 0:
        grown = 0
        for place in range(beginnings):
            source = r.order[now, place]
            grown = try_steps(p, t, r, player, source, width, approach, group, length, 1 - now, grown)
        length += 1
        beginnings, now = grown, 1 - now


@rule
def begin_ways(t, r):
    """Note how it is now, and begin with the chosen character where it is."""
    r.who, r.made, r.steps, r.moves = t.chosen, t.steps_made, t.steps, t.moves
    for who in range(t.count):
        r.fields[who] = t.fields[who]
        r.rows[who] = t.fields[who] // t.width
        r.columns[who] = t.fields[who] % t.width
        r.health[0, who] = t.health[who]
    r.places[0], r.depths[0] = t.fields[t.chosen], 0
    r.far = gap(t, r)
    for place in range(BEAM):
        r.order[0, place] = place
        r.order[1, place] = BEAM + place
    r.seen[:] = EMPTY


@rule
def try_steps(p, t, r, player, source, width, approach, group, length, later, grown):
    """All steps from a beginning of a move; how many beginnings the later beam has then."""
    put_back(t, r, source, player)
    row, column, is_clean = r.places[source] // t.width, r.places[source] % t.width, True
    for near_row in range(max(row - 1, 0), min(row + 2, t.width)):
        for near_column in range(max(column - 1, 0), min(column + 2, t.width)):
            if not is_clean:
                put_back(t, r, source, player)
                is_clean = True
            field = near_row * t.width + near_column
            if is_sensible(t, r, field):
                click(p, t, player, field)
                is_clean = False
                grown = note_step(t, r, source, field, width, approach, group, length, later, grown)
    return grown


@rule
def put_back(t, r, source, player):
    """Everything as it was at a beginning of a move: in it, only the one who moves moves."""
    for who in range(t.count):
        if t.fields[who] != NOBODY:
            t.standing[t.fields[who]] = 0
    t.living[:] = 0
    for who in range(t.count):
        t.health[who] = r.health[source, who]
        t.fields[who] = NOBODY
        if t.health[who] > 0:
            t.fields[who] = r.places[source] if who == r.who else r.fields[who]
            t.standing[t.fields[who]] = who + 1
            t.living[side(t, who)] += 1
    t.chosen, t.waiting = r.who, 1 << player
    t.steps_made = r.made + r.depths[source]
    t.steps = r.steps + r.depths[source]
    t.moves, t.turn = r.moves, r.moves
    t.over, t.reason, t.winners = 0, 0, 0


@rule
def is_sensible(t, r, field):
    """Whether a step makes sense: of the friends that a character could stop on, only itself."""
    other = t.standing[field] - 1
    return other == NOBODY or other == r.who or r.signs[other] < 0


@rule
def note_step(t, r, source, field, width, approach, group, length, later, grown):
    """What became of a step, unless it was seen before: a line, or a beginning for the later beam."""
    is_done = t.over == 1 or t.chosen == NOBODY
    if not is_new(r, mark_of(t, r, is_done)):
        return grown
    worth = worth_of(t, r)
    if is_done and group == NO_GROUP:
        r.best = max(r.best, worth)
        return grown
    nearer = r.far - gap(t, r)
    key = worth + approach * nearer
    r.clicks[source, length] = field
    if is_done:
        own_group = first_step(t, r, r.clicks[source, 0]) if group == BY_STEP else group
        keep_line(r, own_group, key, worth, nearer, source, length + 1)
        return grown
    return enter(t, r, source, key, width, length, later, grown)


@rule
def first_step(t, r, field):
    """The number of a step from where the character was: 0 to 8."""
    down, along = field // t.width - r.rows[r.who], field % t.width - r.columns[r.who]
    return 3 * (down + 1) + along + 1


@rule
def enter(t, r, source, key, width, length, later, grown):
    """Take a beginning of a move into a beam, in order, if it is good enough; how many are in it."""
    if grown == width and key <= r.keys[r.order[later, width - 1]]:
        return grown
    row, place = r.order[later, grown], grown
    while place > 0 and r.keys[r.order[later, place - 1]] < key:
        r.order[later, place] = r.order[later, place - 1]
        place -= 1
    r.order[later, place] = row
    r.keys[row] = key
    r.places[row] = t.fields[r.who]
    r.depths[row] = r.depths[source] + 1
    for who in range(t.count):
        r.health[row, who] = t.health[who]
    for index in range(length + 1):
        r.clicks[row, index] = r.clicks[source, index]
    return min(grown + 1, width)


@rule
def mark_of(t, r, is_done):
    """A number for where the character is and how everybody is: equal positions have equal ones."""
    mark = START + np.uint64(is_done) + np.uint64(2 * (t.fields[r.who] + 1))
    for who in range(t.count):
        mark = advance(mark) ^ np.uint64(t.health[who])
    return advance(advance(mark))


@rule
def is_new(r, mark):
    """Whether a mark was not seen before; it is from now on."""
    slot = np.int64(mark % np.uint64(SLOTS))
    while r.seen[slot] != EMPTY:
        if r.seen[slot] == mark:
            return False
        slot = (slot + 1) % SLOTS
    r.seen[slot] = mark
    return True


@rule
def worth_of(t, r):
    """How much better the army of the one who moves is than the other."""
    if t.over == 1:
        return WON * (2 * ((t.winners >> side(t, r.who)) & 1) - 1) if t.winners != 0 else 0
    worth = 0
    for who in range(t.count):
        if t.health[who] > 0:
            worth += r.signs[who] * (t.health[who] + r.powers[who])
    return worth


@rule
def gap(t, r):
    """How far the one who moves is from the nearest enemy, in steps; 0 if there is none."""
    if t.fields[r.who] == NOBODY:
        return 0
    row, column, nearest = t.fields[r.who] // t.width, t.fields[r.who] % t.width, t.width
    for other in range(t.count):
        if t.health[other] > 0 and r.signs[other] < 0:
            nearest = min(nearest, max(abs(r.rows[other] - row), abs(r.columns[other] - column)))
    return nearest if nearest < t.width else 0
