"""What has to be compiled for one game, piece by piece, and how much of it is done."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from garrison.core.effort import expected_seconds
from garrison.core.engine import cache, warm
from garrison.core.engine.compilers import Process

STOPPED = "Compiling was stopped."
NEARLY = 0.8  # of a piece counts as done when its expected time is up; after that its progress slows down


def part_done(seconds: float, expected: float) -> float:
    """How much of a running piece is done, by the clock; never all of it.

    >>> part_done(5, 10), part_done(10, 10), part_done(20, 10)
    (0.4, 0.8, 0.9)
    """
    share = seconds / expected
    return NEARLY * share if share <= 1 else 1 - (1 - NEARLY) / share


def share_of(orders: list[Order], pace: float) -> float:
    """How much of everything ordered is done, from 0 to 1."""
    total = sum(order.total for order in orders)
    return sum(order.finished(pace) for order in orders) / total if total else 1.0


@dataclass(eq=False)
class Order:
    """A game's rules, its skill or some kernels, with the pieces that remain to be compiled, the longest first."""

    origin: cache.Origin
    jobs: list[warm.Job]
    asked: bool = False
    is_extra: bool = False  # nobody needs it in order to play
    failure: str = ""
    running: dict[Process, float] = field(default_factory=dict)  # since when

    def __post_init__(self) -> None:
        self._expected = {job: expected_seconds(job) for job in self.jobs}
        self.todo = sorted(self.jobs, key=lambda job: -self._expected[job])
        self.total = sum(self._expected.values())
        self.done = self.spent = 0.0  # expected and real seconds of the pieces that are done
        self._shown = 0.0

    @property
    def has_begun(self) -> bool:
        """Whether something was started."""
        return len(self.todo) < len(self.jobs)

    @property
    def is_busy(self) -> bool:
        """Whether there is something to do."""
        return bool(self.todo or self.running)

    @property
    def is_done(self) -> bool:
        """Whether all of it is done."""
        return not self.is_busy and not self.failure

    def finished(self, pace: float) -> float:
        """How many of the expected seconds are done; running pieces count by the clock, at this machine's speed."""
        clock = time.monotonic()
        return self.done + sum(
            self._expected[process.job] * part_done((clock - since) / pace, self._expected[process.job])
            for process, since in self.running.items()
        )

    @property
    def left(self) -> float:
        """The expected seconds of the pieces not yet started."""
        return sum(self._expected[job] for job in self.todo)

    @property
    def next_seconds(self) -> float:
        """The expected seconds of the piece that comes next."""
        return self._expected[self.todo[0]]

    def shown_share(self, needed: list[Order], pace: float) -> float:
        """The progress of everything that this game needs; it never goes back."""
        self._shown = max(self._shown, share_of(needed, pace))
        return self._shown

    def give_way(self) -> None:
        """Let others have the cores first."""
        for process in self.running:
            process.give_way()

    def start_next(self, start: Callable[[warm.Job], Process]) -> None:
        """Start the next piece, in a process of its own."""
        self.running[start(self.todo.pop(0))] = time.monotonic()

    def look(self) -> bool:
        """Notice what has ended; whether something has."""
        ended = [process for process in self.running if process.has_ended()]
        for process in ended:
            self.spent += time.monotonic() - self.running.pop(process)
            self.done += self._expected[process.job]
            if process.failure:
                self.failure, self.todo = self.failure or process.failure, []
        if ended and self.is_done:
            cache.mark_warm(self.origin)
        return bool(ended)

    def stop(self) -> None:
        """Start nothing more, and end what is running."""
        if self.is_busy:
            self.failure, self.todo = STOPPED, []
        for process in self.running:
            process.stop()
