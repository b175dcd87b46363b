"""The keeper: it tries its choices on a copy of its own board and sees how safe it would be.

It looks only at what everybody sees: its practice leaves out the skeletons to come and other players' choices.
"""

import numpy as np

from garrison.core.engine.record import record
from garrison.core.engine.rng import pick
from garrison.core.engine.rule import rule
from garrison.games.boneyard.skill.practice import RECORD, RULES, click, end_of_round, mark_legal, next_mark, prepare
from garrison.games.boneyard.skill.safety import DANGERS, safety
from garrison.games.boneyard.skill.styles import CHANCE
from garrison.games.boneyard.state import MOST_PLAYERS, Press

WIDTH = 6  # so many of the best choices are tried a round further
DEEPEST = 4  # clicks of a choice
AT_ONCE = 1e-3  # the weight of what a choice is worth before that round
SLIGHT = 0.1  # chance that only decides between equals is less
FINE = 1 << 30  # steps between 0 and 1 in which chance is drawn
PASS, ACTIONS = int(Press.PASS), int(Press.GRAVEYARD_1) + MOST_PLAYERS
NOBODY_YET = 1 << MOST_PLAYERS  # while this one is waited for, nothing is resolved
# The positions in which it thinks: at the start, while something is tried, click by click, and after the best choices.
START, TRIED, CLICKED, BEST = 0, 1, 2, 3 + DEEPEST

NOTES = record(
    [
        *DANGERS,
        ("masks", np.uint8, (DEEPEST, ACTIONS)),  # what is legal after so many clicks
        ("clicks", np.int64, DEEPEST),
        # The best choices: what they are worth, their first clicks, and the order of these rows.
        ("keys", np.float64, WIDTH + 1),
        ("firsts", np.int64, WIDTH + 1),
        ("order", np.int64, WIDTH + 1),
    ]
)


@rule
def choose(p, s, player, dice, style):
    """The action after which its own board looks best."""
    # Numba frees an array after its last use, whatever points into it: so the arrays are made here and used there.
    rules, positions, notes = np.empty(1, RULES), np.empty(BEST + WIDTH + 1, RECORD), np.empty(1, NOTES)
    rules[0] = p
    positions[START] = s
    return best_action(rules, positions, notes, player, dice, CHANCE[style])


@rule
def best_action(rules, positions, notes, player, dice, chance):
    """Try every choice, and the best ones a round further."""
    q, n = rules[0], notes[0]
    prepare(q, positions[START], player)
    best, action = -1e9, np.int64(-1)
    for place in range(try_choices(q, positions, n, player, dice, chance)):
        row = n.order[place]
        outlook = outlook_of(q, positions, n, row, player) + AT_ONCE * n.keys[row]
        if chance > SLIGHT:
            outlook += pick(dice, FINE) / np.float64(FINE) * chance
        if outlook > best:
            best, action = outlook, n.firsts[row]
    return action


@rule
def try_choices(q, positions, n, player, dice, chance):
    """Try every complete choice up to the end of the round, and keep the best; how many there are."""
    for row in range(WIDTH + 1):
        n.order[row] = row
    positions[CLICKED] = positions[START]
    mark_legal(q, positions[CLICKED], player, n.masks[0])
    level, count = 0, 0
    n.clicks[0] = -1
    while level >= 0:
        n.clicks[level] = next_mark(n.masks[level], n.clicks[level] + 1)
        if n.clicks[level] < 0:
            level -= 1
        elif level == 0 or n.clicks[level] != PASS:
            further = positions[CLICKED + level + 1]
            positions[CLICKED + level + 1] = positions[CLICKED + level]
            further.waiting = 1 << player | NOBODY_YET
            click(q, further, player, n.clicks[level])
            if (further.waiting >> player) & 1 == 1:
                level += 1
                n.clicks[level] = -1
                mark_legal(q, further, player, n.masks[level])
            else:
                count = try_choice(q, positions, n, player, dice, chance, level + 1, count)
    return count


@rule
def try_choice(q, positions, n, player, dice, chance, length, count):
    """Try one up to the end of the round, and keep it if it is good enough; how many are kept."""
    tried = positions[TRIED]
    positions[TRIED] = positions[START]
    for index in range(length - 1):
        click(q, tried, player, n.clicks[index])
    end_of_round(q, tried, player, n.clicks[length - 1])
    key = safety(q, tried, player, n) + pick(dice, FINE) / np.float64(FINE) * chance
    if count == WIDTH and key <= n.keys[n.order[WIDTH - 1]]:
        return count
    row, place = n.order[count], count
    while place > 0 and n.keys[n.order[place - 1]] < key:
        n.order[place] = n.order[place - 1]
        place -= 1
    n.order[place] = row
    n.keys[row], n.firsts[row] = key, n.clicks[0]
    positions[BEST + row] = tried
    return min(count + 1, WIDTH)


@rule
def outlook_of(q, positions, n, row, player):
    """How good the board can be after a further round in which only the hero acts."""
    if positions[BEST + row].over == 1:
        return safety(q, positions[BEST + row], player, n)
    mask, best, tried = n.masks[0], -1e9, positions[TRIED]
    mark_legal(q, positions[BEST + row], player, mask)
    action = next_mark(mask, 0)
    while action >= 0:
        positions[TRIED] = positions[BEST + row]
        end_of_round(q, tried, player, action)
        best = max(best, safety(q, tried, player, n))
        action = next_mark(mask, action + 1)
    return best
