"""Changing matches: taking seats, handing them to bots, pauses, and what else may change while a match is played."""

from __future__ import annotations

from typing import Any

import msgspec

from garrison import bots
from garrison.errors import GarrisonError
from garrison.play.server.match.live import LiveMatch
from garrison.play.server.match.seat_names import seat_name
from garrison.play.server.store import queries
from garrison.play.server.store.agreements import Agreements
from garrison.play.server.store.alteration import Alteration
from garrison.play.server.store.info import SeatState
from garrison.play.server.wire import messages
from garrison.play.server.wire.refusal import Refusal
from garrison.play.server.wire.tokens import hashed, new_token

NO_SEAT = "This seat is no longer free."


class SeatTaken(GarrisonError):
    """Somebody else was quicker."""


async def take_seat(match: LiveMatch, wish: messages.TakeSeat) -> messages.TakenSeat:
    """Take an open seat."""
    token = new_token()

    def write(database: Any) -> tuple[int, str]:
        queries.load_agreements(database, match.id)  # so that of two who come at once, one sees the other's name
        player = queries.take_seat(database, match.id, wish.player, hashed(token))
        if player < 0:
            raise SeatTaken(NO_SEAT)
        sitting = queries.load_seats(database, match.id)
        name = seat_name(wish.name, match.journal.game, sitting, [token, *wish.own])
        queries.change_seat(database, match.id, player, name=name)
        return player, name

    def apply(seat: tuple[int, str]) -> None:
        player, name = seat
        match.seats[player] = SeatState("person", "", name, hashed(token))

    player, _ = await match.alterations.alter(write, apply)
    return messages.TakenSeat(player, token)


async def replace(match: LiveMatch, player: int, bot: str, consents: tuple[int, ...] | None = None) -> None:
    """Let a bot play a seat, or with "" its person again. If `consents` are given, those players have agreed, and it
    happens once everybody else who is not away has agreed too."""
    if bot:
        try:
            bots.find(bot, match.journal.game.package)
        except GarrisonError as error:
            raise Refusal("illegal", str(error)) from None
    kind = "person" if match.seats[player].token else "bot"
    others = [
        one for one in match.info.people if one not in (player, *(consents or ())) and not match.absences.is_away(one)
    ]

    def decide(_: Any, agreements: Agreements) -> Alteration | None:
        lasts = match.settings.wish_lasts
        if consents is not None and not agreements.wish_bot(player, bot, consents, others, lasts):
            return None
        agreements.bots.pop(player, None)
        return Alteration({"counted": False} if bot else {}, {player: {"kind": kind, "bot": bot}})

    await match.alterations.agree(decide)


async def refuse_bot(match: LiveMatch, player: int) -> None:
    """Somebody does not want a bot to play for another player."""

    def forget(_: Any, agreements: Agreements) -> None:
        agreements.bots.pop(player, None)

    await match.alterations.agree(forget)


async def pause(match: LiveMatch, players: tuple[int, ...]) -> None:
    """Some players want to pause. One person alone can; several have to agree, and only a limited number of times."""
    people, settings = match.info.people, match.settings
    if match.info.paused:
        return
    if len(people) > 1 and settings.pauses and match.info.agreements.pauses >= settings.pauses:
        raise Refusal("illegal", f"This match has been paused {settings.pauses} times and can't be paused again.")

    def ask(_: Any, agreements: Agreements) -> Alteration:
        return Alteration({"paused": agreements.wish_pause(players, people, settings.wish_lasts)})

    await (match.alterations.change(paused=True) if len(people) < 2 else match.alterations.agree(ask))


async def hurry(match: LiveMatch, players: tuple[int, ...]) -> None:
    """Some players want bots to play without pauses. It happens once everybody who is not away has agreed."""
    here = [player for player in match.info.people if not match.absences.is_away(player)]

    def ask(_: Any, agreements: Agreements) -> Alteration:
        is_agreed = agreements.wish_instant(players, here, match.settings.wish_lasts)
        return Alteration({"terms": msgspec.structs.replace(match.info.terms, instant=is_agreed)})

    if not match.info.terms.instant:
        await match.alterations.agree(ask)


async def take_time(match: LiveMatch) -> None:
    """Somebody wants to follow what bots do, or declines that they play without pauses."""

    def forget(_: Any, agreements: Agreements) -> Alteration:
        agreements.instant = None
        return Alteration({"terms": msgspec.structs.replace(match.info.terms, instant=False)})

    await match.alterations.agree(forget)


async def go_on(match: LiveMatch) -> None:
    """Somebody ends a pause, or refuses one."""

    def forget(_: Any, agreements: Agreements) -> Alteration:
        agreements.pause = None
        return Alteration({"paused": False})

    await match.alterations.agree(forget)
