"""The two protocols beneath the application, with limits of their own, since what strangers do before a request is
complete, or between messages, never reaches the application.

Uvicorn accepts a class for each. We extend its own here, and this module's tests fail if Uvicorn changes them.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import get_remote_addr
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

from garrison.play.server.http.open_connections import OpenConnections
from garrison.play.server.wire.server_time import Bucket
from garrison.play.server.work.addresses import network_of

SLICE = 2048  # bytes of a WebSocket that are read at a time, since a stranger can put hundreds of pings into them
HTTP_SLICE = 256  # bytes of HTTP, since requests cost more, and many connections may have come in at the same moment
CONTROL_A_SECOND, CONTROL_AT_ONCE = 5, 50  # pings and pongs of one connection, however many messages it may send
MOST_AT_THE_DOOR = 16_384  # bytes of a connection that has to wait
MOST_HEAD = 32_768  # bytes of a request before its body
WINDOW, COMPRESSION = 12, {"memLevel": 5}  # of compressed messages, for zlib: bits, and how much memory it may take
# Each message is compressed by itself: remembering the one before would be most of what an idle connection costs.
NO_MEMORY = ServerPerMessageDeflateFactory(
    server_no_context_takeover=True,
    client_no_context_takeover=True,
    server_max_window_bits=WINDOW,
    compress_settings=COMPRESSION,
)
GRACE = 2.0  # seconds in which a request whose body is late gets its answer
MOST_WAITING = 8  # requests of one connection that wait for the answer to another
TOO_MUCH_HEAD = "A request has too long an address or too many headers."
NO_LENGTH = "A request has to announce the length of its body (Content-Length)."


class Porch(asyncio.Protocol):
    """Where connections arrive, before anything they send is read."""

    _waiting: asyncio.TimerHandle | None = None
    _peer = ""

    def __init__(self, connections: OpenConnections, **options: Any) -> None:
        self._open, self._options, self._came = connections, options, b""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let a connection in at once, after a while, or not at all."""
        self._transport, self._peer = transport, network_of((get_remote_addr(transport) or ("", 0))[0])
        sentence = self._open.enter(self._peer)
        if sentence:
            self._open.turn_away(transport, sentence)
        elif self._open.has_to_wait(self._peer):
            wait = self._open.settings.refused_after
            self._waiting = asyncio.get_running_loop().call_later(wait, self._go_in_late)
        else:
            self._go_in()

    def data_received(self, data: bytes) -> None:
        """Keep what comes meanwhile, up to a limit."""
        self._came += data
        if len(self._came) > MOST_AT_THE_DOOR:
            self._transport.pause_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody has hung up before it was their turn."""
        if self._waiting is not None:
            self._waiting.cancel()
            self._open.leave(self._peer)

    def _go_in(self) -> Http:
        protocol = Http(self._open, **self._options)
        protocol.peer = self._peer
        protocol.connection_made(self._transport)
        self._transport.set_protocol(protocol)
        return protocol

    def _go_in_late(self) -> None:
        self._waiting = None
        protocol = self._go_in()
        protocol.data_received(self._came)
        if not self._transport.is_closing():
            self._transport.resume_reading()


class Http(HttpToolsProtocol):
    """HTTP whose requests have to arrive in time, are of a sane size, announce how long they are, and wait for their
    answers."""

    peer: str | None = None  # the address under which the connection is counted
    _late: asyncio.TimerHandle | None = None
    _head = 0  # bytes of a request whose headers are not complete; -1: they are

    def __init__(self, connections: OpenConnections, **options: Any) -> None:
        super().__init__(**options)
        self._open = connections

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Give the first request a limited time to arrive."""
        super().connection_made(transport)
        self._await(self._open.settings.headers_within)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the connection as gone."""
        self._came()
        if self.peer is not None:
            self._open.leave(self.peer)
            self.peer = None
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read slices, so that nobody's bytes make others wait for long."""
        for first in range(0, len(data), HTTP_SLICE):
            if self.transport.is_closing():
                break
            self._read(data[first : first + HTTP_SLICE])

    def on_message_begin(self) -> None:
        """A request begins: its headers have a limited time."""
        self._head = 0
        self._await(self._open.settings.headers_within)
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Give its body a limited time, and refuse one of unknown length."""
        self._head = -1
        self._await(self._open.settings.body_within + GRACE)
        if self._has_no_length:
            raise ValueError(NO_LENGTH)  # which ends the parsing: each tiny chunk would cost us a call
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """A request is complete: nothing is late."""
        self._came()
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is not HTTP, and count it against its sender."""
        self._open.punish(self.peer)
        super().send_400_response(NO_LENGTH if self._has_no_length else msg)

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection on, under the address that it is counted under."""
        self._came()
        peer, self.peer = self.peer, None
        super().handle_websocket_upgrade()
        socket: Any = self.transport.get_protocol()
        socket.peer = peer

    @property
    def _has_no_length(self) -> bool:
        return any(name == b"transfer-encoding" for name, _ in self.headers or ())

    def _read(self, data: bytes) -> None:
        """Read a little, unless it is more than a browser would send before it has an answer."""
        if self._head >= 0:
            self._head += len(data)
        if self._head > MOST_HEAD:
            self.send_400_response(TOO_MUCH_HEAD)
            return
        super().data_received(data)
        if len(self.pipeline) > MOST_WAITING:
            self._open.punish(self.peer)
            self.transport.abort()

    def _await(self, seconds: float) -> None:
        self._came()
        self._late = self.loop.call_later(seconds, self.transport.abort)

    def _came(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


class Socket(WebSocketsSansIOProtocol):
    """WebSockets whose pings, pongs and fragments count towards the limits, just as messages do."""

    peer: str | None = None  # the address that the connection was counted under

    def __init__(self, connections: OpenConnections, **options: Any) -> None:
        super().__init__(**options)
        self.conn.available_extensions = [NO_MEMORY]
        self._open = connections
        self._bucket = Bucket(connections.settings.messages_a_second, connections.settings.messages_at_once)
        self._control = Bucket(CONTROL_A_SECOND, CONTROL_AT_ONCE)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the connection as gone."""
        if self.peer is not None:
            self._open.leave(self.peer)
            self.peer = None
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read slices, so that nobody's bytes make others wait for long."""
        for first in range(0, len(data), SLICE):
            if not self.transport.is_closing():
                super().data_received(data[first : first + SLICE])

    def handle_ping(self) -> None:
        """A ping counts."""
        if self._may_go_on(is_control=True):
            super().handle_ping()

    def handle_pong(self, event: Any) -> None:
        """A pong counts."""
        if self._may_go_on(is_control=True):
            super().handle_pong(event)

    def handle_cont(self, event: Any) -> None:
        """A fragment counts."""
        if self._may_go_on():
            super().handle_cont(event)

    def _may_go_on(self, is_control: bool = False) -> bool:
        if not self._bucket.take() or (is_control and not self._control.take()):
            self._open.punish(self.peer)
            self.transport.abort()
        return not self.transport.is_closing()
