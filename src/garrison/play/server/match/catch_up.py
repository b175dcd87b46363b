"""A match in memory that follows what is on disk, and what other processes do."""

from __future__ import annotations

import asyncio
import itertools
import logging
from abc import ABC, abstractmethod
from collections.abc import Coroutine, Iterable
from contextlib import suppress
from functools import partial
from typing import Any

from sqlalchemy import Connection as Database

from garrison.errors import GarrisonError
from garrison.play.server.match.audience import WatchedMatch
from garrison.play.server.match.presence import Elsewhere
from garrison.play.server.store import histories, queries, remark_rows
from garrison.play.server.store.info import Info, StoredMatch
from garrison.play.server.store.news import LATEST, Added, Altered, Forwarded, Held, News, Present
from garrison.play.server.store.writer import StoreBusy
from garrison.play.server.wire import server_time
from garrison.play.server.wire.messages import Remark
from garrison.play.server.wire.refusal import Refusal

logger = logging.getLogger("garrison")


def pauses() -> Iterable[float]:
    """The seconds between attempts to reach the database: longer and longer, up to a second, without end."""
    return itertools.chain((0.05, 0.1, 0.2, 0.5), itertools.repeat(1.0))


class FollowingMatch(WatchedMatch, ABC):
    """Reads from disk what others have written, and what may or may not have been written here."""

    def __init__(self) -> None:
        super().__init__()
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_reading = self._is_reading_info = False
        self._has_new_info = False  # since it was last read from disk

    @abstractmethod
    def _finish_if_over(self) -> None:
        """Called when the disk has told something: it may be the end."""

    # --- What is on disk.

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
        known = partial(histories.load_match, match=self.id, number=self.journal.shown_number)
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
        told = Elsewhere(frozenset(news.players), news.watchers, server_time.now() + 2.5 * every)
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
            rows = await self._store.read(lambda db: histories.entries_after(db, self.id, journal.shown_number))
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
        return queries.load_info(database, self.id), remark_rows.load(database, self.id)

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
