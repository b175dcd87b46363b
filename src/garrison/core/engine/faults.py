"""What can go wrong in machine code: a function that fails reports its name and a number, and Python raises it.

A kernel calls entries by address, so that a fault can't come back as a result. It is reported to the thread that it
happened in, at once, and raised when Python has called what led to it.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from garrison.errors import RuleFault

CODES = {1: ZeroDivisionError, 2: IndexError, 3: MemoryError, 4: OverflowError, 5: ValueError}
OTHER = 9
SENTENCES = {1: "divides by zero", 2: "goes outside an array", 3: "gets no memory", 4: "makes too large a number"}
Note = Callable[[RuleFault], None]
Report = ctypes.CFUNCTYPE(None, ctypes.c_char_p, ctypes.c_int)


class _Faults(threading.local):
    """Of one thread: the first fault since the last look, and who is told instead."""

    first: RuleFault | None = None
    note: Note | None = None


_faults = _Faults()


def note(name: bytes, code: int) -> None:
    """What machine code reports."""
    fault = RuleFault(f"{name.decode()} {SENTENCES.get(code, 'fails')}")
    if _faults.note is not None:
        _faults.note(fault)
    elif _faults.first is None:
        _faults.first = fault


report = Report(note)  # the same for machine code, where the extension for calls is not built
REPORT_ADDRESS = ctypes.cast(report, ctypes.c_void_p).value or 0


def check() -> None:
    """Raise what has gone wrong in this thread since the last time."""
    first, _faults.first = _faults.first, None
    if first is not None:
        raise first


@contextmanager
def noticed(listener: Note) -> Iterator[None]:
    """Be told at once what goes wrong in rules that this thread runs; nothing is raised then."""
    before, _faults.note = _faults.note, listener
    try:
        yield
    finally:
        _faults.note = before
