"""What can be wrong with a position whose numbers are all within their ranges: they may contradict one another.

A game's rule `clash(p, s)` says which number contradicts others. It checks records that come from outside, and what it
accepts must be safe to play. It may rely on the declared ranges and on nothing else.
"""

from __future__ import annotations

from enum import IntEnum
from typing import cast

from garrison.core.engine.name_codes import NamedNumbers
from garrison.core.engine.record import Record, RecordLayout, StateRecord, layout
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
