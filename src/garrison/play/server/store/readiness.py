"""Whether the server can write, found out by writing, and for how long yet. However often it is asked, it tries at most
once a second."""

from __future__ import annotations

import asyncio
import logging

from garrison.play.server.store.database_trouble import NEARLY_FULL, SLOW, DatabaseTrouble
from garrison.play.server.store.store import Store
from garrison.play.server.wire import server_time

EVERY = 1.0  # seconds
GOOD = "The database can be written to, and has room."
logger = logging.getLogger("garrison")


class Readiness:
    """Asks the database, and remembers the answer for a moment."""

    def __init__(self, store: Store, within: float, least_free: int = 0) -> None:
        self._store, self._within, self._least_free = store, within, least_free
        self._asking: asyncio.Task[str] | None = None
        self._until = 0.0
        self._last = ""

    async def problem(self) -> str:
        """Why nothing can be written, as a sentence; "" when all is well."""
        if self._asking is None or (self._asking.done() and server_time.now() >= self._until):
            self._asking = asyncio.get_running_loop().create_task(self._ask())
        return await asyncio.shield(self._asking)

    async def _ask(self) -> str:
        try:
            async with asyncio.timeout(self._within):
                await self._store.check()
            problem = self._shortage()
        except TimeoutError:
            problem = SLOW
        except DatabaseTrouble as trouble:
            problem = str(trouble)
        self._until = server_time.now() + EVERY
        self._note(problem)
        return problem

    def _shortage(self) -> str:
        """Why writing will soon fail; "" when there is room. That nobody can say how much there is, is no reason."""
        free = self._store.free
        return "" if free is None or free >= self._least_free else NEARLY_FULL.format(free // 1_000_000)

    def _note(self, problem: str) -> None:
        if problem != self._last:
            logger.log(logging.ERROR if problem else logging.INFO, problem or GOOD)
        self._last = problem
