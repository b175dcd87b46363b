"""The header that every position begins with, and the one way to make a record type.

Every number of a position declares its range. Machine code does not depend on it; positions from outside are checked
against it (core/ranges.py), and so is random play, by `garrison check`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

import numpy as np

from garrison.errors import BadOption

EVENT_WIDTH = 5  # the kind and four numbers
MOST_STEPS = 1_000_000_000  # no game lasts longer, whatever its parameters


@dataclass(frozen=True)
class Number:
    """A number of a record, or an array of numbers, with the range that each of them stays in.

    >>> Number("squares", 0, 8, np.uint8, 1219).shape
    (1219,)
    """

    name: str
    low: int
    high: int
    kind: Any = np.int64
    length: int | tuple[int, ...] = ()  # of an array; a tuple where it has several dimensions

    @property
    def shape(self) -> tuple[int, ...]:
        """() for a single number."""
        return (self.length,) if isinstance(self.length, int) else self.length

    @property
    def field(self) -> tuple[Any, ...]:
        """The number as NumPy's record types take it."""
        return (self.name, self.kind, self.shape) if self.shape else (self.name, self.kind)


def number_record(numbers: Sequence[Number]) -> np.dtype[Any]:
    """A record type of numbers that know their ranges.

    >>> number_record([Number("energy", 0, 100), Number("odds", 0, 6, np.int64, 3)])["odds"].shape
    (3,)
    """
    return record([number.field for number in numbers])


def record(fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """A record type whose fields are attributes, interpreted and compiled.

    >>> record([("energy", np.int64)]).names
    ('energy',)
    """
    plain = np.dtype(fields, align=True)
    for name in plain.names or ():
        if hasattr(np.void, name):
            raise BadOption(f"A record can't have a field called {name}: NumPy's records already have that attribute.")
    return np.dtype((_attributes(plain), plain))


def _attributes(plain: np.dtype[Any]) -> type[np.void]:
    """A class of records with an attribute for each field; NumPy's own looks each of them up in Python."""
    names = plain.names or ()
    return type("Record", (np.void,), {name: property(itemgetter(name), _setter(name)) for name in names})


def _setter(name: str) -> Callable[[Any, Any], None]:
    def change(record: Any, value: Any) -> None:
        record[name] = value

    return change


GENERATOR_END = (4294883355 << 32) - 1  # the other state of the generator, besides 0, that repeats itself
PLAYER_BITS = (1 << 62) - 1  # games of fewer players use fewer

HEADER_NUMBERS = (
    Number("rng", 1, GENERATOR_END - 1, np.uint64),  # the state of the generator (core.engine.rng)
    Number("waiting", 0, PLAYER_BITS),  # one bit for each player who may act now; 0 when the game is over
    Number("over", 0, 1),
    Number("reason", 0, 1000),  # why it is over: an index of the game's REASONS, 0 while it is not
    Number("winners", 0, PLAYER_BITS),  # one bit per player
    Number("turn", 0, MOST_STEPS + 1),  # turns, rounds or time units begun
    Number("steps", 0, MOST_STEPS),  # actions played
    Number("event_count", 0, 1 << 31),  # events of the last step in the log
    Number("event_overflow", 0, 1),  # 1: the log was full and the rest of the last step's events is missing
)

HEADER = number_record(HEADER_NUMBERS)
DICE = record([("rng", np.uint64)])  # a generator outside any game


@dataclass(frozen=True)
class StateRecord:
    """The record type of a game's positions, with the ranges of all its numbers."""

    numbers: tuple[Number, ...]
    dtype: np.dtype[Any]


def state_record(numbers: Sequence[Number], events: int) -> StateRecord:
    """The record of a game's positions: the header, room for `events` events per step, then the game's own numbers.

    >>> state_record([Number("energy", 0, 100)], events=8).dtype["events"].shape
    (8, 5)
    """
    log = Number("events", -(1 << 31), (1 << 31) - 1, np.int32, (events, EVENT_WIDTH))
    every = (*HEADER_NUMBERS, log, *numbers)
    return StateRecord(every, number_record(every))
