"""Programs that play. A bot is a function that takes a position and a player and returns a legal action.

Generic bots are here; a game adds its own in its `bots.py`. Both are found by name: `bot:random`.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

from garrison.core.errors import BadOption, shown

if TYPE_CHECKING:
    from garrison.core.discovery import GamePackage
    from garrison.core.position import Position

Bot = Callable[["Position", int, Random], int]


def names(entry: GamePackage) -> tuple[str, ...]:
    """The bots that can play a game: its own, the best first, then the generic ones."""
    return (*_own(entry), *(module.name for module in pkgutil.iter_modules(__path__)))


def find(name: str, entry: GamePackage) -> Bot:
    """The bot of that name for a game.

    >>> from garrison.core.discovery import find as find_game
    >>> find("random", find_game("skirmish")).__name__
    'choose'
    """
    own = _own(entry)
    if name in own:
        return own[name]
    if name not in names(entry):
        raise BadOption(f"There is no bot called {shown(name)} for {entry.name}; there are: {', '.join(names(entry))}.")
    bot: Bot = importlib.import_module(f"{__name__}.{name}").choose
    return bot


def _own(entry: GamePackage) -> dict[str, Bot]:
    """What a game's own `bots.py` offers: its table BOTS."""
    bots: dict[str, Bot] = entry.module("bots").BOTS if entry.has("bots") else {}
    return bots
