"""What can be wrong with a position whose numbers are all within their ranges: they may contradict one another.

A game's rule `clash(p, s)` makes records that come from outside safe to play. It is given a copy, and writes there
again whatever other numbers say or limit, such as counts or who stands on a field: if that changes the copy, the record
was wrong. Only for what can't be written again it names a number that contradicts others.
It may rely on the declared ranges and on nothing else.
"""

from __future__ import annotations

from enum import IntEnum
from typing import cast

from garrison.core.engine.name_codes import NamedNumbers
from garrison.core.engine.record import Array, Record, RecordLayout, StateRecord, int64, layout
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
def keep_within(numbers: Array, count: int, low: int, high: int) -> None:
    """Write the first `count` of an array so that they are within a range."""
    for index in range(count):
        numbers[index] = min(max(numbers[index], low), high)


@rule
def keep_rising(numbers: Array, count: int) -> int:
    """Write the first `count` of an array so that each is larger than the one before, from 1 on; the last of them."""
    last = int64(0)
    for index in range(count):
        last = max(int64(numbers[index]), last + 1)
        numbers[index] = last
    return last
