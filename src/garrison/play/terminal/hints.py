"""Hints: what the strongest level would do, one step at a time."""

from __future__ import annotations

from garrison.bots.first_step import first_step
from garrison.core.position import Position

SECONDS = 1.0  # that are thought about one

Hint = tuple[tuple[int, ...], str]  # the actions of a step, and what it does in words


def hint(position: Position, player: int) -> Hint:
    """The first step of what the strongest level would do."""
    return first_step(position, player, position.advise(player, SECONDS)[0].move)
