"""What is done in one transaction besides writing entries, and how databases fail."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, InterfaceError, InternalError, OperationalError

from garrison.errors import GarrisonError
from garrison.play.server.store.database import reason_of

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


class Transaction:
    """Anything else to be done in a transaction."""

    def __init__(self, work: Callable[[Connection], Any], loop: asyncio.AbstractEventLoop) -> None:
        self.work = work
        self.future: asyncio.Future[Any] = loop.create_future()
        self._result: Any = None
        self._refusal: Exception | None = None

    def run(self, connection: Connection) -> None:
        """Do it in such a way that a refusal or a failure does not affect the others."""
        self._refusal = None
        try:
            with connection.begin_nested():
                self._result = self.work(connection)
        except GarrisonError as error:
            self._refusal = error
        except Exception as error:
            is_held = is_held_elsewhere(error)
            if is_of_the_database(error) and not is_held:
                raise
            logger.error("Something can't be stored (%s).", reason_of(error))
            self._refusal = StoreBusy(BUSY) if is_held else Unwritable(UNWRITABLE)

    def answer(self, problem: str | None) -> None:
        """Tell whoever is waiting for it."""
        if self.future.done():
            return
        if problem is not None:
            self.future.set_exception(StoreBusy(BUSY))
        elif self._refusal is not None:
            self.future.set_exception(self._refusal)
        else:
            self.future.set_result(self._result)
