"""Whether records stay within the ranges that their numbers declare, for one record or for many at once.

A record is within its ranges if clipping every number to its own changes nothing: two NumPy calls for each type of
number, however many fields there are. What ranges can't express, a game's `clash` checks (core/soundness.py).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any, SupportsInt

import numpy as np

from garrison.core.engine.events import EventKind, Field
from garrison.core.engine.record import EVENT_WIDTH, Array, Number, state_layout
from garrison.core.facts import Facts

SMALLEST, LARGEST = -(1 << 31), (1 << 31) - 1  # what an event's numbers can hold
_STATES: dict[ModuleType, StateRanges] = {}


@dataclass(frozen=True)
class _Gap(Number):
    """Bytes that belong to no field: 0, so that equal positions have equal bytes."""

    offset: int = 0


@dataclass(frozen=True)
class Breach:
    """A number outside its range, and which of the records has it."""

    record: int
    name: str  # `energy`, or `enemy_squares[3]` in an array
    value: int
    low: int
    high: int

    def __str__(self) -> str:
        return f"{self.name} is {self.value} and must be from {self.low} to {self.high}"


def element_name(name: str, place: Sequence[SupportsInt]) -> str:
    """What a number of a record is called.

    >>> element_name("energy", ()), element_name("stash", (0, 3))
    ('energy', 'stash[0, 3]')
    """
    return f"{name}[{', '.join(str(int(index)) for index in place)}]" if len(place) else name


class Ranges:
    """The ranges of all numbers of a record type."""

    def __init__(self, dtype: np.dtype[Any], numbers: Iterable[Number]) -> None:
        self._dtype = dtype
        stains = [_Gap("between the fields, a byte", 0, 0, np.uint8, size, offset) for offset, size in gaps(dtype)]
        self._numbers = (*numbers, *stains)
        kinds = sorted({np.dtype(number.kind) for number in self._numbers}, key=str)
        self._groups = [_Group(kind, self._spans(kind)) for kind in kinds]

    def breach(self, records: Array) -> Breach | None:
        """The first number outside its range, type by type; None if all are inside."""
        for group in self._groups:
            place = group.outside(records)
            if place is not None:
                return self._named(records, group.kind, *place)
        return None

    def _spans(self, kind: np.dtype[Any]) -> list[tuple[int, int, Number]]:
        """For all numbers of a type, where they begin and how many there are, in units of its size; in order."""
        spans = []
        for number in self._numbers:
            if np.dtype(number.kind) == kind:
                assert self._dtype.fields is not None
                offset = number.offset if isinstance(number, _Gap) else self._dtype.fields[number.name][1]
                spans.append((offset // kind.itemsize, math.prod(number.shape), number))
        return sorted(spans, key=lambda span: span[0])

    def _named(self, records: Array, kind: np.dtype[Any], index: int, place: int) -> Breach:
        first, _, number = [span for span in self._spans(kind) if span[0] <= place][-1]
        where = np.unravel_index(place - first, number.shape) if number.shape else ()
        value = int(records[index : index + 1].view(kind)[place])
        return Breach(index, element_name(number.name, where), value, number.low, number.high)


class _Group:
    """All numbers of one type: the record seen as an array of that type, and the range of each element."""

    def __init__(self, kind: np.dtype[Any], spans: list[tuple[int, int, Number]]) -> None:
        self.kind = kind
        self.first, self.last = spans[0][0], spans[-1][0] + spans[-1][1]
        limits = np.iinfo(kind)
        self.low = np.full(self.last - self.first, limits.min, dtype=kind)
        self.high = np.full(self.last - self.first, limits.max, dtype=kind)
        for begin, count, number in spans:
            self.low[begin - self.first : begin - self.first + count] = number.low
            self.high[begin - self.first : begin - self.first + count] = number.high

    def outside(self, records: Array) -> tuple[int, int] | None:
        """The first record with a number outside its range, and the number's place in it."""
        numbers = records.view(self.kind)
        if len(records) > 1:
            numbers = numbers.reshape(len(records), -1)
        numbers = numbers[..., self.first : self.last]
        inside = np.minimum(np.maximum(numbers, self.low), self.high)
        if inside.tobytes() == numbers.tobytes():
            return None
        index, place = np.argwhere(np.atleast_2d(inside != numbers))[0]
        return int(index), int(place) + self.first


class StateRanges:
    """The ranges of a game's positions, the header's and the events' included."""

    def __init__(self, state: ModuleType, facts: Facts) -> None:
        record = state_layout(state)
        bits = (1 << facts.players[1]) - 1
        narrower = {
            "waiting": bits,
            "winners": bits,
            "reason": len(facts.reasons) - 1,
            "event_count": record.dtype["events"].shape[0],
        }
        self._numbers = Ranges(
            record.dtype, [replace(number, high=narrower.get(number.name, number.high)) for number in record.numbers]
        )
        self._low, self._high = _event_tables(state.Happening, facts.board, getattr(state, "EVENT_RANGES", {}))

    def breach(self, records: Array) -> Breach | None:
        """The first number outside its range; None if all are inside."""
        return self._numbers.breach(records) or self._event_breach(records)

    def _event_breach(self, records: Array) -> Breach | None:
        counts = records["event_count"]
        for index in np.flatnonzero(counts):
            rows = records["events"][index, : counts[index]]
            kinds = rows[:, 0]
            low, high = (table.take(kinds, 0, mode="clip") for table in (self._low, self._high))
            outside = (rows < low) | (rows > high)
            if outside.any():
                row, column = (int(place) for place in np.argwhere(outside)[0])
                name, value = f"events[{row}, {column}]", int(rows[row, column])
                return Breach(int(index), name, value, int(low[row, column]), int(high[row, column]))
        return None


def state_ranges(state: ModuleType, facts: Facts) -> StateRanges:
    """The ranges of a game's positions, made once."""
    if state not in _STATES:
        _STATES[state] = StateRanges(state, facts)
    return _STATES[state]


def _event_tables(
    kinds: type[EventKind], board: tuple[int, int], ranges: Mapping[str, tuple[int, int]]
) -> tuple[Array, Array]:
    """For each kind of event the smallest and largest of its numbers; for an unknown kind, nothing is in range."""
    shape = max(kinds, default=0) + 1, EVENT_WIDTH
    low, high = np.full(shape, SMALLEST, dtype=np.int64), np.full(shape, LARGEST, dtype=np.int64)
    low[:, 0], high[:, 0] = 1, 0
    for kind in kinds:
        low[kind, 0] = high[kind, 0] = kind
        for place, name in enumerate(kind.names, 1):
            usual = (-1, board[0] * board[1] - 1) if isinstance(name, Field) else (SMALLEST, LARGEST)
            low[kind, place], high[kind, place] = ranges.get(name, usual)
    return low, high


def gaps(dtype: np.dtype[Any]) -> Iterator[tuple[int, int]]:
    """Where bytes lie between a record's fields, and how many; they are 0, so that equal positions have equal bytes.

    >>> list(gaps(np.dtype([("small", np.int8), ("large", np.int64)], align=True)))
    [(1, 7)]
    """
    end = 0
    spans = sorted((offset, field.itemsize) for field, offset, *_ in (dtype.fields or {}).values())
    for offset, size in (*spans, (dtype.itemsize, 0)):
        if offset > end:
            yield end, offset - end
        end = offset + size
