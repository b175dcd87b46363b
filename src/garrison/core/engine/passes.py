"""One pass over many positions: check, step, rewards, end, restart, masks and observations, while they are at hand.

A pass is told everything by one record, its arguments (pass_arguments.py). Called from Python, it costs as much as a
call with three numbers. Where every player acts, an array has a row for each player of each position; otherwise one for
each position.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from garrison.core.engine import rng
from garrison.core.engine.calls import tell
from garrison.core.engine.events import LIMIT
from garrison.core.engine.kernel import kernel
from garrison.core.engine.masks import random_mark
from garrison.core.engine.masks_and_planes import keep_final, left_of, look, mark_legal
from garrison.core.engine.memory import Address, array_at, claim, header, record_at, row, settle, wipe
from garrison.core.engine.pass_arguments import (
    BLOCK,
    CLAIM_SIZE,
    NEXT_STEP,
    NOBODY,
    NOTHING,
    OUTCOME,
    PASS_ARGUMENTS,
    PENALTY,
    RAISE,
    RUNNING,
    SAME_STEP,
    TERMINATED,
    TRUNCATED,
    WRONG,
)
from garrison.core.engine.prefetch import ask_ahead, survey, write_all_out, write_out
from garrison.core.engine.record import DICE, Array
from garrison.core.engine.rule import part, rule

# --- Beginning


@rule
def following(seed: int) -> int:
    """The seed of the game after one with this seed; below 2**63, so that a signed number holds it."""
    return rng.derived(seed, 1) >> rng.ONE


@rule
def begin(plan: Any, index: int) -> None:
    """Start the next game of a position: its seed comes from the series' seed and the game's number in it, or, where
    games are chained, from the seed of the one before."""
    state = row(plan.states, index, plan.record_size)
    rounds = array_at(plan.rounds, plan.count, np.int64)
    seeds = array_at(plan.seeds, plan.count, np.uint64)
    if plan.chained != 0:
        seeds[index] = following(seeds[index])
    else:
        seeds[index] = rng.derived(plan.series, index + plan.count * rounds[index])
    rounds[index] += 1
    wipe(state, plan.record_size)
    header(state).rng = rng.seeded(seeds[index])
    tell(plan.new, (plan.parameters, state))
    array_at(plan.ended, plan.count, np.uint8)[index] = RUNNING
    tell(plan.score, (plan.parameters, state, row(plan.kept, 2 * index, 8 * plan.seats)))


# --- Playing


@part
def meant(plan: Any, action: int) -> int:
    """What the caller's number stands for: itself, NOTHING for -1, WRONG if it is no action."""
    if action == -1:
        return NOTHING
    return WRONG if action < 0 or action >= plan.used_count else action


@part
def is_refused(plan: Any, place: int, action: int) -> bool:
    """Whether an action is neither legal nor NOTHING."""
    if action < 0:
        return action == WRONG
    return array_at(row(plan.marks, place, plan.used_count), plan.used_count, np.uint8)[action] == 0


@part
def wanted(plan: Any, place: int) -> int:
    """What a row's player wants to do."""
    return meant(plan, array_at(plan.actions, plan.count * plan.each, np.int64)[place])


@part
def settled(plan: Any, index: int, place: int) -> int:
    """The action to be played: the given one, another in place of an illegal one, or WRONG, which ends the game."""
    action = wanted(plan, place)
    if not is_refused(plan, place, action):
        return action
    if plan.illegal == PENALTY:
        return WRONG
    tally = array_at(row(plan.tallies, place, 8), 1, np.int64)[0]
    if tally == 0:
        return NOTHING
    marks = array_at(row(plan.marks, place, plan.used_count), plan.used_count, np.uint8)
    draw = random_mark(marks, tally, array_at(plan.dice, plan.count, DICE)[index])
    return draw if marks[draw] != 0 else NOTHING  # a legal action that the caller has no number for is left out


@part
def play(plan: Any, index: int, state: Address, player: int, place: int) -> bool:
    """Play a player's action, if there is one; whether it was an offence that ends the game."""
    action = settled(plan, index, place)
    if action == WRONG:
        fine(plan, index, player)
        return True
    if action != NOTHING:
        meaning = array_at(plan.used, plan.used_count, np.int64)[action]
        tell(plan.step, (plan.parameters, state, player, meaning))
    return False


@rule
def fine(plan: Any, index: int, player: int) -> None:
    """An illegal action costs its player the fine; where nobody is asked, it costs nothing."""
    if player == NOBODY:
        return
    place = index * plan.players_count + player
    array_at(plan.rewards, plan.count * plan.players_count, np.float32)[place] = plan.fine


@rule
def play_all(plan: Any, index: int, state: Address) -> bool:
    """Play everyone's actions, in the order of the seats; whether one of them was an offence.

    Somebody who was asked may no longer be after what the others did, or no longer have that choice: then their action
    is not played.
    """
    waiting, before = header(state).waiting, header(state).steps
    for player in range(plan.each):
        place = index * plan.each + player
        if (waiting & header(state).waiting) >> player & 1 == 1:
            if header(state).steps != before and is_stale(plan, state, player, place):
                continue
            if play(plan, index, state, player, place):
                return True
    return False


@rule
def is_stale(plan: Any, state: Address, player: int, place: int) -> bool:
    """Whether an action that was legal no longer is, because of what somebody else did in the same pass."""
    action = wanted(plan, place)
    was_refused = is_refused(plan, place, action)
    mark_legal(plan, state, header(state).waiting, player, place)
    return not was_refused and is_refused(plan, place, action)


# --- Rewards and the end


@part
def reward(plan: Any, index: int, state: Address) -> None:
    """What each player gains: the difference of the scores, or, at the end, how the game ended for them."""
    s = header(state)
    if plan.scheme == OUTCOME and s.over == 0:
        return
    before = array_at(row(plan.kept, 2 * index, 8 * plan.seats), plan.seats, np.float64)
    after = array_at(row(plan.kept, 2 * index + 1, 8 * plan.seats), plan.seats, np.float64)
    tell(plan.score, (plan.parameters, state, row(plan.kept, 2 * index + 1, 8 * plan.seats)))
    rewards = array_at(plan.rewards, plan.count * plan.players_count, np.float32)
    for player in range(plan.players_count):
        gain = after[player] - before[player]
        if plan.scheme == OUTCOME:
            gain = outcome(plan.players_count, s.winners, player, after[player])
        rewards[index * plan.players_count + player] += np.float32(gain)
        before[player] = after[player]


@rule
def outcome(players: int, winners: int, player: int, score: float) -> float:
    """How a game ended for a player: 1 won, -1 lost, 0 a draw; for a player alone, the score."""
    if players == 1:
        return score
    if winners == 0 or winners == (1 << players) - 1:
        return 0.0
    return 1.0 if (winners >> player) & 1 == 1 else -1.0


@part
def ending(plan: Any, state: Address, is_offence: bool) -> int:
    """How a game stands after a step: it ran into a limit, or ended by the rules or an offence, or goes on."""
    s = header(state)
    if s.over != 0:
        return TRUNCATED if s.reason == LIMIT else TERMINATED
    if is_offence:
        return TERMINATED
    return TRUNCATED if plan.limit > 0 and s.steps >= plan.limit else RUNNING


@part
def note_end(plan: Any, index: int, how: int) -> None:
    """Tell the caller how a game stands."""
    array_at(plan.ended, plan.count, np.uint8)[index] = how
    array_at(plan.terminated, plan.count, np.uint8)[index] = how == TERMINATED
    array_at(plan.truncated, plan.count, np.uint8)[index] = how == TRUNCATED


# --- The pass


@part
def clear_rewards(plan: Any, index: int) -> None:
    """Nobody has gained anything yet."""
    rewards = array_at(plan.rewards, plan.count * plan.players_count, np.float32)
    for player in range(plan.players_count):
        rewards[index * plan.players_count + player] = 0


@rule
def is_anything_wanted(plan: Any, index: int) -> bool:
    """Whether an action of a position is not NOTHING, which leaves even a game that has ended as it is."""
    for place in range(index * plan.each, (index + 1) * plan.each):
        if wanted(plan, place) != NOTHING:
            return True
    return False


@part
def advance(plan: Any, index: int, following: int, leaving: int) -> int:
    """One step of one position; a game that had ended begins again, or stays as it is. Its planes may remain a draft.

    Between its stages the memory of the `following` position is asked for, and the planes of the position `leaving` go
    out, which are still a draft, unless these are NOTHING.
    """
    clear_rewards(plan, index)
    ask_ahead(plan, following, 0)
    write_out(plan, leaving, 0)
    if array_at(plan.ended, plan.count, np.uint8)[index] != RUNNING:
        write_out(plan, leaving, 1)
        write_out(plan, leaving, 2)
        if plan.autoreset == NEXT_STEP and is_anything_wanted(plan, index):
            begin(plan, index)
        note_end(plan, index, array_at(plan.ended, plan.count, np.uint8)[index])  # the caller's arrays may be new
        look(plan, index, plan.looking, NOTHING, NOTHING)
        return left_of(plan, index)
    state = row(plan.states, index, plan.record_size)
    if plan.everyone != 0:
        is_offence = play_all(plan, index, state)
    else:
        player = array_at(plan.who, plan.count, np.int64)[index]
        is_offence = play(plan, index, state, player, index)
    ask_ahead(plan, following, 1)
    write_out(plan, leaving, 1)
    reward(plan, index, state)
    ask_ahead(plan, following, 2)
    how = ending(plan, state, is_offence)
    note_end(plan, index, how)
    if how != RUNNING and plan.autoreset == SAME_STEP:
        if plan.finals != 0:
            keep_final(plan, index, state)
        begin(plan, index)
    ask_ahead(plan, following, 3)
    look(plan, index, plan.looking, following, leaving)
    return left_of(plan, index)


@kernel("whole whole whole")
def advance_near(plan: Any, first: int, last: int) -> None:
    """One step of positions first .. last-1, which caches hold.

    Nothing is prefetched then: even testing for it would take a twentieth of a short step.
    """
    arguments = record_at(plan, PASS_ARGUMENTS)
    for index in range(first, last):
        advance(arguments, index, NOTHING, NOTHING)


@kernel("whole whole whole whole")
def advance_far(plan: Any, first: int, last: int, end: int) -> None:
    """One step of positions first .. last-1; the memory of the next one before `end` may be on its way meanwhile."""
    arguments = record_at(plan, PASS_ARGUMENTS)
    leaving = NOTHING
    for index in range(first, last):
        following = index + 1 if arguments.ahead != 0 and index + 1 < end else NOTHING
        leaving = advance(arguments, index, following, leaving)
    if arguments.past != 0:
        write_all_out(arguments, leaving)
        settle()


@part
def advance_from(plan: Any, arguments: Any, first: int, last: int, end: int) -> None:
    """One step of positions first .. last-1, in the way that was found for them."""
    if arguments.ahead == 0 and arguments.past == 0:
        tell(arguments.near, (plan, first, last))
    else:
        tell(arguments.far, (plan, first, last, end))


@kernel("whole whole whole whole")
def advance_shared(plan: Any, claims: Address, parts: int, own: int) -> int:
    """One step of what is left of part `own` of the positions, then of the others' parts; of how many in all.

    A thread that is late, or whose core does something else as well, leaves more to the others. `claims` has a row for
    each part: how many of its positions somebody has taken.
    """
    arguments = record_at(plan, PASS_ARGUMENTS)
    count = 0
    if arguments.ahead != 0 and own == 0:
        survey(arguments)
    for turn in range(parts):
        number = (own + turn) % parts
        start, end = edge(arguments.count, parts, number), edge(arguments.count, parts, number + 1)
        first = start + claim(row(claims, number, CLAIM_SIZE), BLOCK)
        while first < end:
            last = min(first + BLOCK, end)
            advance_from(plan, arguments, first, last, end)
            count += last - first
            first = start + claim(row(claims, number, CLAIM_SIZE), BLOCK)
    return count


@rule
def edge(count: int, parts: int, number: int) -> int:
    """Where a part of the positions begins: all but the last consist of whole blocks, and no two share one."""
    return count if number == parts else count // BLOCK * number // parts * BLOCK


@part
def take(plan: Any, actions: Array) -> int:
    """Take over a caller's actions; -1, or the first row whose action is illegal, if that is an error."""
    own = array_at(plan.actions, plan.count, np.int64)
    for index in range(plan.count):
        own[index] = actions[index]
    return first_refused(plan, 0, plan.count) if plan.illegal == RAISE else -1


@kernel("given whole")
def advance_all(actions: Array, plan: Any) -> int:
    """One step of all positions with a caller's actions, where one player acts in each.

    What it returns is -1, or the first row whose action is illegal, if that is an error; then nothing is played. All of
    it is one call, because a call from Python takes as long as a step of a small game.
    """
    arguments = record_at(plan, PASS_ARGUMENTS)
    place = take(arguments, actions)
    if place < 0:
        if arguments.ahead != 0:
            survey(arguments)
        advance_from(plan, arguments, 0, arguments.count, arguments.count)
    return place


@kernel("given whole", nogil=False)
def advance_few(actions: Array, plan: Any) -> int:
    """The same for a few positions, which all caches hold: letting other threads of Python run would take longer."""
    arguments = record_at(plan, PASS_ARGUMENTS)
    place = take(arguments, actions)
    if place < 0:
        advance_from(plan, arguments, 0, arguments.count, arguments.count)
    return place


@kernel("whole whole whole")
def look_many(plan: Any, first: int, last: int) -> None:
    """Write the masks and observations of positions first .. last-1, as they are; nothing is played."""
    arguments = record_at(plan, PASS_ARGUMENTS)
    for index in range(first, last):
        state = row(arguments.states, index, arguments.record_size)
        tell(arguments.score, (arguments.parameters, state, row(arguments.kept, 2 * index, 8 * arguments.seats)))
        clear_rewards(arguments, index)
        is_offence = array_at(arguments.ended, arguments.count, np.uint8)[index] == TERMINATED  # no record knows of one
        note_end(arguments, index, ending(arguments, state, is_offence))
        look(arguments, index, arguments.looking, NOTHING, NOTHING)
        write_all_out(arguments, left_of(arguments, index))
    if arguments.past != 0:
        settle()


@kernel("whole whole whole")
def recheck_many(plan: Any, first: int, last: int) -> None:
    """Write the masks of positions first .. last-1 again, which somebody may have changed in the meantime."""
    arguments = record_at(plan, PASS_ARGUMENTS)
    for index in range(first, last):
        state = row(arguments.states, index, arguments.record_size)
        if header(state).over != 0:
            note_end(arguments, index, ending(arguments, state, False))
        look(arguments, index, 0, NOTHING, NOTHING)


@rule
def first_refused(plan: Any, first: int, last: int) -> int:
    """The first row of positions first .. last-1 whose action is illegal, or -1.

    Where everyone acts, the actions of those who are not asked don't matter.
    """
    for place in range(first * plan.each, last * plan.each):
        index = place // plan.each
        if array_at(plan.ended, plan.count, np.uint8)[index] != RUNNING:
            continue
        is_asked = array_at(row(plan.tallies, place, 8), 1, np.int64)[0] != 0
        if is_asked and is_refused(plan, place, wanted(plan, place)):
            return place
    return -1


@kernel("whole whole whole")
def find_refused(plan: Any, first: int, last: int) -> int:
    """The first row of positions first .. last-1 whose action is illegal, or -1; nothing is played."""
    return first_refused(record_at(plan, PASS_ARGUMENTS), first, last)
