"""What a click would do, before it is made: the action is played on a copy, and its events become sentences. No rule is
written twice for that. What depends on chance, or on what others choose at the same time, is not foretold."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from garrison.look.scene import Board, FieldTip, Scene

if TYPE_CHECKING:
    from garrison.core.engine.events import Event, EventKind
    from garrison.core.position import Position

MOST = 24  # fields; with more, nobody looks at each of them


def field_tips(position: Position, player: int, scene: Scene) -> tuple[FieldTip, ...]:
    """A sentence for each field that may be clicked, where the click says more than that somebody goes there."""
    board = scene.boards[0] if scene.boards else None
    if board is None or not _is_worth_it(position, player, scene, board):
        return ()
    events_by_field = {field: _events(position, player, board.action(field)) for field in board.legal_fields}
    usual = set.intersection(*({event.kind for event in events} for events in events_by_field.values()))
    words_by_field = {field: _words(position, events, usual) for field, events in events_by_field.items()}
    return tuple(FieldTip(field, words) for field, words in words_by_field.items() if words)


def _is_worth_it(position: Position, player: int, scene: Scene, board: Board) -> bool:
    is_begun = bool(board.chosen_fields) or any(button.chosen for button in scene.buttons)
    is_alone = position.waiting == (player,) and not position.game.facts.tick_ms
    return is_begun and is_alone and 1 < len(board.legal_fields) <= MOST


def _events(position: Position, player: int, action: int) -> tuple[Event, ...]:
    after = position.copy()
    after.play(player, action)
    return after.events if after.state["rng"][0] == position.state["rng"][0] else ()


def _words(position: Position, events: Iterable[Event], usual: set[EventKind]) -> str:
    """What happens besides what happens with every one of these clicks."""
    return " ".join(position.game.describe(one) for one in events if one.kind.told and one.kind not in usual)
