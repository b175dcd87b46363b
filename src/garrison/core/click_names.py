"""What clicks and buttons are called in sentences: a click on a field by what stands there, or by what it means."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from garrison.core.refusals import pieces_on

if TYPE_CHECKING:
    from garrison.core.position import Position


def click_name(position: Position, player: int, action: int) -> str:
    """What a player's action is called in a position: "archers 4,7", "4,9", "Done".

    >>> import garrison
    >>> click_name(garrison.load("skirmish").new(7), 0, 58)
    'H0 7,2'
    """
    game = position.game
    own = getattr(game.package.module("show"), "click_name", None)
    words = str(own(game.record[0], position.state[0], player, action)) if own else ""
    return words or (_thing(position, player, action) if action < game.facts.fields else position.action_words(action))


def click_names(position: Position, player: int, actions: Iterable[int]) -> list[str]:
    """The same for actions one after the other."""
    twin, names = position.copy(), list[str]()
    for action in actions:
        if player not in twin.waiting or action not in twin.actions(player):
            names.append(twin.action_words(action))
            continue
        names.append(click_name(twin, player, action))
        twin.play(player, action)
    return names


def _thing(position: Position, player: int, action: int) -> str:
    """What is clicked, and where."""
    boards, place = position.plain_scene(player).boards, position.action_words(action)
    pieces = pieces_on(boards[0], boards[0].field_of(action)) if boards else []
    return f"{pieces[0].name or pieces[0].label} {place}" if pieces else place
