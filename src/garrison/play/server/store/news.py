"""What processes that share a database tell one another about matches. The store passes these on as they arrive."""

from __future__ import annotations

from msgspec import Struct

LATEST = 1 << 60  # as the number of an entry: however many there are


class Added(Struct, frozen=True, tag="added"):
    """The history of a match has grown to `number` entries."""

    match: str
    number: int = LATEST


class Altered(Struct, frozen=True, tag="altered"):
    """Something about a match other than its history has changed."""

    match: str


class Forwarded(Struct, frozen=True, tag="forwarded"):
    """A person's input for the next tick, for the process that runs the match."""

    match: str
    player: int
    action: int
    message: str


class Present(Struct, frozen=True, tag="present"):
    """Who is connected to another process."""

    match: str
    players: list[int]
    watchers: int  # connections, of players and of others
    process: str
    spectators: int = 0  # those of others


class Held(Struct, frozen=True, tag="held"):
    """Whether this process now runs a match's ticks, timers and bots."""

    match: str
    held: bool


News = Added | Altered | Forwarded | Present | Held


class Notice(Struct, frozen=True):
    """News as one process sends it to the others."""

    process: str
    news: News
