"""Time in a match: how long it has run, not counting pauses, and when the next tick is due."""

from __future__ import annotations

import time
from collections.abc import Callable

LATE = 3  # ticks that may be late before they are dropped: a suspended program does not catch up on an hour


class Countdown:
    """A stopwatch that any of several reasons can stop; it runs while there is none.

    >>> now = 0.0
    >>> clock = Countdown(lambda: now)
    >>> now = 2.0
    >>> clock.hold("paused")
    >>> now = 5.0
    >>> clock.go("paused")
    >>> now = 6.0
    >>> clock.ms
    3000
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._reasons: set[str] = set()
        self._since = now()
        self._before = 0.0

    @property
    def running(self) -> bool:
        """Whether time passes."""
        return not self._reasons

    @property
    def seconds(self) -> float:
        """The time that has passed while the clock ran."""
        return self._before + (self._now() - self._since if self.running else 0.0)

    @property
    def ms(self) -> int:
        """The same in whole milliseconds."""
        return int(self.seconds * 1000)

    def is_held_by(self, reason: str) -> bool:
        """Whether this is one of the reasons why time stands still."""
        return reason in self._reasons

    def hold(self, reason: str) -> None:
        """Stop, for this reason."""
        if self.running:
            self._before = self.seconds
        self._reasons.add(reason)

    def go(self, reason: str) -> None:
        """This reason is gone; the clock runs again if it was the last one."""
        if reason in self._reasons:
            self._reasons.remove(reason)
            self._since = self._now()


class Ticks:
    """When ticks are due on a clock: every `interval` seconds, without drift."""

    def __init__(self, clock: Countdown, interval: float) -> None:
        self.clock, self.interval = clock, interval
        self._due = clock.seconds + interval

    def change(self, interval: float) -> None:
        """Change the interval, from the last tick on."""
        self._due += interval - self.interval
        self.interval = interval

    @property
    def wait(self) -> float:
        """Seconds until the next tick; 0 when it is due."""
        return max(0.0, self._due - self.clock.seconds)

    def take(self) -> bool:
        """Take a tick that is due; whether there was one."""
        late = self.clock.seconds - self._due
        if late < 0 or not self.clock.running:
            return False
        self._due += self.interval if late < LATE * self.interval else late + self.interval
        return True
