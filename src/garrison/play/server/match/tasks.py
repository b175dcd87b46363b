"""What a match does in the background. What goes wrong there is logged, and stays there."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any

logger = logging.getLogger("garrison")


class Tasks:
    """The background tasks of one match, for as long as it is in memory."""

    def __init__(self, match: str) -> None:
        self._match = match
        self._running: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something in the background."""
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._done)

    def stop(self) -> None:
        """End all of them."""
        for task in self._running:
            task.cancel()

    def _done(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            logger.error("Something went wrong in match %s.", self._match, exc_info=error)


class Retry:
    """An attempt that is made again and again until it succeeds, by one task at a time."""

    def __init__(self, attempt: Callable[[], Awaitable[bool]]) -> None:
        self._attempt = attempt
        self.is_going_on = False

    async def run(self) -> None:
        """Try it until it succeeds, unless that is being done already."""
        if self.is_going_on:
            return
        self.is_going_on = True
        try:
            for pause in pauses():
                if await self._attempt():
                    return
                await asyncio.sleep(pause)
        finally:
            self.is_going_on = False


def pauses() -> Iterable[float]:
    """The seconds between attempts to reach the database: longer and longer, up to a second, without end."""
    return itertools.chain((0.05, 0.1, 0.2, 0.5), itertools.repeat(1.0))
