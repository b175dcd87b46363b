"""Who comes next where many want the same thing: addresses take turns, so whoever wants much waits longest."""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from concurrent.futures import Future
from contextlib import asynccontextmanager

from garrison.play.server.wire.refusal import BUSY, TooBusy, TooMany

MOST = 256  # things that are wanted in all, where there is a limit
TOO_MUCH = "You are waiting for a lot at once. Please try again when some of it has arrived."
Turn = Future[None]


class FairQueue:
    """Some places for work, at most one of them for each address. Where an address may want only so many things at a
    time, there is room for so many in all; without room, whoever waits for most loses what they asked for last. Servers
    in several threads may share a queue."""

    def __init__(self, places: int = 1) -> None:
        self._places = places
        self._lock = threading.Lock()
        self._guests: dict[str, Turn] = {}  # by address, those who have a place
        self._waiting: OrderedDict[str, deque[Turn]] = OrderedDict()  # by address, in the order in which they come next

    @property
    def size(self) -> int:
        """How many have a place or wait for one."""
        return len(self._guests) + sum(map(len, self._waiting.values()))

    @asynccontextmanager
    async def place(self, address: str, share: int = 0) -> AsyncIterator[None]:
        """Wait for a place, and have it for a while; refused to an address that wants `share` things already (0: it may
        want any number)."""
        with self._lock:
            if share:
                self._check(address, share)
            turn = Turn()
            self._waiting.setdefault(address, deque()).append(turn)
            self._admit()
        try:
            await asyncio.wrap_future(turn)
        except asyncio.CancelledError:
            self._leave(address, turn)
            raise
        try:
            yield
        finally:
            self._leave(address, turn)

    def send_away(self) -> None:
        """Nobody who waits gets a place."""
        with self._lock:
            turns = [turn for waiting in self._waiting.values() for turn in waiting]
            self._waiting.clear()
        for turn in turns:
            turn.cancel()

    def _check(self, address: str, share: int) -> None:
        """Refuse what is more than this address's share, and make room if there is none."""
        own = len(self._waiting.get(address, ())) + (address in self._guests)
        if own >= share:
            raise TooMany(TOO_MUCH)
        if self.size >= MOST:
            most = max(self._waiting.values(), key=len)
            if len(most) <= own + 1:
                raise TooBusy(BUSY)
            last = most.pop()
            if last.set_running_or_notify_cancel():
                last.set_exception(TooMany(TOO_MUCH))

    def _admit(self) -> None:
        """Give free places to those who come next."""
        for address in [one for one in self._waiting if one not in self._guests]:
            if len(self._guests) >= self._places:
                return
            turn = self._waiting[address].popleft()
            if not self._waiting[address]:
                del self._waiting[address]
            if turn.set_running_or_notify_cancel():  # otherwise nobody waits for it any more
                self._guests[address] = turn
                turn.set_result(None)

    def _leave(self, address: str, turn: Turn) -> None:
        """Give a place back, after which all others come first; or no longer wait for one."""
        with self._lock:
            waiting = self._waiting.get(address, deque())
            if self._guests.get(address) is turn:
                del self._guests[address]
            elif turn in waiting:
                waiting.remove(turn)
            self._waiting.pop(address, None)
            if waiting:
                self._waiting[address] = waiting
            self._admit()
