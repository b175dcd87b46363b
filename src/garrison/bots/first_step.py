"""The first step of a whole move: what is done before something else is chosen, and what it is for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from garrison.bots.search.beam import imagined
from garrison.core.click_names import click_names
from garrison.core.position import Position
from garrison.core.replay_turns import named, told
from garrison.core.story import Story


def first_step(position: Position, player: int, move: Sequence[int], seed: int = 0) -> tuple[tuple[int, ...], str]:
    """The first step of a move and, in words, what it does, and what for or else what comes next.

    >>> import garrison
    >>> first_step(garrison.load("skirmish").new(7), 0, [58, 50, 50])
    ((58, 50, 50), 'H0 moves from 7,2 to 6,2. H0 stops on 6,2.')
    """
    step = _step(position, player, move, seed)
    rest = move[len(step.actions) :]
    if step.purpose:
        return step.actions, f"{step.words} {step.purpose}"
    if not rest or player not in step.after.waiting:
        return step.actions, step.words
    return step.actions, f"{step.words} Next: {_step(step.after, player, rest, seed).words}"


class _Step(NamedTuple):
    """A part of a move: its actions, what they do in words, what that is for, and the position after it."""

    actions: tuple[int, ...]
    words: str
    purpose: str
    after: Position


def _step(position: Position, player: int, move: Sequence[int], seed: int) -> _Step:
    """As many actions as it takes until nothing is chosen any more."""
    after, story, lines = imagined(position, player, seed), Story(position.game), list[str]()
    count, purpose = 0, ""
    for count, action in enumerate(move, 1):
        if player not in after.waiting or action not in after.actions(player):
            count -= 1
            break
        after.play(player, action)
        story.tell(lines, after.events)
        purpose = _purpose(after) or purpose
        if not _is_choosing(after, player):
            break
    actions = tuple(move[: max(count, 1)])
    return _Step(actions, told(lines) or named(click_names(position, player, actions)), purpose, after)


def _purpose(after: Position) -> str:
    """What the last action was for, where the game says so."""
    own = getattr(after.game.package.module("show"), "purpose", None)
    words = [own(after.game.record[0], after.state[0], event) for event in after.events] if own else []
    return str(next(filter(None, reversed(words)), ""))


def _is_choosing(position: Position, player: int) -> bool:
    """Whether a player has chosen something and is asked for more."""
    if player not in position.waiting:
        return False
    scene = position.plain_scene(player)
    return any(board.chosen_fields for board in scene.boards) or any(button.chosen for button in scene.buttons)
