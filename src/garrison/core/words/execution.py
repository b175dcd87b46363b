"""Carrying out a move step by step: each action is seen by the rules, and what was left out is said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from garrison.core.words.moves import NamedMove, Steps
from garrison.core.words.reader import steps_of
from garrison.core.words.viewpoint import Viewpoint

if TYPE_CHECKING:
    from garrison.core.position import Position

MOST_STEPS = 100_000  # of one move: a course of a game's own may forget to end


class Execution:
    """A move on its way. Whoever plays asks it for one action after the other, with the position as it then is.

    It waits while others are to act, and stops when an action is not legal or when its own condition says so; where
    players take turns, a move that is not a course also stops once others have acted. `report` says why, in sentences.
    """

    def __init__(self, move: NamedMove, player: int) -> None:
        self.move, self.player = move, player
        self.report: list[str] = []
        self.is_done = False
        self._view: Viewpoint | None = None
        self._steps: Steps | None = None
        self._count = 0  # actions that were asked for
        self._steps_alone = -1  # steps of the game, if nobody else acts

    def next_action(self, position: Position) -> int | None:
        """The next action; None if the move is done, or if others are to act first."""
        if self.is_done or (self.player not in position.waiting and not position.over):
            return None
        action = self._next(position)
        if action is None:
            return None
        if action not in position.actions(self.player) or self._count >= MOST_STEPS:
            self._end(f"{position.action_words(action)} is not legal now")
            return None
        self._count, self._steps_alone = self._count + 1, position.steps + 1
        return action

    def _next(self, position: Position) -> int | None:
        """What the course wants to play, with what it says before."""
        if self._view is None or self._steps is None:
            self._view = Viewpoint(position, self.player)
            self._steps = steps_of(self.move, self._view)
        else:
            self._view.look(position)
            self._view.others_acted = self._others_acted(position)
        try:
            while isinstance(step := next(self._steps), str):
                self.report.append(step)
        except StopIteration as stop:
            self._end(stop.value or "")
            return None
        return step

    def _others_acted(self, position: Position) -> bool:
        takes_turns = position.game.players > 1 and not position.game.facts.simultaneous
        return takes_turns and self._steps_alone not in (-1, position.steps)

    def _end(self, why: str) -> None:
        self.is_done = True
        if why:
            self.report.append(f"Stopped: {why}.")


def perform(position: Position, player: int, move: NamedMove) -> Execution:
    """Carry out a move in a position as far as the player may act; what is left of it goes on with `next_action`."""
    execution = Execution(move, player)
    while (action := execution.next_action(position)) is not None:
        position.play(player, action)
    return execution
