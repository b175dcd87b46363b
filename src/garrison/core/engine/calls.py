"""Calling a game's entries by address, so that a loop needs no function among its arguments.

In machine code other forms of `ask` and `tell` stand for these (numba_memory.py).
"""

from __future__ import annotations

from typing import Any, cast

from garrison.core.engine.lane import COMPILED
from garrison.core.engine.memory import Address


def ask(entry: Any, arguments: Any) -> Any:
    """What an entry returns for these arguments."""
    return entry(*arguments)


def tell(entry: Any, arguments: Any) -> None:
    """Call an entry, which returns nothing."""
    entry(*arguments)


def entry_address(entry: Any) -> Address:
    """An entry as `ask` and `tell` take it; 0 stands for one that a game does not have."""
    if not COMPILED:
        return cast("Address", entry)
    return Address(entry.address if entry is not None else 0)
