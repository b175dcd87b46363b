"""What can be wrong with a position whose numbers are all within their ranges: they may contradict one another.

A game's rule `clash(p, s)` checks records that come from outside, and what it accepts must be safe to play. It is given
a copy. Whatever follows from other numbers, such as counts or who stands on a field, it writes there again: if that
changes the copy, the record was wrong. What can't be written again it tests, and names a number that contradicts
others.
It may rely on the declared ranges and on nothing else.
"""

from __future__ import annotations

from enum import IntEnum
from typing import cast

from garrison.core.engine.name_codes import NamedNumbers
from garrison.core.engine.record import Array, Record, RecordLayout, StateRecord, layout
from garrison.core.engine.rule import rule

NO_CLASH = -1


def clashes(state: type[StateRecord] | RecordLayout) -> NamedNumbers:
    """The answers of `clash`: an enumeration of a record's numbers, named in capitals, and NONE.

    >>> clashes(StateRecord).WAITING.name
    'WAITING'
    """
    numbers = (state if isinstance(state, RecordLayout) else layout(state)).numbers
    names = {number.name.upper(): place for place, number in enumerate(numbers)}
    return cast("NamedNumbers", IntEnum("Clash", {"NONE": NO_CLASH, **names}))


@rule
def without_clash(p: Record, s: StateRecord) -> int:
    """For a game in which numbers within their ranges never clash."""
    return NO_CLASH


@rule
def are_within(numbers: Array, count: int, low: int, high: int) -> bool:
    """Whether the first `count` of an array are within a range."""
    for index in range(count):
        if numbers[index] < low or numbers[index] > high:
            return False
    return True


@rule
def rises(numbers: Array, count: int, high: int) -> bool:
    """Whether each of the first `count` of an array is larger than the one before, from 1 to a highest number."""
    last = 0
    for index in range(count):
        if numbers[index] <= last or numbers[index] > high:
            return False
        last = numbers[index]
    return True
