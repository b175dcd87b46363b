"""The processes that play the games of an arena, and a watch over them.

A bot may be anything: it may never come back, or take its process down with it. So games are played in other processes;
one that takes too long is ended, and whoever was to decide loses the game.
"""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from ctypes import Array, c_double
from itertools import takewhile
from math import inf
from multiprocessing.connection import Connection, wait
from typing import Any

from garrison.errors import GarrisonError
from garrison.lab.arena.contest import lost as lost_game
from garrison.lab.arena.fixtures import Fixture

Play = Callable[..., Any]  # of a fixture, and `deciding`: what to call with the player who begins to think
Lost = Callable[[Any, int, str], Any]  # what becomes of a fixture that a player broke off, and why
GLANCE = 0.2  # seconds between looks at who is thinking
GRACE = 1.0  # seconds more than a bot may take, before its process is ended


class Note:
    """Who is thinking in a process, and since when, in memory that both sides see."""

    def __init__(self, memory: Array[c_double]) -> None:
        self._memory = memory

    def write(self, player: int) -> None:
        """This player begins to think; -1: nobody does."""
        self._memory[1] = time.monotonic()
        self._memory[0] = player

    def read(self) -> tuple[int, float]:
        """The player, or -1, and for how many seconds it has been thinking."""
        return int(self._memory[0]), time.monotonic() - self._memory[1]


def serve(connection: Connection, play: Play, memory: Array[c_double]) -> None:
    """What a process does: play what it is told, until it is told nothing more."""
    note = Note(memory)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for whoever started it
    while (fixture := connection.recv()) is not None:
        connection.send(play(fixture, deciding=note.write))


class PlayingProcess:
    """One of the processes."""

    def __init__(self, play: Play, lost: Lost) -> None:
        self._lost = lost
        fresh = multiprocessing.get_context("spawn")
        memory = fresh.RawArray(c_double, 2)
        self.note = Note(memory)
        self.note.write(-1)
        self.connection, theirs = fresh.Pipe()
        self._process = fresh.Process(target=serve, args=(theirs, play, memory), daemon=True)
        self._process.start()
        theirs.close()
        self.fixture: Fixture | None = None

    def begin(self, fixture: Fixture) -> None:
        """Let it play a game."""
        self.fixture = fixture
        self.connection.send(fixture)

    def result(self, seconds: float) -> Any:
        """How its game went: what it says, or that somebody lost it by ending the process or never coming back."""
        assert self.fixture is not None
        player, taken = self.note.read()
        try:
            if self.connection.poll():
                return self.connection.recv()
        except EOFError:
            self._process.join()
            if player < 0:  # none of the bots is to blame
                raise GarrisonError(f"A process of the arena ended with status {self._process.exitcode}.") from None
            return self._lost(self.fixture, player, f"it ended its process with status {self._process.exitcode}")
        if player >= 0 and taken > seconds + GRACE:
            self.stop()
            return self._lost(self.fixture, player, f"it gave no answer within {seconds:g} s")
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


class ProcessPool:
    """This many processes; with none, games are played in this one, and nobody watches."""

    def __init__(self, play: Play, processes: int, seconds: float, lost: Lost = lost_game) -> None:
        self._play, self._count, self._seconds, self._lost = play, processes, seconds, lost
        self._workers: list[PlayingProcess] = []

    def __enter__(self) -> ProcessPool:
        return self

    def __exit__(self, *_: Any) -> None:
        for worker in self._workers:
            worker.stop()

    def work(self, todo: Sequence[Any], until: float = inf) -> Iterator[Any]:
        """Play these games, and give the results as they come; after a time (monotonic) no other one is begun."""
        if not self._count:
            yield from map(self._play, takewhile(lambda _: time.monotonic() < until, todo))
            return
        left = list(reversed(todo))
        while self._busy or (left and time.monotonic() < until):
            if time.monotonic() < until:
                self._begin(left)
            wait([worker.connection for worker in self._busy], GLANCE)
            yield from self._finished()

    @property
    def _busy(self) -> list[PlayingProcess]:
        return [worker for worker in self._workers if worker.fixture is not None]

    def _begin(self, left: list[Fixture]) -> None:
        """Give everybody something to do; a process that has ended is replaced."""
        self._workers = [worker for worker in self._workers if worker.fixture is not None or worker.is_alive]
        idle = [worker for worker in self._workers if worker.fixture is None]
        while left and (idle or len(self._workers) < self._count):
            if not idle:
                idle.append(PlayingProcess(self._play, self._lost))
                self._workers += idle
            idle.pop().begin(left.pop())

    def _finished(self) -> Iterator[Any]:
        for worker in self._busy:
            result = worker.result(self._seconds)
            if result is not None:
                worker.fixture = None
                yield result
