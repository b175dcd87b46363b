"""The thread that writes: everything in the queue goes to disk in one transaction, then all of it is answered.

Nothing is acknowledged before `commit` has returned. Nothing waits to be grouped either: while one transaction is being
synced, the next one builds up.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Protocol

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, InterfaceError, InternalError, OperationalError, SQLAlchemyError

from garrison.errors import GarrisonError
from garrison.play.server.store.database import reason_of
from garrison.play.server.wire.metrics import Metrics

GROUP = 500  # the most items written in one transaction
HELD = ("55P03", "40P01")  # PostgreSQL's codes for a lock that was not given in time, and for a deadlock
UNWRITABLE = "This can't be stored as it is."
BUSY = "The database can't be reached at the moment, so nothing was played. Please try again."
logger = logging.getLogger("garrison")


class StoreBusy(GarrisonError):
    """The database can't be reached, or refuses to write."""


class Unwritable(GarrisonError):
    """Something that no database can store."""


def is_of_the_database(error: Exception) -> bool:
    """Whether the database itself failed (gone, full, locked), rather than what was to be written to it."""
    return isinstance(error, OperationalError | InterfaceError | InternalError) or (
        isinstance(error, DBAPIError) and error.connection_invalidated
    )


def is_held_elsewhere(error: Exception) -> bool:
    """Whether another process did not let go of what was to be changed; nothing else is the matter."""
    return getattr(getattr(error, "orig", None), "sqlstate", "") in HELD


class Append:
    """An entry of a history on its way to disk."""

    __slots__ = ("begun", "done", "row", "series")

    def __init__(self, row: dict[str, Any], series: int, done: Callable[[str | None], None]) -> None:
        self.row = row
        self.series = series  # rows of one series build on one another: after a failed one, none may be written
        self.begun = time.perf_counter()
        self.done = done  # called in the loop: None when it is on disk; "conflict" or "busy" when it never will be

    def answer(self, problem: str | None) -> None:
        """Tell whoever is waiting for it."""
        self.done(problem)


class Transaction:
    """Anything else to be done in a transaction."""

    def __init__(self, work: Callable[[Connection], Any], loop: asyncio.AbstractEventLoop) -> None:
        self.work = work
        self.future: asyncio.Future[Any] = loop.create_future()
        self._result: Any = None
        self._refused: Exception | None = None

    def run(self, connection: Connection) -> None:
        """Do it in such a way that a refusal or a failure does not affect the others."""
        self._refused = None
        try:
            with connection.begin_nested():
                self._result = self.work(connection)
        except GarrisonError as error:
            self._refused = error
        except Exception as error:
            is_held = is_held_elsewhere(error)
            if is_of_the_database(error) and not is_held:
                raise
            logger.error("Something can't be stored (%s).", reason_of(error))
            self._refused = StoreBusy(BUSY) if is_held else Unwritable(UNWRITABLE)

    def answer(self, problem: str | None) -> None:
        """Tell whoever is waiting for it."""
        if self.future.done():
            return
        if problem is not None:
            self.future.set_exception(StoreBusy(BUSY))
        elif self._refused is not None:
            self.future.set_exception(self._refused)
        else:
            self.future.set_result(self._result)


class Disk(Protocol):
    """What the writer needs from a database."""

    def connect_writer(self) -> Connection:
        """A connection for writing."""

    def insert(self, connection: Connection, appends: list[Append]) -> list[Append]:
        """Write entries; returns those that were not written because another process has used the same number."""

    def before_commit(self, connection: Connection, appends: list[Append]) -> None:
        """Called at the end of each transaction."""


class Writer:
    """One thread, one connection, one transaction after the other."""

    def __init__(self, disk: Disk, loop: asyncio.AbstractEventLoop, metrics: Metrics) -> None:
        self._disk, self._loop, self._metrics = disk, loop, metrics
        self._queue: queue.SimpleQueue[Append | Transaction | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="garrison-writer", daemon=True)
        self._connection: Connection | None = None
        self._broken: set[int] = set()  # series with a row that could not be written
        self._retry_at = 0.0
        self._failures = 0
        self.trouble: Exception | None = None  # why nothing can be written at the moment
        self._thread.start()

    def put(self, item: Append | Transaction) -> None:
        """Have something written."""
        self._queue.put(item)

    @property
    def waiting(self) -> int:
        """How many items are waiting to be written."""
        return self._queue.qsize()

    def stop(self) -> None:
        """Write what is queued, then end."""
        self._queue.put(None)
        self._thread.join()

    # --- In the thread.

    def _run(self) -> None:
        stopping = False
        while not stopping:
            group, stopping = self._gather()
            if group:
                self._write(group)
        self._disconnect()

    def _gather(self) -> tuple[list[Append | Transaction], bool]:
        """Wait for something to write, and take the whole queue; whether to stop afterwards."""
        group: list[Append | Transaction] = []
        item = self._queue.get()
        while item is not None:
            group.append(item)
            if len(group) == GROUP:
                return group, False
            try:
                item = self._queue.get_nowait()
            except queue.Empty:
                return group, False
        return group, True

    def _write(self, group: list[Append | Transaction]) -> None:
        problems: dict[int, str] = {}
        try:
            self._commit(group, problems)
            self._failures, self.trouble = 0, None
        except Exception as error:
            # Whatever went wrong, none of it may be acknowledged. If some of it was written after all, it turns up
            # when the match is read again.
            self._failed(error)
            problems = {id(item): "busy" for item in group}
            self._broken.update(item.series for item in group if isinstance(item, Append))
        with suppress(RuntimeError):  # the server has stopped; nobody is waiting for an answer
            self._loop.call_soon_threadsafe(self._answer, group, problems)

    def _failed(self, error: Exception) -> None:
        self._disconnect()
        if isinstance(error, StoreBusy):
            return
        self._failures, self.trouble = self._failures + 1, error
        self._metrics.failed("write")
        self._retry_at = time.monotonic() + min(0.05 * 2 ** min(self._failures, 10), 2.0)
        if self._failures == 1:
            logger.error("The database can't be written to (%s).", reason_of(error))

    def _commit(self, group: Sequence[Append | Transaction], problems: dict[int, str]) -> None:
        connection = self._connected()
        while True:
            appends = self._sound(group, problems)
            with connection.begin() as transaction:
                lost = self._inserted(connection, appends)
                if lost:
                    transaction.rollback()
                    self._broken.update(append.series for append in lost)
                    continue  # again, without the series they belong to
                for item in group:
                    if isinstance(item, Transaction):
                        item.run(connection)
                self._disk.before_commit(connection, appends)
            return

    def _inserted(self, connection: Connection, appends: list[Append]) -> list[Append]:
        """Write entries all at once, or one by one if that fails; returns those that were not written."""
        if not appends:
            return []
        try:
            with connection.begin_nested():
                return self._disk.insert(connection, appends)
        except Exception as error:
            if is_of_the_database(error):
                raise
            self._metrics.failed("write")
            about = {append.row["match"] for append in appends}
            logger.error("Something can't be stored (%s).", reason_of(error), extra={"match": " ".join(about)})
        return [append for append in appends if not self._can_insert(connection, append)]

    def _can_insert(self, connection: Connection, append: Append) -> bool:
        """Whether an entry can be written; the attempt leaves nothing behind."""
        try:
            with connection.begin_nested() as attempt:
                lost = self._disk.insert(connection, [append])
                attempt.rollback()
        except Exception as error:
            if is_of_the_database(error):
                raise
            return False
        return not lost

    def _sound(self, group: Sequence[Append | Transaction], problems: dict[int, str]) -> list[Append]:
        """The entries that can be written; one that follows a lost one can't."""
        appends = [item for item in group if isinstance(item, Append)]
        problems.update((id(item), "conflict") for item in appends if item.series in self._broken)
        return [item for item in appends if item.series not in self._broken]

    def _connected(self) -> Connection:
        if self._connection is None:
            if self._failures and self._retry_at > time.monotonic():
                raise StoreBusy(BUSY)  # don't retry for every queued move, which would hold them all up
            self._connection = self._disk.connect_writer()
        return self._connection

    def _disconnect(self) -> None:
        if self._connection is not None:
            with suppress(SQLAlchemyError):
                self._connection.invalidate()
                self._connection.close()
            self._connection = None

    # --- In the loop.

    def _answer(self, group: list[Append | Transaction], problems: dict[int, str]) -> None:
        for item in group:
            problem = problems.get(id(item))
            try:
                item.answer(problem)
            except Exception:
                logger.exception("What was stored can't be passed on.")  # and the others are told all the same
            if isinstance(item, Append) and problem is None:
                self._metrics.moves.inc()
                self._metrics.acknowledged.observe(time.perf_counter() - item.begun)
