"""One WebSocket: whom it plays for, what it has seen, and what is still to be sent."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any

from garrison.core.position import Position
from garrison.play.server.store.secrecy import Standing
from garrison.play.server.wire import messages
from garrison.play.server.wire.codec import Data, encode
from garrison.play.server.wire.refusal import Refusal
from garrison.play.server.work.visitor import visitor


class Connection:
    """A browser or a program that is connected to a match."""

    def __init__(self, send: Any, most_waiting: int) -> None:
        self._send, self._most = send, most_waiting
        self.address = visitor().address
        self._outbox: deque[str] = deque()
        self._wake = asyncio.Event()
        self.players: tuple[int, ...] = ()
        self.is_host = False
        self.is_invited = False
        self.wants_scenes = True
        self.scene: Data | None = None  # the scene that it has
        self.number = 0  # how many entries it knows of
        self.latest = 0  # how many there were when it was last sent something, including those it does not know of
        self.steps = 0  # of the position that everybody knew by then
        self.undoable: list[int] = []  # those of its players whose last action can be taken back, as last sent
        self.seen_as = -1  # the player whose view its scene is
        self.is_closed = False
        self.close_code = 1000

    def send(self, text: str) -> None:
        """Queue a message; a client that does not read is disconnected."""
        if len(self._outbox) >= self._most:
            self.close(1013)
        elif not self.is_closed:
            self._outbox.append(text)
            self._wake.set()

    def acknowledge(self, message: str, number: int) -> None:
        """Say that what a message asked for is done."""
        self.send(encode(messages.Acknowledged(message, number)))

    def refuse(self, message: str, refusal: Refusal, number: int) -> None:
        """Say why a message changed nothing."""
        self.send(encode(messages.Refused(message, refusal.reason, str(refusal), number)))  # type: ignore[arg-type]

    @property
    def may_watch(self) -> bool:
        """Whether it may watch a private match."""
        return bool(self.is_host or self.players or self.is_invited)

    def viewer(self, position: Position) -> int:
        """The player through whose eyes it sees: its seat that is to act, else the last one it saw through."""
        if not self.players:
            return -1
        if self.seen_as in self.players and (self.seen_as in position.waiting or len(self.players) == 1):
            return self.seen_as
        for player in self.players:
            if player in position.waiting:
                return player
        return self.seen_as if self.seen_as in self.players else self.players[0]

    def shown(self, number: int, moment: Standing, scene: Data | None, player: int) -> None:
        """Remember what it has been sent."""
        self.number, self.latest, self.scene, self.seen_as = number, moment.number, scene, player
        self.steps = moment.public.steps

    def is_news(self, update: messages.Update) -> bool:
        """Whether an update has anything new for this connection. Nobody is notified of what they may not know."""
        before = (self.number, self.undoable)
        return bool(update.patch or update.log or update.undone or (update.number, update.undoable) != before)

    def close(self, code: int = 1000) -> None:
        """Send what is already queued, then hang up."""
        if not self.is_closed:
            self.is_closed, self.close_code = True, code
            self._wake.set()

    async def write(self) -> None:
        """Send queued messages until the connection is closed."""
        send, outbox, wake = self._send, self._outbox, self._wake
        while True:
            while outbox:
                await send({"type": "websocket.send", "text": outbox.popleft()})
            if self.is_closed:
                await send({"type": "websocket.close", "code": self.close_code})
                return
            wake.clear()
            await wake.wait()
