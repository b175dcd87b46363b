"""A property of games: a sentence, and a function that looks for what contradicts it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

import numpy as np

from garrison.core.game import Game
from garrison.core.position import Position
from garrison.core.replay import Move
from garrison.look.scene import Scene

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Moment:
    """A position that was reached at random: in which game, from which seed and by which moves."""

    game: Game
    seed: int
    position: Position
    moves: list[Move]
    dice: Random
    planes: Array  # memory for observations, which may hold older ones
    before: Position | None = None  # the position before the last move, if it is at hand

    @cached_property
    def scenes(self) -> dict[int, Scene]:
        """What a spectator (-1) and every player see of the position."""
        return {viewer: self.position.scene(viewer) for viewer in (-1, *range(self.game.players))}


@dataclass(frozen=True)
class Flaw:
    """What contradicts a property, and whom it concerns (-1: everybody)."""

    text: str
    player: int = -1


Flaws = Iterator[Flaw]


@dataclass(frozen=True)
class Property:
    """A property that every game must have: its name for programs, its sentence for people, and how to test it."""

    name: str
    sentence: str
    flaws: Callable[[Moment], Flaws]
    applies: Callable[[Moment], bool]


def holds(
    sentence: str, applies: Callable[[Moment], bool] = lambda moment: True
) -> Callable[[Callable[[Moment], Flaws]], Property]:
    """Turn a function that yields flaws into a property, under the function's name."""

    def decorate(flaws: Callable[[Moment], Flaws]) -> Property:
        return Property(flaws.__name__, sentence, flaws, applies)

    return decorate


def has_others(moment: Moment) -> bool:
    """Whether several players may act at the same time."""
    return len(moment.position.waiting) > 1
