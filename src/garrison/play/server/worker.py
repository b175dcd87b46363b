"""A process beside the server, for work that would hold up moves: not even Python's lock is shared with it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing.connection import wait
from typing import Any, ParamSpec, TypeVar

Given = ParamSpec("Given")
Result = TypeVar("Result")
CONTEXT = multiprocessing.get_context("spawn")


class Worker:
    """One process, started when it is first needed; it yields to the server and ends with it. `prepare` is called in
    the process, with `given`, before anything else."""

    def __init__(self, niceness: int, prepare: Callable[..., None] | None = None, *given: Any) -> None:
        self._begin = niceness, prepare, given
        self._lock = threading.Lock()
        self._pool: ProcessPoolExecutor | None = None
        self._process: Future[int] | None = None  # its id, as soon as it has started

    def submit(self, work: Callable[Given, Result], *given: Given.args, **named: Given.kwargs) -> Future[Result]:
        """Let it do something. `work` is a function of a module, since the other process has to find it."""
        with self._lock:
            if self._pool is None:
                self._pool = ProcessPoolExecutor(1, CONTEXT, _begin, self._begin)
                self._process = self._pool.submit(os.getpid)
            return self._pool.submit(work, *given, **named)

    def forget(self) -> None:
        """It was killed, or ran out of memory: the next work starts another one."""
        with self._lock:
            self._pool = None

    def stop(self) -> None:
        """Start nothing more, and end what is running."""
        with self._lock:
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)
            self.kill()

    def kill(self) -> None:
        """End the process as soon as it has started, whatever it is doing; nobody waits for the result."""
        if self._process is not None:
            self._process.add_done_callback(_end)


def _end(process: Future[int]) -> None:
    with suppress(ProcessLookupError, CancelledError, BrokenProcessPool):
        os.kill(process.result(), signal.SIGTERM)


def _begin(niceness: int, prepare: Callable[..., None] | None, given: tuple[Any, ...]) -> None:
    """In the new process: yield to the server, leave Ctrl+C to it, and end when it ends."""
    with suppress(OSError):
        os.nice(niceness)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if prepare is not None:
        prepare(*given)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
