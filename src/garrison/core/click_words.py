"""Clicks in words: whose they are, and from where to where."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from garrison.core.refusals import pieces_on

if TYPE_CHECKING:
    from garrison.core.position import Position
    from garrison.core.replay import Move


def click_words(position: Position, player: int, moves: Iterable[Move]) -> str:
    """What a player clicks, one after the other: "archers 4,7 to 4,9, Done".

    >>> import garrison
    >>> from garrison.core.replay import Move
    >>> click_words(garrison.load("skirmish").new(7), 0, [Move(0, 58), Move(0, 50)])
    'H1 7,2 to 6,2'
    """
    twin, parts, was_field = position.copy(), list[str](), False
    for move in moves:
        action = move.action
        is_field = action < twin.game.facts.fields
        words = _own_words(twin, player, action) or (_thing(twin, player, action) if is_field and not was_field else "")
        if is_field and was_field and parts:
            parts[-1] = f"{parts[-1].partition(' to ')[0]} to {twin.action_words(action)}"
        else:
            parts.append(words or twin.action_words(action))
        was_field = is_field
        move.play(twin)
    return ", ".join(parts)


def _thing(position: Position, player: int, action: int) -> str:
    """What is clicked, and where."""
    board = position.scene(player).boards[0]
    pieces = pieces_on(board, board.field_of(action))
    place = position.action_words(action)
    return f"{pieces[0].name or pieces[0].label} {place}" if pieces else place


def _own_words(position: Position, player: int, action: int) -> str:
    """What the game itself calls the click, where it does."""
    game = position.game
    own = getattr(game.package.module("show"), "click_words", None)
    return str(own(game.record[0], position.state[0], player, action)) if own else ""
