"""Machine code that is built and used in one process: for tests and measurements, which bring rules of their own."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from numba import types

from garrison.build.emit import emit
from garrison.build.link import link
from garrison.build.lower import Export, Lowering
from garrison.build.targets import TARGETS
from garrison.core.engine import machine
from garrison.core.engine.entries import RETURNING, entry_of
from garrison.core.engine.lane import COMPILED
from garrison.core.engine.table import Entry

OWN = machine.targets()[0]
_numbers = count()


@cache
def _lowering() -> Lowering:
    """One for all: what they share is translated once."""
    return Lowering()


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory()


def made(exports: Sequence[Export], target: str = OWN) -> bytes:
    """The object of some functions."""
    text = _lowering().module(exports, lambda share: None)
    return emit(text, TARGETS[target], {each.name for each in exports} | {machine.REPORT})


def loaded(exports: Sequence[Export], target: str = OWN) -> machine.Library:
    """A library of some functions, loaded."""
    data, ending = link(made(exports, target))
    file = Path(_folder().name) / f"{next(_numbers)}{ending}"
    file.write_bytes(data)
    return machine.load(file)


def number_export(name: str, function: Callable[..., Any], returns: bool = True) -> Export:
    """A function over whole numbers, to be called from outside."""
    return Export(name, function, (types.intp,) * function.__code__.co_argcount, returns)


def caller(function: Callable[..., Any], returns: bool = True) -> Callable[..., Any]:
    """A function over whole numbers in machine code, as Python calls it."""
    address = loaded([number_export(function.__name__, function, returns)]).address(function.__name__)
    return machine.caller(address, "n8" * function.__code__.co_argcount, returns, False)


def entry(name: str, rule: Callable[..., Any], shapes: dict[str, Any]) -> Any:
    """One entry of a game with another rule, in this lane."""
    plain = entry_of(name, rule, shapes)
    if not COMPILED:
        return plain
    return Entry(name, loaded([number_export(name, plain, name in RETURNING)]).address(name))
