"""What can be wrong with a position whose numbers are all within their ranges: they may contradict one another.

A game's rule `clash(p, s)` checks records that come from outside, and what it accepts must be safe to play. It is given
a copy. Whatever follows from other numbers, such as counts or who stands on a field, it writes there anew: if that
changes the copy, the record was wrong. What can't be written anew it tests, and names a number that contradicts others.
It may rely on the declared ranges and on nothing else.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from garrison.core.engine.record import StateRecord
from garrison.core.engine.rule import rule

NO_CLASH = -1


def clashes(record: StateRecord) -> Any:
    """The answers of `clash`: an enumeration of a record's numbers, named in capitals, and NONE.

    >>> from garrison.core.engine.record import Number, state_record
    >>> clashes(state_record([Number("energy", 0, 100)], events=8)).ENERGY.name
    'ENERGY'
    """
    names = {number.name.upper(): place for place, number in enumerate(record.numbers)}
    return IntEnum("Clash", {"NONE": NO_CLASH, **names})


@rule
def without_clash(p: Any, s: Any) -> Any:
    """For a game in which numbers within their ranges never clash."""
    return NO_CLASH


@rule
def are_within(numbers: Any, count: Any, low: Any, high: Any) -> Any:
    """Whether the first `count` of an array are within a range."""
    for index in range(count):
        if numbers[index] < low or numbers[index] > high:
            return False
    return True


@rule
def rises(numbers: Any, count: Any, high: Any) -> Any:
    """Whether each of the first `count` of an array is larger than the one before, from 1 to a highest number."""
    last = 0
    for index in range(count):
        if numbers[index] <= last or numbers[index] > high:
            return False
        last = numbers[index]
    return True
