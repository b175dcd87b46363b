"""A progress bar, in one line on the error stream."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

WIDTH = 24
quiet = False  # set by servers and by programs that use the whole screen


@contextmanager
def drawn_progress(title: str, otherwise: str = "") -> Iterator[Callable[[float], None]]:
    """A bar for something that takes time; yields the function to call with the share that is done, from 0 to 1.

    Where a bar would not be seen, `otherwise` is printed once.
    """
    if quiet or sys.stderr is None or not sys.stderr.isatty():
        if otherwise and not quiet:
            print(otherwise, file=sys.stderr, flush=True)
        yield lambda share: None
    else:
        try:
            yield lambda share: _draw(progress_line(title, share))
        finally:
            _draw("")


def progress_line(title: str, share: float) -> str:
    """The bar as text.

    >>> progress_line("Compiling", 0.5)
    'Compiling  ━━━━━━━━━━━━────────────  50 %'
    """
    full = int(share * WIDTH)
    return f"{title}  {'━' * full}{'─' * (WIDTH - full)}  {int(share * 100)} %"


def _draw(text: str) -> None:
    sys.stderr.write(f"\r\x1b[2K{text}")
    sys.stderr.flush()
