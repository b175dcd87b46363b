"""The two protocols beneath the application, with limits of their own, since what strangers do before a request is
complete, or between messages, never reaches the application.

Uvicorn accepts a class for each. We extend its own here, and this module's tests fail if Uvicorn changes them.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from garrison.play.server.bucket import Bucket
from garrison.play.server.settings import Settings

TOLD_EVERY = 60.0  # seconds between two log lines about refused connections
logger = logging.getLogger("garrison")


class Doors:
    """How many connections are open, and from where; shared by all protocols of a server."""

    def __init__(self, settings: Settings, most: int) -> None:
        self.settings, self.most = settings, most  # 0: any number
        self.open: Counter[str] = Counter()
        self._told = -TOLD_EVERY

    def enter(self, peer: str) -> bool:
        """Whether to let in one more connection; if so, it is counted."""
        own = 0 if self.settings.trust_proxy else self.settings.sockets_an_address
        if (self.most and self.open.total() >= self.most) or (own and self.open[peer] >= own):
            self._tell(peer)
            return False
        self.open[peer] += 1
        return True

    def leave(self, peer: str) -> None:
        """Note that a connection is gone."""
        self.open[peer] -= 1
        if self.open[peer] <= 0:
            del self.open[peer]

    def _tell(self, peer: str) -> None:
        if time.monotonic() - self._told >= TOLD_EVERY:
            self._told = time.monotonic()
            count, own = self.open.total(), self.open[peer]
            logger.warning("Refusing connections: %d are open, %d of them from %s.", count, own, peer)


def http_protocol(doors: Doors) -> type[HttpToolsProtocol]:
    """HTTP with a time limit for requests to arrive."""

    class Http(HttpToolsProtocol):
        _late: asyncio.TimerHandle | None = None
        _peer: str | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            peer = self.client[0] if self.client else ""
            if doors.enter(peer):
                self._peer = peer
                self._await_headers()
            else:
                transport.abort()

        def connection_lost(self, exc: Exception | None) -> None:
            self._headers_came()
            self._leave()
            super().connection_lost(exc)

        def on_message_begin(self) -> None:
            self._await_headers()
            super().on_message_begin()

        def on_headers_complete(self) -> None:
            self._headers_came()
            super().on_headers_complete()

        def handle_websocket_upgrade(self) -> None:
            peer, self._peer = self._peer, None
            super().handle_websocket_upgrade()
            upgraded: Any = self.transport.get_protocol()
            upgraded.entered = peer

        def _await_headers(self) -> None:
            if self._late is None:
                self._late = self.loop.call_later(doors.settings.headers_within, self.transport.abort)

        def _headers_came(self) -> None:
            if self._late is not None:
                self._late.cancel()
                self._late = None

        def _leave(self) -> None:
            if self._peer is not None:
                doors.leave(self._peer)
                self._peer = None

    return Http


def socket_protocol(doors: Doors) -> type[WebSocketsSansIOProtocol]:
    """WebSockets whose pings, pongs and fragments count towards the limits, just as messages do."""

    class Socket(WebSocketsSansIOProtocol):
        entered: str | None = None  # the address that the connection was counted under

        def __init__(self, *arguments: Any, **named: Any) -> None:
            super().__init__(*arguments, **named)
            self._bucket = Bucket(doors.settings.messages_a_second, doors.settings.messages_at_once)

        def connection_lost(self, exc: Exception | None) -> None:
            if self.entered is not None:
                doors.leave(self.entered)
                self.entered = None
            super().connection_lost(exc)

        def handle_ping(self) -> None:
            if self._may_go_on():
                super().handle_ping()

        def handle_pong(self, event: Any) -> None:
            if self._may_go_on():
                super().handle_pong(event)

        def handle_cont(self, event: Any) -> None:
            if self._may_go_on():
                super().handle_cont(event)

        def _may_go_on(self) -> bool:
            if not self._bucket.take():
                self.transport.abort()
            return not self.transport.is_closing()

    return Socket
