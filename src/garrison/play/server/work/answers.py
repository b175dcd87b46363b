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
        self._values: OrderedDict[Key, Value] = OrderedDict()
        self._pending: dict[tuple[str, Key], asyncio.Task[Value]] = {}

    def __len__(self) -> int:
        return len(self._values)

    async def get(self, key: Key, make: Callable[[], Awaitable[Value]]) -> Value:
        """An answer, made now if it is not there. Others never wait in the line of whoever asked first."""
        if key in self._values:
            self._values.move_to_end(key)
            return self._values[key]
        question = visitor().address, key
        if question not in self._pending:
            self._pending[question] = asyncio.ensure_future(self._made(key, make))
            self._pending[question].add_done_callback(lambda task: self._is_made(question, task))
        return await asyncio.shield(self._pending[question])

    async def _made(self, key: Key, make: Callable[[], Awaitable[Value]]) -> Value:
        return self.keep(key, await make())

    def keep(self, key: Key, value: Value) -> Value:
        """Keep an answer; the oldest goes when there are too many."""
        self._values[key] = value
        self._values.move_to_end(key)
        while len(self._values) > self._most:
            self._values.popitem(last=False)
        return value

    def _is_made(self, question: tuple[str, Key], task: asyncio.Task[Any]) -> None:
        del self._pending[question]
        if not task.cancelled():
            task.exception()  # it may be that nobody waits for it any more
