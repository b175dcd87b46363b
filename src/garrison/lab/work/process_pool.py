"""Processes that play games, and a watch over them.

A bot may be anything: it may never come back, or take its process down with it. So games are played in other processes;
one that takes too long is ended, and whoever was to decide forfeits the game.
"""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from ctypes import Array, c_double
from itertools import takewhile
from math import inf
from multiprocessing.connection import Connection, wait
from typing import Generic, Protocol, Self, TypeVar

from garrison.errors import GarrisonError

Task = TypeVar("Task")
TaskIn = TypeVar("TaskIn", contravariant=True)
Result = TypeVar("Result")
ResultOut = TypeVar("ResultOut", covariant=True)
Deciding = Callable[[int], None]  # called with the player who begins to think, and with -1 when nobody does
GLANCE = 0.2  # seconds between looks at who is thinking
GRACE = 1.0  # seconds more than a bot may take, before its process is ended


class Play(Protocol[TaskIn, ResultOut]):
    """Plays a task to its end."""

    def __call__(self, task: TaskIn, /, *, deciding: Deciding) -> ResultOut:
        """How it went."""


class GamePool(Protocol[TaskIn, ResultOut]):
    """Those who play, wherever they are."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *error: object) -> None: ...

    def work(self, tasks: Sequence[TaskIn]) -> Iterator[ResultOut]:
        """Play these tasks, and give the results as they come."""


Forfeit = Callable[[Task, int, str], Result]  # what becomes of a task that a player broke off, and why


class DecisionClock:
    """Who is thinking in a process, and since when, in memory that both sides see."""

    def __init__(self, memory: Array[c_double]) -> None:
        self._memory = memory

    def start(self, player: int) -> None:
        """This player begins to think; -1: nobody does."""
        self._memory[1] = time.monotonic()
        self._memory[0] = player

    def read(self) -> tuple[int, float]:
        """The player, or -1, and for how many seconds it has been thinking."""
        return int(self._memory[0]), time.monotonic() - self._memory[1]


def serve(connection: Connection, play: Play[Task, Result], memory: Array[c_double]) -> None:
    """What a process does: play one task after the other, until it gets None."""
    clock = DecisionClock(memory)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for whoever started it
    while (task := connection.recv()) is not None:
        connection.send(play(task, deciding=clock.start))


@contextmanager
def deaf_to_ctrl_c() -> Iterator[None]:
    """What is started here never hears of Ctrl+C, not even before it can say so itself."""
    if not hasattr(signal, "pthread_sigmask"):  # as on Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class PlayingProcess(Generic[Task, Result]):
    """One of the processes."""

    def __init__(self, play: Play[Task, Result], forfeit: Forfeit[Task, Result]) -> None:
        self._forfeit = forfeit
        fresh = multiprocessing.get_context("spawn")
        memory = fresh.RawArray(c_double, 2)
        self.clock = DecisionClock(memory)
        self.clock.start(-1)
        self.connection, theirs = fresh.Pipe()
        self._process = fresh.Process(target=serve, args=(theirs, play, memory), daemon=True)
        with deaf_to_ctrl_c():
            self._process.start()
        theirs.close()
        self.task: Task | None = None

    def begin(self, task: Task) -> None:
        """Let it play a task."""
        self.task = task
        self.connection.send(task)

    def result(self, seconds: float) -> Result | None:
        """How its task went: what it says, or that somebody ended the process or never came back; None: it goes on."""
        assert self.task is not None
        player, thinking_time = self.clock.read()
        try:
            if self.connection.poll():
                result: Result = self.connection.recv()
                return result
        except EOFError:
            self._process.join()
            if player < 0:  # none of the bots is to blame
                raise GarrisonError(f"A process of the arena ended with status {self._process.exitcode}.") from None
            return self._forfeit(self.task, player, f"it ended its process with status {self._process.exitcode}")
        if player >= 0 and thinking_time > seconds + GRACE:
            self.stop()
            return self._forfeit(self.task, player, f"it gave no answer within {seconds:g} s")
        return None

    @property
    def is_alive(self) -> bool:
        """Whether it can play another game."""
        return self._process.is_alive()

    def stop(self) -> None:
        """End it, whatever it does."""
        self._process.kill()
        self._process.join()
        self.connection.close()


class ProcessPool(Generic[Task, Result]):
    """This many processes; with none, games are played in this one, and nobody watches."""

    def __init__(
        self, play: Play[Task, Result], processes: int, seconds: float, forfeit: Forfeit[Task, Result]
    ) -> None:
        self._play, self._count, self._seconds, self._forfeit = play, processes, seconds, forfeit
        self._workers: list[PlayingProcess[Task, Result]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._workers:
            worker.stop()

    def work(self, tasks: Sequence[Task], until: float = inf) -> Iterator[Result]:
        """Play these tasks, and give the results as they come; after a time (monotonic) no other one is begun."""
        if not self._count:
            for task in takewhile(lambda _: time.monotonic() < until, tasks):
                yield self._play(task, deciding=lambda player: None)
            return
        queue = list(reversed(tasks))
        try:
            while self._busy or (queue and time.monotonic() < until):
                if time.monotonic() < until:
                    self._begin(queue)
                wait([worker.connection for worker in self._busy], GLANCE)
                yield from self._results()
        finally:
            self._drop()

    def _drop(self) -> None:
        """End those who are still playing when nobody waits for them any more."""
        for worker in self._busy:
            worker.stop()
        self._workers = [worker for worker in self._workers if worker.task is None]

    @property
    def _busy(self) -> list[PlayingProcess[Task, Result]]:
        return [worker for worker in self._workers if worker.task is not None]

    def _begin(self, queue: list[Task]) -> None:
        """Give everybody something to do; a process that has ended is replaced."""
        self._workers = [worker for worker in self._workers if worker.task is not None or worker.is_alive]
        idle = [worker for worker in self._workers if worker.task is None]
        while queue and (idle or len(self._workers) < self._count):
            if not idle:
                idle.append(PlayingProcess(self._play, self._forfeit))
                self._workers += idle
            idle.pop().begin(queue.pop())

    def _results(self) -> Iterator[Result]:
        for worker in self._busy:
            result = worker.result(self._seconds)
            if result is not None:
                worker.task = None
                yield result
