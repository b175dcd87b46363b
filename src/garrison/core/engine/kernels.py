"""The loops over many positions, compiled once for all games: they call a game through its table of entries.

Argument types are given in the words of `WORDS`, so that `garrison warm` can compile a loop before its first use.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from garrison.core.engine import rng
from garrison.core.engine.kernel import kernel
from garrison.core.engine.masks import clear_marks, count_marks, mark_from_front, random_mark
from garrison.core.engine.memory import array_at, at, clear, copy, header, record_at, row, start
from garrison.core.engine.record import DICE
from garrison.core.engine.rule import rule


@rule
def set_up(new: Any, parameters: Any, states: Any, index: Any, seed: Any) -> None:
    """Start game `index` from a seed."""
    clear(states, index)
    s = header(at(states, index))
    s.rng = rng.seeded(seed)
    new(parameters, at(states, index))


@rule
def first_waiting(waiting: Any) -> Any:
    """The lowest player who may act."""
    player = 0
    while waiting & 1 == 0:
        waiting >>= 1
        player += 1
    return player


@rule
def random_step(legal: Any, step: Any, parameters: Any, state: Any, mask: Any, actions: Any, dice: Any) -> Any:
    """Play a random action for the lowest player who may act; whether there was one.

    The mask, with a byte for each action, and the dice with a generator of their own are references: where arrays are
    handed on, Numba counts their users at every step, which took a fifth of the time. Rules that leave nobody anything
    to do without ending the game must not be asked further: the search for a player's bit would never end, and that
    for an action would leave the mask.
    """
    waiting = header(state).waiting
    if waiting == 0:
        return False
    player = first_waiting(waiting)
    tally = legal(parameters, state, player, mask)
    if tally == 0:
        return False
    step(parameters, state, player, random_mark(array_at(mask, actions, np.uint8), tally, record_at(dice, DICE)))
    return True


@rule
def random_steps(legal: Any, step: Any, parameters: Any, state: Any, mask: Any, dice: Any, most: Any) -> Any:
    """Play at random until the game is over, `most` steps are played or none is possible; how many were played."""
    s, marks, actions, own = header(state), at(mask, 0), mask.shape[1], at(dice, 0)
    played = 0
    while s.over == 0 and played < most and random_step(legal, step, parameters, state, marks, actions, own):
        played += 1
    return played


@kernel("seed seeds")
def derive_many(seed: Any, seeds: Any) -> None:
    """Write the seeds of a series of games."""
    for index in range(seeds.shape[0]):
        seeds[index] = rng.derived(seed, index)


@kernel("new ref rows seeds whole whole")
def new_many(new: Any, parameters: Any, states: Any, seeds: Any, first: Any, last: Any) -> None:
    """Set up positions first .. last-1."""
    for index in range(first, last):
        set_up(new, parameters, states, index, seeds[index])


@kernel("new ref rows seeds masks whole whole")
def new_some(new: Any, parameters: Any, states: Any, seeds: Any, which: Any, first: Any, last: Any) -> None:
    """Set up those of positions first .. last-1 that `which` marks, a row of one byte each."""
    for index in range(first, last):
        if which[index, 0] != 0:
            set_up(new, parameters, states, index, seeds[index])


@kernel("legal ref rows wholes masks whole whole")
def legal_many(legal: Any, parameters: Any, states: Any, players: Any, masks: Any, first: Any, last: Any) -> None:
    """Write the legal masks of positions first .. last-1; a game that is over, or player -1, gets an empty mask."""
    for index in range(first, last):
        clear_marks(masks[index])
        if players[index] >= 0 and (header(at(states, index)).waiting >> players[index]) & 1 == 1:
            legal(parameters, at(states, index), players[index], at(masks, index))


@kernel("step ref rows wholes wholes whole whole")
def step_many(step: Any, parameters: Any, states: Any, players: Any, actions: Any, first: Any, last: Any) -> None:
    """Play one action in each of positions first .. last-1; action -1 leaves a position as it is."""
    for index in range(first, last):
        if actions[index] >= 0:
            step(parameters, at(states, index), players[index], actions[index])


@kernel("masks dice wholes whole whole")
def choose_many(masks: Any, dice: Any, actions: Any, first: Any, last: Any) -> None:
    """Choose a random allowed action for each of positions first .. last-1, -1 where nothing is allowed."""
    for index in range(first, last):
        count = count_marks(masks[index], 0, masks.shape[1])
        actions[index] = -1
        if count > 0:
            actions[index] = mark_from_front(masks[index], rng.pick(dice[index], count))


@kernel("wholes masks whole whole")
def find_illegal(actions: Any, masks: Any, first: Any, last: Any) -> Any:
    """The first of positions first .. last-1 whose action its mask does not allow, or -1."""
    for index in range(first, last):
        action = actions[index]
        if action >= 0 and (action >= masks.shape[1] or masks[index, action] == 0):
            return index
        if action < -1:
            return index
    return -1


@kernel("observe ref rows wholes planes whole whole")
def observe_many(observe: Any, parameters: Any, states: Any, players: Any, planes: Any, first: Any, last: Any) -> None:
    """Write what each player sees of positions first .. last-1."""
    count, rows, columns = planes.shape[1:]
    for index in range(first, last):
        observe(parameters, at(states, index), players[index], at(planes, index), count, rows, columns)


@kernel("measure ref rows wholes counts whole whole")
def measure_many(measure: Any, parameters: Any, states: Any, players: Any, numbers: Any, first: Any, last: Any) -> None:
    """Write the numbers that each player sees of positions first .. last-1."""
    for index in range(first, last):
        measure(parameters, at(states, index), players[index], at(numbers, index), numbers.shape[1])


@rule
def renew(new: Any, parameters: Any, states: Any, index: Any, seeds: Any, ended: Any) -> None:
    """If game `index` is over, count it and start the next one, from a seed that follows from its own."""
    if header(at(states, index)).over != 0:
        ended[index] += 1
        seeds[index] = rng.derived(seeds[index], 1)
        set_up(new, parameters, states, index, seeds[index])


@kernel("new ref rows seeds wholes whole whole")
def renew_many(new: Any, parameters: Any, states: Any, seeds: Any, ended: Any, first: Any, last: Any) -> None:
    """Restart those of games first .. last-1 that are over."""
    for index in range(first, last):
        renew(new, parameters, states, index, seeds, ended)


@kernel("new legal step ref rows masks dice seeds wholes whole whole whole")
def roam_many(
    new: Any,
    legal: Any,
    step: Any,
    parameters: Any,
    states: Any,
    masks: Any,
    dice: Any,
    seeds: Any,
    ended: Any,
    rounds: Any,
    first: Any,
    last: Any,
) -> Any:
    """Play `rounds` random steps in each of positions first .. last-1, restarting finished games.

    Returns the position in which no step was possible, or -1.
    """
    actions = masks.shape[1]
    for index in range(first, last):
        state, mask, own = at(states, index), at(masks, index), at(dice, index)
        for _ in range(rounds):
            if header(state).over != 0:
                renew(new, parameters, states, index, seeds, ended)
            if not random_step(legal, step, parameters, state, mask, actions, own):
                return index
    return -1


@kernel("score ref rows scores whole whole")
def score_many(score: Any, parameters: Any, states: Any, scores: Any, first: Any, last: Any) -> None:
    """Write the scores of positions first .. last-1."""
    for index in range(first, last):
        score(parameters, at(states, index), at(scores, index))


@kernel("new legal step score ref rows masks dice seed whole whole whole whole counts scores")
def play_out(
    new: Any,
    legal: Any,
    step: Any,
    score: Any,
    parameters: Any,
    state: Any,
    mask: Any,
    dice: Any,
    seed: Any,
    first: Any,
    last: Any,
    begun: Any,
    most: Any,
    counts: Any,
    scores: Any,
) -> Any:
    """Play games first .. last-1 of a series at random to the end, and record steps, reason, winners and scores.

    A game depends only on the seed and its number, however the series is divided among the cores. Control returns to
    Python after `most` steps: the result is then the unfinished game, to be continued (`begun`), else `last`.
    """
    for index in range(first, last):
        if begun == 0:
            own = rng.derived(seed, index)
            set_up(new, parameters, state, 0, own)
            dice[0].rng = rng.seeded(rng.derived(own, 1))
        begun = 0
        most -= random_steps(legal, step, parameters, at(state, 0), mask, dice, most)
        s = header(at(state, 0))
        if s.over == 0:
            return index
        counts[index, 0] = s.steps
        counts[index, 1] = s.reason
        counts[index, 2] = s.winners
        score(parameters, at(state, 0), at(scores, index))
    return last


@kernel("new legal step observe ref rows masks planes dice seed seeds whole whole wholes")
def churn(
    new: Any,
    legal: Any,
    step: Any,
    observe: Any,
    parameters: Any,
    states: Any,
    mask: Any,
    planes: Any,
    dice: Any,
    seed: Any,
    seeds: Any,
    rounds: Any,
    observing: Any,
    ended: Any,
) -> Any:
    """Play `rounds` random steps in each position, restarting finished games and counting them in `ended`.

    `seeds` holds the seed of each game. Returns the position in which no step was possible, or -1.
    """
    count, rows, columns = planes.shape[1:]
    positions, size, marks, actions, own = start(states), states.strides[0], at(mask, 0), mask.shape[1], at(dice, 0)
    seen = at(planes, 0)
    for _ in range(rounds):
        for index in range(states.shape[0]):
            state = row(positions, index, size)
            if header(state).over == 1:
                ended[0] += 1
                seeds[index] = rng.derived(seed, states.shape[0] + ended[0])
                set_up(new, parameters, states, index, seeds[index])
            if not random_step(legal, step, parameters, state, marks, actions, own):
                return index
            if observing == 1:
                observe(parameters, state, 0, seen, count, rows, columns)
    return -1


@rule
def all_can_act(legal: Any, parameters: Any, state: Any, mask: Any, players: Any) -> Any:
    """Whether somebody is to act who takes part and has a legal action."""
    waiting = header(state).waiting
    if waiting == 0 or waiting >> players != 0:
        return False
    for player in range(players):
        if (waiting >> player) & 1 == 1 and legal(parameters, state, player, at(mask, 0)) == 0:
            return False
    return True


@rule
def find_waiting(waiting: Any, number: Any) -> Any:
    """The `number`-th (from 0) of the players who may act."""
    for _ in range(number):
        waiting &= waiting - 1
    return first_waiting(waiting)


@rule
def count_waiting(waiting: Any) -> Any:
    """How many players may act."""
    count = 0
    while waiting != 0:
        waiting &= waiting - 1
        count += 1
    return count


@kernel("legal step ref rows masks dice whole wholes wholes whole whole")
def wander(
    legal: Any,
    step: Any,
    parameters: Any,
    state: Any,
    mask: Any,
    dice: Any,
    players: Any,
    who: Any,
    what: Any,
    first: Any,
    last: Any,
) -> Any:
    """Let any player who may act play at random, recording moves first .. last-1; how many have been recorded.

    It ends early when the game is over, or in a position where somebody who is to act can't.
    """
    s = header(at(state, 0))
    for index in range(first, last):
        if s.over != 0 or not all_can_act(legal, parameters, at(state, 0), mask, players):
            return index
        who[index] = find_waiting(s.waiting, rng.pick(dice[0], count_waiting(s.waiting)))
        tally = legal(parameters, at(state, 0), who[index], at(mask, 0))
        what[index] = random_mark(mask[0], tally, dice[0])
        step(parameters, at(state, 0), who[index], what[index])
    return last


@kernel("rows whole")
def copy_back_and_forth(states: Any, rounds: Any) -> None:
    """Copy whole positions, for measuring."""
    for index in range(rounds):
        copy(states, index & 1, states, (index + 1) & 1)


@kernel("legal step ref rows masks wholes wholes seeds whole whole")
def follow(
    legal: Any,
    step: Any,
    parameters: Any,
    state: Any,
    mask: Any,
    players: Any,
    actions: Any,
    bits: Any,
    first: Any,
    last: Any,
) -> Any:
    """Play a recorded game's actions first .. last-1, each checked; return the first that is not legal, or `last`.

    Where `bits` are not 0, they are stirred into the generator before the action.
    """
    s = header(at(state, 0))
    for index in range(first, last):
        player = players[index]
        if player < 0 or player > 62 or (s.waiting >> player) & 1 == 0:
            return index
        legal(parameters, at(state, 0), player, at(mask, 0))
        if actions[index] < 0 or actions[index] >= mask.shape[1] or mask[0, actions[index]] == 0:
            return index
        if bits[index] != 0:
            s.rng = rng.stirred(s.rng, bits[index])
        step(parameters, at(state, 0), player, actions[index])
    return last


@kernel("rows seeds whole whole")
def stir_many(states: Any, bits: Any, first: Any, last: Any) -> None:
    """Let chance go on in another way in positions first .. last-1."""
    for index in range(first, last):
        s = header(at(states, index))
        s.rng = rng.stirred(s.rng, bits[index])
