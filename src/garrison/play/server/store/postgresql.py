"""PostgreSQL, for several processes. The entries' primary key decides between two processes that write the same number;
NOTIFY, in the writing transaction, tells the others; an advisory lock says which process runs a match."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import queue
import secrets
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

import msgspec
import psycopg
from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.engine import make_url
from sqlalchemy.pool import NullPool

from garrison.play.server.store.news import Added, Altered, Forwarded, Held, News, Notice, Present
from garrison.play.server.store.store import Store
from garrison.play.server.store.tables import history_entries
from garrison.play.server.store.writer import Pending
from garrison.play.server.wire.codec import encode

CHANNEL = "garrison"
CONNECT: dict[str, Any] = {
    "connect_timeout": 5,  # seconds
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
}
TABLES_LOCK = 0x6761727269736F6E  # keeps two processes that start together from both creating the tables
Item = TypeVar("Item")
logger = logging.getLogger("garrison")

INSERT = insert(history_entries).on_conflict_do_nothing().returning(history_entries.c.match, history_entries.c.number)
NOTIFY = text("SELECT pg_notify(:channel, notice) FROM unnest(CAST(:notices AS text[])) AS notice")

decoder = msgspec.json.Decoder(Notice)


def lock_number(match: str) -> int:
    """The advisory lock of a match: 63 bits of a hash of its id."""
    return int.from_bytes(hashlib.blake2b(match.encode(), digest_size=8).digest()) >> 1


def _taken(waiting: queue.SimpleQueue[Item]) -> list[Item]:
    """Everything that is waiting in a queue."""
    items: list[Item] = []
    with suppress(queue.Empty):
        while True:
            items.append(waiting.get_nowait())
    return items


class PostgresqlStore(Store):
    """A database that other processes also use."""

    several_processes = True

    def __init__(self, url: str, lock_every: float, presence_every: float, busy_after: float) -> None:
        self._patience = int(1000 * busy_after)  # milliseconds that a write may wait for another process; 0: forever
        super().__init__(url)
        self.process = secrets.token_hex(6)
        self._lock_every, self._presence_every = lock_every, presence_every  # seconds
        self._loop: asyncio.AbstractEventLoop | None = None
        self.stopping = threading.Event()
        self._outgoing: queue.SimpleQueue[str | Forwarded] = queue.SimpleQueue()  # a match: tell others who is present
        self._matches: set[str] = set()  # matches in memory, to be locked
        self._fresh: queue.SimpleQueue[str] = queue.SimpleQueue()  # those that were just added
        self._locks: set[str] = set()
        self._present: dict[str, Present] = {}
        self._alterations: list[str] = []  # matches that the transaction changes
        self._threads = [
            threading.Thread(target=self._forever, args=(self.listen,), name="garrison-listener", daemon=True),
            threading.Thread(target=self._forever, args=(self._keep_locks,), name="garrison-locks", daemon=True),
        ]

    def open(self) -> Engine:
        """Connections for readers, and one for the writer, which never has to wait for a reader to return one."""
        options: dict[str, Any] = {
            "hide_parameters": True,
            "connect_args": CONNECT | {"tcp_user_timeout": self._patience},
        }
        self._for_writing = create_engine(self.url, poolclass=NullPool, **options)
        event.listen(self._for_writing, "connect", self._limit)
        return create_engine(self.url, pool_pre_ping=True, pool_size=5, pool_timeout=5, **options)

    def _limit(self, connection: Any, record: Any) -> None:
        """Neither wait for a process that stands still within a transaction, nor make others wait for this one."""
        connection.execute(f"SET lock_timeout = {self._patience}")
        connection.execute(f"SET idle_in_transaction_session_timeout = {2 * self._patience}")
        connection.commit()

    def prepare(self, connection: Connection) -> None:
        """Make processes that start together create the tables one after the other."""
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": TABLES_LOCK})

    def start(self) -> None:
        """Create the tables, and start writing and listening."""
        super().start()
        self._loop = asyncio.get_running_loop()
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Let go of all locks, then close."""
        self.stopping.set()
        for thread in self._threads:
            if thread.is_alive():
                thread.join(3)
        super().stop()

    # --- In the loop.

    def watch(self, match: str) -> None:
        """Try to run this match."""
        self._matches = self._matches | {match}
        self._fresh.put(match)

    def unwatch(self, match: str) -> None:
        """Let others run it."""
        self._matches = self._matches - {match}
        self._present = {name: present for name, present in self._present.items() if name != match}

    def tell_presence(self, match: str, players: frozenset[int], watchers: int, spectators: int = 0) -> None:
        """Tell the other processes who is connected to this one."""
        self._present = {**self._present, match: Present(match, sorted(players), watchers, self.process, spectators)}
        self._outgoing.put(match)

    def forward(self, match: str, player: int, action: int, message: str) -> None:
        """Send an input for the next tick to the process that runs the match."""
        self._outgoing.put(Forwarded(match, player, action, message))

    # --- In the writer's thread.

    def connect_writer(self) -> Connection:
        """A connection for writing."""
        return self._for_writing.connect()

    def announce(self, connection: Connection, match: str) -> None:
        """Tell the others when the transaction is committed."""
        self._alterations.append(match)

    def insert(self, connection: Connection, appends: list[Pending]) -> list[Pending]:
        """Write entries; returns those that were not written because another process has used the same number."""
        keys = {(row[0], row[1]) for row in connection.execute(INSERT, [append.row for append in appends])}
        return [append for append in appends if (append.match, append.number) not in keys]

    def before_commit(self, connection: Connection, appends: list[Pending]) -> None:
        """Tell the others about everything this transaction writes."""
        latest = {append.match: append.number for append in appends}
        names, self._alterations = self._alterations, []
        news: list[News] = [Added(match, number) for match, number in latest.items()]
        news += [Altered(match) for match in names]
        if news:
            connection.execute(NOTIFY, {"channel": CHANNEL, "notices": [self.notice(one) for one in news]})

    def notice(self, news: News) -> str:
        """News as they travel between processes."""
        return encode(Notice(self.process, news))

    # --- In threads of their own.

    def _forever(self, work: Callable[[Any], None]) -> None:
        """Do something on a connection of its own; when the connection breaks, reconnect."""
        wait = 0.1
        while not self.stopping.is_set():
            start = time.monotonic()
            try:
                with self._connect() as connection:
                    work(connection)
            except psycopg.Error as error:
                logger.warning("PostgreSQL can't be reached (%s); trying again.", str(error).strip().split("\n")[0])
            except Exception:
                logger.exception("The connection to PostgreSQL failed; trying again.")
            wait = 0.1 if time.monotonic() - start > 5 else min(wait * 2, 2.0)
            self.stopping.wait(wait)

    def _connect(self) -> Any:
        url = make_url(self.url).set(drivername="postgresql").render_as_string(hide_password=False)
        return psycopg.connect(url, autocommit=True, **CONNECT)

    def listen(self, connection: Any) -> None:
        """Hear what other processes have done; after a gap, anything may have happened."""
        connection.execute(f"LISTEN {CHANNEL}")
        for match in self._matches:
            self.hand_over(Added(match))
            self.hand_over(Altered(match))
        while not self.stopping.is_set():
            for notice in connection.notifies(timeout=0.5, stop_after=None):
                self.pass_on(notice.payload)
                if self.stopping.is_set():
                    return

    def pass_on(self, text: str) -> None:
        """Hand over what another process says; one of another version may say what can't be understood here."""
        with suppress(msgspec.DecodeError):
            notice = decoder.decode(text)
            if notice.process != self.process:
                self.hand_over(notice.news)

    def _keep_locks(self, connection: Any) -> None:
        """Ask for the locks of the matches in memory, and tell others from time to time who is here."""
        ask_at = presence_at = 0.0
        try:
            while not self.stopping.is_set():
                now, fresh, matches = time.monotonic(), set(_taken(self._fresh)), self._matches
                self._let_go(connection, matches)
                for match in matches & fresh:
                    self.ask_for(connection, match)
                if now >= ask_at:
                    for match in matches - fresh - self._locks:
                        self.ask_for(connection, match)
                    connection.execute("SELECT 1")  # notices a broken connection, with which the locks are gone
                    ask_at = now + self._lock_every
                if now >= presence_at:
                    for match in [match for match, present in self._present.items() if present.watchers]:
                        self._outgoing.put(match)
                    presence_at = now + self._presence_every
                self.send(connection)
            connection.execute("SELECT pg_notify(%s, '')", (CHANNEL,))  # wakes our own listener, which ends too
        finally:
            locks, self._locks = self._locks, set()
            for match in locks:
                self.hand_over(Held(match, False))

    def _let_go(self, connection: Any, matches: set[str]) -> None:
        for match in self._locks - matches:
            connection.execute("SELECT pg_advisory_unlock(%s)", (lock_number(match),))
            self._locks.discard(match)

    def ask_for(self, connection: Any, match: str) -> None:
        """Try to get a match's lock. If the match was unloaded and came right back, the lock is already held."""
        if match not in self._locks:
            row = connection.execute("SELECT pg_try_advisory_lock(%s)", (lock_number(match),)).fetchone()
            if not row[0]:
                return
            self._locks.add(match)
        self.hand_over(Held(match, True))

    def send(self, connection: Any) -> None:
        """Wait a moment for something to say, and say it: who is here first, since nobody else's input counts."""
        try:
            first = self._outgoing.get(timeout=0.1)
        except queue.Empty:
            return
        items = [first, *_taken(self._outgoing)]
        matches = {one for one in items if isinstance(one, str)}
        news: list[News] = [self._present.get(match) or Present(match, [], 0, self.process) for match in matches]
        news += [one for one in items if isinstance(one, Forwarded)]
        for one in news:
            connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, self.notice(one)))

    def hand_over(self, news: News) -> None:
        """Put news into the loop's queue."""
        assert self._loop is not None
        with suppress(RuntimeError):  # the server has stopped in the meantime
            self._loop.call_soon_threadsafe(self.news.put_nowait, news)
