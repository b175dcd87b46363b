"""A process beside the server, for work that would hold up moves: not even Python's lock is shared with it."""

from __future__ import annotations

import itertools
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, NamedTuple, ParamSpec, TypeVar

Given = ParamSpec("Given")
Result = TypeVar("Result")
COMMAND = [sys.executable, "-m", "garrison.play.server.work.worker_process"]
# Ctrl+C in a terminal is for the server, which ends the process.
APART: dict[str, Any] = {"start_new_session": True}
if sys.platform == "win32":
    APART = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}


class WorkerLost(Exception):
    """The process has ended before the work was done: it was killed, or ran out of memory."""


class NeverBegun(WorkerLost):
    """The process has ended while something else was being done in it."""


class RemoteTraceback(Exception):
    """Where an error came from in the other process, in words: its cause here."""


class WorkerFailure(NamedTuple):
    """An error, and its traceback in words, since a pickle holds none."""

    error: BaseException
    text: str


class Worker:
    """One process, started when it is first needed and again when it is lost; it yields to the server and ends with
    it. The process can find out that a future was cancelled (`working.is_abandoned`)."""

    def __init__(self, niceness: int) -> None:
        self._niceness = niceness
        self._lock = threading.Lock()
        self._running: Running | None = None

    def submit(self, work: Callable[Given, Result], *arguments: Given.args, **keywords: Given.kwargs) -> Future[Result]:
        """Let it do something. `work` is a function of a module, since the other process has to find it."""
        with self._lock:
            if self._running is None or self._running.has_ended:
                self._running = Running(self._niceness)
            return self._running.submit(pickle.dumps((work, arguments, keywords)))

    def stop(self) -> None:
        """End the process; nobody waits for its results."""
        self._end(CancelledError)

    def kill(self, reason: type[BaseException] = WorkerLost) -> None:
        """End the process, whatever it is doing. Whoever waits for that is given the reason; those whose turn had not
        come are told so."""
        self._end(reason)

    @property
    def busy_for(self) -> float:
        """How many seconds it has been doing what it is doing."""
        with self._lock:
            return 0.0 if self._running is None else self._running.busy_for

    def _end(self, reason: type[BaseException]) -> None:
        with self._lock:
            running, self._running = self._running, None
        if running is not None:
            running.end(reason)


class Running:
    """A process that has been started, what it was given to do, and two threads: one that sends, and one that listens.
    So whoever submits something never waits, not even while the process is still starting."""

    def __init__(self, niceness: int) -> None:
        self._process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, **APART)
        self._numbers = itertools.count()
        self._lock = threading.Lock()
        self._waiting: dict[int, Future[Any]] = {}  # in the order in which it is done
        self._start = time.monotonic()  # when the first of them was, or could have been
        self._sending: SimpleQueue[Any] = SimpleQueue()
        self._reason: type[BaseException] = WorkerLost  # why there are no more answers
        self.has_ended = False
        self._sending.put((niceness, sys.path))
        for task in (self._send, self._listen):
            threading.Thread(target=task, name="worker", daemon=True).start()

    def submit(self, work: bytes) -> Future[Any]:
        """Do something after everything that was submitted before."""
        number, future = next(self._numbers), Future[Any]()
        with self._lock:
            if self.has_ended:
                future.set_exception(self._reason())
                return future
            self._start = self._start if self._waiting else time.monotonic()
            self._waiting[number] = future
        self._sending.put((number, work))
        future.add_done_callback(lambda task: self._sending.put((number, None)) if task.cancelled() else None)
        return future

    @property
    def busy_for(self) -> float:
        """How many seconds the first of what it was given has taken so far."""
        with self._lock:
            return time.monotonic() - self._start if self._waiting else 0.0

    def end(self, reason: type[BaseException]) -> None:
        """End the process now."""
        self._reason = reason
        self._process.kill()

    def _send(self) -> None:
        assert self._process.stdin is not None
        with suppress(OSError, ValueError):  # it has ended, or was told to
            while (message := self._sending.get()) is not None:
                pickle.dump(message, self._process.stdin)
                self._process.stdin.flush()
        with suppress(OSError):
            self._process.stdin.close()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with suppress(EOFError, OSError, pickle.UnpicklingError):
            while True:
                number, result = pickle.load(self._process.stdout)
                with self._lock:
                    future, self._start = self._waiting.pop(number), time.monotonic()
                settle(future, result)
        self._process.kill()
        self._process.wait()
        self._process.stdout.close()
        self._sending.put(None)
        with self._lock:
            self.has_ended, left = True, list(self._waiting.values())
        others = self._reason if self._reason is CancelledError else NeverBegun
        for future, reason in zip(left, itertools.chain([self._reason], itertools.repeat(others)), strict=False):
            settle(future, WorkerFailure(reason(), ""))


def settle(future: Future[Any], result: Any) -> None:
    """Tell whoever still waits what came of it."""
    if not future.set_running_or_notify_cancel():
        return
    if isinstance(result, WorkerFailure):
        result.error.__cause__ = RemoteTraceback(f"\n\n{result.text}") if result.text else None
        future.set_exception(result.error)
    else:
        future.set_result(result)
