"""What people call themselves: asked for once, and known to the others and to the scores from then on."""

from __future__ import annotations

from typing import Any

from garrison.play.server import messages, queries
from garrison.play.server.answering import Answer, Asked
from garrison.play.server.doors import NO_MATCH, NoMatch, door_of
from garrison.play.server.live import LiveMatch
from garrison.play.user import clean_name


async def name_seat(asked: Asked) -> Any:
    """Whoever sits in a seat says what they are called; also after the match, for the scores."""
    wish, match = await asked.body(messages.NameSeat), asked.path("match")
    door = await asked.registry.store.read(lambda connection: door_of(connection, match))
    players = door.players([wish.token])
    if not players:
        raise NoMatch(NO_MATCH)
    live = await asked.match()
    for player in players:
        await _name(live, player, clean_name(wish.name))
    return live.view()


async def _name(match: LiveMatch, player: int, name: str) -> None:
    def apply(_: None) -> None:
        match.seats[player].name = name

    await match.alter(lambda database: queries.change_seat(database, match.id, player, name=name), apply)


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
