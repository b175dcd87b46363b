"""The names of those who sit at a match: nobody looks like anybody else there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from garrison import bots
from garrison.core.game import Game
from garrison.play.names import checked_name
from garrison.play.server.store.info import SeatState
from garrison.play.server.wire.tokens import hashed


def seat_name(name: str, game: Game, sitting: Sequence[SeatState], own: Iterable[str]) -> str:
    """A name for a seat; an error if it looks like a bot, or like another seat or whoever sits there. The seats of the
    same person, whose tokens are `own`, may have it too."""
    hashes = [hashed(token) for token in own]
    others = [player for player, one in enumerate(sitting) if one.token not in hashes]
    names = [sitting[player].name for player in others if sitting[player].name]
    return checked_name(name, bots.names(game.package), [*names, *(game.facts.seats[player] for player in others)])
