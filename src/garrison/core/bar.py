"""A bar that says how far something is, in one line on the error stream."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

WIDTH = 24
quiet = False  # set by programs that have the screen for themselves, and by servers


@contextmanager
def bar(title: str, otherwise: str = "") -> Iterator[Callable[[float], None]]:
    """A bar for something that takes time; gives the function that is told how much of it is done, from 0 to 1.

    Where it would not be seen, `otherwise` is said once.
    """
    if quiet or sys.stderr is None or not sys.stderr.isatty():
        if otherwise and not quiet:
            print(otherwise, file=sys.stderr, flush=True)
        yield lambda share: None
    else:
        try:
            yield lambda share: _draw(line(title, share))
        finally:
            _draw("")


def line(title: str, share: float) -> str:
    """The bar as text.

    >>> line("Compiling", 0.5)
    'Compiling  ━━━━━━━━━━━━────────────  50 %'
    """
    full = int(share * WIDTH)
    return f"{title}  {'━' * full}{'─' * (WIDTH - full)}  {int(share * 100)} %"


def _draw(text: str) -> None:
    sys.stderr.write(f"\r\x1b[2K{text}")
    sys.stderr.flush()
