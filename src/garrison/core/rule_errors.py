"""What goes wrong inside rules while they run, such as a division by zero.

Entries are C functions, which have no way to raise. Numba reports their exceptions to `sys.unraisablehook`, which
prints them, and the game goes on as if nothing had happened.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

Note = Callable[[BaseException], None]


class _Watch(threading.local):
    """Who is told in this thread."""

    note: Note | None = None


_watch, _lock = _Watch(), threading.Lock()
_watching = 0  # how many do, in all threads
_usual: Any = None


@contextmanager
def noticed(note: Note) -> Iterator[None]:
    """Be told what goes wrong in rules that this thread runs; exceptions in other threads are reported as usual."""
    global _watching, _usual
    with _lock:
        if _watching == 0:
            _usual, sys.unraisablehook = sys.unraisablehook, _report
        _watching += 1
    before, _watch.note = _watch.note, note
    try:
        yield
    finally:
        _watch.note = before
        with _lock:
            _watching -= 1
            if _watching == 0:
                sys.unraisablehook = _usual


def _report(told: Any) -> None:
    if _watch.note is None or told.exc_value is None:
        _usual(told)
    else:
        _watch.note(told.exc_value)
