"""Work that takes a long time: reading, playing and drawing replays. It has a process of its own, so that moves and
short requests never wait behind it, whatever strangers ask for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from garrison.core.errors import GarrisonError
from garrison.play.server.worker import Worker, WorkerLost

Given = ParamSpec("Given")
Result = TypeVar("Result")
MOST_WAITING = 32
NICENESS = 5  # where there are too few cores, moves come first
BUSY = "The server is busy at the moment. Please try again in a little while."


class TooBusy(GarrisonError):
    """Too much of this work is already queued."""


class HeavyWork:
    """One process and a short queue."""

    def __init__(self) -> None:
        self._worker = Worker(NICENESS)
        self.waiting = 0

    async def do(self, work: Callable[Given, Result], *given: Given.args, **named: Given.kwargs) -> Result:
        """Do something when its turn comes; refused at once when the queue is full. `work` is a function of a module,
        since the other process has to find it."""
        if self.waiting >= MOST_WAITING:
            raise TooBusy(BUSY)
        self.waiting += 1
        try:
            return await asyncio.wrap_future(self._worker.submit(work, *given, **named))
        except WorkerLost:
            raise TooBusy(BUSY) from None
        finally:
            self.waiting -= 1

    def stop(self) -> None:
        """Start nothing more, and end what is running."""
        self._worker.stop()

    def kill(self) -> None:
        """End what is running; the next request starts another process."""
        self._worker.kill()
