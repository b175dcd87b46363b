"""The methods by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, Protocol

from garrison.bots.search.alone import Alone
from garrison.bots.search.beam import Beam
from garrison.bots.search.budget import Budget, Choice
from garrison.bots.search.decoupled import Decoupled
from garrison.bots.search.halving import Halving
from garrison.bots.search.playouts import Playouts
from garrison.bots.search.policies import PolicyGames
from garrison.bots.search.scratch import ORIGIN
from garrison.core import preparation
from garrison.core.engine.warm import Kernels
from garrison.core.game import Game
from garrison.core.position import Position
from garrison.errors import BadOption


class Method(Protocol):
    """What every method can do."""

    def think(self, position: Position, player: int, budget: Budget, seed: int) -> list[Choice]:
        """The choices it considered, the best first."""

    def follow(self, position: Position, player: int) -> int | None:
        """What a move that was thought out and begun goes on with; None when it is time to think."""


SEARCH = Kernels(ORIGIN)  # what is compiled once for all games
METHODS = {"policy": Alone, "halving": Halving, "beam": Beam, "playouts": Playouts, "decoupled": Decoupled}


def method(name: str, game: Game, settings: Mapping[str, Any] | None = None) -> Method:
    """The method of that name, ready to think about positions of a game.

    >>> import garrison
    >>> position = garrison.load("skirmish", setup="duel").new(1)
    >>> thinker = method("halving", position.game)
    >>> thinker.think(position, 0, Budget(simulations=200), seed=1)[0].action in position.actions(0)
    True
    """
    _have_kernels()
    if name not in METHODS:
        raise BadOption(f"There is no search called {name!r}; there are: {', '.join(METHODS)}.")
    found: Method = METHODS[name](game, **(settings or {}))
    return found


def policy_games(
    game: Game, seeds: Sequence[int], styles: Sequence[Sequence[int]], dice: Sequence[Sequence[Random]]
) -> PolicyGames:
    """Games in which everybody asks the policy in a style of their own, ready to be played."""
    _have_kernels()
    return PolicyGames(game, seeds, styles, dice)


@cache
def _have_kernels() -> None:
    preparation.ensure(SEARCH)
