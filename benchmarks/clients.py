"""Scripted clients: lean HTTP requests and WebSockets, and players that keep their own copy of a match."""

from __future__ import annotations

import asyncio
import base64
import itertools
import os
import struct
import zlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec
from servers import HOST

import garrison
from garrison.core.game import Game
from garrison.core.replay import Move
from garrison.play.history import UNDO, History
from garrison.play.server.wire import messages

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(messages.ServerMessage).decode
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
COMPRESSED, FLUSH = 64, b"\0\0\xff\xff"  # the bit of a compressed message, and what its end leaves out
BACK_OFF = (0.02, 0.05, 0.1, 0.2, 0.4)  # seconds between attempts to connect
PATIENCE = 10.0  # seconds without an answer after which a connection is abandoned
COMPILING = 600.0  # the same for the first use of a game, which a server on a new machine has to compile


class Gone(Exception):
    """The server has hung up, or is not there."""


async def request(
    port: int, method: str, path: str, body: bytes = b"", patience: float = PATIENCE, **headers: str
) -> tuple[int, bytes]:
    """An HTTP request; the status and the body of the answer."""
    lines = [f"{method} {path} HTTP/1.1", f"host: {HOST}:{port}", "connection: close", f"content-length: {len(body)}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return await raw_request(port, "\r\n".join([*lines, "", ""]).encode("latin-1", "replace") + body, patience)


async def raw_request(port: int, data: bytes, patience: float = PATIENCE) -> tuple[int, bytes]:
    """Whatever comes back for some bytes until the server hangs up; status 0 where it is not HTTP."""
    try:
        reader, writer = await asyncio.open_connection(HOST, port)
        try:
            writer.write(data)
            answer = await asyncio.wait_for(reader.read(-1), patience)
        finally:
            writer.close()
    except (OSError, TimeoutError) as error:
        raise Gone(str(error)) from error
    head, _, content = answer.partition(b"\r\n\r\n")
    words = head.split(b" ", 2)
    return (int(words[1]) if len(words) > 1 and words[1].isdigit() else 0), content


async def make_match(port: int, wish: messages.NewMatch) -> messages.MadeMatch:
    """Make a match."""
    status, answer = await request(port, "POST", "/api/matches", encode(wish), COMPILING)
    if status != 200:
        raise Gone(f"No match was made: {status} {answer[:200]!r}")
    return msgspec.json.decode(answer, type=messages.MadeMatch)


class Wire(asyncio.Protocol):
    """A WebSocket, as fast as Python can be: frames out and in, nothing else. Messages go to `heard` as bytes. Only
    with `compresses` are they compressed on the way, as those of browsers are."""

    def __init__(self, heard: Callable[[bytes], None], path: str, port: int, compresses: bool = False) -> None:
        self.heard, self._compresses = heard, compresses
        self._inflater = zlib.decompressobj(wbits=-15)
        loop = asyncio.get_running_loop()
        self.opened: asyncio.Future[None] = loop.create_future()
        self.lost: asyncio.Future[None] = loop.create_future()
        self._path, self._port = path, port
        self._buffer = bytearray()
        self._transport: Any = None

    @classmethod
    async def connect(cls, port: int, match: str, heard: Callable[[bytes], None], compresses: bool = False) -> Wire:
        """Connect to a match."""
        loop, path = asyncio.get_running_loop(), f"/api/matches/{match}/socket"
        try:
            _, wire = await loop.create_connection(lambda: cls(heard, path, port, compresses), HOST, port)
            await asyncio.wait_for(wire.opened, PATIENCE)
        except (OSError, TimeoutError) as error:
            raise Gone(str(error)) from error
        return wire

    def connection_made(self, transport: Any) -> None:
        """Ask for a WebSocket."""
        self._transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET {self._path} HTTP/1.1", f"host: {HOST}:{self._port}", "upgrade: websocket"]
        lines += ["connection: upgrade", "sec-websocket-version: 13", f"sec-websocket-key: {key}"]
        if self._compresses:
            lines += ["sec-websocket-extensions: permessage-deflate; client_max_window_bits"]
        transport.write("\r\n".join([*lines, "", ""]).encode())

    def data_received(self, data: bytes) -> None:
        """Split what arrives into messages."""
        self._buffer += data
        if not self.opened.done():
            head, mark, rest = bytes(self._buffer).partition(b"\r\n\r\n")
            if not mark:
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.opened.set_exception(Gone(head.decode("latin-1")))
                self.close()
                return
            self._buffer = bytearray(rest)
            self.opened.set_result(None)
        self._take_frames()

    def _take_frames(self) -> None:
        buffer, place, heard = self._buffer, 0, self.heard
        while len(buffer) >= place + 2:
            length, start = buffer[place + 1], place + 2
            if length == 126:
                start += 2
            elif length == 127:
                start += 8
            if len(buffer) < start:
                break
            if length > 125:
                length = int.from_bytes(buffer[place + 2 : start])
            if len(buffer) < start + length:
                break
            kind, message = buffer[place] & 15, bytes(buffer[start : start + length])
            is_compressed = buffer[place] & COMPRESSED > 0
            place = start + length
            if kind == TEXT:
                heard(self._inflater.decompress(message + FLUSH) if is_compressed else message)
            elif kind == PING:
                self.send(message, PONG)
            elif kind == CLOSE:
                self.close()
        del buffer[:place]

    def send(self, message: bytes, kind: int = TEXT) -> None:
        """Send a message. The mask that clients have to use is all zeros, so it costs nothing."""
        first = 128 | kind
        if self._compresses and kind == TEXT:
            first, message = first | COMPRESSED, compressed(message)
        length = len(message)
        if length < 126:
            head = bytes((first, 128 | length))
        elif length < 65536:
            head = struct.pack("!BBH", first, 254, length)
        else:
            head = struct.pack("!BBQ", first, 255, length)
        self.send_bytes(head + b"\0\0\0\0" + message)

    def send_bytes(self, data: bytes) -> None:
        """Send bytes that may not be a frame at all."""
        if not self._transport.is_closing():
            self._transport.write(data)

    def connection_lost(self, error: Exception | None) -> None:
        """The end."""
        if not self.opened.done():
            self.opened.set_exception(Gone("The server has hung up."))
        if not self.lost.done():
            self.lost.set_result(None)

    def close(self) -> None:
        """Hang up, without waiting for anything."""
        if self._transport is not None:
            self._transport.abort()

    @property
    def is_open(self) -> bool:
        """Whether messages still reach the server."""
        return self.opened.done() and not self.lost.done()


def compressed(message: bytes) -> bytes:
    """A message as browsers compress it, with a window that every server has room for."""
    compressor = zlib.compressobj(wbits=-9)
    return (compressor.compress(message) + compressor.flush(zlib.Z_SYNC_FLUSH)).removesuffix(FLUSH)


@dataclass
class Sent:
    """A message and what became of it."""

    message: messages.Act | messages.Undo
    number: int = 0  # the entry that it became, once acknowledged


@dataclass
class Player:
    """Somebody in a match: plays a seat (or watches, with seat -1), keeps reconnecting, and resends what was not
    acknowledged, under the same id."""

    name: str
    ports: tuple[int, ...]  # of all processes that serve the match
    match: str
    game: Game
    seed: int
    seat: int
    token: str
    dice: Random
    undo_odds: float = 0.0
    pause: float = 0.0  # seconds between two inputs in real time
    entries: list[list[int]] = field(default_factory=list)
    sent: dict[str, Sent] = field(default_factory=dict)
    connections: int = 0
    sendings: int = 0
    acknowledged: int = 0
    refused: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Its own copy of the match."""
        self.history = History(self.game, self.seed, undo_complete=True)
        self.waiting_for: Sent | None = None  # not acknowledged yet
        self.stopping = False
        self.is_quiet = False  # only watches, and waits for pending acknowledgements
        self._told = 0  # the latest acknowledged entry: nothing is chosen before it is seen
        self._joined = False
        self._numbers = itertools.count(1)
        self._wire: Wire | None = None
        self._problem: Exception | None = None
        self._next_input = 0.0

    @property
    def number(self) -> int:
        """How many entries it has seen."""
        return len(self.entries)

    async def run(self) -> None:
        """Play until told to stop."""
        attempt = 0
        while not self.stopping:
            try:
                self._wire = await Wire.connect(self.dice.choice(self.ports), self.match, self._heard)
                attempt, self.connections = 0, self.connections + 1
                tokens = [self.token] if self.token else []
                self._wire.send(encode(messages.Join(tokens, view="moves", seen=self.number)))
                await self._stay()
            except Gone:
                await asyncio.sleep(BACK_OFF[min(attempt, len(BACK_OFF) - 1)])
                attempt += 1
            finally:
                if self._wire is not None:
                    self._wire.close()
                self._wire, self._joined = None, False

    async def _stay(self) -> None:
        wire = self._wire
        assert wire is not None
        while not self.stopping and wire.is_open:
            await asyncio.wait([wire.lost], timeout=0.1)
            if self._problem is not None:
                raise self._problem
            self._think()  # in real time: an input from time to time

    def _heard(self, data: bytes) -> None:
        try:
            self._hear(decode(data))
        except Exception as error:  # `run` raises it: this is called from the loop
            self._problem = error
            if self._wire is not None:
                self._wire.close()

    def _hear(self, message: messages.ServerMessage) -> None:
        match message:
            case messages.Welcome():
                assert not isinstance(message.moves, msgspec.UnsetType)
                # One of several processes may not have heard yet what another has sent.
                known = message.number >= self.number or len(self.ports) > 1
                assert known, f"{self.name}: entries that had been sent were lost"
                self._follow(message.number, message.moves)
                self._joined = True
                self._send_again()
            case messages.Moves():
                self._follow(message.number, message.moves)
            case messages.Acknowledged():
                self._acknowledged(message)
            case messages.Refused():
                self._refused(message)
        self._think()

    def _follow(self, number: int, moves: list[list[int]]) -> None:
        """Play what was sent on its own copy. What is already known has to be the same."""
        first = number - len(moves)
        assert first <= self.number, f"{self.name}: entries {self.number + 1} to {first} were not sent"
        known = self.entries[first:number]
        assert moves[: len(known)] == known, (
            f"{self.name}: entries after {first} were different when they were first sent"
        )
        for player, action in moves[len(known) :]:
            if action == UNDO:
                self.history.undo(player)
            else:
                self.history.go(self.history.ahead(player, action))
            self.entries.append([player, action])

    def _acknowledged(self, message: messages.Acknowledged) -> None:
        sent = self.sent[message.id]
        assert sent.number in (0, message.number), f"{self.name}: {message.id} became two entries"
        self.acknowledged += sent.number == 0
        sent.number = message.number
        self._told = max(self._told, message.number)
        if sent is self.waiting_for:
            self.waiting_for = None

    def _refused(self, message: messages.Refused) -> None:
        self.refused[message.reason] = self.refused.get(message.reason, 0) + 1
        if self.waiting_for is None or message.id != self.waiting_for.message.id:
            return
        if message.reason in ("busy", "rate"):
            asyncio.get_running_loop().call_later(0.05, self._send_again)
        else:
            self.waiting_for = None

    def _send_again(self) -> None:
        if self.waiting_for is not None and self._wire is not None:
            self.sendings += 1
            self._wire.send(encode(self.waiting_for.message))

    def _think(self) -> None:
        """Choose something if it is time, and send it."""
        if self.waiting_for is not None or self.is_quiet or not self._joined or self.number < self._told:
            return
        if self.seat not in self.history.position.waiting:
            return
        if self.pause:
            now = asyncio.get_running_loop().time()
            if now < self._next_input:
                return
            self._next_input = now + self.pause
        name = f"{self.name}-{next(self._numbers)}"
        message: messages.Act | messages.Undo
        if self.dice.random() < self.undo_odds and not self.history.why_not_undo(self.seat):
            message = messages.Undo(name, self.seat, self.number)
        else:
            action = self.dice.choice(self.history.position.actions(self.seat))
            message = messages.Act(name, self.seat, action, self.number)
        self.waiting_for = self.sent[name] = Sent(message)
        self._send_again()


async def patiently(work: Callable[[], Awaitable[Any]], seconds: float = 60.0) -> Any:
    """Keep trying until the server is back."""
    loop = asyncio.get_running_loop()
    until = loop.time() + seconds
    while True:
        try:
            return await work()
        except Gone:
            if loop.time() > until:
                raise
            await asyncio.sleep(0.1)


def random_game(game: Game, seed: int) -> list[Move]:
    """A random game, for clients to play as it is, without thinking."""
    dice, position, moves = Random(seed), game.new(seed), []
    while not position.over:
        player = dice.choice(position.waiting)
        action = dice.choice(position.actions(player))
        position.play(player, action)
        moves.append(Move(player, action))
    return moves


def game_of(wish: messages.NewMatch) -> Game:
    """The game that a match is of."""
    options: dict[str, Any] = dict(wish.options)
    return garrison.load(wish.game, variant=wish.variant or None, **options)
