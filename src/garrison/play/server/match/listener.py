"""The messages of one connection to a match, each with an answer."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec

from garrison.errors import BadOption, GarrisonError
from garrison.play.server.match import changes, chat, endings, hints, new_match, questions, rematch
from garrison.play.server.match.connection import Connection
from garrison.play.server.match.live import LiveMatch
from garrison.play.server.match.registry import Registry
from garrison.play.server.store import queries, remark_rows
from garrison.play.server.store.secrecy import Knowledge
from garrison.play.server.store.writer import Tell
from garrison.play.server.wire import codec, messages
from garrison.play.server.wire.codec import encode
from garrison.play.server.wire.refusal import Refusal
from garrison.play.server.wire.server_time import Bucket
from garrison.play.server.work.guard import TOO_MANY_MATCHES

LONGEST_ID = 64
PONG = encode(messages.Pong())
PRIVATE = "This match is private. Its host has to invite you."
NOT_AWAY = "Only this seat's player can decide that, unless they have been away for a while and all the others agree."
TOO_MANY = "Too many messages. Please wait a moment."


class Listener:
    """Answers the messages of one connection."""

    def __init__(self, match: LiveMatch, connection: Connection, registry: Registry) -> None:
        self.match, self.connection, self._registry = match, connection, registry
        settings = registry.settings
        self._longest = settings.longest_message
        self._bucket = Bucket(settings.messages_a_second, settings.messages_at_once)
        self._sentences = 0  # that had been told when somebody here last played

    async def listen(self, receive: Any) -> None:
        """Listen until they hang up, or are sent away."""
        while not self.connection.is_closed:
            event = await receive()
            if event["type"] != "websocket.receive":
                return
            message_id = ""
            try:
                if not self._bucket.take():
                    raise Refusal("rate", TOO_MANY)
                message = codec.message_in(event, self._longest)
                message_id = getattr(message, "id", "")
                await self.answer(message)
            except Refusal as refusal:
                self._refuse(message_id, refusal)
            except GarrisonError as error:
                self._refuse(message_id, Refusal("busy", str(error)))

    def _refuse(self, message_id: str, refusal: Refusal) -> None:
        self.connection.refuse(message_id[:LONGEST_ID], refusal, self._known)

    async def answer(self, message: Any) -> None:
        """Do what a message asks for."""
        match message:
            case messages.Act() | messages.Undo():
                self._check(message.id, message.player)
                self.play(message)
            case messages.Ping():
                self.connection.send(PONG)
            case messages.Join():
                raise Refusal("message", "This connection has already joined.")
            case _:
                _check_id(message.id)
                await self.decide(message)

    def play(self, message: messages.Act | messages.Undo) -> None:
        """Act, or take back."""
        match, player, knowledge = self.match, message.player, Knowledge(message.at, self.connection.players)
        self._sentences = match.audience.broadcast.sentences
        if isinstance(message, messages.Act):
            do = partial(match.act, player, message.action, message.id, knowledge)
        else:
            do = partial(match.undo, player, message.id, knowledge)
        match.surely(do, self._tell(message.id))

    async def decide(self, message: Any) -> None:
        """Do what a message asks for besides playing."""
        match message:
            case messages.Resign() | messages.Leave() | messages.Claim() | messages.Draw() | messages.TakeBack():
                await self.part(message)
            case messages.Remove():
                await self.remove(message)
            case messages.Say():
                self._check(message.id, message.player)
                await self.say(message)
            case messages.Ready():
                self._person("Only players start the clock.")
                self.match.schedule.ready()
                self._done(message.id)
            case messages.Change():
                await self.change(message)
            case messages.Replace():
                await self.replace(message)
            case messages.Hint():
                self._check(message.id, message.player)
                self.connection.send(encode(await hints.hint(self.match, message.player)))
                self._done(message.id)
            case messages.Ask():
                await self.ask(message)
            case messages.Again():
                await (self.play_again() if message.wanted else self.decline())
                self._done(message.id)

    def _tell(self, message_id: str) -> Tell:
        connection, journal = self.connection, self.match.journal

        def tell(number: int, refusal: Refusal | None) -> None:
            if refusal is None:
                connection.acknowledge(message_id, journal.place(number, connection.players))
            else:
                connection.refuse(message_id, refusal, self._known)

        return tell

    @property
    def _known(self) -> int:
        """How many entries of the history this connection may know."""
        return self.match.journal.told(self.connection.players)

    async def ask(self, message: messages.Ask) -> None:
        """Answer a line of text, for one's own seat or as one of those who watch."""
        if message.player != questions.WATCHER:
            self._check(message.id, message.player)
        count = self.match.audience.broadcast.sentences - self._sentences
        answer = await questions.answer(self.match, self.connection, message, count)
        self.connection.send(encode(answer))
        self._done(message.id)

    async def change(self, message: messages.Change) -> None:
        """Pause, tick, privacy."""
        match, own = self.match, self.connection
        if not own.players and not own.is_host:
            raise Refusal("seat", "Only players can change a match.")
        if message.private is not msgspec.UNSET and not own.is_host:
            raise Refusal("seat", "Only the host decides who may watch.")
        if message.tick_ms is not msgspec.UNSET:
            try:
                new_match.checked_tick(message.tick_ms, match.info.facts.tick_range)
            except BadOption as error:
                raise Refusal("illegal", str(error)) from None
        if message.paused is not msgspec.UNSET:
            await self._pause(message.paused)
        settings: dict[str, Any] = {name: getattr(message, name) for name in ("private", "tick_ms")}
        await match.alterations.change(
            **{name: value for name, value in settings.items() if value is not msgspec.UNSET}
        )
        if message.instant is not msgspec.UNSET:
            await self._hurry(message.instant)
        self._done(message.id)
        for stranger in [
            one for one in match.audience.presence.connections if match.info.private and not one.may_watch
        ]:
            stranger.refuse("", Refusal("gone", PRIVATE), 0)
            stranger.close(1008)

    async def _pause(self, is_pause: bool) -> None:
        """Pause, or ask to, or resume."""
        own, people = self.connection.players, self.match.info.people
        if people and not any(player in people for player in own):
            raise Refusal("seat", "Only players can pause a match.")
        await (changes.pause(self.match, own) if is_pause else changes.go_on(self.match))

    async def _hurry(self, instant: bool) -> None:
        """Let bots play without pauses, or ask for it, or no longer."""
        own, people = self.connection.players, self.match.info.people
        if people and not any(player in people for player in own):
            raise Refusal("seat", "Only players decide how fast bots play.")
        await (changes.hurry(self.match, own) if instant else changes.take_time(self.match))

    async def replace(self, message: messages.Replace) -> None:
        """A bot takes over, or gives the seat back."""
        seats, player, own = self.match.seats, message.player, self.connection
        if not 0 <= player < len(seats):
            raise Refusal("seat", f"There is no player {player}.")
        if not message.bot and not seats[player].token:
            raise Refusal("seat", "No person has this seat.")
        if own.is_host and seats[player].kind == "open":
            await changes.replace(self.match, player, message.bot)
        elif player in own.players:
            await self._hand_over(player, message.bot)
        else:
            await self._agree(player, message.bot)
        self._done(message.id)

    async def _hand_over(self, player: int, bot: str) -> None:
        """Let a bot play one's own seat, once the others agree; or play it oneself, or no longer ask for a bot."""
        match, own = self.match, self.connection.players
        if not bot and not match.seats[player].is_bot:
            await changes.refuse_bot(match, player)
        elif not bot:
            await changes.replace(match, player, "")
        elif not match.info.terms.bots and any(one not in own for one in match.info.people):
            raise Refusal("illegal", endings.NO_BOTS)
        else:
            await changes.replace(match, player, bot, own)

    async def _agree(self, player: int, bot: str) -> None:
        """Agree that a bot plays somebody else's seat, or with "" decline that."""
        match, own, people = self.match, self.connection, self.match.info.people
        is_asked = player in match.info.agreements.bots and player in match.info.agreements.bots[player].players
        if match.seats[player].token and not match.absences.is_away(player) and not is_asked:
            raise Refusal("seat", NOT_AWAY)
        if bot and not match.info.terms.bots:
            raise Refusal("illegal", endings.NO_BOTS)
        if people and not any(one in people for one in own.players if one != player):
            raise Refusal("seat", "Only players can decide that.")
        if not people and not own.is_host:
            raise Refusal("seat", "Only the host can decide that.")
        if not bot and player not in match.info.agreements.bots:
            raise Refusal("seat", "Only the person whose seat this is can take it back.")
        await (changes.replace(match, player, bot, own.players) if bot else changes.refuse_bot(match, player))

    async def part(self, message: Any) -> None:
        """End the match, leave it, or agree on a draw or on taking back a move."""
        match, own = self.match, self._person("Only players can decide that.")
        tell, is_told = self._tell(message.id), False
        match message:
            case messages.Draw():
                work = endings.draw(match, own, message.id, tell) if message.wanted else endings.refuse_draw(match)
                is_told = bool(await work)
            case messages.TakeBack():
                self._seat(message.player)
                if message.wanted:
                    is_told = await endings.take_back(match, message.player, own, message.id, tell)
                else:
                    await endings.refuse_take_back(match, message.player)
            case messages.Claim():
                self._seat(message.player)
                is_told = await endings.claim(match, message.player, message.id, tell)
            case messages.Resign():
                self._check(message.id, message.player)
                endings.resign(match, message.player, message.id, tell)
                is_told = True
            case messages.Leave():
                self._check(message.id, message.player)
                is_told = await endings.leave(match, message.player, message.id, tell)
        if not is_told:
            self._done(message.id)

    async def remove(self, message: messages.Remove) -> None:
        """Remove the match."""
        match, own = self.match, self.connection
        if not own.is_host:
            raise Refusal("seat", "Only the host can remove a match.")
        await endings.remove(match, own.players)
        self._done(message.id)
        match.send_away()
        self._registry.put_away(match.id)

    async def say(self, message: messages.Say) -> None:
        """Say something to the other players."""
        match = self.match
        if len([seat for seat in match.seats if seat.token]) < 2:
            raise Refusal("illegal", chat.ALONE)
        if not match.audience.talk.may_speak(message.player):
            raise Refusal("illegal", chat.TOO_MANY)
        try:
            text = chat.checked(message.text)
        except chat.Unsayable as error:
            raise Refusal("illegal", str(error)) from None
        write = partial(
            remark_rows.store, match=match.id, player=message.player, message=message.id, text=text, when=queries.now()
        )
        match.audience.hear([await match.alterations.alter(write, lambda remark: None)])
        self._done(message.id)

    def _seat(self, player: int) -> None:
        if not 0 <= player < len(self.match.seats):
            raise Refusal("seat", f"There is no player {player}.")

    async def play_again(self) -> None:
        """Ask for another match, or agree to one; it counts as made by whoever agreed last."""
        reservation = self._registry.guard.reserve(self.connection.address)
        if reservation is None:
            raise Refusal("rate", TOO_MANY_MATCHES)
        name = ""
        try:
            name = await rematch.play_again(self.match, self._person("Only players can ask to play again."))
        finally:
            if not name:
                reservation.release()
        if name:
            reservation.use_for(name)

    async def decline(self) -> None:
        """Decline to play again, or no longer ask for it."""
        self._person("Only players can decide that.")
        await rematch.decline(self.match)

    def _person(self, otherwise: str) -> tuple[int, ...]:
        """The seats that the person of this connection plays; refused if there are none."""
        if not any(player in self.match.info.people for player in self.connection.players):
            raise Refusal("seat", otherwise)
        return tuple(self.connection.players)

    def _done(self, message_id: str) -> None:
        self.connection.acknowledge(message_id, self._known)

    def _check(self, message_id: str, player: int) -> None:
        _check_id(message_id)
        if player not in self.connection.players:
            raise Refusal("seat", "This is not your seat.")


def _check_id(message_id: str) -> None:
    if not message_id or len(message_id) > LONGEST_ID or not message_id.isascii() or " " in message_id:
        raise Refusal("message", f"A message's id must be 1 to {LONGEST_ID} characters without spaces.")
    if not message_id.isprintable():
        raise Refusal("message", "A message's id must consist of printable characters.")
