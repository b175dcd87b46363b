"""How long a search may think, and what it comes to."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from garrison.bots.limits import current
from garrison.errors import BadOption

MOST_SIMULATIONS = 100_000_000
MOST_SECONDS = 3600
FEWEST = 8  # simulations, however little time there is: fewer say nothing
CAUTION = 0.85  # the part of the time that is planned for; speed changes in the course of a search
SLICE = 0.01  # seconds between two moments at which a search can be stopped
CALM = 0.3  # how much of a new measurement is believed


@dataclass(frozen=True)
class Budget:
    """What one decision may cost: a number of simulations or of milliseconds, and on how many threads.

    With both, it is that number of simulations unless time is up before.
    """

    simulations: int = 0
    milliseconds: float = 0.0
    threads: int = 1

    def __post_init__(self) -> None:
        """At least one of the two is given, and there is at least one thread."""
        is_given = self.simulations > 0 or self.milliseconds > 0
        if not is_given or min(self.simulations, self.milliseconds) < 0 or self.threads < 1:
            raise BadOption("A search takes a number of simulations or of milliseconds, and at least one thread.")
        if self.simulations > MOST_SIMULATIONS or self.milliseconds > MOST_SECONDS * 1000:
            raise BadOption(f"A search takes at most {MOST_SIMULATIONS:,} simulations and {MOST_SECONDS} seconds.")


@dataclass(frozen=True)
class Choice:
    """An action that was considered: what it is worth to the player, from -1 to 1, and its share of the simulations."""

    action: int
    value: float
    share: float


class Slices:
    """Work in parts of a few milliseconds, between which a search can be stopped and keeps to its time.

    How large the parts are depends on the clock; what they come to together does not, unless time is up.
    """

    def __init__(self, budget: Budget) -> None:
        self._limits = current()
        self._end = time.perf_counter() + budget.milliseconds / 1000 if budget.milliseconds else float("inf")
        self.size, self._has_begun = 1, False

    @property
    def is_over(self) -> bool:
        """Whether time is up; there is always enough for one part."""
        return self._has_begun and time.perf_counter() >= self._end

    def of(self, first: int, last: int) -> Iterator[tuple[int, int]]:
        """The parts of first .. last-1, as long as there is time."""
        while first < last and not self.is_over:
            self._limits.check()
            until, start = min(first + self.size, last), time.perf_counter()
            self._has_begun = True
            yield first, until
            self._adapt(time.perf_counter() - start)
            first = until

    def _adapt(self, seconds: float) -> None:
        if seconds < SLICE / 2:
            self.size *= 2
        elif seconds > 2 * SLICE:
            self.size = max(1, self.size // 2)


class Clock:
    """Turns a budget into simulations: as many as were asked for, or as many as the speed of the last ones suggests."""

    def __init__(self) -> None:
        self._rate = 0.0  # simulations a millisecond, as last seen

    def simulations(self, budget: Budget) -> int:
        """How many simulations to make; before anything is known about the speed, only a few."""
        if budget.simulations:
            return budget.simulations
        return max(FEWEST, int(self._rate * budget.milliseconds * CAUTION))

    def is_new(self, budget: Budget) -> bool:
        """Whether the speed has to be found out first."""
        return not budget.simulations and self._rate == 0

    def note(self, simulations: int, start: float) -> None:
        """Remember how fast these went; `start` is what `time.perf_counter` said before them."""
        rate = simulations / (max(time.perf_counter() - start, 1e-6) * 1000)
        # One decision during which the machine did something else says little about the next.
        self._rate = rate if self._rate == 0 else self._rate + CALM * (rate - self._rate)
