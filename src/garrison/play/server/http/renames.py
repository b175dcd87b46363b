"""What people call themselves: asked for once, and known to the others and to the scores from then on."""

from __future__ import annotations

from typing import Any

from garrison.play.server.http.responses import Answer, Call
from garrison.play.server.match.seat_names import seat_name
from garrison.play.server.store import queries
from garrison.play.server.store.access import NO_MATCH, NoMatch, access_of
from garrison.play.server.store.agreements import Agreements
from garrison.play.server.store.alteration import Alteration
from garrison.play.server.wire import messages


async def name_seat(call: Call) -> Any:
    """Whoever sits in a seat says what they are called; also after the match, for the scores."""
    wish, match = await call.body(messages.NameSeat), call.path("match")
    access = await call.registry.store.read(lambda connection: access_of(connection, match))
    players = access.players([wish.token])
    if not players:
        raise NoMatch(NO_MATCH)
    live = await call.match()

    def decide(database: Any, _: Agreements) -> Alteration:
        sitting = queries.load_seats(database, live.id)
        name = seat_name(wish.name, live.journal.game, sitting, [wish.token, *wish.own])
        return Alteration(seats={player: {"name": name} for player in players})

    await live.alterations.agree(decide)
    return live.view()


NAMING = (
    Answer(
        "POST",
        "/api/matches/{match}/name",
        "Say what somebody in a seat is called.",
        name_seat,
        messages.MatchView,
        messages.NameSeat,
    ),
)
