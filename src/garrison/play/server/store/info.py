"""What there is to a match besides its history: values read from the database and kept in memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from garrison.core.facts import Facts
from garrison.play.history import History
from garrison.play.server.store.agreements import Agreements
from garrison.play.server.store.secrecy import HistoryEntries
from garrison.play.server.wire.messages import Remark
from garrison.play.server.wire.terms import Terms


@dataclass
class SeatState:
    """Who sits in a seat."""

    kind: str  # person, bot, open
    bot: str = ""
    name: str = ""
    token: str = ""  # its hash

    @property
    def is_bot(self) -> bool:
        """Whether a program plays."""
        return bool(self.bot)


def is_alone(seats: Sequence[SeatState]) -> bool:
    """Whether one person plays, against nobody; only then is a score a high score."""
    return len(seats) == 1 and not seats[0].is_bot


@dataclass
class Info:
    """What there is to a match besides its history."""

    id: str
    game: str
    facts: Facts
    variant: str
    options: dict[str, Any]
    created: str
    host: str  # the hash of the host's token
    invite: str  # the hash of the invitation's key
    private: bool
    undo: bool
    timer_ms: int
    tick_ms: int
    paused: bool
    counted: bool
    finished: bool
    chosen_seed: str  # "" where it is not known
    agreements: Agreements
    terms: Terms
    clocks: str  # what was left of everybody's time when that was last stored
    seats: list[SeatState]
    sentence: str = ""  # why it can only be watched
    hints: int = 0  # that its player has asked for

    @property
    def is_open(self) -> bool:
        """Whether a seat is free."""
        return any(seat.kind == "open" for seat in self.seats)

    @property
    def is_timed(self) -> bool:
        """Whether people have a limited time."""
        return self.timer_ms > 0 or self.terms.bank_ms > 0

    @property
    def people(self) -> list[int]:
        """The players that people play themselves."""
        return [player for player, seat in enumerate(self.seats) if seat.kind == "person" and not seat.is_bot]

    @property
    def is_shared(self) -> bool:
        """Whether several people play, or could."""
        return sum(seat.kind == "open" or bool(seat.token) for seat in self.seats) > 1

    def status(self, is_over: bool) -> str:
        """The match in one word."""
        if self.sentence:
            return "read-only"
        if is_over:
            return "over"
        return "open" if self.is_open else "playing"


@dataclass
class StoredMatch:
    """A match as stored on disk."""

    info: Info
    history: History
    entries: HistoryEntries  # the whole history, or as much of it as was asked for
    ids: dict[tuple[int, str], int]  # the entry that each message became
    remarks: list[Remark]  # what was said lately
    undos: Counter[tuple[int, int]]  # how many there were, by player and decision
    later: list[Any]  # the rows of the other entries, for somebody who follows them one by one
