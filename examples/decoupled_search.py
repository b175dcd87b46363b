"""The general search as a policy: it plays any game, and asks nobody's network.

garrison evaluate examples/decoupled_search.py --game skirmish -n 50
garrison suite garrison-10 examples/decoupled_search.py
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from garrison.bots.search import Budget, method
from garrison.core.game import Game
from garrison.core.position import Position

SETTINGS = {"turns": 2, "curiosity": 0.2, "doubt": 0.0}
SIMULATIONS = 64  # for each decision


@cache
def search_for(game: Game) -> Any:
    """The search for a game; it remembers nothing of one decision in the next."""
    return method("decoupled", game, SETTINGS)


def policy(position: Position, player: int, dice: Random) -> int:
    """The action that it likes best."""
    choices = search_for(position.game).think(position, player, Budget(SIMULATIONS), dice.getrandbits(60))
    return int(choices[0].action)
