"""What a typed line comes to, in a process where bots think: an answer, or the next action of a move in words.

A move may take several actions, each chosen with what the one before led to: what is under way is kept here, by who is
doing it, until it is done or something else is typed.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import NamedTuple

from garrison.core.position import Position
from garrison.core.words.execution import Execution
from garrison.core.words.questions import answer
from garrison.errors import UnknownMove

MOST_MOVES = 120  # that are listed
MOST_LETTERS = 20_000  # of an answer
MOST_EXECUTIONS = 1000  # that are kept
NOTHING = "There is nothing to go on with."

executions: OrderedDict[str, Execution] = OrderedDict()


class TextReply(NamedTuple):
    """Words, the next action (-1: none until others have acted), whether the move goes on, and what may be typed."""

    text: str
    action: int = -1
    goes_on: bool = False
    moves: tuple[tuple[str, str], ...] = ()


def reply(position: Position, player: int, line: str, since: Sequence[str], key: str) -> TextReply:
    """Answer a question, begin a move, or with an empty line go on with it."""
    if not line.strip():
        return _next(position, executions.pop(key, None), key)
    executions.pop(key, None)
    text = answer(position, player, line, since)
    if text is not None or player < 0:
        return TextReply(
            (text or "Those who watch can ask, but not play.")[:MOST_LETTERS], moves=moves(position, player)
        )
    try:
        move = position.parse(line, player)
    except UnknownMove as error:
        return TextReply(str(error)[:MOST_LETTERS], moves=moves(position, player))
    return _next(position, Execution(move, player), key, move.words)


def _next(position: Position, execution: Execution | None, key: str, words: str = "") -> TextReply:
    if execution is None:
        return TextReply(NOTHING)
    action = execution.next_action(position)
    text, execution.report = " ".join([words, *execution.report]).strip(), []
    if execution.is_done:
        return TextReply(text[:MOST_LETTERS], moves=moves(position, execution.player))
    executions[key] = execution
    while len(executions) > MOST_EXECUTIONS:
        executions.popitem(last=False)
    return TextReply(text[:MOST_LETTERS], -1 if action is None else action, goes_on=True)


def moves(position: Position, player: int) -> tuple[tuple[str, str], ...]:
    """What may be typed now, each with what it does."""
    if player not in position.waiting:
        return ()
    return tuple((move.notation, move.words) for move in position.moves(player)[:MOST_MOVES])
