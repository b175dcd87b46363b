"""The bot that does nothing, as far as its game lets it: what cannot beat it does not play."""

from __future__ import annotations

from random import Random

from garrison.core.position import Position


def stay(position: Position, player: int, dice: Random) -> int:
    """What time would do if the player did nothing; else whatever is legal and comes first.

    A game in which doing nothing takes more than that has a bot `still` of its own.
    """
    legal, facts = position.actions(player), position.game.facts
    idle = (facts.tick_action, facts.timeout_action)
    return next((action for action in idle if action in legal), legal[0])
