"""How the passes of a large batch treat memory: found out by trying, since it depends on the game and the machine.

Where no cache holds all positions, prefetching the next position's memory made every game 1.2 to 2.2 times as fast on
one machine, and Siege a sixth slower on another (benchmarks/history/prefetching.md). All ways write the same bytes.
"""

from __future__ import annotations

from typing import Any

WAYS = ((1, 0), (0, 0), (0, 1), (1, 1))  # (ahead, past) among the arguments of a pass
ROUNDS = 8  # passes in each way, of which the fastest counts
GAIN = 0.95  # another way than the first is taken if it takes at most this part of its time


class MemoryTrial:
    """A trial of all ways, one after the other, by the first passes of a batch."""

    def __init__(self, plan: Any) -> None:
        self._plan = plan
        self._passes = 0
        self._best = [float("inf")] * len(WAYS)
        self._go(WAYS[0])

    @property
    def is_over(self) -> bool:
        """Whether the fastest way is known, and taken from now on."""
        return self._passes == ROUNDS * len(WAYS)

    def note(self, seconds: float) -> None:
        """Note how long a step of a pass took, in processor time, because others may use the processor in between."""
        number = self._passes % len(WAYS)
        self._best[number] = min(self._best[number], seconds)
        self._passes += 1
        self._go(self._fastest() if self.is_over else WAYS[self._passes % len(WAYS)])

    def _fastest(self) -> tuple[int, int]:
        least = min(self._best)
        return WAYS[self._best.index(least) if least < GAIN * self._best[0] else 0]

    def _go(self, way: tuple[int, int]) -> None:
        self._plan.ahead, self._plan.past = way
