"""Work that takes a long time: reading, playing and drawing replays. It has a process of its own, so that moves and
short requests never wait behind it, whatever strangers ask for; and those who ask for it take turns."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from garrison.play.server.wire.refusal import BUSY, TooBusy
from garrison.play.server.work.fair_queue import FairQueue
from garrison.play.server.work.visitor import visitor
from garrison.play.server.work.worker import Worker, WorkerLost

Given = ParamSpec("Given")
Result = TypeVar("Result")
NICENESS = 5  # where there are too few cores, moves come first


class HeavyWork:
    """One process, in which one thing is done at a time; the addresses that want something take turns."""

    def __init__(self) -> None:
        self._worker, self._queue = Worker(NICENESS), FairQueue()

    @property
    def waiting(self) -> int:
        """How many things are being done, or are to be done."""
        return self._queue.size

    async def do(self, work: Callable[Given, Result], *arguments: Given.args, **keywords: Given.kwargs) -> Result:
        """Do something when its turn comes; refused at once if its address has asked for too much. `work` is a function
        of a module, since the other process has to find it."""
        async with self._queue.place(visitor().address, visitor().share):
            try:
                return await asyncio.wrap_future(self._worker.submit(work, *arguments, **keywords))
            except WorkerLost:
                raise TooBusy(BUSY) from None

    def stop(self) -> None:
        """Start nothing more, and end what is running."""
        self._queue.send_away()
        self._worker.stop()

    def kill(self) -> None:
        """End what is running; the next request starts another process."""
        self._worker.kill()
