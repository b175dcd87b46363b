"""A guest's connection to a match: it keeps up with the match, and each request waits for its answer."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from secrets import token_urlsafe
from threading import Condition, Thread
from typing import Any

import msgspec
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

from garrison.errors import IllegalAction
from garrison.play.model_context.invitation import PATIENCE, Invitation, NotInvited, TakenPlace, passed_on
from garrison.play.server.wire import codec
from garrison.play.server.wire.messages import (
    Acknowledged,
    Answered,
    Changed,
    MatchView,
    Refused,
    ServerMessage,
    Update,
    Welcome,
)

LARGEST = 1 << 22  # bytes of a message
AGAIN = 0.7  # seconds until something is asked again that was too much at once
UNREADABLE = "The server says what nobody can read."
GONE = "The server of this match can't be reached right now."
Reply = Acknowledged | Answered | Refused


class MatchLine:
    """Connects when it is first needed, and again where the connection was lost."""

    def __init__(self, invitation: Invitation, place: TakenPlace) -> None:
        self._invitation, self._place = invitation, place
        self._news = Condition()
        self._socket: ClientConnection | None = None
        self._request, self._farewell = "", ""
        self._reply: Reply | None = None
        self._players: list[int] = []
        self._view: MatchView | None = None
        self.waiting: list[int] = []
        self.askable: list[int] = []  # who may ask the others to let them take back a move
        self.is_over = False
        self.number = 0  # of entries that one has seen

    @property
    def view(self) -> MatchView:
        """The match without its position."""
        if self._view is None:
            raise NotInvited(GONE)
        return self._view

    @property
    def is_asked(self) -> bool:
        """Whether the guest is to decide."""
        return self._place.player in self.waiting

    @property
    def is_settled(self) -> bool:
        """Whether the match is over, and its result is known."""
        return self._view is not None and self._view.status == "over"

    def request(self, kind: str, **values: Any) -> Any:
        """Send a message; its answer, or an error with the server's reason. Sent again, it keeps its id, so that the
        server carries it out once."""
        end, message = time.monotonic() + PATIENCE, {"type": kind, "id": token_urlsafe(12), **values}
        while True:
            reply = self._exchange(message, end)
            if not isinstance(reply, Refused):
                return reply
            if reply.reason not in ("busy", "rate") or time.monotonic() + AGAIN > end:
                raise IllegalAction(passed_on(reply.sentence))
            time.sleep(AGAIN)

    def _exchange(self, message: dict[str, Any], end: float) -> Reply:
        self.connect()
        with self._news:
            connection, self._reply = self._socket, None
            self._request = message["id"]
        with suppress(WebSocketException, OSError):
            if connection is not None:
                connection.send(json.dumps(message, ensure_ascii=False))
        self.wait(lambda: self._reply is not None, end)
        if self._reply is None:
            raise NotInvited("The server has not answered; look says what has become of it.")
        return self._reply

    def wait(self, condition: Callable[[], Any], end: float) -> bool:
        """Wait until something is so, or until it is too late; an error if the connection is lost."""
        with self._news:
            self._news.wait_for(lambda: condition() or self._socket is None, max(end - time.monotonic(), 0))
            if not condition() and self._socket is None:
                raise NotInvited(self._farewell or "The server has hung up; look tries to come back.")
            return bool(condition())

    def connect(self) -> None:
        """Be there, as a browser is: with the seat's token."""
        if self._socket is not None:
            return
        connection = self._open()
        with self._news:
            self._socket, self._players, self._farewell = connection, [], ""
            self._view = None
        Thread(target=self._listen, args=[connection], daemon=True).start()
        if not self.wait(lambda: self._view is not None, time.monotonic() + PATIENCE):
            self.close()
            raise NotInvited(GONE)
        if self._place.player not in self._players:
            self.close()
            raise NotInvited("This seat is no longer yours: somebody else has it, or it is free again.")

    def _open(self) -> ClientConnection:
        """A connection past no proxy, which follows no redirection: that is why it gets a socket of its own."""
        place = self._invitation
        scheme = "wss" if place.is_secure else "ws"
        address = f"{scheme}://{place.origin}/api/matches/{place.match}/socket"
        limits: dict[str, Any] = {
            "open_timeout": PATIENCE,
            "close_timeout": 2,
            "max_size": LARGEST,
            "compression": None,
        }
        try:
            own = socket.create_connection((place.host, place.port), PATIENCE)
            # `websockets` wants a `with`; the one that listens hangs up.
            connection = ExitStack().enter_context(connect(address, sock=own, proxy=None, **limits))
            join = {"type": "join", "tokens": [self._place.token], "invite": place.key}
            connection.send(json.dumps(join))
        except (OSError, ValueError, WebSocketException):
            raise NotInvited(GONE) from None
        return connection

    def close(self) -> None:
        """Hang up."""
        with self._news:
            connection, self._socket = self._socket, None
            self._news.notify_all()
        if connection is not None:
            connection.close()

    def _listen(self, connection: ClientConnection) -> None:
        """Keep up with the match, so that the server never waits for whoever is thinking."""
        try:
            while True:
                self._receive(connection.recv())
        except ConnectionClosed:
            pass
        except (TypeError, codec.Unreadable):
            self._farewell = UNREADABLE
        finally:
            with self._news:
                if self._socket is connection:
                    self._socket = None
                self._news.notify_all()
            connection.close()

    def _receive(self, data: str | bytes) -> None:
        message = codec.read(data, ServerMessage)
        with self._news:
            self._hear(message)
            self._news.notify_all()

    def _hear(self, message: Any) -> None:
        match message:
            case Welcome():
                self._see(msgspec.to_builtins(message.scene), message.number)
                self._players, self._view, self.askable = message.players, message.match, message.match.askable
            case Changed():
                self._view, self.askable = message.match, message.match.askable
            case Update():
                self._see(message.patch, message.number)
                self.askable = message.askable
            case Acknowledged() | Answered() | Refused():
                self._settle(message)

    def _see(self, scene: Any, number: int) -> None:
        """All of a scene, or what is new in it."""
        if not isinstance(scene, dict):
            raise TypeError
        self.waiting = list(scene.get("waiting", self.waiting))
        self.is_over, self.number = bool(scene.get("over", self.is_over)), number

    def _settle(self, reply: Reply) -> None:
        """An answer; a refusal without a name is about whatever was asked last, or the last word."""
        if isinstance(reply, Refused) and not reply.id:
            self._farewell = passed_on(reply.sentence)
        if reply.id in (self._request, "") and self._reply is None:
            self._reply = reply
