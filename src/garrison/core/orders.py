"""What is to be compiled for one game, piece by piece, and how much of it is done."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from garrison.core.engine import cache, warm

# How long a piece takes, roughly: only ratios matter, since progress is measured by them.
SECONDS_A_KILOBYTE = {"step": 0.3, "new": 0.04, "legal": 0.06, "reach": 0.06, "observe": 0.05, "score": 0.02}
ENGINE_SECONDS = 4.5
START_SECONDS = 1.0  # of a process, before it compiles
STOPPED = "Compiling was stopped."
NEARLY = 0.9  # from here on the progress of a piece that takes longer than expected grows ever more slowly


def expected_seconds(job: warm.Job) -> float:
    """How long a piece takes, by the size of what it is compiled from."""
    folder = job.origin.folder
    if folder is None:
        return START_SECONDS + ENGINE_SECONDS
    kilobytes = sum(file.stat().st_size for file in cache.sources(folder)) / 1000
    return START_SECONDS + kilobytes * SECONDS_A_KILOBYTE.get(job.part, SECONDS_A_KILOBYTE["legal"])


def part_done(seconds: float, expected: float) -> float:
    """How much of a running piece is done, by the clock; never all of it.

    >>> part_done(3, 10), part_done(9, 10), round(part_done(30, 10), 2)
    (0.3, 0.9, 0.97)
    """
    share = seconds / expected
    return share if share <= NEARLY else 1 - (1 - NEARLY) * NEARLY / share


@dataclass
class Order:
    """A game, or the engine's loops, with the pieces that are still to be compiled, the longest first."""

    origin: cache.Origin
    jobs: list[warm.Job]
    asked: bool = False
    failure: str = ""
    running: dict[warm.Process, float] = field(default_factory=dict)  # since when

    def __post_init__(self) -> None:
        self._expected = {job: expected_seconds(job) for job in self.jobs}
        self.todo = sorted(self.jobs, key=lambda job: -self._expected[job])
        self.total = sum(self._expected.values())
        self._done = self._spent = self._shown = 0.0

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
        """Whether all of it is there."""
        return not self.is_busy and not self.failure

    @property
    def finished(self) -> float:
        """How many of the expected seconds are done; running pieces count by the clock, at the pace of those before."""
        pace = self._spent / self._done if self._done else 1.0
        clock = time.monotonic()
        return self._done + sum(
            self._expected[process.job] * part_done((clock - since) / pace, self._expected[process.job])
            for process, since in self.running.items()
        )

    @property
    def left(self) -> float:
        """The expected seconds that nobody works on yet."""
        return sum(self._expected[job] for job in self.todo)

    @property
    def next_seconds(self) -> float:
        """The expected seconds of the piece that comes next."""
        return self._expected[self.todo[0]]

    def shown_share(self, needed: list[Order]) -> float:
        """How far everything is that this game needs; a bar never goes back."""
        share = sum(order.finished for order in needed) / (sum(order.total for order in needed) or 1.0)
        self._shown = max(self._shown, share)
        return self._shown

    def start_next(self) -> None:
        """Start the next piece, in a process of its own."""
        self.running[warm.Process(self.todo.pop(0))] = time.monotonic()

    def look(self) -> bool:
        """Notice what has ended; whether something has."""
        ended = [process for process in self.running if process.has_ended()]
        for process in ended:
            self._spent += time.monotonic() - self.running.pop(process)
            self._done += self._expected[process.job]
            if process.failure:
                self.failure, self.todo = self.failure or process.failure, []
        if ended and self.is_done:
            cache.mark_warm(self.origin)
        return bool(ended)

    def stop(self) -> None:
        """Start no more, and end what is running."""
        if self.is_busy:
            self.failure, self.todo = STOPPED, []
        for process in self.running:
            process.stop()
