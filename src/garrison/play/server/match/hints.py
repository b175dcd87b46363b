"""Hints: what the search of the hardest level would do, for people who play alone or against bots."""

from __future__ import annotations

from garrison.play.server.match.live import LiveMatch
from garrison.play.server.store import queries
from garrison.play.server.wire.messages import Hinted
from garrison.play.server.wire.refusal import Refusal
from garrison.play.server.work.visitor import visitor

ADVISER = "hard"  # the level whose search is asked
AMONG_PEOPLE = "There are no hints in a match among people."


async def hint(match: LiveMatch, player: int) -> Hinted:
    """A good move for a player, from what that player may know; it is counted."""
    _check(match, player)
    position, number = match.journal.moment.position, match.journal.told((player,))

    def counted(hints: int) -> None:
        match.info.hints = hints  # of whatever was last read from disk

    seconds, addresses = match.settings.hint_takes, [visitor().address]
    advice = await match.thinking.advise(position, player, seconds, match.id, addresses)
    await match.alterations.alter(lambda database: queries.count_hint(database, match.id), counted)
    return Hinted(player, number, list(advice.actions), advice.words, advice.notation)


def _check(match: LiveMatch, player: int) -> None:
    """Refuse hints that would be unfair, or of no use."""
    if match.info.is_shared:
        raise Refusal("illegal", AMONG_PEOPLE)
    if match.seats[player].is_bot:
        raise Refusal("seat", "A bot plays this seat at the moment.")
    if match.journal.is_over or player not in match.journal.moment.position.waiting:
        raise Refusal("illegal", "There is nothing for you to decide at the moment.")
