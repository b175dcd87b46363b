"""The loops over many positions, compiled once for all games: they call a game through its table of entries.

Argument types are given in the words of `kernel.WORDS`.
"""

from __future__ import annotations

import numpy as np

from garrison.core.engine import rng
from garrison.core.engine.arguments import HANDLE, NOWHERE, Arguments, Handle, Seed
from garrison.core.engine.calls import ask, tell
from garrison.core.engine.kernel import kernel
from garrison.core.engine.masks import clear_marks, count_marks, mark_from_front, random_mark
from garrison.core.engine.memory import Address, array_at, at, copy, header, record_at, row, wipe
from garrison.core.engine.record import DICE, Array
from garrison.core.engine.rule import rule

DICE_SIZE = DICE.itemsize


class RandomPlay(Arguments):
    """Games of which moves are played, at random or from a record: each with a mask, and with dice of its own."""

    game: Address
    count: int = 1
    states: Address
    masks: Address
    dice: Address = NOWHERE
    seeds: Address = NOWHERE
    ended: Address = NOWHERE  # how many games each position has seen to the end, or all together
    series: Seed = 0
    is_begun: int = 0  # whether the first game of a series is in its course
    results: Address = NOWHERE  # steps, reason and winners of each game of a series
    scores: Address = NOWHERE
    planes: Address = NOWHERE  # of one observation
    is_observed: int = 0
    moves: int = 0
    players: Address = NOWHERE  # of the moves
    actions: Address = NOWHERE
    bits: Address = NOWHERE  # that are stirred into the generator before a move, where they are not 0


PLAY = RandomPlay.dtype


@rule
def set_up(new: Address, parameters: Address, state: Address, size: int, seed: Seed) -> None:
    """Start a game from a seed."""
    wipe(state, size)
    header(state).rng = rng.seeded(seed)
    tell(new, (parameters, state))


@rule
def first_waiting(waiting: int) -> int:
    """The lowest player who may act."""
    player = 0
    while waiting & 1 == 0:
        waiting >>= 1
        player += 1
    return player


@rule
def random_step(game: Handle, state: Address, mask: Address, dice: Address) -> bool:
    """Play a random action for the lowest player who may act; whether there was one.

    The mask has a byte for each action, the dice are a generator of their own. Rules that leave nobody anything to do
    without ending the game must not be asked further: the search for a player's bit would never end, and that for an
    action would leave the mask.
    """
    waiting = header(state).waiting
    if waiting == 0:
        return False
    player = first_waiting(waiting)
    tally = ask(game.legal, (game.parameters, state, player, mask))
    if tally == 0:
        return False
    action = random_mark(array_at(mask, game.actions, np.uint8), tally, record_at(dice, DICE))
    tell(game.step, (game.parameters, state, player, action))
    return True


@rule
def random_steps(game: Handle, state: Address, mask: Address, dice: Address, most: int) -> int:
    """Play at random until the game is over, `most` steps are played or none is possible; how many were played."""
    s, count = header(state), 0
    while s.over == 0 and count < most and random_step(game, state, mask, dice):
        count += 1
    return count


@kernel("seed seeds")
def derive_many(seed: Seed, seeds: Array) -> None:
    """Write the seeds of a series of games."""
    for index in range(seeds.shape[0]):
        seeds[index] = rng.derived(seed, index)


@kernel("ref ref rows seeds whole whole")
def new_many(new: Address, parameters: Address, states: Array, seeds: Array, first: int, last: int) -> None:
    """Set up positions first .. last-1."""
    for index in range(first, last):
        set_up(new, parameters, at(states, index), states.strides[0], seeds[index])


@kernel("ref ref rows seeds masks whole whole")
def new_some(
    new: Address, parameters: Address, states: Array, seeds: Array, which: Array, first: int, last: int
) -> None:
    """Set up those of positions first .. last-1 that `which` marks, a row of one byte each."""
    for index in range(first, last):
        if which[index, 0] != 0:
            set_up(new, parameters, at(states, index), states.strides[0], seeds[index])


@kernel("ref ref rows wholes masks whole whole")
def legal_many(
    legal: Address, parameters: Address, states: Array, players: Array, masks: Array, first: int, last: int
) -> None:
    """Write the legal masks of positions first .. last-1; a game that is over, or player -1, gets an empty mask."""
    for index in range(first, last):
        clear_marks(masks[index])
        if players[index] >= 0 and (header(at(states, index)).waiting >> players[index]) & 1 == 1:
            ask(legal, (parameters, at(states, index), players[index], at(masks, index)))


@kernel("ref ref rows wholes wholes whole whole")
def step_many(
    step: Address, parameters: Address, states: Array, players: Array, actions: Array, first: int, last: int
) -> None:
    """Play one action in each of positions first .. last-1; action -1 leaves a position as it is."""
    for index in range(first, last):
        if actions[index] >= 0:
            tell(step, (parameters, at(states, index), players[index], actions[index]))


@kernel("masks dice wholes whole whole")
def choose_many(masks: Array, dice: Array, actions: Array, first: int, last: int) -> None:
    """Choose a random allowed action for each of positions first .. last-1, -1 where nothing is allowed."""
    for index in range(first, last):
        count = count_marks(masks[index], 0, masks.shape[1])
        actions[index] = -1
        if count > 0:
            actions[index] = mark_from_front(masks[index], rng.pick(dice[index], count))


@kernel("wholes masks whole whole")
def find_illegal(actions: Array, masks: Array, first: int, last: int) -> int:
    """The first of positions first .. last-1 whose action its mask does not allow, or -1."""
    for index in range(first, last):
        action = actions[index]
        if action >= 0 and (action >= masks.shape[1] or masks[index, action] == 0):
            return index
        if action < -1:
            return index
    return -1


@kernel("ref ref rows wholes planes whole whole")
def observe_many(
    observe: Address, parameters: Address, states: Array, players: Array, planes: Array, first: int, last: int
) -> None:
    """Write what each player sees of positions first .. last-1."""
    count, rows, columns = planes.shape[1:]
    for index in range(first, last):
        tell(observe, (parameters, at(states, index), players[index], at(planes, index), count, rows, columns))


@kernel("ref ref rows wholes counts whole whole")
def measure_many(
    measure: Address, parameters: Address, states: Array, players: Array, numbers: Array, first: int, last: int
) -> None:
    """Write the numbers that each player sees of positions first .. last-1."""
    for index in range(first, last):
        tell(measure, (parameters, at(states, index), players[index], at(numbers, index), numbers.shape[1]))


@kernel("ref ref rows seeds wholes whole whole")
def renew_many(
    new: Address, parameters: Address, states: Array, seeds: Array, counts: Array, first: int, last: int
) -> None:
    """Restart those of games first .. last-1 that are over, each from a seed that follows from its own."""
    for index in range(first, last):
        if header(at(states, index)).over != 0:
            counts[index] += 1
            seeds[index] = rng.derived(seeds[index], 1)
            set_up(new, parameters, at(states, index), states.strides[0], seeds[index])


@kernel("ref whole whole whole")
def roam_many(play: Address, rounds: int, first: int, last: int) -> int:
    """Play `rounds` random steps in each of positions first .. last-1, restarting finished games.

    Returns the position in which no step was possible, or -1.
    """
    p = record_at(play, PLAY)
    game = record_at(p.game, HANDLE)
    for index in range(first, last):
        state, mask = row(p.states, index, game.state_size), row(p.masks, index, game.actions)
        dice = row(p.dice, index, DICE_SIZE)
        for _ in range(rounds):
            if header(state).over != 0:
                restart(p, game, state, index)
            if not random_step(game, state, mask, dice):
                return index
    return -1


@rule
def restart(p: RandomPlay, game: Handle, state: Address, index: int) -> None:
    """Count a game that is over, and start the next one, from a seed that follows from its own."""
    seeds = array_at(p.seeds, p.count, np.uint64)
    array_at(p.ended, p.count, np.int64)[index] += 1
    seeds[index] = rng.derived(seeds[index], 1)
    set_up(game.new, game.parameters, state, game.state_size, seeds[index])


@kernel("ref ref rows scores whole whole")
def score_many(score: Address, parameters: Address, states: Array, scores: Array, first: int, last: int) -> None:
    """Write the scores of positions first .. last-1."""
    for index in range(first, last):
        tell(score, (parameters, at(states, index), at(scores, index)))


@kernel("ref whole whole whole")
def play_out(play: Address, first: int, last: int, most: int) -> int:
    """Play games first .. last-1 of a series at random to the end, and record steps, reason, winners and scores.

    A game depends only on the seed and its number, however the series is divided among the cores. Control returns to
    Python after `most` steps: the result is then the unfinished game, to be continued (`is_begun`), else `last`.
    """
    p = record_at(play, PLAY)
    game, state, mask, dice = record_at(p.game, HANDLE), row(p.states, 0, 0), row(p.masks, 0, 0), row(p.dice, 0, 0)
    for index in range(first, last):
        if p.is_begun == 0:
            seed = rng.derived(p.series, index)
            set_up(game.new, game.parameters, state, game.state_size, seed)
            record_at(dice, DICE).rng = rng.seeded(rng.derived(seed, 1))
        most -= random_steps(game, state, mask, dice, most)
        p.is_begun = 1 - header(state).over
        if p.is_begun == 1:
            return index
        note_result(p, game, state, index)
    return last


@rule
def note_result(p: RandomPlay, game: Handle, state: Address, index: int) -> None:
    """Record how a game of a series ended."""
    s, results = header(state), array_at(p.results, (p.count, 3), np.int64)
    results[index, 0], results[index, 1], results[index, 2] = s.steps, s.reason, s.winners
    tell(game.score, (game.parameters, state, row(p.scores, index, 8 * game.seats)))


@kernel("ref whole")
def churn(play: Address, rounds: int) -> int:
    """Play `rounds` random steps in each position, restarting finished games and counting all of them in `ended`.

    All share one mask, and one observation where they are observed. Returns the position in which no step was possible,
    or -1.
    """
    p = record_at(play, PLAY)
    game, mask, dice, planes = record_at(p.game, HANDLE), row(p.masks, 0, 0), row(p.dice, 0, 0), row(p.planes, 0, 0)
    for _ in range(rounds):
        for index in range(p.count):
            state = row(p.states, index, game.state_size)
            if header(state).over == 1:
                start_another(p, game, state, index)
            if not random_step(game, state, mask, dice):
                return index
            if p.is_observed == 1:
                tell(game.observe, (game.parameters, state, 0, planes, game.planes, game.rows, game.columns))
    return -1


@rule
def start_another(p: RandomPlay, game: Handle, state: Address, index: int) -> None:
    """Start the next game of the series in the place of one that is over."""
    count, seeds = array_at(p.ended, 1, np.int64), array_at(p.seeds, p.count, np.uint64)
    count[0] += 1
    seeds[index] = rng.derived(p.series, p.count + count[0])
    set_up(game.new, game.parameters, state, game.state_size, seeds[index])


@rule
def all_can_act(game: Handle, state: Address, mask: Address) -> bool:
    """Whether somebody is to act who takes part and has a legal action."""
    waiting = header(state).waiting
    if waiting == 0 or waiting >> game.players != 0:
        return False
    for player in range(game.players):
        if (waiting >> player) & 1 == 1 and ask(game.legal, (game.parameters, state, player, mask)) == 0:
            return False
    return True


@rule
def find_waiting(waiting: int, number: int) -> int:
    """The `number`-th (from 0) of the players who may act."""
    for _ in range(number):
        waiting &= waiting - 1
    return first_waiting(waiting)


@rule
def count_waiting(waiting: int) -> int:
    """How many players may act."""
    count = 0
    while waiting != 0:
        waiting &= waiting - 1
        count += 1
    return count


@kernel("ref whole whole")
def wander(play: Address, first: int, last: int) -> int:
    """Let any player who may act play at random, recording moves first .. last-1; how many have been recorded.

    It ends early when the game is over, or in a position where somebody who is to act can't.
    """
    p = record_at(play, PLAY)
    game, state, mask, dice = record_at(p.game, HANDLE), row(p.states, 0, 0), row(p.masks, 0, 0), row(p.dice, 0, 0)
    s, own, marks = header(state), record_at(dice, DICE), array_at(mask, game.actions, np.uint8)
    players, actions = array_at(p.players, p.moves, np.int64), array_at(p.actions, p.moves, np.int64)
    for index in range(first, last):
        if s.over != 0 or not all_can_act(game, state, mask):
            return index
        players[index] = find_waiting(s.waiting, rng.pick(own, count_waiting(s.waiting)))
        tally = ask(game.legal, (game.parameters, state, players[index], mask))
        actions[index] = random_mark(marks, tally, own)
        tell(game.step, (game.parameters, state, players[index], actions[index]))
    return last


@kernel("rows whole")
def copy_back_and_forth(states: Array, rounds: int) -> None:
    """Copy whole positions, for measuring."""
    for index in range(rounds):
        copy(states, index & 1, states, (index + 1) & 1)


@kernel("ref whole whole")
def follow(play: Address, first: int, last: int) -> int:
    """Play a recorded game's actions first .. last-1, each checked; return the first that is not legal, or `last`."""
    p = record_at(play, PLAY)
    game, state, mask = record_at(p.game, HANDLE), row(p.states, 0, 0), row(p.masks, 0, 0)
    s, marks, bits = header(state), array_at(mask, game.actions, np.uint8), array_at(p.bits, p.moves, np.uint64)
    players, actions = array_at(p.players, p.moves, np.int64), array_at(p.actions, p.moves, np.int64)
    for index in range(first, last):
        player, action = players[index], actions[index]
        if player < 0 or player > 62 or (s.waiting >> player) & 1 == 0:
            return index
        ask(game.legal, (game.parameters, state, player, mask))
        if action < 0 or action >= game.actions or marks[action] == 0:
            return index
        if bits[index] != 0:
            s.rng = rng.stirred(s.rng, bits[index])
        tell(game.step, (game.parameters, state, player, action))
    return last


@kernel("rows seeds whole whole")
def stir_many(states: Array, bits: Array, first: int, last: int) -> None:
    """Let chance go on in another way in positions first .. last-1."""
    for index in range(first, last):
        s = header(at(states, index))
        s.rng = rng.stirred(s.rng, bits[index])
