"""The database. One thread writes: everything that waits goes to disk in one transaction, then all of it is told.

Nothing is acknowledged before `commit` has returned. Reading happens in other threads.
"""

from __future__ import annotations

import asyncio
import os
import queue
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, insert, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from garrison.core.errors import BadOption, GarrisonError
from garrison.play.server import tables

Result = TypeVar("Result")
GROUP = 500  # jobs in one transaction at most
BUSY = "The database can't be reached at the moment; nothing was played. Please try again."


class StoreBusy(GarrisonError):
    """The database can't be reached, or refuses to write."""


class Entry(Protocol):
    """An event on its way to disk."""

    row: dict[str, Any]
    series: int  # rows of one series build on one another: after one that failed the rest must not be written

    def written(self, problem: str | None) -> None:
        """Called in the loop when it is on disk, or when it never will be: "conflict" or "busy"."""


class _Job:
    """Anything else to be done in a transaction."""

    def __init__(self, work: Callable[[Connection], Any], loop: asyncio.AbstractEventLoop) -> None:
        self.work = work
        self.future: asyncio.Future[Any] = loop.create_future()
        self.result: Any = None
        self.problem: Exception | None = None

    def finish(self, lost: bool) -> None:
        """Tell whoever waits."""
        if self.future.done():
            return
        if lost:
            self.future.set_exception(StoreBusy(BUSY))
        elif self.problem is not None:
            self.future.set_exception(self.problem)
        else:
            self.future.set_result(self.result)


class Store:
    """A database and the thread that writes to it. `start` it inside the loop that is told the results."""

    several_processes = False

    def __init__(self, url: str) -> None:
        self.url = url
        self.engine = self._open()
        self._queue: queue.SimpleQueue[Entry | _Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="garrison-writer", daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._writer: Connection | None = None
        self._broken: set[int] = set()  # series of which a row could not be written
        self._retry_at = 0.0
        self._failures = 0
        self.groups = 0  # transactions so far

    def _open(self) -> Engine:
        """Make the engine and whatever keeps others away."""
        return create_engine(self.url)

    def start(self) -> None:
        """Make the tables and begin to write."""
        self._loop = asyncio.get_running_loop()
        try:
            with self.engine.begin() as connection:
                self.prepare(connection)
                make_tables(connection)
        except SQLAlchemyError as error:
            raise BadOption(f"{shown_url(self.url)}: the database can't be used ({reason_of(error)}).") from error
        self._thread.start()

    def prepare(self, connection: Connection) -> None:
        """Before the tables are made."""

    def stop(self) -> None:
        """Write what waits, then close."""
        if self._thread.is_alive():
            self._queue.put(None)
            self._thread.join()
        self.engine.dispose()

    def append(self, entry: Entry) -> None:
        """Put an event on its way to disk; it is told when it is there."""
        self._queue.put(entry)

    async def write(self, work: Callable[[Connection], Result]) -> Result:
        """Do some work in the next transaction; returns when it is on disk."""
        assert self._loop is not None
        job = _Job(work, self._loop)
        self._queue.put(job)
        result: Result = await job.future
        return result

    async def read(self, work: Callable[[Connection], Result]) -> Result:
        """Do some reading in a thread."""

        def run() -> Result:
            with self.engine.connect() as connection:
                return work(connection)

        try:
            return await asyncio.to_thread(run)
        except SQLAlchemyError as error:
            raise StoreBusy(BUSY) from error

    # --- What only several processes need; one alone knows everything already.

    def join(self, hall: Any) -> None:
        """Tell the hall of what other processes do."""

    def watch(self, match: str) -> None:
        """This process has a match in memory."""

    def unwatch(self, match: str) -> None:
        """It has not any more."""

    def tell_presence(self, match: str, players: frozenset[int], watchers: int) -> None:
        """Who is connected to this process."""

    def forward(self, match: str, player: int, action: int, message: str) -> None:
        """An input for the next tick goes to the process that runs the match."""

    def tell_changed(self, connection: Connection, match: str) -> None:
        """Within a transaction: something about a match changes that is no event."""

    # --- In the writer's thread.

    def _write(self) -> None:
        while True:
            first = self._queue.get()
            group = [] if first is None else [first]
            stopping = first is None
            while len(group) < GROUP and not stopping:
                try:
                    item = self._queue.get_nowait()
                except queue.Empty:
                    break
                if item is None:
                    stopping = True
                else:
                    group.append(item)
            if group:
                self._write_group(group)
            if stopping:
                self._close_writer()
                return

    def _write_group(self, group: list[Entry | _Job]) -> None:
        problems: dict[int, str] = {}
        try:
            self._commit(group, problems)
            self._failures = 0
        except Exception as error:
            # Whatever went wrong, none of it may be acknowledged. What was written in spite of it is found again
            # when the match is read anew.
            self._close_writer()
            if not isinstance(error, StoreBusy):
                self._failures += 1
                self._retry_at = time.monotonic() + min(0.05 * 2 ** min(self._failures, 10), 2.0)
                self._log_failure(error)
            for item in group:
                problems[id(item)] = "busy"
                if not isinstance(item, _Job):
                    self._broken.add(item.series)
        self.groups += 1
        assert self._loop is not None
        with suppress(RuntimeError):  # the server has ended meanwhile; nobody waits for an answer any more
            self._loop.call_soon_threadsafe(_tell, group, problems)

    def _log_failure(self, error: Exception) -> None:
        if self._failures == 1:
            import logging

            logging.getLogger("garrison").error("The database can't be written (%s).", reason_of(error))

    def _commit(self, group: Sequence[Entry | _Job], problems: dict[int, str]) -> None:
        connection = self._connected()
        while True:
            entries = self._sound(group, problems)
            with connection.begin() as transaction:
                if entries and not self._insert(connection, entries, problems):
                    transaction.rollback()
                    continue  # some were in conflict: again, without the series they belong to
                for item in group:
                    if isinstance(item, _Job):
                        _work(connection, item)
                self._before_commit(connection, entries)
            return

    def _sound(self, group: Sequence[Entry | _Job], problems: dict[int, str]) -> list[Entry]:
        """The events that can be written; those that follow a lost one can't."""
        sound: list[Entry] = []
        for item in group:
            if isinstance(item, _Job):
                continue
            if item.series in self._broken:
                problems.setdefault(id(item), "conflict")
            else:
                sound.append(item)
        return sound

    def _insert(self, connection: Connection, entries: list[Entry], problems: dict[int, str]) -> bool:
        """Write events; False when some were not written, which are then in `problems`."""
        connection.execute(insert(tables.events), [entry.row for entry in entries])
        return True

    def _before_commit(self, connection: Connection, entries: list[Entry]) -> None:
        """A last word in the transaction."""

    def _connected(self) -> Connection:
        if self._writer is None:
            wait = self._retry_at - time.monotonic()
            if wait > 0 and self._failures:
                raise StoreBusy(BUSY)  # not every waiting move tries anew: that would keep them all waiting
            self._writer = self._connect_writer()
        return self._writer

    def _connect_writer(self) -> Connection:
        return self.engine.connect()

    def _close_writer(self) -> None:
        if self._writer is not None:
            with suppress(SQLAlchemyError):
                self._writer.invalidate()
                self._writer.close()
            self._writer = None


def _tell(group: list[Entry | _Job], problems: dict[int, str]) -> None:
    for item in group:
        problem = problems.get(id(item))
        if isinstance(item, _Job):
            item.finish(problem is not None)
        else:
            item.written(problem)


def _work(connection: Connection, job: _Job) -> None:
    """Do a job so that what it refuses to do costs the others nothing."""
    try:
        with connection.begin_nested():
            job.result = job.work(connection)
    except GarrisonError as error:
        job.problem = error


class SqliteStore(Store):
    """A file, for one process."""

    def _open(self) -> Engine:
        name = make_url(self.url).database
        self._lock: int | None = None
        if name and name != ":memory:":
            path = Path(name)
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise BadOption(f"{path.parent}: the folder can't be made ({error.strerror}).") from error
            self._lock = _lock(path)
        engine = create_engine(self.url, connect_args={"check_same_thread": False})

        @event.listens_for(engine, "connect")
        def prepare(connection: Any, record: Any) -> None:
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=FULL")
            connection.execute("PRAGMA busy_timeout=5000")

        return engine

    def stop(self) -> None:
        """Write what waits, close and let others in."""
        super().stop()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def _lock(path: Path) -> int:
    """Keep other processes away from a file, for as long as this one lives."""
    lock = path.with_name(path.name + ".lock")
    try:
        handle = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise BadOption(f"{lock}: the file can't be opened ({error.strerror}).") from error
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        raise BadOption(
            f"Another Garrison server is running on {path} already, and SQLite serves one process. "
            "Stop that one, or name another database with --database."
        ) from None
    return handle


def open_store(url: str) -> Store:
    """The store for a database's address."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise BadOption(f"{url!r} is not the address of a database; one is sqlite:///matches.sqlite.") from None
    kind = parsed.get_backend_name()
    if kind == "sqlite":
        return SqliteStore(url)
    try:
        if kind == "postgresql":
            from garrison.play.server.postgresql import PostgresqlStore

            return PostgresqlStore(parsed.set(drivername="postgresql+psycopg").render_as_string(hide_password=False))
        return Store(url)
    except (ImportError, NoSuchModuleError) as error:
        raise BadOption(
            f"{shown_url(url)}: the driver for this database is not installed ({error}); "
            "for PostgreSQL: pip install 'garrison[postgresql]'."
        ) from None


def make_tables(connection: Connection) -> None:
    """Make the tables where they are missing, and refuse those of another version."""
    tables.metadata.create_all(connection)
    version = connection.execute(select(tables.about.c.version)).scalar()
    if version is None:
        connection.execute(insert(tables.about), {"version": tables.VERSION})
    elif version != tables.VERSION:
        raise BadOption(f"The database has tables of version {version}; this Garrison uses {tables.VERSION}.")


def shown_url(url: str) -> str:
    """A database's address without its password."""
    try:
        return make_url(url).render_as_string(hide_password=True)
    except ArgumentError:
        return "the database"


def reason_of(error: Exception) -> str:
    """The first line of what a database says."""
    text = str(getattr(error, "orig", None) or error).strip()
    return text.splitlines()[0] if text else type(error).__name__
