"""What bounds a decision from outside: how busy the machine is, how long a tick takes, whether anybody still waits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


class Stopped(Exception):
    """Nobody waits for the decision any more."""


@dataclass(frozen=True)
class Limits:
    """A level gets this share of its budget, and never more than this many milliseconds, until it is stopped."""

    share: float = 1.0
    milliseconds: float = float("inf")
    is_stopped: Callable[[], bool] = lambda: False

    def check(self) -> None:
        """Raise `Stopped` if it is; a search asks now and then."""
        if self.is_stopped():
            raise Stopped


NONE = Limits()
_limits = ContextVar("limits", default=NONE)


def current() -> Limits:
    """The limits for what this thread decides."""
    return _limits.get()


@contextmanager
def within(limits: Limits) -> Iterator[None]:
    """Decide within these limits.

    >>> with within(Limits(share=0.5)):
    ...     current().share
    0.5
    """
    before = _limits.set(limits)
    try:
        yield
    finally:
        _limits.reset(before)
