"""All matches in memory: finds them, reads them when somebody asks, and unloads those nobody looks at."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from garrison.play.server.match.live import LiveMatch
from garrison.play.server.store import histories
from garrison.play.server.store.cleanup import Tidying
from garrison.play.server.store.store import Store
from garrison.play.server.wire import server_time
from garrison.play.server.wire.settings import Settings
from garrison.play.server.work.bot_pool import Thinking
from garrison.play.server.work.guard import Guard
from garrison.play.server.work.visitor import ENTRY, visitor

logger = logging.getLogger("garrison")


class Registry:
    """The matches of this process, by name."""

    def __init__(self, store: Store, settings: Settings, guard: Guard, thinking: Thinking) -> None:
        self.store, self.settings, self.guard, self._thinking = store, settings, guard, thinking
        self.matches: dict[str, LiveMatch] = {}
        self._loading: dict[str, asyncio.Task[LiveMatch | None]] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._tidying = Tidying(store, settings, self.matches)

    def start(self) -> None:
        """Start sweeping, and passing on what other processes say."""
        self._tasks = [self._forever(self._sweep_now_and_then()), self._forever(self._pass_on_news())]

    def _forever(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        return asyncio.get_running_loop().create_task(work)

    async def stop(self) -> None:
        """Unload everything."""
        for task in [*self._tasks, *self._loading.values()]:
            task.cancel()
        for name in list(self.matches):
            self.put_away(name)

    async def get(self, name: str) -> LiveMatch | None:
        """A match, read from disk if need be; None when there is no such match."""
        match = self.matches.get(name)
        if match is not None:
            match.touch()
            return match
        visitor().spend_on(ENTRY * await self.store.read(lambda connection: histories.length_of(connection, name)))
        async with visitor().place():
            return self.matches.get(name) or await self._loaded(name)

    async def _loaded(self, name: str) -> LiveMatch | None:
        """A match that is read from disk, once for all who ask for it meanwhile."""
        if name not in self._loading:
            task = asyncio.get_running_loop().create_task(self._load(name))
            self._loading[name] = task
            task.add_done_callback(lambda _: self._loading.pop(name, None))
        return await asyncio.shield(self._loading[name])

    async def _load(self, name: str) -> LiveMatch | None:
        await self.store.settled()  # it may have left memory a moment ago, and its clocks are not on disk yet
        stored_match = await self.store.read(lambda connection: histories.load_match(connection, name))
        if stored_match is None:
            return None
        self.matches[name] = LiveMatch(stored_match, self.store, self.settings, self.guard, self._thinking)
        return self.matches[name]

    def put_away(self, name: str) -> None:
        """Take a match out of memory; if it is on disk, it stays there."""
        match = self.matches.pop(name, None)
        if match is not None:
            match.stop()

    def sweep(self) -> None:
        """Unload matches that nobody has looked at for a while."""
        since = server_time.now() - self.settings.sweep_after
        for name in [name for name, match in self.matches.items() if match.is_idle(since)]:
            self.put_away(name)

    async def _sweep_now_and_then(self) -> None:
        while True:
            try:
                self.sweep()
                await self._tidying.sweep()
            except Exception:
                logger.exception("A sweep failed; the next one will come.")
            await asyncio.sleep(self.settings.sweep_every)

    async def _pass_on_news(self) -> None:
        while True:
            news = await self.store.news.get()
            match = self.matches.get(news.match)
            if match is not None:
                try:
                    match.hear(news)
                except Exception:
                    logger.exception("Match %s can't follow another process.", match.id)
