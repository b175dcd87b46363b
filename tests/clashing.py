"""What becomes of an honest position whose record is changed by hand: which number does not go with the others?"""

from __future__ import annotations

import re
from typing import Any

from garrison.core.position import Position
from garrison.core.soundness import why_unsound

NAMES = re.compile(r"([\w, ]+?) contradicts? the rest of the record")
EXAMPLE = re.compile(r": \w+(\[\d+(, \d+)*\])? is -?\d+, and -?\d+ would go with it")


def changed(position: Position, **changes: Any) -> Position:
    """A copy with other numbers: a number, or a place and what comes there, or several of these in a list."""
    other = position.copy()
    for name, change in changes.items():
        cells = other.state[name][0]
        for place, number in [((), change)] if isinstance(change, int) else _listed(change):
            if place == ():
                other.state[name][0] = number
            else:
                cells[place] = number
    return other


def _listed(change: Any) -> list[tuple[Any, int]]:
    return change if isinstance(change, list) else [change]


def clash(position: Position, **changes: Any) -> str:
    """The names of the numbers that do not go with the others after these changes; empty if all do."""
    assert clash_in(position) == "", "the position is unsound before it is changed"
    return clash_in(changed(position, **changes))


def clash_in(position: Position) -> str:
    """The same in a position as it is."""
    wrong = why_unsound(position.game, position.state)
    names = NAMES.match(wrong)
    assert wrong == "" or (names and (names.end() == len(wrong) or EXAMPLE.fullmatch(wrong, names.end()))), wrong
    return names[1] if names else ""
