"""A match in memory: its facts and its history, whose last entries may still be on their way to disk. Actions are
played at once on a position that nobody sees; once they are on disk they are acknowledged and shown. If something can't
be written, it is dropped and the match is read from disk again."""

from __future__ import annotations

import itertools
import secrets
from collections import deque
from random import Random
from typing import Any, Protocol

from garrison.core.ending import Ending, outcome_of, scores_of
from garrison.core.game import Game
from garrison.core.position import Outcome, Position
from garrison.errors import IllegalAction
from garrison.play.history import ENDED, ENDS, UNDO, HistoryEntry, end_action
from garrison.play.server.store.histories import entry_of
from garrison.play.server.store.info import Info, SeatState, StoredMatch
from garrison.play.server.store.secrecy import Knowledge, Staleness, Standing, Viewer
from garrison.play.server.store.store import Store
from garrison.play.server.store.transaction import BUSY
from garrison.play.server.store.writer import Pending, Tell
from garrison.play.server.wire import server_time
from garrison.play.server.wire.refusal import Refusal

SERIES = itertools.count(1)
TICKS = 10  # in real time, the generator gets fresh bits once every so many actions: more would make replays long
MOST_UNDOS = 200  # of a player in one decision: entries stay on disk even if they are taken back
UNDONE = f"You have taken back {MOST_UNDOS} actions of this decision, and can't take back any more."


class MatchListener(Protocol):
    """Whoever follows a match is told two things."""

    def has_grown(self, entry: Pending) -> None:
        """The history has grown by an entry that is on disk."""

    def has_changed(self) -> None:
        """Anything else is different: who sits or looks on, the times, or the history can't be written any more."""


class Journal:
    """The history of a match as it grows, and what there is to the match besides."""

    def __init__(self, match: StoredMatch, store: Store, listener: MatchListener) -> None:
        self._store, self._listener = store, listener
        self.is_gone = False  # from disk: the host has removed it
        self._unsure: list[Pending] = []  # another process used their number; it may have played the same message
        self._take(match)
        self.dice = Random()
        self._start = server_time.now()
        self._ms_before = self.history.moves[-1].ms or 0 if self.history.moves else 0

    def _take(self, match: StoredMatch) -> None:
        self.info: Info = match.info
        self.history, self._entries, self.ids = match.history, match.entries, match.ids
        self.moment = Standing(self.number, self.history.position, self.history.public, self.history.end)
        self._staleness = Staleness(self.info.facts, self._entries, self.history)
        self.undos = match.undos  # how many there were, by player and decision
        self.series, self.is_lost = next(SERIES), False
        self.pending: deque[Pending] = deque()

    def read_again(self, match: StoredMatch) -> None:
        """Go back to what is known to be on disk, as it was read again."""
        self._take(match)

    def answer_unsure(self) -> None:
        """Everything on disk is known: answer those whose number another process has used."""
        unsure, self._unsure = self._unsure, []
        for entry in unsure:
            self._answer(entry)

    # --- What is on disk, and who may know it.

    @property
    def game(self) -> Game:
        """The game with its rules."""
        return self.history.game

    @property
    def entries(self) -> list[list[int]]:
        """The whole history as [player, action], with UNDO in place of an action."""
        return self._entries.all

    @property
    def number(self) -> int:
        """How many entries there are so far."""
        return len(self._entries)

    @property
    def shown_number(self) -> int:
        """How many of them are on disk."""
        return self.moment.number

    @property
    def shown(self) -> Position:
        """The position that is on disk, so that it may be seen."""
        return self.moment.position

    @property
    def public(self) -> Position:
        """The same, without the choices that only their players know."""
        return self.moment.public

    def told(self, viewer: Viewer, moment: Standing | None = None) -> int:
        """How many of the entries on disk a viewer knows."""
        return self._entries.known((moment or self.moment).number, viewer)

    def moves(self, viewer: Viewer, number: int) -> list[list[int]]:
        """The entries to send to a viewer who knows `number` of them."""
        return self._entries.told(number, self.shown_number, viewer)

    def place(self, number: int, viewer: Viewer) -> int:
        """The number that a viewer gives to an entry that is public or their own, counting the entries they know."""
        return self._entries.place(number, viewer)

    def steps(self, viewer: Viewer, moment: Standing) -> int:
        """How many of the actions that led to a position a viewer knows."""
        return moment.public.steps + self._entries.choices(moment.number, viewer)

    @property
    def seats(self) -> list[SeatState]:
        """Who sits where."""
        return self.info.seats

    @property
    def is_over(self) -> bool:
        """Whether it has ended, as far as anybody knows."""
        return self.shown.over or self.moment.end is not None

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, as far as anybody knows; None until then."""
        return outcome_of(self.shown, self.moment.end)

    @property
    def scores(self) -> tuple[float, ...]:
        """One number per player, as far as anybody knows."""
        return scores_of(self.shown, self.moment.end)

    @property
    def ms(self) -> int:
        """How many milliseconds the match has been in play."""
        return self._ms_before + int((server_time.now() - self._start) * 1000)

    @property
    def public_number(self) -> int:
        """How many entries everybody knows, including those that are not on disk yet."""
        return self._entries.public(self.number)

    # --- Taking back.

    def undoable(self, viewer: Viewer) -> list[int]:
        """A viewer's players whose last action can be taken back now."""
        return [player for player in self._undoers(viewer) if not self.needs_consent(player, viewer)]

    def askable(self, viewer: Viewer) -> list[int]:
        """A viewer's players who may ask the others to let them take back a complete move."""
        return [player for player in self._undoers(viewer) if self.needs_consent(player, viewer)]

    def _undoers(self, viewer: Viewer) -> list[int]:
        if self.is_over or self.info.sentence or self.info.tick_ms:
            return []
        people = [player for player in viewer if not self.seats[player].is_bot]
        return [player for player in people if not self.why_not_undo(player)]

    def needs_consent(self, player: int, viewer: Viewer) -> bool:
        """Whether others have to agree before a viewer takes back a player's last action: it completes a move."""
        return self.history.has_completed(player) and any(one not in viewer for one in self.info.people)

    def why_not_undo(self, player: int) -> str:
        """Why a player's last action can't be taken back; "" when it can."""
        if self.undos[player, self.history.decision_starts[player]] >= MOST_UNDOS:
            return UNDONE
        return self.history.why_not_undo(player)

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
        self, player: int, action: int, message: str = "", knowledge: Knowledge | None = None, late: bool = False
    ) -> Pending:
        """Play an action; it is announced when it is on disk."""
        self.check(player)
        if knowledge is not None:
            self._staleness.check(player, knowledge)
        bits = self._fresh_bits()
        try:
            ahead = self.history.ahead(player, action, bits)
        except IllegalAction as error:
            raise Refusal("illegal", str(error)) from None
        ms = self.ms
        self.history.go(ahead, ms, late)
        entry = self._append(HistoryEntry(player, action, ms, bits, late), ahead.is_hidden, message)
        self._staleness.follow(ahead)
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

    def undo(self, player: int, message: str, knowledge: Knowledge | None = None) -> Pending:
        """Take back a player's last action."""
        self.check(player)
        if knowledge is not None:
            self._staleness.check(player, knowledge)
        try:
            sentence = self.why_not_undo(player)
            if sentence:
                raise IllegalAction(sentence)
            self._count_undo(player)
            step = self.history.undo(player)
        except IllegalAction as error:
            raise Refusal("illegal", str(error)) from None
        entry = self._append(HistoryEntry(player, UNDO, self.ms), step.is_hidden, message)
        self._staleness.go_back(step)
        return entry

    def _count_undo(self, player: int) -> None:
        self.undos[player, self.history.decision_starts[player]] += 1

    def hear(self, row: Any) -> bool:
        """Play an entry that another process has written; False when it does not follow from what is here."""
        if row.number != self.number + 1 or self.pending:
            return False
        try:
            self._play(row)
        except IllegalAction:
            return False
        self._grow(Pending(self.info.id, self.number, entry_of(row), row.hidden, self.history.position))
        return True

    def _play(self, row: Any) -> None:
        entry = entry_of(row)
        if entry.action in ENDS:
            self.history.finish(Ending(ENDS[entry.action], entry.player))
            self._note(entry, row.hidden, row.message)
        elif entry.action == UNDO:
            self._count_undo(entry.player)
            step = self.history.undo(entry.player)
            self._note(entry, row.hidden, row.message)
            self._staleness.go_back(step)
        else:
            ahead = self.history.ahead(entry.player, entry.action, entry.bits)
            self.history.go(ahead, entry.ms, entry.late)
            self._note(entry, row.hidden, row.message)
            self._staleness.follow(ahead)

    def _note(self, entry: HistoryEntry, is_hidden: bool, message: str) -> None:
        self._entries.add(entry.player, entry.action, is_hidden)
        for name in message.split():
            self.ids[entry.player, name] = self.number

    def _append(self, own: HistoryEntry, is_hidden: bool, message: str) -> Pending:
        """Add an entry, and send it on its way to disk."""
        self._note(own, is_hidden, message)
        entry = Pending(
            self.info.id, self.number, own, is_hidden, self.history.position, message, author=self, series=self.series
        )
        self.pending.append(entry)
        self._store.append(entry)
        return entry

    # --- What the writer says.

    def when_written(self, number: int, tell: Tell) -> None:
        """Call `tell` when an entry is on disk: now, if it is."""
        if number <= self.shown_number:
            tell(number, None)
        else:
            self.pending[number - self.shown_number - 1].tells.append(tell)

    def settle(self, entry: Pending, problem: str | None) -> None:
        """The writer has written an entry, or could not."""
        if entry.series != self.series:
            self._refuse(entry, problem or "busy")
        elif problem is not None:
            self.lose(problem)
        else:
            self.pending.popleft()
            self._grow(entry)

    def _grow(self, entry: Pending) -> None:
        """An entry is on disk, and those who may know of it may see it."""
        public = self.public if entry.is_hidden else entry.position
        self.moment = Standing(entry.number, entry.position, public, entry.end)
        entry.written()
        self._listener.has_grown(entry)

    def lose(self, problem: str) -> None:
        """The pending entries will not get to disk: drop them, and have the match read again."""
        entries, self.pending = self.pending, deque()
        self.is_lost, self.series = True, next(SERIES)
        self.ids = {key: number for key, number in self.ids.items() if number <= self.shown_number}
        for entry in entries:
            self._refuse(entry, problem)
        self._listener.has_changed()

    def _refuse(self, entry: Pending, problem: str) -> None:
        """An entry could not be written. After a conflict, only the disk can tell whether its message was played."""
        if problem != "conflict":
            entry.refused(problem, self.shown_number)
        elif self.is_lost:
            self._unsure.append(entry)
        else:
            self._answer(entry)

    def _answer(self, pending: Pending) -> None:
        """Somebody may have sent the same message to another process before, and lost the connection to it."""
        numbers = [self.known(pending.entry.player, name) for name in pending.message.split()]
        if any(numbers):
            pending.written(max(numbers))
        else:
            pending.refused("conflict", self.shown_number)
