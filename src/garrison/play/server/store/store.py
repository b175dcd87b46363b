"""A server's database. One thread writes (`writer.py`); other threads read. What other processes do on the same
database is passed on as news; the store itself acts on none of it."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, delete, event, insert, select
from sqlalchemy.exc import SQLAlchemyError

from garrison.errors import BadOption
from garrison.play.server.store import tables
from garrison.play.server.store.database import file_of, lock_file, make_tables, reason_of, unusable
from garrison.play.server.store.database_trouble import FULL, LOST, DatabaseTrouble, sentence_of
from garrison.play.server.store.news import News
from garrison.play.server.store.sqlite_file import check_file, connect_to, identity, keep_private, look_at
from garrison.play.server.store.transaction import BUSY, StoreBusy, Transaction
from garrison.play.server.store.writer import Pending, Writer
from garrison.play.server.wire.metrics import Metrics

Result = TypeVar("Result")
WAIT = 5000  # ms that SQLite waits while another process writes
READERS = 8  # threads that read
PATIENCE = 2.0  # seconds to wait for what was noted
TRIED = -1  # a version that is written and removed at once, to see whether writing works
logger = logging.getLogger("garrison")


class Store:
    """A database and the thread that writes to it. Call `start` inside the loop that is to get the results."""

    several_processes = False

    def __init__(self, url: str) -> None:
        self.url = url
        self.engine = self.open()
        self.metrics = Metrics()
        self.news: asyncio.Queue[News] = asyncio.Queue()  # what other processes do
        self._writer: Writer | None = None
        self._notes: set[asyncio.Future[Any]] = set()  # what is yet to be written, though nobody waits for it
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="garrison-reader")

    def open(self) -> Engine:
        """Create the engine, and whatever keeps others away."""
        return create_engine(self.url, hide_parameters=True)

    def make_ready(self) -> None:
        """Create the tables, or bring them up to date; an error if the database can't be used."""
        try:
            with for_writing(self.engine).begin() as connection:
                self.prepare(connection)
                make_tables(connection)
        except SQLAlchemyError as error:
            raise unusable(self.url, error) from error

    def start(self) -> None:
        """Create the tables and start writing."""
        self.make_ready()
        self._writer = Writer(self, asyncio.get_running_loop(), self.metrics)

    def prepare(self, connection: Connection) -> None:
        """Called before the tables are created."""

    def stop(self) -> None:
        """Write what is queued, then close."""
        if self._writer is not None:
            self._writer.stop()
        self._readers.shutdown(wait=False, cancel_futures=True)
        self.engine.dispose()

    def append(self, entry: Pending) -> None:
        """Send an entry of a history on its way to disk; its author hears what came of it."""
        assert self._writer is not None
        self._writer.put(entry)

    async def write(self, work: Callable[[Connection], Result]) -> Result:
        """Do some work in the next transaction; returns when it is on disk."""
        assert self._writer is not None
        job = Transaction(work, asyncio.get_running_loop())
        self._writer.put(job)
        result: Result = await job.future
        return result

    def note(self, work: Callable[[Connection], None]) -> None:
        """Do some work in the next transaction; nobody waits for it, or minds if it is not done."""
        assert self._writer is not None
        job = Transaction(work, asyncio.get_running_loop())
        self._notes.add(job.future)
        job.future.add_done_callback(self._is_noted)
        self._writer.put(job)

    def _is_noted(self, future: asyncio.Future[Any]) -> None:
        self._notes.discard(future)
        if not future.cancelled():
            future.exception()

    async def settled(self) -> None:
        """Wait until what was noted so far can be read, but not for long: it may be that nothing can be written."""
        if self._notes:
            await asyncio.wait(set(self._notes), timeout=PATIENCE)

    async def read(self, work: Callable[[Connection], Result]) -> Result:
        """Do some reading in a thread."""

        def run() -> Result:
            with self.engine.connect() as connection:
                return work(connection)

        try:
            return await self._in_thread(run)
        except SQLAlchemyError as error:
            self.metrics.failed("read")
            logger.error("The database can't be read (%s).", reason_of(error))
            raise StoreBusy(BUSY) from error

    async def _in_thread(self, work: Callable[[], Result]) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._readers, work)

    @property
    def waiting(self) -> int:
        """How many items are waiting to be written."""
        return 0 if self._writer is None else self._writer.waiting

    @property
    def free(self) -> int | None:
        """Bytes that are left on the database's disk; None where this process can't know."""
        return None

    async def check(self) -> None:
        """Read and write a little, to see whether that works; an error if not."""
        assert self._writer is not None
        try:
            await self._in_thread(self.look)
            await self.write(_try_to_write)
        except StoreBusy:
            raise DatabaseTrouble(sentence_of(self._writer.trouble)) from None
        except (SQLAlchemyError, sqlite3.Error) as error:
            raise DatabaseTrouble(sentence_of(error)) from error

    def look(self) -> None:
        """Read a little of everything."""
        with self.engine.connect() as connection:
            for table in tables.metadata.sorted_tables:
                connection.execute(select(table).limit(1)).first()

    # --- Only needed with several processes; a single one already knows everything.

    def watch(self, match: str) -> None:
        """This process has a match in memory."""

    def unwatch(self, match: str) -> None:
        """This process no longer has it."""

    def tell_presence(self, match: str, players: frozenset[int], watchers: int, spectators: int = 0) -> None:
        """Tell the others who is connected to this process."""

    def forward(self, match: str, player: int, action: int, message: str) -> None:
        """Send an input for the next tick to the process that runs the match."""

    def announce(self, connection: Connection, match: str) -> None:
        """Within a transaction: something about a match other than its history changes."""

    # --- In the writer's thread.

    def connect_writer(self) -> Connection:
        """A connection for writing."""
        return for_writing(self.engine).connect()

    def insert(self, connection: Connection, appends: list[Pending]) -> list[Pending]:
        """Write entries; returns those that were not written because another process has used the same number."""
        connection.execute(insert(tables.history_entries), [append.row for append in appends])
        return []

    def before_commit(self, connection: Connection, appends: list[Pending]) -> None:
        """Called at the end of each transaction."""


def _try_to_write(connection: Connection) -> None:
    """Change something (SQLite writes nothing if a row stays the same) and change it back."""
    connection.execute(insert(tables.about), {"version": TRIED})
    connection.execute(delete(tables.about).where(tables.about.c.version == TRIED))


class SqliteStore(Store):
    """A file, for one server."""

    def open(self) -> Engine:
        """Open the file, and keep other servers away from it."""
        engine, self._path = sqlite_engine(self.url), file_of(self.url)
        self._lock = None if self._path is None else lock_file(self._path)
        return engine

    def make_ready(self) -> None:
        """Create the tables, and remember which file they are in."""
        super().make_ready()
        self._file = None if self._path is None else identity(self._path)

    @property
    def free(self) -> int | None:
        """Bytes that are left where the file is; its log is beside it, even where the path is a link to it."""
        return None if self._path is None else shutil.disk_usage(self._path.resolve().parent).free

    def look(self) -> None:
        """Read a little of everything as if for the first time: open connections would not notice a damaged file, and
        would keep writing into one that is gone."""
        if self._path is None:
            return
        if identity(self._path) != self._file:
            raise DatabaseTrouble(LOST)
        if not self.free:
            raise DatabaseTrouble(FULL)
        look_at(self._path)

    def stop(self) -> None:
        """Write what is queued, close and let others in."""
        super().stop()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def sqlite_engine(url: str) -> Engine:
    """An SQLite file, in which a commit that has returned is on disk."""
    path, options = file_of(url), {}
    if path is not None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadOption(f"{path.parent}: the folder can't be created ({error.strerror}).") from error
        check_file(path)
        keep_private(path)
        options = {"creator": partial(connect_to, path)}
    engine = create_engine(url, hide_parameters=True, connect_args={"check_same_thread": False}, **options)
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _prepare(connection: Any, record: Any) -> None:
    connection.isolation_level = None  # the driver would begin transactions late, and never for changes to tables
    connection.execute(f"PRAGMA busy_timeout={WAIT}")
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")


def _begin(connection: Connection) -> None:
    """Begin a transaction; one that will write waits for its turn now, because it would be refused later."""
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def for_writing(engine: Engine) -> Engine:
    """The same database, for transactions that write."""
    return engine.execution_options(writes=True)
