"""Who may send requests, how often, and what browsers may do with our responses."""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from garrison.play.server.wire import server_time
from garrison.play.server.wire.server_time import Bucket
from garrison.play.server.wire.settings import HOUSEHOLD, LOCAL_NAMES, Settings
from garrison.play.server.work.addresses import is_private, network_of
from garrison.play.server.work.fair_queue import FairQueue

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
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
STRICT = (b"strict-transport-security", b"max-age=31536000")  # a year from each response
HOUR = 3600.0
CROWDED = "If you are many people in one place, ask whoever runs this server to start it with --crowd."
TOO_MANY_MATCHES = f"Your address has made too many matches. Please wait a while, or continue one of them. {CROWDED}"
TOO_MANY_CONNECTIONS = f"Too many connections come from your address at the moment. {CROWDED}"
TOO_MANY_REQUESTS = f"Too many requests come from your address at the moment. {CROWDED}"
FULL = "This server is full at the moment. Please try again in a while."
ABUSE = 50  # what it costs to send what no browser sends, in requests
HANDSHAKE = 5  # what it costs to open a WebSocket
PLACES = 4  # of threads in which the server does at the same time what takes many milliseconds


class Guard:
    """Checks origins and hosts, and counts what each address does."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        parts = [urlsplit(origin) for origin in settings.origins]
        self._origins = {f"{part.scheme}://{part.netloc}".lower() for part in parts}
        self._https = {part.netloc.lower() for part in parts if part.scheme == "https"}
        self._hosts = {part.netloc.lower() for part in parts} | {(part.hostname or "").lower() for part in parts}
        self.connections: Counter[str] = Counter()
        self._of_address: dict[str, list[Reservation]] = {}  # by address
        self.reservations: dict[str, Reservation] = {}  # by match, the earliest first
        self._requests: dict[str, Bucket] = {}
        self._costs: dict[str, Bucket] = {}
        self.places = FairQueue(PLACES)

    def host_is_ours(self, host: str) -> bool:
        """Whether a request was meant for this server; if not, somebody has pointed another name here."""
        host = host.lower()
        return host in self._hosts or self.is_local(host)

    def is_https(self, host: str) -> bool:
        """Whether browsers must reach this host over HTTPS only."""
        return host.lower() in self._https and f"http://{host.lower()}" not in self._origins

    def headers(self, host: str) -> list[tuple[bytes, bytes]]:
        """The headers of every response."""
        return [*HEADERS, STRICT] if self.is_https(host) else HEADERS

    def is_insecure(self, host: str, protocol: str | None) -> bool:
        """Whether our proxy says that a request for such a host came over plain HTTP."""
        return bool(self.settings.trust_proxy and protocol == "http" and self.is_https(host))

    def is_local(self, host: str) -> bool:
        """Whether a request was addressed to this machine by a name that only the machine itself uses."""
        return _name(host.lower()) in LOCAL_NAMES

    def origin_is_ours(self, origin: str | None, host: str) -> bool:
        """Whether the requesting page is ours. Programs other than browsers send no origin. Where HTTPS is configured,
        a page that came over plain HTTP is not ours: anybody along the way could have written it."""
        if origin is None:
            return True
        origin = origin.lower()
        if origin in self._origins:
            return True
        if self.is_https(host):
            return False
        return origin in (f"http://{host.lower()}", f"https://{host.lower()}") and self.host_is_ours(host)

    def address(self, client: str, headers: Sequence[str] = ()) -> str:
        """The address that limits apply to; `forwarded` are the X-Forwarded-For headers, of which proxies add more."""
        if self.settings.trust_proxy and headers:
            clients = [one.strip() for one in ",".join(headers).split(",")[-max(self.settings.proxies, 1) :]]
            return network_of(clients[0])  # what the outermost of our own proxies saw; anybody can make up the rest
        return network_of(client)

    def own_address(self, scheme: str, host: str) -> str:
        """The address at which a browser reached this server, as it was configured or as the browser says."""
        for origin in self.settings.origins:
            if origin.partition("://")[2].lower() == host.lower():
                return origin
        return f"{scheme}://{host}"

    def may_ask(self, address: str, cost: float = 1.0) -> bool:
        """Whether one more request from this address is within the limit, or something as expensive as several."""
        return self.bucket_of(address).take(cost)

    def is_spent(self, address: str) -> bool:
        """Whether this address has used up its requests: whatever it wants next can wait."""
        return address in self._requests and self._requests[address].is_empty

    def punish(self, address: str) -> None:
        """Somebody sent what no browser sends: that costs as much as many requests."""
        self.bucket_of(address).drain(ABUSE)

    async def discourage(self) -> None:
        """Let whoever asked for too much wait for the answer, so that asking again at once gains nothing."""
        await asyncio.sleep(self.settings.refused_after)

    def bucket_of(self, address: str) -> Bucket:
        """How many requests an address has left."""
        if address not in self._requests:
            if len(self._requests) > 10_000:
                self._requests = {name: one for name, one in self._requests.items() if not one.is_full}
            a_second, at_once = self.settings.requests_a_second, self.settings.requests_at_once
            self._requests[address] = self._bucket_for(address, a_second, at_once)
        return self._requests[address]

    def _bucket_for(self, address: str, a_second: float, at_once: int) -> Bucket:
        size = self.crowd(address)
        return Bucket(a_second * size, int(at_once * size))

    def crowd(self, address: str) -> float:
        """How many times the usual number of people an address may stand for; its limits are as many times higher."""
        settings = self.settings
        if not settings.crowd:
            return 0.0
        return (max(settings.crowd, settings.private_crowd) if is_private(address) else settings.crowd) / HOUSEHOLD

    def most(self, limit: int, address: str) -> int:
        """A limit of each address, for the crowd behind this one; 0: none."""
        return math.ceil(limit * self.crowd(address))

    def may_spend(self, address: str, cost: float) -> bool:
        """Whether this address may ask for something of this cost."""
        bucket = self._costs.get(address)
        if bucket is None:
            if len(self._costs) > 10_000:
                self._costs = {name: one for name, one in self._costs.items() if not one.is_full}
            bucket = self._bucket_for(address, self.settings.cost_a_second, self.settings.cost_at_once)
            self._costs[address] = bucket
        return bucket.take(cost)

    def why_not_connect(self, address: str) -> str:
        """Why one more connection is too many; "" when it is within the limits."""
        own, all_of_them = self.most(self.settings.connections_an_address, address), self.settings.connections
        if own and self.connections[address] >= own:
            return TOO_MANY_CONNECTIONS
        return FULL if all_of_them and self.connections.total() >= all_of_them else ""

    def connected(self, address: str) -> None:
        """Count one more connection."""
        self.connections[address] += 1

    def disconnected(self, address: str) -> None:
        """Count one connection fewer."""
        self.connections[address] -= 1
        if self.connections[address] <= 0:
            del self.connections[address]

    def reserve(self, address: str) -> Reservation | None:
        """Count one more match for this address, if it may make one; beforehand, so that two can't slip through."""
        most, now = self.most(self.settings.matches_an_address, address), server_time.now()
        recent = [one for one in self._of_address.get(address, ()) if one.when > now - HOUR]
        reservation = Reservation(self, address, now)
        if not most or len(recent) < most:
            recent.append(reservation)
        self._of_address[address] = recent
        return reservation if reservation in recent else None

    def use(self, reservation: Reservation, match: str) -> None:
        """A match was made, and counts once; those made long ago no longer count, over or not."""
        if match in self.reservations:
            self.release(reservation)
            return
        while self.reservations and next(iter(self.reservations.values())).when <= server_time.now() - HOUR:
            del self.reservations[next(iter(self.reservations))]
        self.reservations[match] = reservation

    def match_over(self, match: str) -> None:
        """A match has ended, or is gone: its maker may make another one."""
        reservation = self.reservations.pop(match, None)
        if reservation is not None:
            self.release(reservation)

    def release(self, reservation: Reservation) -> None:
        """Stop counting a match: it was not made, or it is over."""
        others = [one for one in self._of_address.pop(reservation.address, ()) if one is not reservation]
        if others:
            self._of_address[reservation.address] = others


@dataclass(eq=False)
class Reservation:
    """A match that somebody has made, or is making."""

    guard: Guard
    address: str
    when: float

    def use_for(self, match: str) -> None:
        """It is this match, and counts until that is over."""
        self.guard.use(self, match)

    def release(self) -> None:
        """It no longer counts: it was not made."""
        self.guard.release(self)


def _name(host: str) -> str:
    """A host without its port.

    >>> _name("localhost:8000"), _name("[::1]:8000")
    ('localhost', '[::1]')
    """
    if host.startswith("["):
        return host.partition("]")[0] + "]"
    return host.partition(":")[0]
