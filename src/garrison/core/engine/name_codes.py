"""Numbers by names, for rules: they become constants of the machine code. Nothing here may be slow to import."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import IntEnum
from typing import Any


def numbered(named: Sequence[Any], first: int = 0) -> Any:
    """Numbers by names in capitals: the actions of buttons (counting from `first`), planes, or other words.

    >>> int(numbered(("up", "up+mine"), 9).UP_MINE)
    10
    """
    names = [getattr(one, "name", one) for one in named]
    return IntEnum("Numbered", {re.sub(r"\W", "_", name).upper(): first + index for index, name in enumerate(names)})
