"""PostgreSQL, for several processes. The primary key of the events decides between two processes that play the same
number; NOTIFY, in the transaction that writes, tells the others; an advisory lock says which process runs a match."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import queue
import secrets
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import psycopg
from sqlalchemy import Connection, Engine, create_engine, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.engine import make_url
from sqlalchemy.pool import NullPool

from garrison.play.server.live import Refusal, Remote
from garrison.play.server.store import Entry, Store
from garrison.play.server.tables import events

if TYPE_CHECKING:
    from garrison.play.server.hall import Hall

CHANNEL = "garrison"
TABLES_LOCK = 0x6761727269736F6E  # two processes that start at once do not both make the tables
logger = logging.getLogger("garrison")

INSERT = insert(events).on_conflict_do_nothing().returning(events.c.match, events.c.number)

NOTIFY = text("SELECT pg_notify(:channel, news) FROM unnest(CAST(:news AS text[])) AS news")


def lock_number(match: str) -> int:
    """The advisory lock of a match: 63 bits of a hash of its id."""
    return int.from_bytes(hashlib.blake2b(match.encode(), digest_size=8).digest()) >> 1


class PostgresqlStore(Store):
    """A database that other processes use too."""

    several_processes = True

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.name = secrets.token_hex(6)  # of this process
        self._hall: Hall | None = None
        self._stopping = threading.Event()
        self._outgoing: queue.SimpleQueue[str | dict[str, Any]] = queue.SimpleQueue()  # a match, or news of its own
        self._wanted: set[str] = set()  # matches in memory, to be locked
        self._held: set[str] = set()
        self._present: dict[str, tuple[frozenset[int], int]] = {}
        self._changed: list[str] = []  # matches that the transaction changes
        self._threads = [
            threading.Thread(target=self._forever, args=(self._listen,), name="garrison-listener", daemon=True),
            threading.Thread(target=self._forever, args=(self._keep_locks,), name="garrison-locks", daemon=True),
        ]

    def _open(self) -> Engine:
        timeout = {"connect_timeout": 5}
        # The writer never waits for a connection until readers give one back.
        self._for_writing = create_engine(self.url, poolclass=NullPool, connect_args=timeout)
        return create_engine(self.url, pool_pre_ping=True, pool_size=5, pool_timeout=5, connect_args=timeout)

    def _connect_writer(self) -> Connection:
        return self._for_writing.connect()

    def prepare(self, connection: Connection) -> None:
        """Two processes that start together make the tables one after the other."""
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": TABLES_LOCK})

    def join(self, hall: Hall) -> None:
        """Begin to listen."""
        self._hall = hall
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Let go of all locks, then close."""
        self._stopping.set()
        for thread in self._threads:
            if thread.is_alive():
                thread.join(3)
        super().stop()

    # --- In the loop.

    def watch(self, match: str) -> None:
        """Try to run this match."""
        self._wanted = self._wanted | {match}

    def unwatch(self, match: str) -> None:
        """Others may run it."""
        self._wanted = self._wanted - {match}
        self._present.pop(match, None)

    def tell_presence(self, match: str, players: frozenset[int], watchers: int) -> None:
        """Tell the other processes who is connected to this one."""
        self._present = {**self._present, match: (players, watchers)}
        self._outgoing.put(match)

    def forward(self, match: str, player: int, action: int, message: str) -> None:
        """An input for the next tick goes to the process that runs the match."""
        self._outgoing.put({"input": match, "player": player, "action": action, "message": message})

    # --- In the writer's thread.

    def tell_changed(self, connection: Connection, match: str) -> None:
        """Others are told when the transaction is committed."""
        self._changed.append(match)

    def _insert(self, connection: Connection, entries: list[Entry], problems: dict[int, str]) -> bool:
        done = {(row[0], row[1]) for row in connection.execute(INSERT, [entry.row for entry in entries])}
        if len(done) == len(entries):
            return True
        for entry in entries:
            if (entry.row["match"], entry.row["number"]) not in done:
                self._broken.add(entry.series)
                problems[id(entry)] = "conflict"
        return False

    def _before_commit(self, connection: Connection, entries: list[Entry]) -> None:
        latest: dict[str, int] = {}
        for entry in entries:
            latest[entry.row["match"]] = entry.row["number"]
        changed, self._changed = self._changed, []
        news = [{"from": self.name, "events": match, "number": number} for match, number in latest.items()]
        news += [{"from": self.name, "changed": match} for match in changed]
        if news:
            connection.execute(NOTIFY, {"channel": CHANNEL, "news": [json.dumps(one) for one in news]})

    # --- In threads of their own.

    def _forever(self, work: Any) -> None:
        """Do something on a connection of its own; when the connection breaks, connect again."""
        wait = 0.1
        while not self._stopping.is_set():
            begun = time.monotonic()
            try:
                with self._connect() as connection:
                    work(connection)
            except psycopg.Error as error:
                logger.warning("PostgreSQL can't be reached (%s); trying again.", str(error).strip().split("\n")[0])
            except Exception:
                logger.exception("The connection to PostgreSQL failed; trying again.")
            wait = 0.1 if time.monotonic() - begun > 5 else min(wait * 2, 2.0)
            self._stopping.wait(wait)

    def _connect(self) -> Any:
        url = make_url(self.url).set(drivername="postgresql").render_as_string(hide_password=False)
        return psycopg.connect(url, autocommit=True, connect_timeout=5)

    def _listen(self, connection: Any) -> None:
        """Hear what other processes have done; after a gap, look at everything."""
        connection.execute(f"LISTEN {CHANNEL}")
        self._in_loop(self._look_at_everything)
        while not self._stopping.is_set():
            for notice in connection.notifies(timeout=0.5, stop_after=None):
                news = json.loads(notice.payload)
                if news["from"] != self.name:
                    self._in_loop(self._heard, news)
                if self._stopping.is_set():
                    return

    def _keep_locks(self, connection: Any) -> None:
        """Ask for the locks of the matches in memory, and tell others now and then who is here."""
        every = self._hall.settings.lock_every if self._hall else 1.0
        presence_every = self._hall.settings.presence_every if self._hall else 5.0
        ask_at = presence_at = 0.0
        known: set[str] = set()
        try:
            while not self._stopping.is_set():
                now, wanted = time.monotonic(), self._wanted
                for match in self._held - wanted:
                    connection.execute("SELECT pg_advisory_unlock(%s)", (lock_number(match),))
                    self._held.discard(match)
                if now >= ask_at or wanted - known:
                    for match in wanted - self._held if now >= ask_at else wanted - known:
                        self._ask(connection, match)
                    connection.execute("SELECT 1")  # so that a broken connection is noticed, and the locks are gone
                    ask_at, known = now + every, set(wanted)
                if now >= presence_at:
                    for match in [match for match, (_, watchers) in self._present.items() if watchers]:
                        self._outgoing.put(match)
                    presence_at = now + presence_every
                self._send_presence(connection)
        finally:
            lost, self._held = self._held, set()
            for match in lost:
                self._in_loop(self._hold, match, False)

    def _ask(self, connection: Any, match: str) -> None:
        row = connection.execute("SELECT pg_try_advisory_lock(%s)", (lock_number(match),)).fetchone()
        if row[0]:
            self._held.add(match)
            self._in_loop(self._hold, match, True)

    def _send_presence(self, connection: Any) -> None:
        """Wait a moment for something to say, and say it."""
        found: list[str | dict[str, Any]] = []
        with suppress(queue.Empty):
            found.append(self._outgoing.get(timeout=0.1))
            while True:
                found.append(self._outgoing.get_nowait())
        for own in [one for one in found if isinstance(one, dict)]:
            connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, json.dumps({"from": self.name, **own})))
        for match in {one for one in found if isinstance(one, str)}:
            players, watchers = self._present.get(match, (frozenset(), 0))
            news = {"from": self.name, "present": match, "players": sorted(players), "watchers": watchers}
            connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, json.dumps(news)))

    def _in_loop(self, work: Any, *arguments: Any) -> None:
        assert self._loop is not None
        with suppress(RuntimeError):  # the server has ended meanwhile
            self._loop.call_soon_threadsafe(work, *arguments)

    # --- In the loop again: what was heard.

    def _hold(self, match: str, held: bool) -> None:
        table = self._hall.tables.get(match) if self._hall else None
        if table is not None and table.live.held != held:
            table.live.held = held
            if held:
                self._look_at(match, 1 << 60)  # whatever the process before has done is read before anything is played
            table.running.wake()

    def _look_at_everything(self) -> None:
        for match in list(self._hall.tables) if self._hall else ():
            self._look_at(match, 1 << 60)

    def _look_at(self, match: str, number: int) -> None:
        """Read what is new in a match, if it is in memory here."""
        assert self._hall is not None
        table = self._hall.tables.get(match)
        if table is not None and number > table.live.number:
            self._hall.background(self._hall.hear_news(table.live))

    def _heard(self, news: dict[str, Any]) -> None:
        assert self._hall is not None
        if "events" in news:
            self._look_at(news["events"], int(news["number"]))
        elif "changed" in news:
            table = self._hall.tables.get(news["changed"])
            if table is not None:
                self._hall.background(self._hall.read_about(table))
        elif "input" in news:
            table = self._hall.tables.get(news["input"])
            if table is not None and table.live.held:
                with suppress(Refusal):
                    table.running.hear(news["player"], news["action"], news["message"], lambda number, refusal: None)
        elif "present" in news:
            self._heard_presence(news)

    def _heard_presence(self, news: dict[str, Any]) -> None:
        assert self._hall is not None
        table = self._hall.tables.get(news["present"])
        if table is None:
            return
        until = time.monotonic() + 2.5 * self._hall.settings.presence_every
        before = table.live.remote.get(news["from"])
        is_new = before is None or before.until < time.monotonic()
        now = Remote(frozenset(news["players"]), int(news["watchers"]), until)
        table.live.remote[news["from"]] = now
        if is_new:
            self._outgoing.put(news["present"])  # whoever is new wants to know who else is here
        if before is None or before.players != now.players or bool(before.watchers) != bool(now.watchers):
            table.tell_changed()
        table.running.wake()
        asyncio.get_running_loop().call_later(2.6 * self._hall.settings.presence_every, table.notice_gone)
