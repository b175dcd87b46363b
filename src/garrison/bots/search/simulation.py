"""A simulation, step by step: templates for CPUs and GPUs.

On a CPU they are compiled once for all games, and call one through `trial`. A GPU has a kernel for each game, made from
the same templates with other functions of these names.
"""

from __future__ import annotations

from garrison.bots.search.trial import OTHERS, OWN, Trial, act, consult, copy_root, dice_of, draw, hide_others, mark
from garrison.core.engine.arguments import Seed
from garrison.core.engine.kernels import first_waiting
from garrison.core.engine.memory import header
from garrison.core.engine.record import int64, uint64
from garrison.core.engine.rng import derived, seeded
from garrison.core.engine.rule import rule

NOTHING = -1  # no action
ANY = -1  # the style of a plan that begins with any legal action and goes on in the usual style


@rule
def imagine(t: Trial, chance: Seed) -> None:
    """Copy a position as its player knows it: with dice of its own, and without what the others hide."""
    copy_root(t)
    header(t.state).rng = seeded(chance)
    hide_others(t)


@rule
def acting(t: Trial, waiting: int) -> int:
    """Who acts: the lowest player who may."""
    return first_waiting(waiting)


@rule
def try_plan(t: Trial, style: int, dice: Seed, chance: Seed) -> tuple[int, Seed, int]:
    """One simulation of a plan, a style with dice: what `follow_plan` says."""
    imagine(t, chance)
    dice_of(t, OWN).rng = dice
    dice_of(t, OTHERS).rng = seeded(derived(chance, uint64(1)))
    return follow_plan(t, style)


@rule
def follow_plan(t: Trial, style: int) -> tuple[int, Seed, int]:
    """Play on by a plan as long as it holds, then as everybody else does, in the usual style and with other dice.

    What comes back is its first action, NOTHING if there was none, the dice with which it goes on after that, and how
    many steps there were.
    """
    s = header(t.state)
    turn, count, first, next_dice = s.turn, int64(0), int64(NOTHING), uint64(0)
    is_free = style == ANY
    own = t.free if is_free else style
    while s.over == 0 and s.turn - turn < t.turns and count < t.steps and s.waiting != 0:
        who = acting(t, s.waiting)
        tally = mark(t, who)
        if tally == 0:
            break
        is_planned = who == t.player and s.turn - turn < t.plan_turns
        whose = OWN if is_planned else OTHERS
        if is_planned and is_free and first == NOTHING:
            action = int64(draw(t, tally, whose))
        else:
            action = int64(consult(t, who, tally, whose, own if is_planned else t.usual))
        if is_planned and first == NOTHING:
            first, next_dice = action, dice_of(t, OWN).rng
        act(t, who, action)
        count += 1
    return first, next_dice, count


@rule
def play_by_policy(t: Trial, whose: int, style: int) -> int:
    """The lowest player who may act does what the policy says, with somebody's dice; the action, or NOTHING."""
    waiting = header(t.state).waiting
    if waiting == 0:
        return NOTHING
    who = first_waiting(waiting)
    tally = mark(t, who)
    if tally == 0:
        return NOTHING
    action = consult(t, who, tally, whose, style)
    act(t, who, action)
    return action
