"""Where bots think: in a few threads that give way to everything else. Levels think less when many want to."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from garrison.bots.limits import Limits, within
from garrison.core.batch import cores

NICE = 10
TICK_SHARE = 0.3  # of a tick is the longest that a level may think in real time


class Thinking:
    """A bounded pool of threads; what does not fit waits."""

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or max(1, cores() - 1)  # one core is left for people's moves
        self._pool = ThreadPoolExecutor(self.workers, "garrison-bot", initializer=give_way)
        self.busy = 0  # decisions that are being made, or wait for it

    async def decide(self, choose: Callable[[], int], tick_ms: int = 0) -> int:
        """What a bot chooses. Whoever cancels this also ends the bot's search."""
        stopped = threading.Event()
        self.busy += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(
                self._pool, self._chosen, choose, tick_ms, stopped.is_set
            )
        finally:
            stopped.set()
            self.busy -= 1

    def _chosen(self, choose: Callable[[], int], tick_ms: int, is_stopped: Callable[[], bool]) -> int:
        """In a thread: let the bot choose, with as much of its budget as the others leave it."""
        longest = TICK_SHARE * tick_ms if tick_ms else float("inf")
        with within(Limits(min(1.0, self.workers / max(self.busy, 1)), longest, is_stopped)):
            return choose()


def give_way() -> None:
    """Let all other threads go first, where the system has priorities for each."""
    with suppress(AttributeError, OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)


shared = Thinking()  # of this process
