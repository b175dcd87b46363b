"""A match in memory: its history, the people watching it (`watched.py`), and what happens in it on its own."""

from __future__ import annotations

import asyncio
import itertools
import logging
import time
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import Connection as Database

from garrison.core.ending import Ending
from garrison.core.errors import GarrisonError
from garrison.play.history import ENDED
from garrison.play.server import queries, talking
from garrison.play.server.agreeing import Agreements
from garrison.play.server.broadcast import Broadcast
from garrison.play.server.info import Info, Refusal, StoredMatch
from garrison.play.server.journal import Journal
from garrison.play.server.messages import Remark
from garrison.play.server.news import LATEST, Added, Altered, Forwarded, Held, News, Present
from garrison.play.server.pending import Knowledge, Pending, Tell
from garrison.play.server.presence import Elsewhere
from garrison.play.server.schedule import Schedule
from garrison.play.server.settings import Settings
from garrison.play.server.store import Store
from garrison.play.server.talking import Talk
from garrison.play.server.watched import WatchedMatch
from garrison.play.server.writer import StoreBusy

Result = TypeVar("Result")
logger = logging.getLogger("garrison")


def pauses() -> Iterable[float]:
    """The seconds between attempts to reach the database: longer and longer, up to a second, without end."""
    return itertools.chain((0.05, 0.1, 0.2, 0.5), itertools.repeat(1.0))


class LiveMatch(WatchedMatch):
    """Owns a match while somebody looks at it or a program plays it."""

    def __init__(
        self, stored: StoredMatch, store: Store, settings: Settings, ended: Callable[[], None] = lambda: None
    ) -> None:
        super().__init__()
        self._store, self.settings, self._ended = store, settings, ended
        self.journal = Journal(stored, store, self._committed, self._lost)
        self.broadcast = Broadcast(self.journal, self.presence, settings.updates_a_second)
        self.schedule = Schedule(
            self.journal,
            self.presence,
            settings,
            self._time_changed,
            self._forward,
            self._end_pause,
            self._keep_time,
            store.metrics,
        )
        self.talk = Talk(stored.remarks)
        self.schedule.held = not store.several_processes
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_finishing = self._is_reading = self._is_reading_info = False
        self._has_new_info = False  # since it was last read from disk
        self._finish_if_over()  # the server may have stopped between the last move and its result
        store.watch(self.id)

    def is_idle(self, since: float) -> bool:
        """Whether nobody is watching it, nobody has looked at it since, and its result is stored, if it has one."""
        return super().is_idle(since) and not self._is_finishing

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

    async def agree(self, decide: Callable[[Database, Agreements], None]) -> None:
        """Change what people have agreed on, or are being asked."""

        def write(database: Database) -> Agreements:
            agreements = queries.load_agreements(database, self.id)
            decide(database, agreements)
            queries.change(database, self.id, agreements=agreements.text)
            return agreements

        def apply(agreements: Agreements) -> None:
            self.info.agreements = agreements

        await self.alter(write, apply)
        self.tell_in(self.settings.wish_lasts)

    def _time_changed(self) -> None:
        """The schedule has changed; tell everybody once all of it has."""
        asyncio.get_running_loop().call_soon(self._tell_changed)

    def _end_pause(self) -> None:
        """A pause among several people has lasted too long."""
        self._background(self._go_on())

    async def _go_on(self) -> None:
        def apply(_: None) -> None:
            self.info.paused = False

        with suppress(GarrisonError):
            await self.alter(lambda database: queries.change(database, self.id, paused=False), apply)

    def _keep_time(self, text: str) -> None:
        """Store what is left of everybody's time."""
        self.info.clocks = text
        self._store.note(lambda database: queries.change(database, self.id, clocks=text))

    def _forward(self, player: int, action: int, message: str) -> None:
        self._store.forward(self.id, player, action, message)

    # --- What the writer says.

    def _committed(self, entry: Pending) -> None:
        if not self._is_stopped:
            self.schedule.after_entry()
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

    def _lost(self) -> None:
        if not self._is_stopped:
            self._background(self._read_again())

    async def _read_again(self) -> None:
        """Read the match from disk again, since what is in memory differs from it."""
        if self._is_reading:
            return
        self._is_reading = True
        try:
            for pause in pauses():
                if await self._has_caught_up():
                    return
                await asyncio.sleep(pause)
        finally:
            self._is_reading = False

    async def _has_caught_up(self) -> bool:
        """Read the match from disk; whether nothing has to be read again, since it was understood or is gone."""
        known = partial(queries.load_match, match=self.id, number=self.journal.shown_number)
        try:
            stored = await self._store.read(known)
        except StoreBusy:
            return False
        if stored is None:
            self.send_away()
            return True
        self._catch_up(stored)
        return not self.journal.is_lost

    def _catch_up(self, stored: StoredMatch) -> None:
        """Continue from what is on disk, and send everybody what they have missed."""
        journal = self.journal
        if (journal.pending and not journal.is_lost) or len(stored.entries) < journal.shown_number:
            return  # a pending write will decide; or this was read before that write reached the disk
        journal.read_again(stored)
        self.broadcast.read_again()
        if not all(journal.hear(row) for row in stored.later):
            logger.error("Match %s can't follow what is on disk.", self.id)
        journal.answer_unsure()
        self._changed()
        self._finish_if_over()

    # --- What other processes say.

    def hear(self, news: News) -> None:
        """Another process has done something, or this one is to run the match."""
        match news:
            case Added():
                if news.number > self.journal.number:
                    self._background(self._follow())
            case Altered():
                self._background(self._read_info())
            case Held():
                self._hold(news.held)
            case Forwarded():
                if self.schedule.held:
                    with suppress(Refusal):
                        self.schedule.hear(news.player, news.action, news.message, lambda number, refusal: None)
            case Present():
                self._hear_presence(news)

    def _hold(self, held: bool) -> None:
        if held != self.schedule.held:
            self.schedule.held = held
            if held:
                self.hear(Added(self.id, LATEST))  # read what the previous process did before playing anything
                self.hear(Altered(self.id))
            self.schedule.wake()

    def _hear_presence(self, news: Present) -> None:
        every = self.settings.presence_every
        told = Elsewhere(frozenset(news.players), news.watchers, time.monotonic() + 2.5 * every)
        is_new, has_changed = self.presence.hear(news.process, told)
        if is_new:  # a new process wants to know who else is here
            self._store.tell_presence(self.id, self.presence.players, len(self.presence.connections))
        if has_changed:
            self._tell_changed()
        self.schedule.wake()
        asyncio.get_running_loop().call_later(2.6 * every, self._forget_processes)

    def _forget_processes(self) -> None:
        """Tell everybody when players connected to another process have not been heard from for a long time."""
        if not self._is_stopped and self.presence.forget():
            self._changed()

    async def _follow(self) -> None:
        """Play what other processes have written."""
        journal = self.journal
        try:
            rows = await self._store.read(lambda db: queries.entries_after(db, self.id, journal.shown_number))
        except GarrisonError:
            return  # the database is gone for the moment; when it is back, everything is checked
        if not rows or journal.is_lost or journal.pending:
            return  # a pending write will conflict, and then everything is read again
        if not all(journal.hear(row) for row in rows if row.number > journal.shown_number):
            await self._read_again()
        self.schedule.heard()

    async def _read_info(self) -> None:
        """Read again what may have changed besides the history, as soon as that is possible."""
        self._has_new_info = True
        if self._is_reading_info:
            return
        self._is_reading_info = True
        try:
            for pause in pauses():
                self._has_new_info = False
                with suppress(StoreBusy):
                    found = await self._store.read(self._info_on_disk)
                    if not self._has_new_info:
                        self._take_info(*found)
                        return
                await asyncio.sleep(pause)
        finally:
            self._is_reading_info = False

    def _info_on_disk(self, database: Database) -> tuple[Info | None, list[Remark]]:
        return queries.load_info(database, self.id), talking.load(database, self.id)

    def _take_info(self, info: Info | None, remarks: list[Remark]) -> None:
        if info is None:
            self.send_away()
            return
        info.sentence, info.finished = self.info.sentence, info.finished or self.info.finished
        self.journal.info = info
        if not self.schedule.held or not self.schedule.clocks.running:
            self.schedule.clocks.restore(info.clocks)
        self.talk.hear(remarks)
        self.heard()
        self._changed()

    def _background(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something in the background, for as long as the match is in memory."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            logger.error("Something went wrong in match %s.", self.id, exc_info=error)
