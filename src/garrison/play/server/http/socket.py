"""The WebSocket of a match: joining, then listening (`listener.py`)."""

from __future__ import annotations

import asyncio
from typing import Any

from garrison.core.engine.machine import NotBuilt
from garrison.errors import GarrisonError
from garrison.play.server.match.connection import Connection
from garrison.play.server.match.listener import Listener
from garrison.play.server.match.live import LiveMatch
from garrison.play.server.match.registry import Registry
from garrison.play.server.store.access import NO_MATCH, Access, NoMatch, access_of
from garrison.play.server.store.info import Info
from garrison.play.server.wire import codec, messages
from garrison.play.server.wire.codec import encode
from garrison.play.server.wire.refusal import Refusal
from garrison.play.server.wire.tokens import is_same
from garrison.play.server.work.visitor import ENTRY, visitor

Joined = tuple[LiveMatch | None, int]  # None: they may not join; and how many entries they say they know


async def serve_socket(registry: Registry, name: str, receive: Any, send: Any) -> None:
    """Everything that happens on one WebSocket; the caller has checked where it comes from."""
    if (await receive())["type"] != "websocket.connect":
        return
    await send({"type": "websocket.accept"})
    connection = Connection(send, registry.settings.waiting_messages)
    writer = asyncio.get_running_loop().create_task(connection.write())
    try:
        match, number = await _join(registry, name, receive, connection)
        if match is not None:
            try:
                connection.send(encode(match.join(connection, number)))
                await Listener(match, connection, registry).listen(receive)
            finally:
                match.leave(connection)
    finally:
        connection.close()
        try:
            await asyncio.wait_for(writer, 5)
        except Exception:
            writer.cancel()  # the other side has hung up


async def turn_away(send: Any, sentence: str) -> None:
    """Say why somebody is not let in: a page learns nothing of a WebSocket that was never accepted."""
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.send", "text": encode(messages.Refused("", "rate", sentence, 0))})
    await send({"type": "websocket.close", "code": 1013})


async def _join(registry: Registry, name: str, receive: Any, connection: Connection) -> Joined:
    """The first message: who is there."""
    try:
        event = await asyncio.wait_for(receive(), registry.settings.join_within)
        if event["type"] != "websocket.receive":
            return None, 0
        join = codec.message_in(event, registry.settings.longest_message)
        if not isinstance(join, messages.Join):
            raise Refusal("message", "The first message has to be a join.")
        (await registry.store.read(lambda database: access_of(database, name))).check(
            join.invite, join.host, join.tokens
        )
        match = await registry.get(name)
        if match is None:
            raise NoMatch(NO_MATCH)
        _let_in(match.info, connection, join)
        if not connection.wants_scenes:
            visitor().spend_on(ENTRY * max(match.journal.told(connection.players) - join.seen, 0))
    except TimeoutError:
        return None, 0
    except GarrisonError as error:
        kind = "gone" if isinstance(error, NotBuilt | NoMatch) else "busy"  # clients don't retry "gone" on their own
        refusal = error if isinstance(error, Refusal) else Refusal(kind, str(error))
        connection.refuse("", refusal, 0)
        connection.close(1013 if refusal.reason == "busy" else 1008)
        return None, 0
    return match, join.seen


def _let_in(info: Info, connection: Connection, join: messages.Join) -> None:
    """Check once more, since things may have changed, and note who this connection is."""
    access = Access(True, info.private, info.host, info.invite, [seat.token for seat in info.seats])
    access.check(join.invite, join.host, join.tokens)
    connection.wants_scenes = join.view == "scenes"
    connection.is_host = is_same(join.host, info.host)
    connection.is_invited = is_same(join.invite, info.invite)
    connection.players = access.players(join.tokens)
