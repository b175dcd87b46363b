"""A match in memory: what it is, and its history, of which the last entries may still be on their way to disk. Actions
are played at once on a position that nobody sees; once they are on disk they are acknowledged and shown. What can't be
written is forgotten, and the match is read from disk again."""

from __future__ import annotations

import itertools
import time
from collections import deque
from collections.abc import Callable
from random import Random
from typing import Any

from garrison.core.errors import IllegalAction
from garrison.core.game import Game
from garrison.core.position import Position
from garrison.play.history import UNDO, Ahead
from garrison.play.server.info import Info, Refusal, SeatState, StoredMatch
from garrison.play.server.queries import entry_row
from garrison.play.server.store import Store
from garrison.play.server.writer import BUSY

SERIES = itertools.count(1)
STALE = "The match went on meanwhile: look again, then choose."

Tell = Callable[[int, Refusal | None], None]  # the number of the entry that a message has become, or why it has not


class Pending:
    """An entry of the history, what it leads to, and whom to tell when it is on disk."""

    __slots__ = ("action", "number", "player", "position", "series", "tells")

    def __init__(self, number: int, player: int, action: int, position: Position, series: int) -> None:
        self.number, self.player, self.action = number, player, action
        self.position, self.series = position, series
        self.tells: list[Tell] = []

    @property
    def is_undo(self) -> bool:
        """Whether something was taken back."""
        return self.action == UNDO

    def written(self) -> None:
        """Tell everybody who waits for it that it is on disk."""
        self._tell(self.number, None)

    def refused(self, problem: str, number: int) -> None:
        """Tell them that it never will be, and how many entries there are without it."""
        self._tell(number, Refusal("stale", STALE) if problem == "conflict" else Refusal("busy", BUSY))

    def _tell(self, number: int, refusal: Refusal | None) -> None:
        for tell in self.tells:
            tell(number, refusal)
        self.tells = []


class Journal:
    """The history of a match as it grows. `committed` is called with each entry that is on disk, `lost` when something
    could not be written."""

    def __init__(
        self, stored: StoredMatch, store: Store, committed: Callable[[Pending], None], lost: Callable[[], None]
    ) -> None:
        self._store, self._committed, self._lost = store, committed, lost
        self._take(stored)
        self.dice = Random()
        self.decided = [0] * self.game.players  # counts decisions, for the timers
        self._begun = time.monotonic()
        self._ms_before = self.history.moves[-1].ms or 0 if self.history.moves else 0

    def _take(self, stored: StoredMatch) -> None:
        self.info: Info = stored.info
        self.history, self.entries, self.ids = stored.history, stored.entries, stored.ids
        self.number = self.shown_number = len(self.entries)  # of entries so far, and of those that are on disk
        self.shown = self.history.position  # on disk, so that it may be seen
        self.since = self._decisions()  # when each player's decision began
        self.series, self.is_lost = next(SERIES), False
        self.pending: deque[Pending] = deque()

    def read_again(self, stored: StoredMatch) -> None:
        """Take over what was read from disk again."""
        self._take(stored)
        self.decided = [count + 1 for count in self.decided]

    def _decisions(self) -> list[int]:
        """When everybody's present decision began, from the history: a move that was chosen before the server stopped
        is not older because others have chosen, or time has passed, meanwhile."""
        facts, begun = self.info.facts, self.number
        latest: dict[int, int] = {}
        if facts.tick_ms:
            begun = 0
            for number, (player, action) in enumerate(self.entries, 1):
                if action != facts.tick_action:
                    latest[player] = number
        else:
            for (player, action), _ in zip(reversed(self.entries), self.history.since_others_decide(), strict=False):
                if action == UNDO:
                    break
                latest.setdefault(player, begun)
                begun -= 1
        return [latest.get(player, begun) for player in range(self.game.players)]

    # --- Asking.

    @property
    def game(self) -> Game:
        """The game with its rules."""
        return self.history.game

    @property
    def seats(self) -> list[SeatState]:
        """Who sits where."""
        return self.info.seats

    @property
    def is_over(self) -> bool:
        """Whether it has ended, as far as anybody knows."""
        return self.shown.over

    @property
    def ms(self) -> int:
        """Milliseconds that the match has been in play."""
        return self._ms_before + int((time.monotonic() - self._begun) * 1000)

    @property
    def undoable(self) -> list[int]:
        """The players whose last action can be taken back now."""
        if self.is_over or self.info.sentence or self.info.tick_ms:
            return []
        people = [player for player, seat in enumerate(self.seats) if not seat.is_bot]
        return [player for player in people if not self.history.why_not_undo(player)]

    def check(self, player: int) -> None:
        """Raise unless the match can go on at all."""
        if self.info.sentence:
            raise Refusal("read-only", self.info.sentence)
        if self.is_lost:
            raise Refusal("busy", BUSY)
        if not 0 <= player < self.game.players:
            raise Refusal("seat", f"There is no player {player}.")

    def known(self, player: int, message: str) -> int:
        """The entry that a message has become already; 0 when it is new."""
        return self.ids.get((player, message), 0)

    # --- Going on.

    def act(self, player: int, action: int, message: str = "", at: int | None = None) -> Pending:
        """Play an action; it is told when it is on disk."""
        self.check(player)
        if at is not None and at < self.since[player]:
            raise Refusal("stale", STALE)
        if at is not None and at > self.number:
            raise Refusal("stale", f"The match has come to {self.number}, and this was chosen at {at}.")
        try:
            ahead = self.history.ahead(player, action)
        except IllegalAction as error:
            raise Refusal("illegal", str(error)) from None
        ms = self.ms
        self.history.go(ahead, ms)
        entry = self._append(player, action, ms, message)
        self._follow(ahead)
        return entry

    def undo(self, player: int, message: str, at: int) -> Pending:
        """Take back a player's last action."""
        self.check(player)
        if not self.since[player] <= at <= self.number:
            raise Refusal("stale", STALE)
        try:
            if self.history.position.over:
                raise IllegalAction("The game is over: nothing can be taken back any more.")
            was_complete = self.history.undo(player)
        except IllegalAction as error:
            raise Refusal("illegal", str(error)) from None
        entry = self._append(player, UNDO, self.ms, message)
        self._went_back(player, was_complete)
        return entry

    def hear(self, row: Any) -> bool:
        """An entry that another process has written; False when it does not follow from what is here."""
        if row.number != self.number + 1 or self.pending:
            return False
        try:
            self._play(row)
        except IllegalAction:
            return False
        self.shown_number, self.shown = self.number, self.history.position
        self._committed(Pending(self.number, row.player, row.action, self.shown, self.series))
        return True

    def _play(self, row: Any) -> None:
        if row.action == UNDO:
            was_complete = self.history.undo(row.player)
            self._note(row.player, row.action, row.message)
            self._went_back(row.player, was_complete)
        else:
            ahead = self.history.ahead(row.player, row.action)
            self.history.go(ahead, row.ms)
            self._note(row.player, row.action, row.message)
            self._follow(ahead)

    def _note(self, player: int, action: int, message: str) -> None:
        self.number += 1
        self.entries.append([player, action])
        for name in message.split():
            self.ids[player, name] = self.number

    def _append(self, player: int, action: int, ms: int, message: str) -> Pending:
        """Note an entry, and put it on its way to disk."""
        self._note(player, action, message)
        entry = Pending(self.number, player, action, self.history.position, self.series)
        self.pending.append(entry)
        row = entry_row(self.info.id, self.number, player, action, ms, message)
        self._store.append(row, self.series, lambda problem: self._written(entry, problem))
        return entry

    def _follow(self, ahead: Ahead) -> None:
        """Who has something new to decide after an action, and from when on."""
        player, facts = ahead.player, self.info.facts
        if ahead.is_resolving:
            self._decide(player, *ahead.position.waiting)
        elif ahead.is_complete:
            self._decide(player)
        if not (facts.tick_ms and ahead.action == facts.tick_action):
            self.since[player] = self.number

    def _decide(self, *players: int) -> None:
        """These players have something new to decide. In real time nothing grows old by a tick."""
        for player in players:
            self.decided[player] += 1
            if not self.info.facts.tick_ms:
                self.since[player] = self.number

    def _went_back(self, player: int, was_complete: bool) -> None:
        """After an undo: where a complete move was taken back, everybody looks at something new."""
        for other in range(len(self.since)) if was_complete else (player,):
            self.since[other] = self.number

    # --- What the writer says.

    def when_written(self, number: int, tell: Tell) -> None:
        """Call `tell` when an entry is on disk: now, if it is."""
        if number <= self.shown_number:
            tell(number, None)
        else:
            self.pending[number - self.shown_number - 1].tells.append(tell)

    def _written(self, entry: Pending, problem: str | None) -> None:
        """The writer has written an entry, or could not."""
        if entry.series != self.series:
            entry.refused(problem or "busy", self.shown_number)
        elif problem is not None:
            self._lose(problem)
        else:
            self.pending.popleft()
            self.shown_number, self.shown = entry.number, entry.position
            entry.written()
            self._committed(entry)

    def _lose(self, problem: str) -> None:
        """What was to come is not on disk: forget it, and have the match read again."""
        lost, self.pending = self.pending, deque()
        self.is_lost, self.series = True, next(SERIES)
        self.ids = {key: number for key, number in self.ids.items() if number <= self.shown_number}
        for entry in lost:
            entry.refused(problem, self.shown_number)
        self._lost()
