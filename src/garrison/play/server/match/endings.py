"""How people end a match or leave it: they resign, agree on a draw, leave for good, or say that somebody who is gone
has left; the host removes a match that nobody has joined. An end is an entry of the match's history, written before
anybody hears of it."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from typing import Any

from garrison import bots
from garrison.core.ending import AGREED, GIVEN_UP, LEFT, RESIGNED, Ending
from garrison.play.server.match.live import LiveMatch
from garrison.play.server.store import queries
from garrison.play.server.store.agreements import Agreements, is_agreed, joined
from garrison.play.server.store.info import SeatState
from garrison.play.server.store.secrecy import Viewer
from garrison.play.server.store.writer import Tell
from garrison.play.server.wire.refusal import Refusal

OPEN = "This match has not begun: a seat is still free."
MANY = "More than two people play here. You can leave, and a bot takes over for you."
NO_BOTS = "The host does not want bots to play for people here."
NO_UNDO = "Complete moves can't be taken back in this match."
NOBODY_ASKS = "Nobody is asking for that any more."
NOT_GONE = "This player has not been gone for long enough."
JOINED = "Somebody has joined this match, so it can't be removed."


def resign(match: LiveMatch, player: int, message: str, tell: Tell) -> None:
    """Give up."""
    count, others = len(match.seats), [one for one in match.info.people if one != player]
    if match.info.is_open:
        raise Refusal("illegal", OPEN)
    if count > 2 and others:
        raise Refusal("illegal", MANY)
    match.finish(Ending(RESIGNED if count == 2 else GIVEN_UP, player), message, tell)


async def draw(match: LiveMatch, own: Viewer, message: str, tell: Tell) -> bool:
    """Offer a draw, or agree to one: whoever agrees last ends the match. Whether that happened."""
    people = match.info.people
    if len(match.seats) != 2 or len(people) != 2:
        raise Refusal("illegal", "A draw can be agreed on when two people play.")
    if any(match.is_known(player, message, tell) for player in own):
        return True
    wish = joined(match.info.agreements.draw, own, match.settings.wish_lasts)
    if is_agreed(wish, people):
        match.finish(Ending(AGREED, own[-1]), message, tell)
        return True

    def offer(_: Any, agreements: Agreements) -> None:
        agreements.draw = joined(agreements.draw, own, match.settings.wish_lasts)

    match.journal.check(own[0])
    await match.alterations.agree(offer)
    return False


async def refuse_draw(match: LiveMatch) -> None:
    """Decline a draw, or no longer offer one."""

    def forget(_: Any, agreements: Agreements) -> None:
        agreements.draw = None

    await match.alterations.agree(forget)


async def take_back(match: LiveMatch, player: int, own: Viewer, message: str, tell: Tell) -> bool:
    """Ask to take back a complete move, or agree to it: whoever agrees last takes it back. Whether that happened. Any
    other entry makes the question void, so it does not matter when the server stops."""
    journal = match.journal
    if match.is_known(player, message, tell):
        return True
    number = journal.public_number
    wish = match.info.agreements.undos.get(player)
    if player not in own and (wish is None or not wish.is_open(number)):
        raise Refusal("illegal", NOBODY_ASKS)
    sentence = journal.why_not_undo(player) if match.info.undo else NO_UNDO
    if sentence:
        raise Refusal("illegal", sentence)
    here = [one for one in match.info.people if one == player or not match.absences.is_away(one)]
    if is_agreed(joined(wish, own, 0.0, at=number), here):
        journal.undo(player, message).tells.append(tell)
        return True

    def ask(_: Any, agreements: Agreements) -> None:
        agreements.undos[player] = joined(agreements.undos.get(player), own, match.settings.wish_lasts, at=number)

    await match.alterations.agree(ask)
    return False


async def refuse_take_back(match: LiveMatch, player: int) -> None:
    """Decline that a move is taken back, or no longer ask for it."""

    def forget(_: Any, agreements: Agreements) -> None:
        agreements.undos.pop(player, None)

    await match.alterations.agree(forget)


async def leave(match: LiveMatch, player: int, message: str, tell: Tell) -> bool:
    """Leave for good. Whether that ended the match; otherwise the seat is free again, or a bot goes on."""
    if match.info.is_open:
        await _give_seat_away(match, player, SeatState("open"))
        return False
    if len(match.seats) <= 2:
        match.finish(Ending(LEFT if len(match.seats) == 2 else GIVEN_UP, player), message, tell)
        return True
    await _give_seat_away(match, player, SeatState("bot", bots.names(match.journal.game.package)[0]))
    return False


async def claim(match: LiveMatch, player: int, message: str, tell: Tell) -> bool:
    """Somebody says that another player has left. Whether that ended the match."""
    if match.is_known(player, message, tell):
        return True
    if not match.absences.is_claimable(player):
        raise Refusal("illegal", NOT_GONE)
    return await leave(match, player, message, tell)


async def _give_seat_away(match: LiveMatch, player: int, seat: SeatState) -> None:
    """A person's seat becomes free, or a bot's; its token is void."""
    await match.alterations.change_seat(player, **asdict(seat))
    for connection in [one for one in match.audience.presence.connections if player in one.players]:
        # Once it has its answer. Its browser comes back, and watches.
        asyncio.get_running_loop().call_soon(connection.close, 1012)


async def remove(match: LiveMatch, own: Viewer) -> None:
    """Remove a match that nobody but its host has joined."""
    others = [player for player, seat in enumerate(match.seats) if seat.token and player not in own]
    if others or not match.info.is_open:
        raise Refusal("illegal", JOINED)

    def write(database: Any) -> None:
        if any(seat.token and player not in own for player, seat in enumerate(queries.load_seats(database, match.id))):
            raise Refusal("illegal", JOINED)
        queries.remove(database, [match.id])

    await match.alterations.alter(write, lambda _: None)
