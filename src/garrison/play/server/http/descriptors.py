"""How many open files and sockets this process may have."""

from __future__ import annotations

import logging
import sys

WANTED = 65_536
KEPT = 64  # for the database, log files and whatever else is opened
WEBSOCKETS = 0.8  # the share of the rest that WebSockets may take, so that pages can always be served
logger = logging.getLogger("garrison")


def raise_limit() -> int:
    """Ask for as many descriptors as the system allows; how many connections fit, 0 where that is unknown."""
    if sys.platform == "win32":
        return 0
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = WANTED if hard == resource.RLIM_INFINITY else min(WANTED, hard)
    if soft != resource.RLIM_INFINITY and soft < limit:
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
        soft = limit
    if soft == resource.RLIM_INFINITY:
        return 0
    return max(soft - KEPT, 16)


def told(room: int, connections: int) -> int:
    """How many WebSockets to serve: as configured, or fewer (and logged) where there are too few descriptors."""
    most = int(room * WEBSOCKETS) if room else connections
    if connections and most < connections:
        logger.warning(
            "Only %d WebSockets will be served instead of %d: the limit on open files (ulimit -n) is too low.",
            most,
            connections,
        )
        return most
    return connections or most
