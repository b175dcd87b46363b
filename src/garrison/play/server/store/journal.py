"""A match in memory: its facts and its history, whose last entries may still be on their way to disk. Actions are
played at once on a position that nobody sees; once they are on disk they are acknowledged and shown. If something can't
be written, it is dropped and the match is read from disk again."""

from __future__ import annotations

import itertools
import secrets
from collections import deque
from collections.abc import Callable
from random import Random
from typing import Any

from garrison.core.ending import Ending
from garrison.errors import IllegalAction
from garrison.play.history import ENDED, ENDS, UNDO, Ahead, HistoryEntry, UndoableStep, end_action
from garrison.play.server.store.histories import entry_of
from garrison.play.server.store.info import Info, StoredMatch
from garrison.play.server.store.known_journal import KnownJournal
from garrison.play.server.store.pending import STALE, Knowledge, Pending, Tell
from garrison.play.server.store.queries import history_entry_row
from garrison.play.server.store.store import Store
from garrison.play.server.store.writer import BUSY
from garrison.play.server.wire import server_time
from garrison.play.server.wire.refusal import Refusal

SERIES = itertools.count(1)
TICKS = 10  # in real time, the generator gets fresh bits once every so many actions: more would make replays long


class Journal(KnownJournal):
    """The history of a match as it grows. `committed` is called with each entry that is on disk, `lost` when something
    could not be written."""

    def __init__(
        self, stored: StoredMatch, store: Store, committed: Callable[[Pending], None], lost: Callable[[], None]
    ) -> None:
        self._store, self._committed, self._lost = store, committed, lost
        self._unsure: list[Pending] = []  # another process used their number; it may have played the same message
        self._take(stored)
        self.dice = Random()
        self._begun = server_time.now()
        self._ms_before = self.history.moves[-1].ms or 0 if self.history.moves else 0

    def _take(self, stored: StoredMatch) -> None:
        self.info: Info = stored.info
        self.history, self._entries, self.ids = stored.history, stored.entries, stored.ids
        self.number = self.shown_number = len(self._entries)  # of entries so far, and of those that are on disk
        self.shown = self.history.position  # on disk, so that it may be seen
        self.public = self.history.public  # the same, without the choices that only their players know
        self.shown_end = self.history.end  # how the players ended it, as far as that is on disk
        self.since = self._decisions()  # when each player's decision began
        self._undos = stored.undos  # how many there were, by player and decision
        self.series, self.is_lost = next(SERIES), False
        self.pending: deque[Pending] = deque()

    def read_again(self, stored: StoredMatch) -> None:
        """Go back to what is known to be on disk, as it was read again."""
        self._take(stored)

    def answer_unsure(self) -> None:
        """Everything on disk is known: answer those whose number another process has used."""
        unsure, self._unsure = self._unsure, []
        for entry in unsure:
            self._answer(entry)

    def _decisions(self) -> list[int]:
        """When each player's current decision began, from the history: a move chosen before the server stopped does not
        become stale because others have chosen, or time has passed, since."""
        facts, begun = self.info.facts, self._entries.public(self.number)
        latest: dict[int, int] = {}
        if facts.tick_ms:
            begun = 0
            for number, (player, action) in enumerate(self.entries, 1):
                if action != facts.tick_action:
                    latest[player] = number
        elif begun < self.number:
            latest = {player: number for number, (player, _) in enumerate(self.entries[begun:], begun + 1)}
        else:
            for (player, action), _ in zip(reversed(self.entries), self.history.since_others_decide(), strict=False):
                if action == UNDO:
                    break
                latest.setdefault(player, begun)
                begun -= 1
        return [latest.get(player, begun) for player in range(self.game.players)]

    # --- Playing.

    def check(self, player: int) -> None:
        """Raise unless the match can go on at all."""
        if self.info.sentence:
            raise Refusal("read-only", self.info.sentence)
        if self.is_lost:
            raise Refusal("busy", BUSY)
        if not 0 <= player < self.game.players:
            raise Refusal("seat", f"There is no player {player}.")
        if self.history.end:
            raise Refusal("illegal", ENDED)

    def known(self, player: int, message: str) -> int:
        """The entry that a message has already become; 0 when it is new."""
        return self.ids.get((player, message), 0)

    def act(
        self, player: int, action: int, message: str = "", seen: Knowledge | None = None, late: bool = False
    ) -> Pending:
        """Play an action; it is announced when it is on disk."""
        self.check(player)
        self._check_seen(player, seen)
        bits = self._fresh_bits()
        try:
            ahead = self.history.ahead(player, action, bits)
        except IllegalAction as error:
            raise Refusal("illegal", str(error)) from None
        ms = self.ms
        self.history.go(ahead, ms, late)
        entry = self._append(HistoryEntry(player, action, ms, bits, late), ahead.is_hidden, message)
        self._follow(ahead)
        return entry

    def _fresh_bits(self) -> int:
        """Secret bits for the generator, before the next action; 0 where none are due, or nobody gains by knowing what
        chance will do."""
        is_between = self.info.tick_ms > 0 and len(self.history.moves) % TICKS > 0
        if self.history.is_stirred or is_between or not (self.info.is_shared or self.info.counted):
            return 0
        return secrets.randbits(64) or 1

    def finish(self, end: Ending, message: str = "") -> Pending:
        """The players end the match; it is announced when it is on disk."""
        self.check(end.player)
        if self.history.over:
            raise Refusal("illegal", ENDED)
        self.history.finish(end)
        return self._append(HistoryEntry(end.player, end_action(end), self.ms), False, message)

    def undo(self, player: int, message: str, seen: Knowledge | None = None) -> Pending:
        """Take back a player's last action."""
        self.check(player)
        self._check_seen(player, seen)
        try:
            sentence = self.why_not_undo(player)
            if sentence:
                raise IllegalAction(sentence)
            self._count_undo(player)
            step = self.history.undo(player)
        except IllegalAction as error:
            raise Refusal("illegal", str(error)) from None
        entry = self._append(HistoryEntry(player, UNDO, self.ms), step.is_hidden, message)
        self._went_back(step)
        return entry

    def _count_undo(self, player: int) -> None:
        self._undos[player, self.history.begun[player]] += 1

    def _check_seen(self, player: int, seen: Knowledge | None) -> None:
        """Raise if what the player decides about has changed since, or if they can't have seen all these entries."""
        if seen is None:
            return
        if seen.at < self.place(self.since[player], seen.viewer):
            raise Refusal("stale", STALE)
        known = self._entries.known(self.number, seen.viewer)
        if seen.at > known:
            raise Refusal("stale", f"The match is at entry {known}, but this was chosen at entry {seen.at}.")

    def hear(self, row: Any) -> bool:
        """Play an entry that another process has written; False when it does not follow from what is here."""
        if row.number != self.number + 1 or self.pending:
            return False
        try:
            self._play(row)
        except IllegalAction:
            return False
        entry = Pending(self.number, entry_of(row), row.hidden, self.history.position, self.series)
        self._show(entry)
        self._committed(entry)
        return True

    def _play(self, row: Any) -> None:
        played = entry_of(row)
        if played.action in ENDS:
            self.history.finish(Ending(ENDS[played.action], played.player))
            self._note(played, row.hidden, row.message)
        elif played.action == UNDO:
            self._count_undo(played.player)
            step = self.history.undo(played.player)
            self._note(played, row.hidden, row.message)
            self._went_back(step)
        else:
            ahead = self.history.ahead(played.player, played.action, played.bits)
            self.history.go(ahead, played.ms, played.late)
            self._note(played, row.hidden, row.message)
            self._follow(ahead)

    def _note(self, played: HistoryEntry, hidden: bool, message: str) -> None:
        self.number += 1
        self._entries.add(played.player, played.action, hidden)
        for name in message.split():
            self.ids[played.player, name] = self.number

    def _append(self, played: HistoryEntry, hidden: bool, message: str) -> Pending:
        """Add an entry, and send it on its way to disk."""
        self._note(played, hidden, message)
        entry = Pending(self.number, played, hidden, self.history.position, self.series, message)
        self.pending.append(entry)
        row = history_entry_row(self.info.id, self.number, played, message=message, hidden=hidden)
        self._store.append(row, self.series, lambda problem: self._written(entry, problem))
        return entry

    def _follow(self, ahead: Ahead) -> None:
        """Note who has something new to decide after an action, and from when."""
        player, facts = ahead.player, self.info.facts
        if ahead.is_resolving:
            self._decide({player, *ahead.position.waiting})
        elif ahead.is_complete:
            self._decide({player})
        if not (facts.tick_ms and ahead.action == facts.tick_action):
            self.since[player] = self.number

    def _decide(self, players: set[int]) -> None:
        """These players have something new to decide. In real time, a tick makes nothing stale."""
        for player in players:
            if not self.info.facts.tick_ms:
                self.since[player] = self.number

    def _went_back(self, step: UndoableStep) -> None:
        """After an undo: if it took back a complete move that others had seen, they have something new to look at."""
        for player in range(len(self.since)) if step.is_complete and not step.is_hidden else (step.player,):
            self.since[player] = self.number

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
            self._refuse(entry, problem or "busy")
        elif problem is not None:
            self._lose(problem)
        else:
            self.pending.popleft()
            self._show(entry)
            entry.written()
            self._committed(entry)

    def _show(self, entry: Pending) -> None:
        """An entry is on disk, and those who may know of it may see it."""
        self.shown_number, self.shown, self.shown_end = entry.number, entry.position, entry.end
        if not entry.is_hidden:
            self.public = entry.position

    def _lose(self, problem: str) -> None:
        """The pending entries will not get to disk: drop them, and have the match read again."""
        lost, self.pending = self.pending, deque()
        self.is_lost, self.series = True, next(SERIES)
        self.ids = {key: number for key, number in self.ids.items() if number <= self.shown_number}
        for entry in lost:
            self._refuse(entry, problem)
        self._lost()

    def _refuse(self, entry: Pending, problem: str) -> None:
        """An entry could not be written. After a conflict, only the disk can tell whether its message was played."""
        if problem != "conflict":
            entry.refused(problem, self.shown_number)
        elif self.is_lost:
            self._unsure.append(entry)
        else:
            self._answer(entry)

    def _answer(self, entry: Pending) -> None:
        """Somebody may have sent the same message to another process before, and lost the connection to it."""
        numbers = [self.known(entry.played.player, name) for name in entry.message.split()]
        if any(numbers):
            entry.written(max(numbers))
        else:
            entry.refused("conflict", self.shown_number)
