"""How to play Skirmish well: what a position is worth, and a quick policy."""

import numpy as np

from garrison.core.engine.rng import pick
from garrison.core.engine.rule import rule
from garrison.games.skirmish.rules import side
from garrison.games.skirmish.state import NOBODY

NEARNESS, IMPATIENCE = 0.05, 0.3  # what it is worth to stand close to the enemy: at the start, and more at the end
STANDSTILL = 0.1  # a draw is a little worse than an even position: it is played out
FAR = 1_000  # moves, where there is no limit
ALERT = 20  # percent of the steps in which the policy goes anywhere


@rule
def value(p, s, out):
    """The armies against each other: health, and what everybody can do in a move while it lives."""
    for player in range(2):
        if s.winners != 0:
            out[player] = 2.0 * ((s.winners >> player) & 1) - 1.0
        elif s.over == 1:
            out[player] = -STANDSTILL
        else:
            own, other = army_worth(p, s, player), army_worth(p, s, 1 - player)
            out[player] = 0.9 * (own - other) / (own + other) + urge(p, s) * nearness(s, player)


@rule
def urge(p, s):
    """S9: the nearer the end that is a draw, the more it is worth to seek a fight."""
    return NEARNESS + IMPATIENCE * s.moves / np.float64(p.max_moves if p.max_moves > 0 else FAR)


@rule
def army_worth(p, s, player):
    """Health and power of all that live."""
    total = np.float64(0)
    for who in range(s.count):
        if s.health[who] > 0 and side(s, who) == player:
            total += s.health[who] + power(p, s.kinds[who] - 1)
    return total


@rule
def power(p, kind):
    """What a character can do in a move, in points of health."""
    times = p.steps[kind] if p.strikes_each_step[kind] == 1 else 1
    return p.attack[kind] * times + p.healing * p.heals[kind]


@rule
def nearness(s, player):
    """From 0 to 1: how close a side's characters are to the other's, on average."""
    gaps, count = 0, 0
    for who in range(s.count):
        if s.health[who] > 0 and side(s, who) == player:
            gaps += gap(s, who, s.fields[who])
            count += 1
    return 1.0 - gaps / np.float64(max(count, 1) * s.width)


@rule
def gap(s, who, field):
    """How far a field is from the nearest enemy of a character, in steps."""
    row, column = field // s.width, field % s.width
    nearest = s.width
    for other in range(s.count):
        if s.health[other] > 0 and side(s, other) != side(s, who):
            down = abs(s.fields[other] // s.width - row)
            along = abs(s.fields[other] % s.width - column)
            nearest = min(nearest, max(down, along))
    return nearest


@rule
def policy(p, s, player, mask, dice, style):
    """Anybody, preferably one who can reach an enemy; then towards the nearest enemy and around it."""
    if pick(dice, 100) < ALERT:
        return -1
    if s.chosen == NOBODY:
        return ready_character(p, s, player, dice)
    return step_closer(s, mask, dice)


@rule
def ready_character(p, s, player, dice):
    """The field of one who can reach an enemy, each as likely as the others; -1 if nobody can."""
    found, count = -1, 0
    for who in range(s.count):
        if s.health[who] > 0 and side(s, who) == player and can_reach_somebody(p, s, who):
            count += 1
            if pick(dice, count) == 0:
                found = s.fields[who]
    return found


@rule
def can_reach_somebody(p, s, who):
    """Whether a character can come next to an enemy in this move, as the crow flies."""
    return gap(s, who, s.fields[who]) <= p.steps[s.kinds[who] - 1] + 1


@rule
def step_closer(s, mask, dice):
    """An empty field as close to an enemy as can be; beside one, any of those."""
    row, column = s.fields[s.chosen] // s.width, s.fields[s.chosen] % s.width
    found, best, count = -1, s.width + 1, 0
    for near_row in range(max(row - 1, 0), min(row + 2, s.width)):
        for near_column in range(max(column - 1, 0), min(column + 2, s.width)):
            field = near_row * s.width + near_column
            if s.standing[field] == 0:
                distance = gap(s, s.chosen, field)
                if distance < best:
                    best, count = distance, 0
                if distance == best:
                    count += 1
                    if pick(dice, count) == 0:
                        found = field
    return found
