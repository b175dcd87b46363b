"""The methods by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from random import Random
from typing import Protocol

from garrison.bots.search.alone import PolicySettings
from garrison.bots.search.beam import BeamSettings
from garrison.bots.search.budget import Budget, Choice
from garrison.bots.search.decoupled import DecoupledSettings
from garrison.bots.search.halving import HalvingSettings
from garrison.bots.search.playouts import PlayoutSettings
from garrison.bots.search.policies import PolicyGames
from garrison.bots.search.trial import ORIGIN
from garrison.core.game import Game
from garrison.core.libraries import need
from garrison.core.position import Position
from garrison.errors import BadOption


class Method(Protocol):
    """What every method can do."""

    def think(self, position: Position, player: int, budget: Budget, seed: int) -> list[Choice]:
        """The choices it considered, the best first."""

    def follow(self, position: Position, player: int) -> int | None:
        """What a move that was thought out and begun goes on with; None when it is time to think."""


class MethodSettings(Protocol):
    """What can be set about a method; a level of a game gives it by name."""

    def search(self, game: Game) -> Method:
        """The method for a game."""


SEARCH = ORIGIN  # the machine code of all methods, for all games
METHODS: dict[str, Callable[..., MethodSettings]] = {
    "policy": PolicySettings,
    "halving": HalvingSettings,
    "beam": BeamSettings,
    "playouts": PlayoutSettings,
    "decoupled": DecoupledSettings,
}


def method(name: str, game: Game, settings: Mapping[str, object] | None = None) -> Method:
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
    return METHODS[name](**(settings or {})).search(game)


def policy_games(
    game: Game, seeds: Sequence[int], styles: Sequence[Sequence[int]], dice: Sequence[Sequence[Random]]
) -> PolicyGames:
    """Games in which everybody asks the policy in a style of their own, ready to be played."""
    _have_kernels()
    return PolicyGames(game, seeds, styles, dice)


@cache
def _have_kernels() -> None:
    need(SEARCH)
