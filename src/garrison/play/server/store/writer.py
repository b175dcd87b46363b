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
from sqlalchemy.exc import SQLAlchemyError

from garrison.core.ending import Ending
from garrison.core.position import Position
from garrison.play.history import ENDS, UNDO, HistoryEntry
from garrison.play.server.store.database import reason_of
from garrison.play.server.store.secrecy import STALE
from garrison.play.server.store.transaction import BUSY, StoreBusy, Transaction, is_of_the_database
from garrison.play.server.wire.metrics import Metrics
from garrison.play.server.wire.refusal import Refusal

GROUP = 500  # the most items written in one transaction
logger = logging.getLogger("garrison")

Tell = Callable[[int, Refusal | None], None]  # the number of the entry that a message became, or why it did not


class Author(Protocol):
    """Whoever has entries written."""

    def settle(self, entry: Pending, problem: str | None) -> None:
        """An entry is on disk (None), or never will be ("conflict" or "busy"); called in the loop."""


class Pending:
    """An entry of a history on its way to disk: what it leads to, and whom to tell when it is there. Those of a series
    build on one another: after one that could not be written, none may be."""

    __slots__ = ("_author", "entry", "is_hidden", "match", "message", "number", "position", "series", "start", "tells")

    def __init__(
        self,
        match: str,
        number: int,
        entry: HistoryEntry,
        is_hidden: bool,
        position: Position,
        message: str = "",
        author: Author | None = None,
        series: int = 0,
    ) -> None:
        self.match, self.number, self.entry, self.is_hidden = match, number, entry, is_hidden
        self.position, self.message, self._author, self.series = position, message, author, series
        self.start = time.perf_counter()
        self.tells: list[Tell] = []

    @property
    def row(self) -> dict[str, Any]:
        """As it is stored."""
        return entry_row(self.match, self.number, self.entry, self.message, self.is_hidden)

    @property
    def is_undo(self) -> bool:
        """Whether something was taken back."""
        return self.entry.action == UNDO

    @property
    def end(self) -> Ending | None:
        """How it ends the match, if it does."""
        return Ending(ENDS[self.entry.action], self.entry.player) if self.entry.action in ENDS else None

    def answer(self, problem: str | None) -> None:
        """Say whether it is on disk."""
        if self._author is not None:
            self._author.settle(self, problem)

    def written(self, number: int = 0) -> None:
        """Tell everybody who is waiting for it that it is on disk, perhaps under another number."""
        self._tell(number or self.number, None)

    def refused(self, problem: str, number: int) -> None:
        """Tell them that it never will be on disk, and how many entries there are without it."""
        self._tell(number, Refusal("stale", STALE) if problem == "conflict" else Refusal("busy", BUSY))

    def _tell(self, number: int, refusal: Refusal | None) -> None:
        for tell in self.tells:
            tell(number, refusal)
        self.tells = []


def entry_row(
    match: str, number: int, entry: HistoryEntry, message: str = "", is_hidden: bool = False
) -> dict[str, Any]:
    """The row of an entry of a history."""
    return {
        "match": match,
        "number": number,
        "player": entry.player,
        "action": entry.action,
        "ms": entry.ms or 0,
        "message": message,
        "hidden": is_hidden,
        "bits": str(entry.bits) if entry.bits else None,
        "late": entry.late,
    }


class Disk(Protocol):
    """What the writer needs from a database."""

    def connect_writer(self) -> Connection:
        """A connection for writing."""

    def insert(self, connection: Connection, appends: list[Pending]) -> list[Pending]:
        """Write entries; returns those that were not written because another process has used the same number."""

    def before_commit(self, connection: Connection, appends: list[Pending]) -> None:
        """Called at the end of each transaction."""


class Writer:
    """One thread, one connection, one transaction after the other."""

    def __init__(self, disk: Disk, loop: asyncio.AbstractEventLoop, metrics: Metrics) -> None:
        self._disk, self._loop, self._metrics = disk, loop, metrics
        self._queue: queue.SimpleQueue[Pending | Transaction | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="garrison-writer", daemon=True)
        self._connection: Connection | None = None
        self._lost_series: set[int] = set()  # series with a row that could not be written
        self._retry_at = 0.0
        self._failures = 0
        self.trouble: Exception | None = None  # why nothing can be written at the moment
        self._thread.start()

    def put(self, item: Pending | Transaction) -> None:
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

    def _gather(self) -> tuple[list[Pending | Transaction], bool]:
        """Wait for something to write, and take the whole queue; whether to stop afterwards."""
        group: list[Pending | Transaction] = []
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

    def _write(self, group: list[Pending | Transaction]) -> None:
        problems: dict[int, str] = {}
        try:
            self.commit(group, problems)
            self._failures, self.trouble = 0, None
        except Exception as error:
            # Whatever went wrong, none of it may be acknowledged. If some of it was written after all, it turns up
            # when the match is read again.
            self._failed(error)
            problems = {id(item): "busy" for item in group}
            self._lost_series.update(item.series for item in group if isinstance(item, Pending))
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

    def commit(self, group: Sequence[Pending | Transaction], problems: dict[int, str]) -> None:
        """Write in one transaction what does not fail; why the rest does goes to `problems`."""
        connection = self._connected()
        while True:
            appends = self._sound(group, problems)
            with connection.begin() as transaction:
                losses = self._inserted(connection, appends)
                if losses:
                    transaction.rollback()
                    self._lost_series.update(append.series for append in losses)
                    continue  # again, without the series they belong to
                for item in group:
                    if isinstance(item, Transaction):
                        item.run(connection)
                self._disk.before_commit(connection, appends)
            return

    def _inserted(self, connection: Connection, appends: list[Pending]) -> list[Pending]:
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
            about = {append.match for append in appends}
            logger.error("Something can't be stored (%s).", reason_of(error), extra={"match": " ".join(about)})
        return [append for append in appends if not self._can_insert(connection, append)]

    def _can_insert(self, connection: Connection, append: Pending) -> bool:
        """Whether an entry can be written; the attempt leaves nothing behind."""
        try:
            with connection.begin_nested() as attempt:
                losses = self._disk.insert(connection, [append])
                attempt.rollback()
        except Exception as error:
            if is_of_the_database(error):
                raise
            return False
        return not losses

    def _sound(self, group: Sequence[Pending | Transaction], problems: dict[int, str]) -> list[Pending]:
        """The entries that can be written; one that follows a lost one can't."""
        appends = [item for item in group if isinstance(item, Pending)]
        problems.update((id(item), "conflict") for item in appends if item.series in self._lost_series)
        return [item for item in appends if item.series not in self._lost_series]

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

    def _answer(self, group: list[Pending | Transaction], problems: dict[int, str]) -> None:
        for item in group:
            problem = problems.get(id(item))
            try:
                item.answer(problem)
            except Exception:
                logger.exception("What was stored can't be passed on.")  # and the others are told all the same
            if isinstance(item, Pending) and problem is None:
                self._metrics.moves.inc()
                self._metrics.acknowledgements.observe(time.perf_counter() - item.start)
