"""What the search does on a GPU: one thread plays one simulation. Imported only where somebody asks for it.

As in `garrison.core.engine.cuda`, each template is made into a kernel once per game, with that game's globals
(`POLICY`, `VALUE`, ...) in place of this module's. They do what the loops of `garrison.bots.search.halving` do on the
CPU: the same plans meet the same chance and come to the same positions.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import cuda, int64, uint64

from garrison.core.engine.cuda import NOBODY, choose, lowest, mark_legal, play
from garrison.core.engine.rng import ONE, derived, seeded

NOTHING = -1  # no action
ANY = -1  # the style of a plan that begins with any legal action
SEEDS = np.uint64(1 << 62)  # the seeds of plans and of chance have nothing in common
PLAN_TURNS, TURNS, STEPS, USUAL, OWN, ASKED = range(6)  # what is in `limits`

ACTIONS: Any = None
DICE: Any = None
STATE: Any = None
STATE_WORDS: Any = None
MASK_WORDS: Any = None
PLANES: Any = None
PLANE_BYTES: Any = None
PLANE_SPACE: Any = None
PLAYERS: Any = None
POLICY: Any = None
VALUE: Any = None
HIDE: Any = None
CUES: Any = None
OBSERVE: Any = None
MEASURE: Any = None
SCORE: Any = None
weigh: Any = None  # `garrison.bots.gpu.opinions` has it


# --- For no game in particular.


def make_plans(
    seeds: Any, pattern: Any, has_kept: Any, kept_styles: Any, kept_dice: Any, styles: Any, dice: Any
) -> None:
    """Plan number n of a decision is in style pattern[n], with dice of its own; the first is the one that was kept."""
    item = cuda.grid(1)
    if item < styles.size:
        row, plan = item // styles.shape[1], item % styles.shape[1]
        if plan == 0 and has_kept[row] != 0:
            styles[row, plan], dice[row, plan] = kept_styles[row], kept_dice[row]
        else:
            styles[row, plan] = pattern[plan]
            dice[row, plan] = seeded(derived(seeds[row] | SEEDS, plan))


def is_before(totals: Any, tried: Any, first: Any, second: Any) -> Any:
    """Whether a plan is worth more than another one, on average; of equal ones, the first."""
    one, other = totals[first] / tried[first], totals[second] / tried[second]
    return one > other or (one == other and first < second)


def halve(values: Any, alive: Any, totals: Any, tried: Any, count: Any, each: Any) -> None:
    """Add up what the first `count` plans of each row came to in `each` simulations, and put them in order."""
    row = cuda.grid(1)
    if row < alive.shape[0]:
        for place in range(count):
            plan = alive[row, place]
            for number in range(each):
                totals[row, plan] += values[(row * count + place) * each + number]
            tried[row, plan] += each
        for place in range(1, count):
            plan, before = alive[row, place], place - 1
            while before >= 0 and is_before(totals[row], tried[row], plan, alive[row, before]):
                alive[row, before + 1] = alive[row, before]
                before -= 1
            alive[row, before + 1] = plan


# --- For a game.


def imagine(p: Any, words: Any, index: Any, own: Any, player: Any, chance: Any) -> None:
    """Copy a position as its player knows it: with dice of its own, and without what the others hide."""
    for word in range(STATE_WORDS):
        own[word] = words[index, word]
    s = own.view(STATE)[0]
    s.rng = seeded(chance)
    HIDE(p, s, player)


def ask_policy(p: Any, s: Any, player: Any, mask: Any, dice: Any, style: Any) -> Any:
    """What the policy says; any legal action, if it does not know."""
    action = int64(POLICY(p, s, player, mask.view(np.uint8)[:ACTIONS], dice, style))
    return action if action >= 0 else int64(choose(mask, dice))


def is_nothing_legal(mask: Any) -> Any:
    """Whether nothing is marked."""
    for word in range(MASK_WORDS):
        if mask[word] != 0:
            return False
    return True


def follow_plan(p: Any, s: Any, mask: Any, dice: Any, player: Any, style: Any, limits: Any) -> Any:
    """Play on by a plan with dice[0], then by the usual style with dice[1]; or only ask what the player would do.

    What comes back is its first action, the dice with which it goes on after that, and how many steps there were.
    """
    turn, played, first, continued = s.turn, int64(0), int64(NOTHING), uint64(0)
    is_free = style == ANY
    own = limits[OWN] if is_free else style
    while s.over == 0 and s.turn - turn < limits[TURNS] and played < limits[STEPS] and s.waiting != 0:
        who = int64(player if limits[ASKED] != 0 else lowest(s.waiting))
        mark_legal(p, s, who, mask)
        if is_nothing_legal(mask):
            break
        is_planned = who == player and s.turn - turn < limits[PLAN_TURNS]
        if is_planned and is_free and first == NOTHING:
            action = int64(choose(mask, dice[0]))
        else:
            action = ask_policy(p, s, who, mask, dice[0 if is_planned else 1], own if is_planned else limits[USUAL])
        if is_planned and first == NOTHING:
            first, continued = action, dice[0].rng
        if limits[ASKED] == 0:
            play(p, s, who, action)
        played += 1
    return first, continued, played


def try_plans(
    parameters: Any,
    words: Any,
    which: Any,
    players: Any,
    seeds: Any,
    styles: Any,
    plans: Any,
    alive: Any,
    limits: Any,
    count: Any,
    first_number: Any,
    each: Any,
    links: Any,
    vectors: Any,
    cue_vectors: Any,
    middle: Any,
    last: Any,
    trusted: Any,
    values: Any,
    actions: Any,
    continued: Any,
    steps: Any,
) -> None:
    """Try the first `count` plans that are alive in each row, `each` times, from simulation `first_number` on.

    Row r is a decision in position which[r]. Noted are what each simulation came to, each plan's first action and the
    dice with which it goes on, and how many steps were played in all. If `limits` says that plans are only ASKED, their
    first action is not played.
    """
    item = cuda.grid(1)
    if item < which.shape[0] * count * each:
        row, place, number = item // (count * each), item // each % count, item % each
        index, plan = which[row], alive[row, place]
        p, player = parameters[0], players[index]
        own, mask = cuda.local.array(STATE_WORDS, uint64), cuda.local.array(MASK_WORDS, uint64)
        dice = cuda.local.array(2, DICE)
        chance = seeds[row] if limits[ASKED] != 0 else derived(seeds[row], first_number + number)
        imagine(p, words, index, own, player, chance)
        dice[0].rng = plans[row, plan]
        dice[1].rng = seeded(derived(chance, ONE))
        s = own.view(STATE)[0]
        first, then, played = follow_plan(p, s, mask, dice, player, styles[row, plan], limits)
        if number == each - 1 and first != NOTHING:
            actions[row, plan], continued[row, plan] = first, then
        values[item] = weigh(p, s, player, (links, vectors, cue_vectors, middle, last, trusted))
        cuda.atomic.add(steps, 0, played)


def tell_positions(
    parameters: Any,
    words: Any,
    players: Any,
    turns: Any,
    masks: Any,
    planes: Any,
    numbers: Any,
    cues: Any,
    worths: Any,
    scores: Any,
) -> None:
    """Who acts in each position, the turn, what is legal, what that player sees and is told, the values and scores."""
    index = cuda.grid(1)
    if index < players.shape[0]:
        p, own = parameters[0], cuda.local.array(STATE_WORDS, uint64)
        for word in range(STATE_WORDS):
            own[word] = words[index, word]
        s = own.view(STATE)[0]
        player = lowest(s.waiting)
        players[index], turns[index] = player, s.turn
        mask = cuda.local.array(MASK_WORDS, uint64)
        mark_legal(p, s, player, mask)
        for word in range(MASK_WORDS):
            masks[index, word] = mask[word]
        VALUE(p, s, worths[index])
        SCORE(p, s, scores[index])
        if player != NOBODY:
            tell_player(p, s, player, planes[index], numbers[index], cues[index])


def tell_player(p: Any, s: Any, player: Any, planes: Any, numbers: Any, cues: Any) -> None:
    """What a player sees and is told."""
    seen = cuda.local.array(PLANE_SPACE, uint64)
    for word in range(PLANE_SPACE):
        seen[word] = 0
    OBSERVE(p, s, player, seen.view(np.uint8)[:PLANE_BYTES].reshape(PLANES))
    for word in range(PLANE_SPACE):
        planes[word] = seen[word]
    MEASURE(p, s, player, numbers)
    CUES(p, s, player, cues)


COMMON = (make_plans, halve)
COMMON_HELPERS = (is_before,)
KERNELS = (try_plans, tell_positions)
HELPERS = (imagine, ask_policy, is_nothing_legal, follow_plan, tell_player)
LINKED = (tell_positions,)  # as in `garrison.core.engine.cuda`
