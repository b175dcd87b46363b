"""What a pass writes about a position: masks and observations, for whoever acts or for everyone."""

from __future__ import annotations

from typing import Any

import numpy as np

from garrison.core.engine.calls import ask, tell
from garrison.core.engine.kernels import first_waiting
from garrison.core.engine.masks import clear_marks
from garrison.core.engine.memory import Address, array_at, header, row, stream
from garrison.core.engine.pass_arguments import BLOCK, NOBODY, NOTHING
from garrison.core.engine.prefetch import ask_ahead, draft_of, write_out
from garrison.core.engine.record import Array
from garrison.core.engine.rule import part, rule


@part
def look(plan: Any, index: int, looking: int, following: int, leaving: int) -> None:
    """Write the masks and, if wanted, the observations of a position: for whoever acts, or for everyone.

    Meanwhile memory is asked for that belongs to the `following` position, and the drafted planes of `leaving` go out.
    """
    state = row(plan.states, index, plan.record_size)
    waiting = header(state).waiting
    if plan.everyone != 0:
        for player in range(plan.each):
            place = index * plan.each + player
            look_as(plan, state, waiting, player, place, looking, following if player == 0 else NOTHING, NOTHING)
        return
    player = first_waiting(waiting) if waiting != 0 else NOBODY
    array_at(plan.who, plan.count, np.int64)[index] = player
    array_at(plan.players, plan.count, np.int64)[index] = player
    look_as(plan, state, waiting, player, index, looking, following, leaving)


@part
def look_as(
    plan: Any, state: Address, waiting: int, player: int, place: int, looking: int, following: int, leaving: int
) -> None:
    """Write one player's mask and observation; where nobody acts, the viewer's."""
    mark_legal(plan, state, waiting, player, place)
    ask_ahead(plan, following, 4)
    write_out(plan, leaving, 2)
    if looking != 0:
        viewer = player if player >= 0 else plan.viewer
        planes, numbers = row(plan.planes, place, plan.planes_stride), row(plan.numbers, place, plan.numbers_stride)
        if plan.past != 0:
            draft = draft_of(plan, index_of(plan, place))
            observe_as(plan, state, viewer, draft, numbers)
            if plan.everyone != 0:
                stream(planes, draft, plan.planes_count * plan.board_rows * plan.board_columns)
        else:
            observe_as(plan, state, viewer, planes, numbers)
        if plan.listing != 0:
            counts = array_at(plan.entity_counts, plan.count * plan.each, np.int64)
            counts[place] = muster_as(plan, state, viewer, row(plan.entities, place, plan.entities_stride))
    ask_ahead(plan, following, 5)


@rule
def muster_as(plan: Any, state: Address, player: int, entities: Address) -> int:
    """List what a player sees on the board, and say how many these are."""
    return ask(plan.muster, (plan.parameters, state, player, entities, plan.most_entities, plan.entity_parts))


@part
def observe_as(plan: Any, state: Address, player: int, planes: Address, numbers: Address) -> None:
    """Write what a player sees."""
    tell(plan.observe, (plan.parameters, state, player, planes, plan.planes_count, plan.board_rows, plan.board_columns))
    if plan.numbers_count != 0:
        tell(plan.measure, (plan.parameters, state, player, numbers, plan.numbers_count))


@part
def mark_legal(plan: Any, state: Address, waiting: int, player: int, place: int) -> None:
    """Write a mask, to check against and to show; a player who is not asked can only do nothing."""
    tally = array_at(row(plan.tallies, place, 8), 1, np.int64)
    if player >= 0 and (waiting >> player) & 1 == 1:
        if plan.used_count == plan.actions_count:
            tally[0] = ask(plan.legal, (plan.parameters, state, player, row(plan.marks, place, plan.used_count)))
            show_marks(plan, place)
        else:
            draft = row(plan.mark_drafts, index_of(plan, place) // BLOCK, plan.mark_draft_size)
            tally[0] = ask(plan.legal, (plan.parameters, state, player, draft))
            keep_used(plan, array_at(draft, plan.actions_count, np.uint8), place)
    else:
        clear_marks(array_at(row(plan.marks, place, plan.used_count), plan.used_count, np.uint8))
        show_marks(plan, place)
        tally[0] = 0
    if plan.everyone != 0:  # then the last action does nothing, for players who are not asked
        masks = array_at(row(plan.masks, place, plan.masks_stride), plan.used_count + 1, np.uint8)
        masks[plan.used_count] = tally[0] == 0


@part
def index_of(plan: Any, place: int) -> int:
    """The position that a row belongs to; a division takes as long as a dozen other things."""
    return place if plan.everyone == 0 else place // plan.each


@part
def show_marks(plan: Any, place: int) -> None:
    """Write the caller's mask: the same as the one to check against."""
    marks = array_at(row(plan.marks, place, plan.used_count), plan.used_count, np.uint8)
    masks = array_at(row(plan.masks, place, plan.masks_stride), plan.used_count, np.uint8)
    for action in range(plan.used_count):
        masks[action] = marks[action]


@part
def keep_used(plan: Any, draft: Array, place: int) -> None:
    """Write of a game's mask what the caller's actions stand for, twice; the rest of it never leaves the draft."""
    marks = array_at(row(plan.marks, place, plan.used_count), plan.used_count, np.uint8)
    masks = array_at(row(plan.masks, place, plan.masks_stride), plan.used_count, np.uint8)
    actions = array_at(plan.used, plan.used_count, np.int64)
    for action in range(plan.prefix):
        marks[action] = draft[action]
        masks[action] = draft[action]
    for action in range(plan.prefix, plan.used_count):
        marks[action] = draft[actions[action]]
        masks[action] = draft[actions[action]]


@rule
def keep_final(plan: Any, index: int, state: Address) -> None:
    """Write what the players saw at the end, before the next game begins in the same step."""
    for number in range(plan.each):
        player, place = number if plan.everyone != 0 else plan.viewer, index * plan.each + number
        planes = row(plan.final_planes, place, plan.final_planes_stride)
        observe_as(plan, state, player, planes, row(plan.final_numbers, place, plan.final_numbers_stride))
        if plan.listing != 0:
            counts = array_at(plan.final_entity_counts, plan.count * plan.each, np.int64)
            counts[place] = muster_as(plan, state, player, row(plan.final_entities, place, plan.final_entities_stride))


@part
def left_of(plan: Any, index: int) -> int:
    """A position that was looked at, if its planes are still a draft, else NOTHING; where everyone acts, none are."""
    return index if plan.past != 0 and plan.looking != 0 and plan.everyone == 0 else NOTHING
