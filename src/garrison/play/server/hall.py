"""The hall: all matches that are in memory, each at a table with those who watch it and what runs by itself."""

from __future__ import annotations

import asyncio
import itertools
import logging
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from garrison import bots
from garrison.core import discovery
from garrison.core.errors import GarrisonError
from garrison.play.server import messages, preparing, records
from garrison.play.server.connection import Connection
from garrison.play.server.live import Live, Refusal, Written
from garrison.play.server.running import Running
from garrison.play.server.settings import Settings
from garrison.play.server.store import Store
from garrison.play.server.telling import Telling, match_view

logger = logging.getLogger("garrison")
RETRY = (0.05, 0.1, 0.2, 0.5, 1.0)  # seconds between attempts to read a match anew


@dataclass
class Table:
    """A match in memory and all that belongs to it."""

    live: Live
    telling: Telling
    running: Running
    finishing: bool = False
    reading: bool = False

    def view(self) -> messages.MatchView:
        """The match as everyone who may see it sees it."""
        return match_view(self.live, self.running.left(), self.running.waits_for_input)

    def notice_gone(self) -> None:
        """Tell everybody when players who were connected to another process have not been heard of for long."""
        now = time.monotonic()
        gone = [name for name, other in self.live.remote.items() if other.until <= now]
        for name in gone:
            del self.live.remote[name]
        if gone:
            self.tell_changed()
            self.running.wake()

    def tell_changed(self) -> None:
        """Tell everybody what is no event: seats, presence, time, pause."""
        if self.live.connections:
            self.telling.tell_changed(self.running.left(), self.running.waits_for_input)


class Hall:
    """Finds, keeps and puts away matches."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.settings = store, settings
        self.tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Task[Table | None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Begin to put away what nobody looks at, and go on with what programs play."""
        self.background(self._sweep_now_and_then())

    async def stop(self) -> None:
        """Put everything away."""
        for task in [*self._tasks, *self._loading.values()]:
            task.cancel()
        for name in list(self.tables):
            self.put_away(name)

    def background(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside everything else."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def get(self, name: str) -> Table | None:
        """The table of a match, read from disk if need be; None when there is no such match."""
        table = self.tables.get(name)
        if table is not None:
            table.live.used = time.monotonic()
            return table
        if name not in self._loading:
            task = asyncio.get_running_loop().create_task(self._load(name))
            self._loading[name] = task
            task.add_done_callback(lambda _: self._loading.pop(name, None))
        return await asyncio.shield(self._loading[name])

    async def _load(self, name: str) -> Table | None:
        await self.prepared(name)
        live = await self.store.read(lambda connection: records.load_match(connection, self.store, name))
        return None if live is None else self.seat(live)

    async def prepared(self, name: str, tell: Callable[[float], None] = lambda share: None) -> None:
        """Wait until a match's game is compiled; `tell` hears how far it is."""
        if name in self.tables:
            return
        row = await self.store.read(lambda connection: records.load_row(connection, name))
        if row is not None and row["game"] in discovery.names():
            await preparing.ready(row["game"], tell)

    def is_over(self, name: str) -> bool:
        """Whether a match is known to have ended."""
        return name in self.tables and self.tables[name].live.is_over

    def seat(self, live: Live) -> Table:
        """Give a match a table."""
        live.on_committed, live.on_lost = self._committed, self._lost
        live.held = not self.store.several_processes

        def changed() -> None:
            asyncio.get_running_loop().call_soon(table.tell_changed)

        table = Table(live, Telling(live, self.settings.updates_a_second), Running(live, self.settings, changed))
        self.tables[live.id] = table
        if live.is_over and not live.info.finished:
            self._finish(table)  # the server was stopped between the last move and its result
        self.store.watch(live.id)
        return table

    def put_away(self, name: str) -> None:
        """Take a match out of memory; on disk it stays."""
        table = self.tables.pop(name, None)
        if table is not None:
            table.running.stop()
            table.telling.stop()
            for connection in table.live.connections:
                connection.close(1012)
            self.store.unwatch(name)

    # --- Who is there.

    def join(self, table: Table, connection: Connection) -> None:
        """Somebody has connected."""
        table.live.connections.add(connection)
        self._presence_changed(table)

    def leave(self, table: Table, connection: Connection) -> None:
        """Somebody is gone."""
        table.live.connections.discard(connection)
        table.live.used = time.monotonic()
        self._presence_changed(table)

    def _presence_changed(self, table: Table) -> None:
        live = table.live
        players = frozenset(player for connection in live.connections for player in connection.players)
        self.store.tell_presence(live.id, players, len(live.connections))
        table.tell_changed()
        table.running.wake()

    async def replace(self, table: Table, player: int, bot: str) -> None:
        """Let a bot play a seat, or with "" the person again."""
        live, seat = table.live, table.live.seats[player]
        if bot:
            try:
                bots.find(bot, live.info.game.entry)
            except GarrisonError as error:
                raise Refusal("illegal", str(error)) from None
        kind = "person" if seat.token else "bot"

        def work(connection: Any) -> None:
            records.change_seat(connection, live.id, player, kind=kind, bot=bot)
            if bot:
                records.change(connection, live.id, counted=False)
            self.store.tell_changed(connection, live.id)

        await self.store.write(work)
        seat.kind, seat.bot = kind, bot
        table.tell_changed()
        table.running.wake()

    # --- What the writer says.

    def _committed(self, live: Live, entry: Written) -> None:
        table = self.tables.get(live.id)
        if table is None:
            return
        table.telling.happened(entry)
        table.running.after_event()
        if live.is_over and not live.info.finished:
            self._finish(table)

    def _finish(self, table: Table) -> None:
        if not table.finishing and not table.live.info.sentence:
            table.finishing = True
            self.background(self._write_result(table))

    async def _write_result(self, table: Table) -> None:
        live = table.live
        try:
            await self.store.write(lambda connection: records.finish(connection, live))
            live.info.finished = True
        except GarrisonError:
            await asyncio.sleep(RETRY[-1])  # it is tried again by whoever looks at the match next
        finally:
            table.finishing = False
        table.tell_changed()

    def _lost(self, live: Live) -> None:
        self.background(self.read_anew(live))

    async def read_anew(self, live: Live) -> None:
        """Read a match from disk again, since what is in memory is not what is there."""
        table = self.tables.get(live.id)
        if table is None or table.reading:
            return  # it is being read already
        table.reading = True
        try:
            for attempt in itertools.count():
                if self.tables.get(live.id) is not table:
                    return
                try:
                    fresh = await self.store.read(lambda c: records.load_match(c, self.store, live.id))
                except GarrisonError:
                    await asyncio.sleep(RETRY[min(attempt, len(RETRY) - 1)])
                    continue
                if fresh is not None:
                    self._catch_up(table, fresh)
                if not live.is_lost:
                    return
        finally:
            table.reading = False

    async def hear_news(self, live: Live) -> None:
        """Play what other processes have written."""
        try:
            news = await self.store.read(
                lambda connection: records.events_after(connection, live.id, live.shown_number)
            )
        except GarrisonError:
            return  # the database is gone for a moment; when it is back, everything is looked at
        if not news or live.is_lost or live.pending:
            return  # what is on its way to disk will be in conflict, and then all is read anew
        if not all(live.hear(event) for event in news if event.number > live.shown_number):
            await self.read_anew(live)
        table = self.tables.get(live.id)
        if table is not None:
            table.running.heard()

    async def read_about(self, table: Table) -> None:
        """Read what may have changed about a match besides its events."""
        live = table.live
        try:
            row, sitting = await self.store.read(lambda connection: records.load_about(connection, live.id))
        except GarrisonError:
            return
        live.seats = sitting
        for key in ("private", "paused", "tick_ms", "counted"):
            setattr(live.info, key, row[key])
        table.tell_changed()
        table.running.wake()

    def _catch_up(self, table: Table, fresh: Live) -> None:
        """Go on from what is on disk, and tell everybody what they have missed."""
        live = table.live
        missed = fresh.number - live.shown_number
        if (live.pending and not live.is_lost) or missed < 0:
            return  # something is on its way to disk, and its answer decides; or this was read before it was there
        shown = live.shown_number
        live.become(fresh)
        if missed > 0:
            table.telling.missed(shown)
        table.telling.restart()
        table.tell_changed()
        table.running.wake()
        if live.is_over and not live.info.finished:
            self._finish(table)

    # --- Memory.

    async def _sweep_now_and_then(self) -> None:
        while True:
            await asyncio.sleep(self.settings.sweep_every)
            self.sweep()

    def sweep(self) -> None:
        """Put away matches that nobody has looked at for some time."""
        before = time.monotonic() - self.settings.sweep_after
        for name, table in list(self.tables.items()):
            live = table.live
            if not live.is_watched and not live.pending and live.used < before:
                self.put_away(name)
