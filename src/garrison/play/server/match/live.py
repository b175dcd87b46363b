"""A match in memory: its history, the people watching it (`audience.py`), and what happens in it on its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any, TypeVar

from sqlalchemy import Connection as Database

from garrison.core.ending import Ending
from garrison.errors import GarrisonError
from garrison.play.history import ENDED
from garrison.play.server.match.broadcast import Broadcast
from garrison.play.server.match.catch_up import FollowingMatch, pauses
from garrison.play.server.match.chat import Talk
from garrison.play.server.match.schedule import Schedule
from garrison.play.server.store import queries
from garrison.play.server.store.agreements import Agreements
from garrison.play.server.store.alteration import Alteration
from garrison.play.server.store.info import StoredMatch
from garrison.play.server.store.journal import Journal
from garrison.play.server.store.pending import Knowledge, Pending, Tell
from garrison.play.server.store.store import Store
from garrison.play.server.store.writer import StoreBusy
from garrison.play.server.wire.refusal import Refusal
from garrison.play.server.wire.settings import Settings

Result = TypeVar("Result")
Decide = Callable[[Database, Agreements], Alteration | None]  # what else changes when people agree on something


class LiveMatch(FollowingMatch):
    """Owns a match while somebody looks at it or a program plays it."""

    def __init__(
        self, stored: StoredMatch, store: Store, settings: Settings, ended: Callable[[], None] = lambda: None
    ) -> None:
        super().__init__()
        self._store, self.settings, self._ended = store, settings, ended
        self.journal = Journal(stored, store, self._committed, self._lost)
        self.broadcast = Broadcast(self.journal, self.presence, settings.updates_a_second)
        self.schedule = Schedule(
            journal=self.journal,
            presence=self.presence,
            settings=settings,
            changed=self._time_changed,
            forward=self._forward,
            end_pause=self._end_pause,
            keep_time=self._keep_time,
            metrics=store.metrics,
        )
        self.talk = Talk(stored.remarks)
        self.schedule.held = not store.several_processes
        self._is_finishing = False
        self._finish_if_over()  # the server may have stopped between the last move and its result
        store.watch(self.id)

    def is_idle(self, since: float) -> bool:
        """Whether nobody is watching it, nobody has looked at it since, and its result is stored, if it has one."""
        return super().is_idle(since) and not self._is_finishing

    def send_away(self) -> None:
        """The match is gone: tell everybody who looks at it, and whoever counts the matches that are being played."""
        super().send_away()
        self._ended()

    def stop(self) -> None:
        """Leave memory; the match stays on disk."""
        self._is_stopped = True
        self.schedule.stop()
        self.broadcast.stop()
        for task in self._tasks:
            task.cancel()
        for timer in self._due.values():
            timer.cancel()
        for connection in self.presence.connections:
            connection.close(1012)
        self._store.unwatch(self.id)

    # --- Playing.

    def surely(self, do: Callable[[Tell], None], tell: Tell) -> None:
        """Do what a message asks for. Another process may have done it, or what has to come before it, and this one may
        not have heard of that yet: so nothing is refused before the disk was asked."""
        try:
            do(tell)
        except Refusal as refusal:
            if not self._store.several_processes or refusal.reason not in ("stale", "illegal"):
                raise
            self._background(self._once_more(do, tell))

    async def _once_more(self, do: Callable[[Tell], None], tell: Tell) -> None:
        await self._follow()
        try:
            do(tell)
        except Refusal as refusal:
            tell(self.journal.shown_number, refusal)

    def act(self, player: int, action: int, message: str, seen: Knowledge, tell: Tell) -> None:
        """Play an action, now or at the next tick; `tell` is called when it is on disk. A message is played once."""
        if self.is_known(player, message, tell):
            return
        info, history = self.info, self.journal.history
        if self.seats[player].is_bot:
            raise Refusal("seat", "A bot plays this seat at the moment.")
        if info.tick_ms and self._waits_for_tick(action):
            self.journal.check(player)
            if history.over:
                raise Refusal("illegal", ENDED)
            self.schedule.hear(player, action, message, tell)
            return
        if info.paused and (not info.tick_ms or action == info.facts.tick_action):
            raise Refusal("illegal", "The match is paused.")
        self.journal.act(player, action, message, seen).tells.append(tell)
        self.schedule.start()

    def undo(self, player: int, message: str, seen: Knowledge, tell: Tell) -> None:
        """Take the player's last action back; `tell` is called when that is on disk."""
        if self.is_known(player, message, tell):
            return
        if not self.journal.why_not_undo(player) and self.journal.needs_consent(player, seen.viewer):
            raise Refusal("illegal", "This move is complete: the others have to agree before it is taken back.")
        self.journal.undo(player, message, seen).tells.append(tell)

    def finish(self, end: Ending, message: str, tell: Tell) -> None:
        """The players end the match; `tell` is called when that is on disk."""
        if not self.is_known(end.player, message, tell):
            self.journal.finish(end, message).tells.append(tell)

    def is_known(self, player: int, message: str, tell: Tell) -> bool:
        """Whether a message has been played already; then it is answered again."""
        self.touch()
        number = self.journal.known(player, message)
        if number:
            self.journal.when_written(number, tell)
        return number > 0

    def _waits_for_tick(self, action: int) -> bool:
        facts = self.info.facts
        place = action - facts.fields
        return 0 <= place < len(facts.buttons) and facts.buttons[place].on_tick

    # --- Changing anything but the history.

    async def alter(self, write: Callable[[Database], Result], apply: Callable[[Result], None]) -> Result:
        """Change something about the match: write it first, then apply it here, then tell everybody. If `write` raises,
        nothing changes."""
        if self.info.sentence:
            raise Refusal("read-only", self.info.sentence)

        def work(database: Database) -> Result:
            result = write(database)
            self._store.announce(database, self.id)
            return result

        try:
            result = await self._store.write(work)
        except StoreBusy:  # whether it was written, only the disk can tell
            self._background(self._read_info())
            raise
        apply(result)
        self._has_new_info = True
        self._changed()
        return result

    async def change(self, **values: Any) -> None:
        """Change something in a match's row: pause, tick, privacy, terms."""
        if values:
            await self._make(lambda database: Alteration(values))

    async def change_seat(self, player: int, **values: Any) -> None:
        """Change something about a seat."""
        await self._make(lambda database: Alteration(seats={player: values}))

    async def agree(self, decide: Decide) -> None:
        """Change what people have agreed on, or are being asked, and what follows from it."""

        def decided(database: Database) -> Alteration:
            agreements = queries.load_agreements(database, self.id)
            also = decide(database, agreements) or Alteration()
            return replace(also, match={**also.match, "agreements": agreements})

        await self._make(decided)
        self.tell_in(self.settings.wish_lasts)

    async def _make(self, decide: Callable[[Database], Alteration]) -> None:
        """Write what is decided, then do the same here."""

        def write(database: Database) -> Alteration:
            alteration = decide(database)
            alteration.write(database, self.id)
            return alteration

        await self.alter(write, lambda alteration: alteration.apply(self.info))

    def hinted(self, hints: int) -> None:
        """The player has asked for this many hints."""
        self.info.hints = hints  # of whatever was last read from disk

    def _time_changed(self) -> None:
        """The schedule has changed; tell everybody once all of it has."""
        asyncio.get_running_loop().call_soon(self._tell_changed)

    def _end_pause(self) -> None:
        """A pause among several people has lasted too long."""
        self._background(self._go_on())

    async def _go_on(self) -> None:
        with suppress(GarrisonError):
            await self.change(paused=False)

    def _keep_time(self, text: str) -> None:
        """Store what is left of everybody's time."""
        self.info.clocks = text
        self._store.note(lambda database: queries.change(database, self.id, clocks=text))

    def _forward(self, player: int, action: int, message: str) -> None:
        self._store.forward(self.id, player, action, message)

    # --- What the writer says.

    def _committed(self, entry: Pending) -> None:
        if not self._is_stopped:
            self.schedule.after_history_entry()
            self._finish_if_over()
            self.broadcast.committed(entry)

    def _finish_if_over(self) -> None:
        if not self.journal.is_over or self.info.finished or self.info.sentence or self._is_finishing:
            return
        self._is_finishing = True
        self._background(self._finish())

    async def _finish(self) -> None:
        """Store the result, as soon as that is possible."""
        position, end = self.journal.shown, self.journal.shown_end
        try:
            for pause in pauses():
                with suppress(StoreBusy):
                    await self._store.write(lambda database: queries.finish(database, self.id, position, end))
                    break
                await asyncio.sleep(pause)
            self.info.finished = True
            self._ended()
        finally:
            self._is_finishing = False
        self._tell_changed()
