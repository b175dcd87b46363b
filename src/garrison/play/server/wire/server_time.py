"""How late it is on the server. What is due at some time asks here, and waits for it in the event loop, which goes by
the same time; so does what may happen only so often. So a test can let an hour pass at once."""

from __future__ import annotations

import time


def now() -> float:
    """The seconds since some moment; they pass steadily, also when somebody sets the machine's clock."""
    return time.monotonic()


def since_1970() -> float:
    """The same for what several processes agree on, whose clocks begin at different moments."""
    return time.time()


class Bucket:
    """A limit: how many a second on average, and how many at once; 0 a second means no limit.

    >>> bucket = Bucket(1e-6, 2)
    >>> bucket.take(), bucket.take(), bucket.take()
    (True, True, False)
    """

    __slots__ = ("_most", "_rate", "_when", "level")

    def __init__(self, rate: float, most: int) -> None:
        self._rate, self._most = rate, most
        self.level, self._when = float(most), now()

    def take(self, cost: float = 1.0) -> bool:
        """Whether one more is within the limit, or one thing that costs as much as several."""
        if not self._rate:
            return True
        moment = now()
        self.level = min(self._most, self.level + (moment - self._when) * self._rate)
        self._when = moment
        if self.level < cost:
            return False
        self.level -= cost
        return True

    def drain(self, cost: float) -> None:
        """Take something in any case; what is not there is owed."""
        self.level = max(self.level - cost, -float(self._most))

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing left at the moment."""
        return self._rate > 0 and self.level + (now() - self._when) * self._rate < 1

    @property
    def is_full(self) -> bool:
        """Whether nothing has been taken for so long that the bucket can be dropped."""
        return self.level + (now() - self._when) * self._rate >= self._most
