"""The levels of a game's opponents, as plain data: a game's `bots` states its own in a table LEVELS."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

NAMES = ("easy", "medium", "hard")  # in the order in which they are offered
# What a network tells: what a position is worth, how that will change, or what will be added to the score.
OUTCOME, CHANGE, SCORE = "outcome", "change", "score"
TOLD = (OUTCOME, CHANGE, SCORE)


@dataclass(frozen=True)
class Level:
    """How an opponent thinks: a method of the search with its settings and its budget, and what people read about it.

    `noise` is how much worse than the best an action may seem and still be played now and then, on a scale of values
    from -1 to 1: that is how people go wrong. A level may also be a bot that the game has in BOTS, by its name in
    `bot`; `mistakes` is how often it then does something else instead. `alone` is how it thinks where it plays a game
    for several players on its own, if that is different; `advice` is what gives advice in its place, where it would
    take too long.
    """

    sentence: str
    method: str = "policy"
    settings: Mapping[str, Any] = field(default_factory=dict)
    simulations: int = 0
    milliseconds: float = 0.0
    noise: float = 0.0
    bot: str = ""
    mistakes: float = 0.0
    alone: Level | None = None
    advice: Level | None = None
