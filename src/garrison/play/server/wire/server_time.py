"""How late it is on the server. What is due at some time asks here, and waits for it in the event loop, which goes by
the same time: so a test can let an hour pass at once."""

from __future__ import annotations

import time


def now() -> float:
    """The seconds since some moment; they pass steadily, also when somebody sets the machine's clock."""
    return time.monotonic()
