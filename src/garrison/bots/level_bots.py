"""Opponents by level: what a game says about its levels, made into bots."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from math import isfinite
from random import Random
from typing import TYPE_CHECKING

from garrison.bots.limits import current
from garrison.core.levels import NAMES, Level
from garrison.core.position import Position

if TYPE_CHECKING:
    from garrison.bots.search import Budget, Choice
    from garrison.bots.search.methods import Method
    from garrison.core.discovery import GamePackage
    from garrison.core.game import Game

CERTAIN = 0.99  # a value of more than this is a win that nobody can prevent
KEPT_GAMES = 32  # games, each with its rules, whose searches are kept with what they remember

# For a game that says nothing: with no value and no policy of its own, only play to the end can tell anything.
USUAL = {
    "easy": Level("Tries a few things out and often picks the second best.", "halving", {"turns": 50}, 40, noise=0.2),
    "medium": Level("Tries out what could happen.", "halving", {"turns": 50}, 400),
    "hard": Level("Tries out what could happen for up to a third of a second.", "halving", {"turns": 50}, 0, 300),
}


def levels_of(package: GamePackage) -> dict[str, Level]:
    """A game's levels in order, easy first."""
    own = _own(package)
    return {name: own.get(name, USUAL[name]) for name in NAMES}


def further_levels(package: GamePackage) -> dict[str, Level]:
    """What a game has besides the three, under names of its own."""
    return {name: level for name, level in _own(package).items() if name not in NAMES}


def usual_style(package: GamePackage) -> int:
    """The style of the policy in which a game's best bot without a search plays: the last of its levels that is one."""
    styles = [level.settings.get("style", 0) for level in _own(package).values() if level.method == "policy"]
    return styles[-1] if styles else 0


def _own(package: GamePackage) -> Mapping[str, Level]:
    levels: Mapping[str, Level] = getattr(package.module("bots"), "LEVELS", {}) if package.has("bots") else {}
    return levels


class Fallible:
    """A game's own bot that now and then does something else."""

    def __init__(self, bot: Callable[[Position, int, Random], int], mistakes: float) -> None:
        self._bot, self._mistakes = bot, mistakes

    def __call__(self, position: Position, player: int, dice: Random) -> int:
        """What the bot says, or by mistake anything that is legal."""
        if dice.random() < self._mistakes:
            return dice.choice(position.actions(player))
        return self._bot(position, player, dice)


class LevelBot:
    """A bot of a level; it plays any number of games at the same time."""

    def __init__(self, level: Level) -> None:
        self.level = level
        self._method = lru_cache(KEPT_GAMES)(self.new_method)

    def __call__(self, position: Position, player: int, dice: Random) -> int:
        """The next action of a move that was begun, or the best of what a search finds."""
        next_action = self._method(position.game).follow(position, player)
        return self._picked(self.considered(position, player, dice), dice) if next_action is None else next_action

    def considered(self, position: Position, player: int, dice: Random) -> list[Choice]:
        """What it would choose from, the best first."""
        budget = self.budget_of(self.level_in(position.game))
        return self._method(position.game).think(position, player, budget, dice.getrandbits(60))

    def level_in(self, game: Game) -> Level:
        """How it thinks in a game."""
        return self.level.alone if self.level.alone and game.players == 1 else self.level

    def new_method(self, game: Game) -> Method:
        """The search of this level for a game."""
        from garrison.bots.search import method

        return method(self.level_in(game).method, game, self.level_in(game).settings)

    def budget_of(self, level: Level) -> Budget:
        """The level's own, as far as the limits of the moment allow."""
        from garrison.bots.search import Budget

        limits = current()
        if level.milliseconds:
            return Budget(milliseconds=min(level.milliseconds * limits.share, limits.milliseconds))
        longest = limits.milliseconds if isfinite(limits.milliseconds) else 0.0
        return Budget(max(int(level.simulations * limits.share), 1), longest)

    def _picked(self, choices: list[Choice], dice: Random) -> int:
        """The best one, or with noise one that seems nearly as good; a certain win is never missed."""
        if not self.level.noise or choices[0].value > CERTAIN:
            return choices[0].action
        return max(choices, key=lambda choice: choice.value + dice.uniform(0, self.level.noise)).action
