"""Garrison: grid strategy games on one engine, for playing, design and research.

>>> import garrison
>>> game = garrison.load("minefield")
>>> position = game.new(seed=7)
>>> position.play(player=0, action="up")
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from garrison.core import advisor
from garrison.core.discovery import names as game_names
from garrison.errors import GarrisonError, IllegalAction

if TYPE_CHECKING:
    from garrison.core.batches.batch import Batch
    from garrison.core.game import Game, load
    from garrison.core.position import Position
    from garrison.core.replay import Replay
    from garrison.lab.arena.evaluation import evaluate

__all__ = ["Batch", "Game", "GarrisonError", "IllegalAction", "Position", "Replay", "evaluate", "game_names", "load"]
__version__ = "0.2.0"

# What needs NumPy and Numba is imported on first use, so that `garrison games` starts at once.
_LATER = {
    "Batch": "core.batches.batch",
    "Game": "core.game",
    "load": "core.game",
    "Position": "core.position",
    "Replay": "core.replay",
    "evaluate": "lab.arena.evaluation",
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'garrison' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"garrison.{_LATER[name]}"), name)
    globals()[name] = value
    return value


def _advise(position: Position, player: int, seconds: float) -> list[Any]:
    """What the search of the game's hardest level thinks."""
    from garrison.bots.advice import advise

    return list(advise(position, player, seconds))


advisor.install(_advise)  # here, because search is above `garrison.core`, which offers `position.advise`
