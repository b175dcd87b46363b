"""The keeper: it tries its choices on a copy of its own board and sees how safe it would be.

It looks only at what everybody sees: its practice leaves out the skeletons to come and other players' choices.
"""

import numpy as np

from garrison.core.engine.record import Array, Dice, float64, int64, number, numbers
from garrison.core.engine.rng import pick
from garrison.core.engine.rule import rule
from garrison.games.boneyard import BUTTONS, FIELDS
from garrison.games.boneyard.rules.choices import store
from garrison.games.boneyard.rules.ground import has
from garrison.games.boneyard.rules.stash import put_on_board
from garrison.games.boneyard.skill.footsteps import IS_LOCAL, trodden
from garrison.games.boneyard.skill.practice import (
    OWN,
    RECORD,
    RULES,
    end_of_round,
    finish_round,
    mark_legal,
    next_mark,
    prepare,
)
from garrison.games.boneyard.skill.safety import Dangers, forget_ways, safety
from garrison.games.boneyard.skill.styles import CHANCE
from garrison.games.boneyard.state import Ask, Phase, Press, Rules, State

WIDTH = 6  # this many of the best choices are tried a round further
DEEPEST = 4  # clicks of a choice
AT_ONCE = 1e-3  # the weight of what a choice is worth before that round
SLIGHT = 0.1  # chance that only decides between equals is less
FINE = 1 << 30  # steps between 0 and 1 in which chance is drawn
PASS, ACTIONS = int(Press.PASS), FIELDS + len(BUTTONS)
# The positions in which it thinks: at the start, while something is tried, after a round in which it passes, and after
# the best choices.
START, TRIED, PASSED, BEST = 0, 1, 2, 3


class Notes(Dangers):
    """What it has in mind while it thinks."""

    trodden: int = number()  # the fields (bits) on which anything happens in this round
    # After this many clicks: what is legal, which trap and facing are chosen, and the next click.
    masks: Array = numbers((DEEPEST, ACTIONS), kind=np.uint8)
    traps: Array = numbers(DEEPEST)
    facings: Array = numbers(DEEPEST)
    clicks: Array = numbers(DEEPEST)
    # The best choices: what they are worth, their first clicks, and the order of these rows.
    keys: Array = numbers(WIDTH + 1, kind=np.float64)
    firsts: Array = numbers(WIDTH + 1)
    order: Array = numbers(WIDTH + 1)


NOTES = Notes.dtype


@rule
def choose(p: Rules, s: State, player: int, dice: Dice, style: int) -> int:
    """The action after which its own board looks best."""
    # Numba frees an array after its last use, whatever points into it: so the arrays are made here and used there.
    rules, positions, notes = np.empty(1, RULES), np.zeros(BEST + WIDTH + 1, RECORD), np.empty(1, NOTES)
    rules[0] = p
    prepare(rules[0], positions[START], s, player)
    return best_action(rules, positions, notes, dice, CHANCE[style])


@rule
def best_action(rules: Array, positions: Array, notes: Array, dice: Dice, chance: int) -> int:
    """Try every choice, and the best ones a round further."""
    q, n = rules[0], notes[0]
    best, action = -1e9, int64(-1)
    for place in range(try_choices(q, positions, n, dice, chance)):
        row = n.order[place]
        outlook = outlook_of(q, positions, n, row) + AT_ONCE * n.keys[row]
        if chance > SLIGHT:
            outlook += pick(dice, FINE) / float64(FINE) * chance
        if outlook > best:
            best, action = outlook, n.firsts[row]
    return action


@rule
def try_choices(q: Rules, positions: Array, n: Notes, dice: Dice, chance: int) -> int:
    """Try every complete choice up to the end of the round, and keep the best; how many there are."""
    for row in range(WIDTH + 1):
        n.order[row] = row
    start, level, count = positions[START], 0, 0
    forget_ways(start, OWN, n)
    if can_pass(start):
        n.trodden = trodden(start, OWN)
        positions[PASSED] = start
        end_of_round(q, positions[PASSED], PASS)
    list_clicks(q, start, n, level)
    while level >= 0:
        click = next_mark(n.masks[level], n.clicks[level] + 1)
        n.clicks[level] = click
        if click < 0:
            level -= 1
        elif level == 0 or click != PASS:
            # A choice that is not complete is only stored: so no copy of the position is needed to go back.
            start.chosen_traps[OWN], start.chosen_facings[OWN] = n.traps[level], n.facings[level]
            if store(start, OWN, click):
                count = try_choice(q, positions, n, dice, chance, click, count)
            else:
                level += 1
                list_clicks(q, start, n, level)
    return count


@rule
def can_pass(start: State) -> bool:
    """Whether it handles traps."""
    return start.phase == Phase.TRAPS and start.asks[OWN] == Ask.NOTHING


@rule
def list_clicks(q: Rules, start: State, n: Notes, level: int) -> None:
    """Note what can be clicked after the clicks so far, and with what these have come to."""
    mark_legal(q, start, n.masks[level])
    n.traps[level], n.facings[level] = start.chosen_traps[OWN], start.chosen_facings[OWN]
    n.clicks[level] = -1


@rule
def try_choice(q: Rules, positions: Array, n: Notes, dice: Dice, chance: int, last: int, count: int) -> int:
    """Try what is chosen up to the end of the round, and keep it if it is good enough; how many are kept."""
    trial = positions[TRIED]
    if is_idle(positions[START], n):
        positions[TRIED] = positions[PASSED]
        place_idle(q, positions[START], trial)
    else:
        positions[TRIED] = positions[START]
        finish_round(q, trial, last)
    key = safety(q, trial, OWN, n) + pick(dice, FINE) / float64(FINE) * chance
    if count == WIDTH and key <= n.keys[n.order[WIDTH - 1]]:
        return count
    row, place = n.order[count], count
    while place > 0 and n.keys[n.order[place - 1]] < key:
        n.order[place] = n.order[place - 1]
        place -= 1
    n.order[place] = row
    n.keys[row], n.firsts[row] = key, n.clicks[0]
    positions[BEST + row] = trial
    return min(count + 1, WIDTH)


@rule
def is_idle(start: State, n: Notes) -> bool:
    """Whether this round goes on as if it passed: it does, or it places a trap onto which nobody comes."""
    trap, field = start.chosen_traps[OWN], start.choices[OWN]
    return can_pass(start) and (field == PASS or (trap > 0 and IS_LOCAL[trap] == 1 and not has(n.trodden, field)))


@rule
def place_idle(q: Rules, start: State, trial: State) -> None:
    """After such a round the trap stands where it was placed, if it was not passed."""
    if start.choices[OWN] != PASS:
        put_on_board(q, trial, OWN, start.chosen_traps[OWN], start.choices[OWN], start.chosen_facings[OWN])


@rule
def outlook_of(q: Rules, positions: Array, n: Notes, row: int) -> float:
    """How good the board can be after a further round in which only the hero acts."""
    if positions[BEST + row].over == 1:
        return safety(q, positions[BEST + row], OWN, n)
    mask, best, trial = n.masks[0], -1e9, positions[TRIED]
    mark_legal(q, positions[BEST + row], mask)
    fields, is_any_idle = trodden(positions[BEST + row], OWN), False
    action = next_mark(mask, 0)
    while action >= 0:
        # Wherever nobody comes, the hero makes no difference: one such step stands for all.
        if has(fields, action) or not is_any_idle:
            is_any_idle = is_any_idle or not has(fields, action)
            positions[TRIED] = positions[BEST + row]
            end_of_round(q, trial, action)
            best = max(best, safety(q, trial, OWN, n))
        action = next_mark(mask, action + 1)
    return best
