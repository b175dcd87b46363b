"""Advice: what the search of a game's hardest level thinks of a position."""

from __future__ import annotations

from dataclasses import dataclass

from garrison.bots.levels import USUAL, levels_of
from garrison.bots.search import Budget, method
from garrison.core.position import Position


@dataclass(frozen=True)
class Advice:
    """An action by number and by name, what it is worth to the player from -1 to 1, and its share of the search."""

    action: int
    name: str
    value: float
    share: float


def advise(position: Position, player: int, seconds: float = 1.0, simulations: int = 0, seed: int = 0) -> list[Advice]:
    """What a player could do, the best first; with a number of simulations, the same for the same seed."""
    level = levels_of(position.game.entry)["hard"]
    if level.bot:  # it says what it would do, and not what anything is worth
        level = USUAL["hard"]
    budget = Budget(simulations) if simulations else Budget(milliseconds=1000 * seconds)
    choices = method(level.method, position.game, level.settings).think(position, player, budget, seed)
    names = position.game.action_name
    return [Advice(choice.action, names(choice.action), choice.value, choice.share) for choice in choices]
