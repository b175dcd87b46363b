"""Whoever asks the server for something: the address that limits apply to, and what it may still ask for."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from garrison.play.server.wire.refusal import TooMany
from garrison.play.server.work.guard import Guard

BYTES = 1000  # of something long to read, that cost as much as one frame of a replay
ENTRY = 8  # bytes that an entry of a history counts as
DEAREST = 3  # nothing costs more than what an address may ask for at once, divided by this: it could never pay for it


@dataclass(frozen=True)
class Visitor:
    """An address. Without a guard, it is the server itself, which has no limits."""

    address: str = ""
    guard: Guard | None = None

    def spend(self, cost: float) -> None:
        """Refuse what costs more than this address may ask for at the moment."""
        if self.guard and not self.guard.may_spend(self.address, cost):
            raise TooMany("That is a lot to ask for at once. Please wait a moment.")

    def spend_on(self, length: int) -> None:
        """The same for something that costs the more, the longer it is; in bytes."""
        if self.guard:
            self.spend(min(length / BYTES, self.guard.settings.cost_at_once / DEAREST))

    @property
    def share(self) -> int:
        """How many pieces of slow work this address may want at a time; 0: any number."""
        return self.guard.most(self.guard.settings.work_an_address, self.address) if self.guard else 0

    @asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        """Wait for one's turn to do something that takes many milliseconds in the server's own process: each address
        does one such thing at a time."""
        if self.guard is None:
            yield
            return
        async with self.guard.places.place(self.address):
            yield


NOBODY = Visitor()
VISITOR: ContextVar[Visitor] = ContextVar("visitor")  # of the request that is being answered


def visitor() -> Visitor:
    """Whoever asked for what is being done now."""
    return VISITOR.get(NOBODY)
