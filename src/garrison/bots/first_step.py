"""The first step of a whole move: what is done before something else is chosen, and what it makes possible."""

from __future__ import annotations

from collections.abc import Sequence

from garrison.bots.search.beam import imagined
from garrison.core.click_names import click_names
from garrison.core.position import Position
from garrison.core.replay_turns import named, told
from garrison.core.story import Story


def first_step(position: Position, player: int, move: Sequence[int], seed: int = 0) -> tuple[tuple[int, ...], str]:
    """The first step of a move and, in words, what it does and what comes next.

    >>> import garrison
    >>> first_step(garrison.load("skirmish").new(7), 0, [58, 50, 50])
    ((58, 50, 50), 'H0 moves from 7,2 to 6,2. H0 stops on 6,2.')
    """
    actions, words, after = _step(position, player, move, seed)
    rest = move[len(actions) :]
    if not rest or player not in after.waiting:
        return actions, words
    return actions, f"{words} Next: {_step(after, player, rest, seed)[1]}"


def _step(position: Position, player: int, move: Sequence[int], seed: int) -> tuple[tuple[int, ...], str, Position]:
    """As many actions as it takes until nothing is chosen any more."""
    after, story, lines = imagined(position, player, seed), Story(position.game), list[str]()
    count = 0
    for count, action in enumerate(move, 1):
        if player not in after.waiting or action not in after.actions(player):
            count -= 1
            break
        after.play(player, action)
        story.tell(lines, after.events)
        if not _is_choosing(after, player):
            break
    actions = tuple(move[: max(count, 1)])
    return actions, told(lines) or named(click_names(position, player, actions)), after


def _is_choosing(position: Position, player: int) -> bool:
    """Whether a player has chosen something and is asked for more."""
    if player not in position.waiting:
        return False
    scene = position.plain_scene(player)
    return any(board.chosen_fields for board in scene.boards) or any(button.chosen for button in scene.buttons)
