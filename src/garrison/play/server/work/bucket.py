"""A limit on how often something may happen."""

from __future__ import annotations

import time
from typing import Any


class Bucket:
    """A limit: how many a second on average, and how many at once; 0 a second means no limit.

    >>> bucket = Bucket(1.0, 2, now=lambda: 0.0)
    >>> bucket.take(), bucket.take(), bucket.take()
    (True, True, False)
    """

    __slots__ = ("_most", "_now", "_rate", "_when", "level")

    def __init__(self, rate: float, most: int, now: Any = time.monotonic) -> None:
        self._rate, self._most, self._now = rate, most, now
        self.level, self._when = float(most), now()

    def take(self, cost: float = 1.0) -> bool:
        """Whether one more is within the limit, or one thing that costs as much as several."""
        if not self._rate:
            return True
        moment = self._now()
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
        return self._rate > 0 and self.level + (self._now() - self._when) * self._rate < 1

    @property
    def is_full(self) -> bool:
        """Whether nothing has been taken for so long that the bucket can be dropped."""
        return self.level + (self._now() - self._when) * self._rate >= self._most
