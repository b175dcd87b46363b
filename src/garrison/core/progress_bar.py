"""A progress bar, in one line on the error stream."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

WIDTH = 24
KNOWN = 0.05  # of the work has to be done before the time left can be told
quiet = False  # set by servers and by programs that use the whole screen


@contextmanager
def drawn_progress(title: str, otherwise: str = "") -> Iterator[Callable[[float, float], None]]:
    """A bar for something that takes time; yields the function to call with the share that is done, from 0 to 1, and
    the seconds that are left.

    Where a bar would not be seen, `otherwise` is printed once.
    """
    if quiet or sys.stderr is None or not sys.stderr.isatty():
        if otherwise and not quiet:
            print(otherwise, file=sys.stderr, flush=True)
        yield lambda share, left: None
    else:
        try:
            yield lambda share, left: _draw(progress_line(title, share, left))
        finally:
            _draw("")


def progress_line(title: str, share: float, left: float = 0.0) -> str:
    """The bar as text, with the time left where that is known.

    >>> progress_line("Building", 0.5, 12.3)
    'Building  ━━━━━━━━━━━━────────────  50 %, 12 s left'
    """
    full = int(share * WIDTH)
    time = f", {left:.0f} s left" if share >= KNOWN and left >= 1 else ""
    return f"{title}  {'━' * full}{'─' * (WIDTH - full)}  {int(share * 100)} %{time}"


def _draw(text: str) -> None:
    sys.stderr.write(f"\r\x1b[2K{text}")
    sys.stderr.flush()
