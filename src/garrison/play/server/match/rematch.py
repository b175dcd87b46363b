"""Playing again: the match that follows another, with the same people in rotated seats, once all of them want it."""

from __future__ import annotations

import secrets
from typing import Any

from garrison.play.server.match.live import LiveMatch
from garrison.play.server.store import queries
from garrison.play.server.store.agreements import Agreements, rotated
from garrison.play.server.wire.refusal import Refusal
from garrison.play.server.wire.tokens import new_id

NOT_OVER = "This match is not over yet."
UNFILLED = "A seat of this match was never taken, so nobody can be asked to play again."


async def play_again(match: LiveMatch, players: tuple[int, ...]) -> str:
    """Some players want to play again; the new match once everybody does, and "" until then."""
    outcome = match.journal.outcome
    if outcome is None:
        raise Refusal("illegal", NOT_OVER)
    if match.info.is_open:
        raise Refusal("illegal", UNFILLED)
    name, seed = new_id(), secrets.randbits(64)

    def decide(database: Any, agreements: Agreements) -> None:
        if not agreements.next and agreements.wish_again(players, match.info.people, match.settings.wish_lasts):
            agreements.next = name
            series = rotated(agreements.won(outcome.winners, len(match.seats)))
            queries.store_following(database, match.id, name, seed, Agreements(series=series))

    await match.alterations.agree(decide)
    return match.info.agreements.next


async def decline(match: LiveMatch) -> None:
    """Somebody does not want to play again, or no longer does."""

    def forget(database: Any, agreements: Agreements) -> None:
        agreements.again = None

    await match.alterations.agree(forget)
