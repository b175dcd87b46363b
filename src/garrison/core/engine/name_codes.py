"""Numbers by names, for rules: they become constants of the machine code. Nothing here may be slow to import."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import IntEnum
from typing import Any, Protocol, cast


class NamedNumbers(Protocol):
    """What `numbered` makes, an enumeration, as type checkers see it: its names come from data, which they can't read.

    Python reports a name that it does not have, at the latest when the rules are compiled.
    """

    def __getattr__(self, name: str) -> int: ...

    def __call__(self, number: int, /) -> IntEnum:
        """The member with this number."""

    def __iter__(self) -> Iterator[IntEnum]: ...

    def __len__(self) -> int: ...


def numbered(items: Sequence[Any], first: int = 0) -> NamedNumbers:
    """Numbers by names in capitals: the actions of buttons (counting from `first`), planes, or other words.

    >>> int(numbered(("up", "up+mine"), 9).UP_MINE)
    10
    """
    names = [getattr(one, "name", one) for one in items]
    codes = {re.sub(r"\W", "_", name).upper(): first + index for index, name in enumerate(names)}
    return cast("NamedNumbers", IntEnum("Numbered", codes))
