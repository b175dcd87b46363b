"""The bot that plays any legal action, each equally likely."""

from __future__ import annotations

from random import Random

from garrison.core.position import Position


def choose(position: Position, player: int, dice: Random) -> int:
    """A random legal action."""
    return dice.choice(position.actions(player))
