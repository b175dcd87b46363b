"""The veteran: it tries its moves on copies of the position, with the other side's best reply to each."""

import numpy as np

from garrison.core.engine.rng import pick
from garrison.core.engine.rule import rule
from garrison.games.skirmish.rules import side
from garrison.games.skirmish.rules.board import final_distance
from garrison.games.skirmish.skill.lines import NONE, best_group, forget_lines
from garrison.games.skirmish.skill.room import KEPT, ROOM
from garrison.games.skirmish.skill.styles import CHANCE, LINES, RETREATS, WIDTH, WIDTH_OF_REPLIES
from garrison.games.skirmish.skill.ways import BY_STEP, NO_GROUP, WON, begin_ways, click, try_ways, worth_of
from garrison.games.skirmish.state import NOBODY, STATE

APPROACH = 0.5  # what a field nearer to the enemy is worth, in points of health
PATIENCE, LEAST_CAUTION = 80, 0.25  # moves over which caution would fall from 1 to 0; where it stops
AT_ONCE = 0.5  # the weight of what a move is worth before the reply
FINE = 1 << 30  # steps between 0 and 1 in which chance is drawn
RECORD = STATE.dtype
AFTER, TRIED = 0, 1  # the positions in which it thinks: after a line, and whatever is tried then


@rule
def choose(p, s, player, dice, style):
    """The first click of the move whose best reply does the least harm."""
    # Numba frees an array after its last use, whatever points into it: so the arrays are made here and used there.
    positions, rooms = np.empty(2, RECORD), np.empty(1, ROOM)
    return best_click(p, s, positions, rooms, player, dice, style)


@rule
def best_click(p, s, positions, rooms, player, dice, style):
    """Try the lines that lead forward, then those that lead back."""
    r = rooms[0]
    note_powers(p, s, r)
    best, action = -4.0 * WON, np.int64(NONE)
    for backwards in range(1 + RETREATS[style]):
        approach = -APPROACH if backwards else APPROACH
        find_lines(p, s, positions, r, player, WIDTH[style], approach)
        most = LINES[style] if approach > 0 else 0
        group, count = best_group(r), 0
        while group != NONE:
            outlook = outlook_of(p, s, positions, r, player, group, WIDTH_OF_REPLIES[style])
            outlook += CHANCE[style] * (pick(dice, FINE) / np.float64(FINE))
            if outlook > best:
                best, action = outlook, np.int64(r.lines[group, r.taken[group], 0])
            r.taken[group] = r.taken[group] + 1 if count < most else KEPT
            group, count = best_group(r), count + 1
    return action


@rule
def note_powers(p, s, r):
    """What everybody can do in a move, in points of health."""
    for who in range(s.count):
        kind = s.kinds[who] - 1
        times = p.steps[kind] if p.strikes_each_step[kind] == 1 else 1
        r.powers[who] = p.attack[kind] * times + p.healing * p.heals[kind]


@rule
def take_side(s, r, player):
    """See everybody as a player does."""
    for who in range(s.count):
        r.signs[who] = 1 if side(s, who) == player else -1


@rule
def find_lines(p, s, positions, r, player, width, approach):
    """The good lines of everybody who may move; a move already begun is only completed."""
    take_side(s, r, player)
    forget_lines(r)
    if s.chosen != NOBODY:
        positions[TRIED] = s
        begin_ways(positions[TRIED], r)
        try_ways(p, positions[TRIED], r, player, width, approach, BY_STEP, 0)
        return
    for field in range(s.width * s.width):
        who = s.standing[field] - 1
        if who != NOBODY and r.signs[who] > 0:
            positions[TRIED] = s
            click(p, positions[TRIED], player, field)
            begin_ways(positions[TRIED], r)
            r.clicks[0, 0] = field
            try_ways(p, positions[TRIED], r, player, width, approach, who, 1)


@rule
def outlook_of(p, s, positions, r, player, group, width):
    """What the next line of a group is worth after the other side's reply, plus half of what it is worth at once."""
    place, after = r.taken[group], positions[AFTER]
    worth = r.worths[group, place] + APPROACH * r.nearer[group, place]
    caution = max(LEAST_CAUTION, 1 - s.moves / np.float64(PATIENCE))
    positions[AFTER] = s
    for index in range(r.lengths[group, place]):
        click(p, after, player, r.lines[group, place, index])
    if after.over == 1 or (after.waiting >> (1 - player)) & 1 == 0:
        return (AT_ONCE + caution) * worth
    return AT_ONCE * worth - caution * best_reply(p, positions, r, 1 - player, width)


@rule
def best_reply(p, positions, r, player, width):
    """What the best reply is worth to its player; whoever reaches nobody may as well stay."""
    after, tried = positions[AFTER], positions[TRIED]
    take_side(after, r, player)
    r.best = -2 * WON
    for who in range(after.count):
        if after.health[who] > 0 and r.signs[who] > 0:
            positions[TRIED] = after
            click(p, tried, player, after.fields[who])
            begin_ways(tried, r)
            kind = after.kinds[who] - 1
            if r.far > p.steps[kind] + final_distance(p, after, who):
                click(p, tried, player, after.fields[who])
                r.best = max(r.best, worth_of(tried, r))
            else:
                try_ways(p, tried, r, player, width, APPROACH, NO_GROUP, 1)
    return r.best
