"""Work that takes long: replays that are read, played through and drawn. It has a thread of its own, so that whatever
strangers ask for, short questions and moves never wait behind it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from garrison.core.errors import GarrisonError

Result = TypeVar("Result")
MOST_WAITING = 32
BUSY = "The server has too much to do at the moment: try again in a little while."


class TooBusy(GarrisonError):
    """Too much of this kind waits already."""


class DearWork:
    """One thread, and a queue that is never long."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="garrison-dear")
        self.waiting = 0

    async def do(self, work: Callable[[], Result]) -> Result:
        """Do something when it is its turn; refused at once when too much waits."""
        if self.waiting >= MOST_WAITING:
            raise TooBusy(BUSY)
        self.waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        finally:
            self.waiting -= 1

    def stop(self) -> None:
        """Begin nothing more."""
        self._pool.shutdown(wait=False, cancel_futures=True)
