"""Work that takes a long time: reading, playing and drawing replays. It has a process of its own, so that moves and
short requests never wait behind it, not even for Python's lock, whatever strangers ask for."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing.connection import wait
from typing import ParamSpec, TypeVar

from garrison.core.errors import GarrisonError

Given = ParamSpec("Given")
Result = TypeVar("Result")
MOST_WAITING = 32
NICENESS = 5  # where there are too few cores, moves come first
BUSY = "The server is busy at the moment. Please try again in a little while."


class TooBusy(GarrisonError):
    """Too much of this work is already queued."""


class DearWork:
    """One process, started when it is first needed, and a short queue."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._process: Future[int] | None = None  # its id, as soon as it has started
        self.waiting = 0

    async def do(self, work: Callable[Given, Result], *given: Given.args, **named: Given.kwargs) -> Result:
        """Do something when its turn comes; refused at once when the queue is full. `work` is a function of a module,
        since the other process has to find it."""
        if self.waiting >= MOST_WAITING:
            raise TooBusy(BUSY)
        self.waiting += 1
        try:
            return await asyncio.wrap_future(self._started().submit(work, *given, **named))
        except BrokenProcessPool:
            self._pool = None  # it was killed, or ran out of memory; the next request starts another one
            raise TooBusy(BUSY) from None
        finally:
            self.waiting -= 1

    def stop(self) -> None:
        """Start nothing more, and end what is running."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)
            self.kill()

    def kill(self) -> None:
        """End the process as soon as it has started, whatever it is doing; nobody waits for the result."""
        if self._process is not None:
            self._process.add_done_callback(_end)

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _begin)
            self._process = self._pool.submit(os.getpid)
        return self._pool


def _end(process: Future[int]) -> None:
    with suppress(ProcessLookupError, CancelledError, BrokenProcessPool):
        os.kill(process.result(), signal.SIGTERM)


def _begin() -> None:
    """In the new process: yield to the server, leave Ctrl+C to it, and end when it ends."""
    with suppress(OSError):
        os.nice(NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
