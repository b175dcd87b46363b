"""Changing matches: taking seats, handing them to bots, pauses, and what else may change while a match is played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from garrison import bots
from garrison.core.errors import GarrisonError
from garrison.play.server import messages, queries
from garrison.play.server.agreeing import Agreements
from garrison.play.server.info import Refusal, SeatState
from garrison.play.server.live import LiveMatch
from garrison.play.server.secret import hashed, new_token
from garrison.play.user import clean_name

NO_SEAT = "This seat is no longer free."


class SeatTaken(GarrisonError):
    """Somebody else was quicker."""


async def take_seat(match: LiveMatch, wish: messages.TakeSeat) -> messages.TakenSeat:
    """Take an open seat."""
    token, name = new_token(), clean_name(wish.name)

    def write(database: Any) -> int:
        player = queries.take_seat(database, match.id, wish.player, name, hashed(token))
        if player < 0:
            raise SeatTaken(NO_SEAT)
        return player

    def apply(player: int) -> None:
        match.seats[player] = SeatState("person", "", name, hashed(token))

    return messages.TakenSeat(await match.alter(write, apply), token)


async def replace(match: LiveMatch, player: int, bot: str, agreed: tuple[int, ...] | None = None) -> None:
    """Let a bot play a seat, or with "" its person again. If `agreed` is given, those players have agreed to it, and it
    happens once everybody else who is not away has agreed too."""
    if bot:
        try:
            bots.find(bot, match.journal.game.package)
        except GarrisonError as error:
            raise Refusal("illegal", str(error)) from None
    kind = "person" if match.seats[player].token else "bot"
    others = [one for one in match.info.people if one not in (player, *(agreed or ())) and not match.is_away(one)]

    def write(database: Any) -> tuple[Agreements, bool]:
        agreements = queries.load_agreements(database, match.id)
        lasts = match.settings.wish_lasts
        is_agreed = agreed is None or agreements.wish_bot(player, bot, agreed, others, lasts)
        if is_agreed:
            agreements.bots.pop(player, None)
            queries.change_seat(database, match.id, player, kind=kind, bot=bot)
        counted = {"counted": False} if is_agreed and bot else {}
        queries.change(database, match.id, agreements=agreements.text, **counted)
        return agreements, is_agreed

    def apply(written: tuple[Agreements, bool]) -> None:
        match.info.agreements, is_agreed = written
        if is_agreed:
            match.seats[player].kind, match.seats[player].bot = kind, bot

    await match.alter(write, apply)
    match.tell_in(match.settings.wish_lasts)


async def refuse_bot(match: LiveMatch, player: int) -> None:
    """Somebody does not want a bot to play for another player."""

    def forget(agreements: Agreements) -> bool:
        agreements.bots.pop(player, None)
        return match.info.paused

    await _agree(match, forget)


async def pause(match: LiveMatch, players: tuple[int, ...]) -> None:
    """Some players want to pause. One person alone can; several have to agree, and only a limited number of times."""
    people, settings = match.info.people, match.settings
    if match.info.paused:
        return
    if len(people) > 1 and settings.pauses and match.info.agreements.pauses >= settings.pauses:
        raise Refusal("illegal", f"This match has been paused {settings.pauses} times and can't be paused again.")
    if len(people) < 2:
        await change(match, paused=True)
    else:
        await _agree(match, lambda agreements: agreements.wish_pause(players, people, settings.wish_lasts))
        match.tell_in(settings.wish_lasts)


async def go_on(match: LiveMatch) -> None:
    """Somebody ends a pause, or refuses one."""

    def forget(agreements: Agreements) -> bool:
        agreements.pause = None
        return False

    await _agree(match, forget)


async def _agree(match: LiveMatch, decide: Callable[[Agreements], bool]) -> None:
    """Change what people have agreed on; `decide` says whether the match is then paused."""

    def write(database: Any) -> tuple[Agreements, bool]:
        agreements = queries.load_agreements(database, match.id)
        paused = decide(agreements)
        queries.change(database, match.id, agreements=agreements.text, paused=paused)
        return agreements, paused

    def apply(written: tuple[Agreements, bool]) -> None:
        match.info.agreements, match.info.paused = written

    await match.alter(write, apply)


async def change(match: LiveMatch, **values: Any) -> None:
    """Change something in a match's row: pause, tick, privacy."""
    if not values:
        return

    def apply(_: None) -> None:
        for key, value in values.items():
            setattr(match.info, key, value)

    await match.alter(lambda database: queries.change(database, match.id, **values), apply)


async def change_terms(match: LiveMatch, **values: Any) -> None:
    """Change what was decided about a match when it was made."""
    terms = msgspec.structs.replace(match.info.terms, **values)

    def apply(_: None) -> None:
        match.info.terms = terms

    await match.alter(lambda database: queries.change(database, match.id, terms=terms.text), apply)
