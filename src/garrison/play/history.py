"""The history of a match: the position, the actions that led to it, and how far they can be taken back.

Every front end plays on a history. Looking ahead (`ahead`) and going there (`go`) are two steps, so that a server can
write an action to disk before anybody sees it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from garrison.core.errors import IllegalAction
from garrison.core.game import Game
from garrison.core.position import Position
from garrison.core.replay import Move, Replay

UNDO = -1  # in place of an action: the player's last one is taken back
LONGEST = 256  # the most actions that can be taken back

NOTHING = "There is nothing to take back: only a move that is not complete yet can be."
CHANCE = "There is nothing to take back: what chance or time has decided stands."
OTHERS = "This move is complete, and another player has acted since: it stands."
COMPLETE = "This move is complete, and complete moves stand in this match."


class HistoryEntry(NamedTuple):
    """What a match consists of: an action that was played or, with UNDO in its place, an undo."""

    player: int
    action: int
    ms: int | None = None  # since the match began, where it is known


@dataclass(frozen=True, slots=True)
class Ahead:
    """An action that may be played, and what it leads to."""

    player: int
    action: int
    position: Position
    is_final: bool  # it can never be taken back: chance was drawn, time passed or the game is over
    is_complete: bool  # the player's move ends with it
    is_resolving: bool  # it changed what others decide about


@dataclass(frozen=True, slots=True)
class _Step:
    """An action that may still be taken back, and the position before it."""

    player: int
    before: Position
    is_complete: bool
    is_resolving: bool


class History:
    """A game, its seed and the actions so far. With `undo_complete`, complete moves can be taken back too."""

    def __init__(self, game: Game, seed: int, undo_complete: bool = False) -> None:
        self.game = game
        self.undo_complete = undo_complete
        self.replay = Replay(game, seed)
        self.moves = self.replay.moves
        self.position = game.new(seed)
        self._steps: list[_Step] = []  # the last actions, as far as they can be taken back

    @classmethod
    def of(cls, replay: Replay, undo_complete: bool = False) -> History:
        """The history of a replay. Compiled code plays all but the last actions at once."""
        history = cls(replay.game, replay.seed, undo_complete)
        early = Replay(replay.game, replay.seed, replay.moves[: max(len(replay.moves) - LONGEST, 0)])
        history.position = early.verify()
        history.moves.extend(early.moves)
        for move in replay.moves[len(early.moves) :]:
            history.go(history.ahead(move.player, move.action), move.ms)
        return history

    def ahead(self, player: int, action: int) -> Ahead:
        """What an action leads to; an error if it is not allowed. Nothing changes."""
        before, after = self.position, self.position.copy()
        after.play(player, action)
        waiting, then = before.waiting, after.waiting
        opens = any(other not in waiting for other in then)
        turned = bool(before.state["turn"][0] != after.state["turn"][0])
        drew = bool(before.state["rng"][0] != after.state["rng"][0])
        return Ahead(
            player,
            action,
            after,
            drew or after.over or self.game.facts.tick_ms > 0,
            turned or opens or player not in then,
            turned or opens,
        )

    def go(self, ahead: Ahead, ms: int | None = None) -> None:
        """Go where `ahead` looked."""
        if ahead.is_final:
            self._steps.clear()
        else:
            self._steps.append(_Step(ahead.player, self.position, ahead.is_complete, ahead.is_resolving))
            del self._steps[:-LONGEST]
        self.position = ahead.position
        self.moves.append(Move(ahead.player, ahead.action, ms))

    def since_others_decide(self) -> list[int]:
        """Who played the last actions, latest first, as far back as they changed nothing that others decide about."""
        players = []
        for step in reversed(self._steps):
            if step.is_resolving:
                break
            players.append(step.player)
        return players

    def why_not_undo(self, player: int) -> str:
        """Why a player's last action can't be taken back; "" when it can."""
        place = self._last_step(player)
        if place is None:
            played = any(move.player == player for move in self.moves[-LONGEST:])
            return CHANCE if played and self.undo_complete else NOTHING
        step, later = self._steps[place], self._steps[place + 1 :]
        if step.is_complete and not self.undo_complete:
            return COMPLETE
        if step.is_complete and later:
            return OTHERS
        return OTHERS if any(other.is_resolving for other in later) else ""

    def undo(self, player: int) -> bool:
        """Take back a player's last action; what others have chosen since stays. Whether it had ended a move."""
        sentence = self.why_not_undo(player)
        if sentence:
            raise IllegalAction(sentence)
        place = self._last_step(player)
        assert place is not None
        was_complete = self._steps[place].is_complete
        first = len(self.moves) - len(self._steps) + place
        later = self.moves[first + 1 :]
        before, self.position = self.position, self._steps[place].before
        steps, moves = list(self._steps), list(self.moves)
        del self._steps[place:], self.moves[first:]
        try:
            for move in later:
                self.go(self.ahead(move.player, move.action), move.ms)
        except IllegalAction:
            self.position, self._steps, self.moves[:] = before, steps, moves
            raise IllegalAction(OTHERS) from None
        return was_complete

    def _last_step(self, player: int) -> int | None:
        places = (place for place in range(len(self._steps) - 1, -1, -1) if self._steps[place].player == player)
        return next(places, None)


def remaining(entries: Iterable[HistoryEntry]) -> list[Move]:
    """The actions that remain of a history: an undo takes back its player's last action.

    >>> remaining([HistoryEntry(0, 5), HistoryEntry(1, 6), HistoryEntry(0, UNDO)])
    [Move(player=1, action=6, ms=None)]
    """
    moves: list[Move] = []
    for entry in entries:
        if entry.action == UNDO:
            places = range(len(moves) - 1, -1, -1)
            del moves[next(place for place in places if moves[place].player == entry.player)]
        else:
            moves.append(Move(*entry))
    return moves
