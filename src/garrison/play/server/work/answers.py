"""Answers that many people ask for, and that take a while to make: the latest stay in memory."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any, Generic, TypeVar

from garrison.play.server.work.visitor import visitor

Key = TypeVar("Key")
Value = TypeVar("Value")


class Answers(Generic[Key, Value]):
    """The latest `most` answers, by what was asked. What an address asks for again while it is being made is not made
    twice."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Key, Value] = OrderedDict()
        self._pending: dict[tuple[str, Key], asyncio.Task[Value]] = {}

    def __len__(self) -> int:
        return len(self._kept)

    async def get(self, key: Key, make: Callable[[], Awaitable[Value]]) -> Value:
        """An answer, made now if it is not there. Others never wait in the line of whoever asked first."""
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        asked = visitor().address, key
        if asked not in self._pending:
            self._pending[asked] = asyncio.ensure_future(self._made(key, make))
            self._pending[asked].add_done_callback(lambda done: self._is_made(asked, done))
        return await asyncio.shield(self._pending[asked])

    async def _made(self, key: Key, make: Callable[[], Awaitable[Value]]) -> Value:
        return self.keep(key, await make())

    def keep(self, key: Key, value: Value) -> Value:
        """Keep an answer; the oldest goes when there are too many."""
        self._kept[key] = value
        self._kept.move_to_end(key)
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return value

    def _is_made(self, asked: tuple[str, Key], done: asyncio.Task[Any]) -> None:
        del self._pending[asked]
        if not done.cancelled():
            done.exception()  # it may be that nobody waits for it any more
