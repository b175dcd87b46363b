"""Work that takes a long time: reading, playing and drawing replays. It has a thread of its own, so that short requests
and moves never wait behind it, whatever strangers ask for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from garrison.core.errors import GarrisonError

Result = TypeVar("Result")
MOST_WAITING = 32
BUSY = "The server is busy at the moment. Please try again in a little while."


class TooBusy(GarrisonError):
    """Too much of this work is already queued."""


class DearWork:
    """One thread and a short queue."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="garrison-dear")
        self.waiting = 0

    async def do(self, work: Callable[[], Result]) -> Result:
        """Do something when its turn comes; refused at once when the queue is full."""
        if self.waiting >= MOST_WAITING:
            raise TooBusy(BUSY)
        self.waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        finally:
            self.waiting -= 1

    def stop(self) -> None:
        """Start nothing more."""
        self._pool.shutdown(wait=False, cancel_futures=True)
