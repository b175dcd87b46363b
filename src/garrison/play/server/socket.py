"""The WebSocket of a match: joining, then messages, each answered."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import msgspec

from garrison.core.errors import GarrisonError
from garrison.core.preparation import NotCompiled
from garrison.play.server import messages, records
from garrison.play.server.connection import Bucket, Connection
from garrison.play.server.hall import Hall, Table
from garrison.play.server.live import Refusal
from garrison.play.server.secret import is_same
from garrison.play.server.telling import encode

decoder = msgspec.json.Decoder(messages.ClientMessage)
LONGEST_ID = 64
PONG = encode(messages.Pong())
NO_MATCH = "There is no such match here."
PRIVATE = "This match is private: its host has to invite you."
UNREADABLE = "This message can't be read: it is not one of those that the server knows."
TOO_LONG = "This message is too long."
TOO_MANY = "These are too many messages: wait a moment."


async def serve_socket(hall: Hall, name: str, receive: Any, send: Any) -> None:
    """Everything that happens on one WebSocket; the caller has checked where it comes from."""
    if (await receive())["type"] != "websocket.connect":
        return
    await send({"type": "websocket.accept"})
    connection = Connection(send, hall.settings.waiting_messages)
    writer = asyncio.get_running_loop().create_task(connection.write())
    try:
        table = await _join(hall, name, receive, connection)
        if table is not None:
            try:
                await Listener(hall, table, connection).listen(receive)
            finally:
                hall.leave(table, connection)
    finally:
        connection.close()
        try:
            await asyncio.wait_for(writer, 5)
        except Exception:
            writer.cancel()  # whoever was there has hung up


async def _join(hall: Hall, name: str, receive: Any, connection: Connection) -> Table | None:
    """The first message: who is there. None when they may not be."""
    try:
        event = await asyncio.wait_for(receive(), hall.settings.join_within)
        if event["type"] != "websocket.receive":
            return None
        join = read(event, hall.settings.longest_message)
        if not isinstance(join, messages.Join):
            raise Refusal("message", "The first message has to be a join.")
        await hall.prepared(name, lambda share: connection.send(encode(messages.Preparing(share))))
        table = await hall.get(name)
        if table is None:
            raise Refusal("gone", NO_MATCH)
        _let_in(table, connection, join)
    except TimeoutError:
        return None
    except GarrisonError as error:
        kind = "gone" if isinstance(error, NotCompiled) else "busy"  # it is not tried again by itself
        refusal = error if isinstance(error, Refusal) else Refusal(kind, str(error))
        connection.refuse("", refusal, 0)
        connection.close(1013 if refusal.reason == "busy" else 1008)
        return None
    hall.join(table, connection)
    connection.send(encode(_welcome(table, connection, join.seen)))
    return table


def _let_in(table: Table, connection: Connection, join: messages.Join) -> None:
    live = table.live
    connection.wants_scenes = join.view == "scenes"
    connection.is_host = is_same(join.host, live.info.host)
    connection.players = tuple(
        player
        for player, seat in enumerate(live.seats)
        if any(is_same(token, seat.token) for token in join.tokens[: len(live.seats)])
    )
    connection.is_invited = is_same(join.invite, live.info.invite)
    if live.info.private and not may_watch(connection):
        raise Refusal("gone", PRIVATE)


def may_watch(connection: Connection) -> bool:
    """Whether somebody may watch a private match."""
    return bool(connection.is_host or connection.players or connection.is_invited)


def _welcome(table: Table, connection: Connection, seen: int) -> messages.Welcome:
    live, telling = table.live, table.telling
    player = connection.viewer(live.shown)
    view = telling.view(player, live.shown) if connection.wants_scenes else None
    connection.shown(live, view, player)
    number = live.shown_number
    return messages.Welcome(
        table.view(),
        list(connection.players),
        connection.is_host,
        number,
        telling.lines() if connection.wants_scenes else [],
        msgspec.UNSET if view is None else view,  # type: ignore[arg-type]
        msgspec.UNSET if connection.wants_scenes else live.played[max(seen, 0) : number],
    )


def read(event: dict[str, Any], longest: int) -> Any:
    """A message from what the browser sent."""
    data = event.get("text") or event.get("bytes") or ""
    if longest and len(data) > longest:
        raise Refusal("message", TOO_LONG)
    try:
        return decoder.decode(data)
    except (msgspec.DecodeError, ValueError, RecursionError):
        raise Refusal("message", UNREADABLE) from None


class Listener:
    """Answers the messages of one connection."""

    def __init__(self, hall: Hall, table: Table, connection: Connection) -> None:
        self.hall, self.table, self.connection = hall, table, connection
        self.live = table.live
        self._bucket = Bucket(hall.settings.messages_a_second, hall.settings.messages_at_once)

    async def listen(self, receive: Any) -> None:
        """Until they hang up, or are sent away."""
        longest, live, connection = self.hall.settings.longest_message, self.live, self.connection
        while not connection.closed:
            event = await receive()
            if event["type"] != "websocket.receive":
                return
            message_id = ""
            try:
                if not self._bucket.take():
                    raise Refusal("rate", TOO_MANY)
                message = read(event, longest)
                message_id = getattr(message, "id", "")
                if type(message) is messages.Act:
                    self.act(message)
                else:
                    await self.other(message)
            except Refusal as refusal:
                connection.refuse(message_id[:LONGEST_ID], refusal, live.shown_number)
            except GarrisonError as error:
                connection.refuse(message_id[:LONGEST_ID], Refusal("busy", str(error)), live.shown_number)

    async def other(self, message: Any) -> None:
        """Everything but an action."""
        if isinstance(message, messages.Ping):
            self.connection.send(PONG)
        elif isinstance(message, messages.Undo):
            self.undo(message)
        elif isinstance(message, messages.Change):
            await self.change(message)
        elif isinstance(message, messages.Replace):
            await self.replace(message)
        else:
            raise Refusal("message", "This connection has joined already.")

    def act(self, message: messages.Act) -> None:
        """Play an action, now or at the next tick."""
        self._check(message.id, message.player)
        live, connection = self.live, self.connection

        def tell(number: int, refusal: Refusal | None) -> None:
            connection.acknowledge(message.id, number, refusal)

        number = live.known(message.player, message.id)
        if number:
            live.when_written(number, tell)
            return
        facts, place = live.info.game.facts, message.action - live.info.game.facts.fields
        if live.seats[message.player].is_bot:
            raise Refusal("seat", "A bot plays this seat at the moment.")
        if live.info.tick_ms and 0 <= place < len(facts.buttons) and facts.buttons[place].on_tick:
            live.check(message.player)
            if live.course.position.over:
                raise Refusal("illegal", "The game is over: nothing can be played any more.")
            self.table.running.hear(message.player, message.action, message.id, tell)
            return
        if live.info.paused and (not live.info.tick_ms or message.action == facts.tick_action):
            raise Refusal("illegal", "The match is paused.")
        live.act(message.player, message.action, message.id, message.at).acks.append(tell)
        self.table.running.start()

    def undo(self, message: messages.Undo) -> None:
        """Take the last action back."""
        self._check(message.id, message.player)
        live, connection = self.live, self.connection

        def tell(number: int, refusal: Refusal | None) -> None:
            connection.acknowledge(message.id, number, refusal)

        number = live.known(message.player, message.id)
        if number:
            live.when_written(number, tell)
        else:
            live.undo(message.player, message.id, message.at).acks.append(tell)

    async def change(self, message: messages.Change) -> None:
        """Pause, tick, privacy."""
        live, info = self.live, self.live.info
        values: dict[str, Any] = {}
        if not self.connection.players and not self.connection.is_host:
            raise Refusal("seat", "Only those who play can change a match.")
        if info.sentence:
            raise Refusal("read-only", info.sentence)
        if message.private is not msgspec.UNSET:
            if not self.connection.is_host:
                raise Refusal("seat", "Only the host decides who may watch.")
            values["private"] = message.private
        if message.paused is not msgspec.UNSET:
            values["paused"] = message.paused
        if message.tick_ms is not msgspec.UNSET:
            quickest, slowest = info.game.facts.tick_range
            if not quickest <= message.tick_ms <= slowest:
                raise Refusal("illegal", f"A tick takes {quickest} to {slowest} ms here, not {message.tick_ms}.")
            values["tick_ms"] = message.tick_ms
        if values:
            store = self.hall.store

            def work(connection: Any) -> None:
                records.change(connection, live.id, **values)
                store.tell_changed(connection, live.id)

            await store.write(work)
            for key, value in values.items():
                setattr(info, key, value)
            self._told()
        self.connection.acknowledge(message.id, live.shown_number, None)
        for stranger in [one for one in live.connections if info.private and not may_watch(one)]:
            stranger.refuse("", Refusal("gone", PRIVATE), live.shown_number)
            stranger.close(1008)

    async def replace(self, message: messages.Replace) -> None:
        """A bot takes over, or gives the seat back."""
        live = self.live
        if not 0 <= message.player < len(live.seats):
            raise Refusal("seat", f"There is no player {message.player}.")
        seat = live.seats[message.player]
        if not self.connection.is_host and message.player not in self.connection.players:
            raise Refusal("seat", "Only the host, or whoever plays the seat, can let a bot play it.")
        if live.info.sentence:
            raise Refusal("read-only", live.info.sentence)
        if not message.bot and not seat.token:
            raise Refusal("seat", "No person has this seat.")
        await self.hall.replace(self.table, message.player, message.bot)
        self.connection.acknowledge(message.id, live.shown_number, None)

    def _told(self) -> None:
        self.table.tell_changed()
        self.table.running.wake()

    def _check(self, message_id: str, player: int) -> None:
        if not message_id or len(message_id) > LONGEST_ID or not message_id.isascii() or " " in message_id:
            raise Refusal("message", f"A message's id is 1 to {LONGEST_ID} letters without spaces.")
        if not message_id.isprintable():
            raise Refusal("message", "A message's id is made of printable letters.")
        if player not in self.connection.players:
            raise Refusal("seat", "This is not your seat.")
        self.live.used = time.monotonic()
