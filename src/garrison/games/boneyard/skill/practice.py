"""Practice on a copy of a position: no skeletons come, the others do nothing, and the game has no end but a fall."""

import numpy as np

from garrison.core.engine.events import begin_step
from garrison.core.engine.rule import rule
from garrison.games.boneyard.rules import legal, step
from garrison.games.boneyard.state import MOST_PARTS, PARAMETERS, STATE, Ask, Phase, Press, Stage

RECORD, RULES = STATE.dtype, PARAMETERS.dtype
ENDLESS = 10**9
PASS = int(Press.PASS)


@rule
def prepare(q, t, player):
    """The same rules without new skeletons and without an end; the others' boards are empty."""
    q.spawns, q.max_rounds, q.solo_rounds, q.max_steps = 0, ENDLESS, ENDLESS, ENDLESS
    for other in range(q.players):
        if other != player:
            t.counts[other], t.buried[other], t.graves[other, :] = 0, 0, 0
            t.traps[other, :], t.where[other, :], t.trapped[other], t.shielded[other] = 0, 0, 0, 0
            t.stages[other], t.asks[other], t.chosen_traps[other] = Stage.DONE, Ask.NOTHING, 0
            t.layers[other], t.houses[other] = MOST_PARTS, MOST_PARTS
    only_this_one(q, t, player)


@rule
def only_this_one(q, t, player):
    """The others have chosen already: their heroes stay, and they pass."""
    for other in range(q.players):
        if other != player:
            t.choices[other] = t.heroes[other] if t.phase == Phase.HERO else PASS
    t.waiting = 1 << player


@rule
def click(q, t, player, action):
    """An action, as the engine carries it out."""
    begin_step(t)
    step(q, t, player, action)


@rule
def mark_legal(q, t, player, mask):
    """Mark what is legal, and nothing else."""
    for action in range(mask.shape[0]):
        mask[action] = 0
    legal(q, t, player, mask)


@rule
def next_mark(mask, first):
    """The first marked action from one on; -1 if there is none."""
    for action in range(first, mask.shape[0]):
        if mask[action] == 1:
            return action
    return -1


@rule
def end_of_round(q, t, player, action):
    """An action and everything up to the end of the round: further answers are the same, where that is possible."""
    turn, last = t.turn, action
    while t.over == 0 and t.turn == turn:
        only_this_one(q, t, player)
        click(q, t, player, action)
        action = usual(t, player, last)


@rule
def usual(t, player, last):
    """What to do in practice for the rest of the round."""
    if t.asks[player] == Ask.DIRECTION:
        return last if last >= Press.UP and last < Press.UP + 4 else np.int64(Press.UP)
    if t.asks[player] == Ask.GRAVEYARD:
        return np.int64(Press.GRAVEYARD_1 + (1 if player == 0 else 0))
    return np.int64(PASS)
