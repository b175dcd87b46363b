"""Who may ask, how often, and what browsers may do with our answers."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable
from urllib.parse import urlsplit

from garrison.play.server.bucket import Bucket
from garrison.play.server.settings import LOCAL_NAMES, Settings

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
HOUR = 3600.0


class Guard:
    """Checks origins and hosts, and counts what each address does."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        parts = [urlsplit(origin) for origin in settings.origins]
        self._origins = {f"{part.scheme}://{part.netloc}".lower() for part in parts}
        self._hosts = {part.netloc.lower() for part in parts} | {(part.hostname or "").lower() for part in parts}
        self.connections: Counter[str] = Counter()
        self._made: dict[str, deque[tuple[float, str]]] = {}
        self._requests: dict[str, Bucket] = {}

    def host_is_ours(self, host: str) -> bool:
        """Whether a request was meant for this server; if not, some name was made to point here."""
        host = host.lower()
        return host in self._hosts or _name(host) in LOCAL_NAMES

    def origin_is_ours(self, origin: str | None, host: str) -> bool:
        """Whether the page that asks is ours. Programs that are no browsers send no origin."""
        if origin is None:
            return True
        origin = origin.lower()
        if origin in self._origins:
            return True
        parts = urlsplit(origin)
        return parts.scheme in ("http", "https") and parts.netloc == host.lower() and self.host_is_ours(host)

    def address(self, client: str, forwarded: str | None) -> str:
        """Whom limits count for."""
        if self.settings.trust_proxy and forwarded:
            return forwarded.rsplit(",", 1)[-1].strip()  # the last one is what our own proxy has seen
        return client

    def may_ask(self, address: str) -> bool:
        """Whether one more request of this address is within the limit."""
        bucket = self._requests.get(address)
        if bucket is None:
            if len(self._requests) > 10_000:
                self._requests = {name: one for name, one in self._requests.items() if not one.is_full}
            bucket = Bucket(self.settings.requests_a_second, self.settings.requests_at_once)
            self._requests[address] = bucket
        return bucket.take()

    def may_connect(self, address: str) -> bool:
        """Whether one more connection is within the limits."""
        own, all_of_them = self.settings.connections_an_address, self.settings.connections
        if own and self.connections[address] >= own:
            return False
        return not all_of_them or self.connections.total() < all_of_them

    def connected(self, address: str) -> None:
        """There is one more."""
        self.connections[address] += 1

    def disconnected(self, address: str) -> None:
        """There is one less."""
        self.connections[address] -= 1
        if self.connections[address] <= 0:
            del self.connections[address]

    def may_make(self, address: str, is_over: Callable[[str], bool]) -> bool:
        """Whether this address may make one more match."""
        most, since = self.settings.matches_an_address, time.monotonic() - HOUR
        made = self._made.get(address)
        if not most or not made:
            return True
        self._made[address] = deque(one for one in made if one[0] > since and not is_over(one[1]))
        return len(self._made[address]) < most

    def made(self, address: str, match: str) -> None:
        """It has made one."""
        now = time.monotonic()
        self._made.setdefault(address, deque()).append((now, match))
        if len(self._made) > 10_000:
            self._made = {name: all_ for name, all_ in self._made.items() if all_ and all_[-1][0] > now - HOUR}


def _name(host: str) -> str:
    """A host without its port.

    >>> _name("localhost:8000"), _name("[::1]:8000")
    ('localhost', '[::1]')
    """
    if host.startswith("["):
        return host.partition("]")[0] + "]"
    return host.partition(":")[0]
