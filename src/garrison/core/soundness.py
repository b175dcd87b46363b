"""Whether a record from outside can be played: compiled rules trust it blindly, so it must be sound.

First every number is checked against its declared range, then the header for consistency; then the game's own rule
`clash` writes again in a copy what other numbers say or limit, and bytes that differ then are wrong; its `legal` says
whether those who are to act can.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from garrison.core.engine import memory
from garrison.core.engine.clashes import NO_CLASH
from garrison.core.engine.events import LIMIT
from garrison.core.engine.record import HEADER, Array
from garrison.core.ranges import Breach, element_name, state_ranges

if TYPE_CHECKING:
    from garrison.core.game import Game


def out_of_range(game: Game, states: Array) -> Breach | None:
    """The first number in a batch of records that is outside its declared range; None if there is none.

    >>> import garrison
    >>> game = garrison.load("minefield")
    >>> out_of_range(game, game.batch(10).states) is None
    True
    """
    return state_ranges(game.state_module, game.facts).breach(states)


def why_unsound(game: Game, state: Array) -> str:
    """What is wrong with a record, in words that name a field; an empty string if it can be played."""
    breach = out_of_range(game, state)
    if breach is not None:
        return str(breach)
    return _why_header_unsound(game, state) or _why_clashing(game, state) or _why_stuck(game, state)


def _why_header_unsound(game: Game, state: Array) -> str:
    """Somebody is to act exactly while the game is not over, and only players of this game are."""
    _, waiting, over, reason, winners, *_ = state.view(np.uint8)[: HEADER.itemsize].view(np.int64).tolist()
    if bool(waiting) == bool(over):
        return f"over is {over} and waiting is {waiting}: somebody must be to act exactly until the game is over"
    if bool(reason) != bool(over) or (winners and not over):
        return f"over is {over}, reason is {reason} and winners is {winners}: a game has them only once it is over"
    if (waiting | winners) >> game.players:
        return f"waiting is {waiting} and winners is {winners}, but there are {game.players} players"
    if winners and reason == LIMIT:
        return f"winners is {winners}, but nobody wins a game that its limit has ended"
    return ""


def _why_clashing(game: Game, state: Array) -> str:
    """The number that contradicts others, or those that were written otherwise."""
    rewritten = memory.copied(state)
    number = int(game.table.direct["clash"](game.reference, memory.reference(rewritten)))
    if number != NO_CLASH:
        return f"{game.state_dtype.names[number]} contradicts the rest of the record"
    return "" if rewritten.tobytes() == state.tobytes() else _why_written_otherwise(state, rewritten)


def _why_written_otherwise(state: Array, rewritten: Array) -> str:
    """All numbers that a copy has otherwise, with the first as an example."""
    names = [name for name in state.dtype.names or () if rewritten[name].tobytes() != state[name].tobytes()]
    place = tuple(np.argwhere(state[names[0]] != rewritten[names[0]])[0])
    value, fitting = state[names[0]][place], rewritten[names[0]][place]
    example = f"{element_name(names[0], place[1:])} is {value}, and {fitting} would go with it"
    return f"{', '.join(names)} contradict{'s' * (len(names) == 1)} the rest of the record: {example}"


def _why_stuck(game: Game, state: Array) -> str:
    """Everyone who is to act can."""
    mask = np.zeros((1, game.facts.actions), dtype=np.uint8)
    waiting = int(state["waiting"][0])
    for player in range(game.players):
        if waiting >> player & 1 and not game.table.direct["legal"](
            game.reference, memory.reference(state), player, memory.reference(mask)
        ):
            return f"waiting is {waiting}, and player {player} has no legal action"
    return ""
