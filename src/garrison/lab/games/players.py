"""Who sits at a table of the lab: a bot, or one that thinks less, does without a tool, or is replaced in mid-game.

A seat is written in words, so that it can be sent anywhere and kept in files: `hard`, `hard at 0.25` (of its budget),
`hard without wall`, `hard then random after 12` (turns).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from random import Random

from garrison import bots
from garrison.bots.level_bots import LevelBot
from garrison.bots.limits import Limits, within
from garrison.core.game import Game
from garrison.core.position import Position
from garrison.errors import BadOption, shown
from garrison.lab.notes.toolbox import toolbox_of

TRIES = 6  # how often a bot is asked for something else before anything will do
SHARE = re.compile(r"\d*\.?\d+")
WORDS = (" then ", " without ", " at ")  # the outermost first


@lru_cache(256)
def player_of(seat: str, game: Game) -> bots.Bot:
    """The bot that a seat's words describe."""
    kinds: tuple[Callable[[bots.Bot, str, Game], bots.Bot], ...] = (Relief, Abstainer, Hasty)
    for word, kind in zip(WORDS, kinds, strict=True):
        who, separator, rest = seat.rpartition(word)
        if separator:
            return kind(player_of(who, game), rest, game)
    return bots.find(seat, game.package)


class Hasty:
    """A bot with a share of its budget."""

    def __init__(self, bot: bots.Bot, share: str, game: Game) -> None:
        if not SHARE.fullmatch(share) or not 0 < float(share) <= 1:
            raise BadOption(f"A bot thinks for a share of its time from 0 to 1, not {shown(share)}.")
        self.bot, self._limits = bot, Limits(share=float(share))

    def __call__(self, position: Position, player: int, dice: Random) -> int:
        """What it decides on after less thought."""
        with within(self._limits):
            return self.bot(position, player, dice)


class RandomOpening:
    """A bot whose first turns are played at random, so that games differ where neither rules nor bots use chance."""

    def __init__(self, bot: bots.Bot, turns: int) -> None:
        self._bot, self._turns = bot, turns

    def __call__(self, position: Position, player: int, dice: Random) -> int:
        """Anything legal at first; then what the bot says."""
        if int(position.state["turn"][0]) < self._turns:
            return dice.choice(position.actions(player))
        return self._bot(position, player, dice)


class Relief:
    """A bot that another one replaces after some turns."""

    def __init__(self, bot: bots.Bot, rest: str, game: Game) -> None:
        name, _, turns = rest.partition(" after ")
        self.bot, self._other, self._turns = bot, bots.find(name, game.package), int(turns)

    def __call__(self, position: Position, player: int, dice: Random) -> int:
        """What the one whose turn it is says."""
        bot = self.bot if int(position.state["turn"][0]) < self._turns else self._other
        return bot(position, player, dice)


class Abstainer:
    """A bot that does without a tool, as long as it can do anything else."""

    def __init__(self, bot: bots.Bot, tool: str, game: Game) -> None:
        self.bot, self._box = bot, toolbox_of(game)
        names = [one.name for one in self._box.tools]
        if tool not in names:
            raise BadOption(f"{game.name} has no tool called {shown(tool)}; there are: {', '.join(names)}.")
        self._tool = names.index(tool)

    def __call__(self, position: Position, player: int, dice: Random) -> int:
        """The best that it can think of without the tool."""
        action = self.bot(position, player, dice)
        if self._is_allowed(position, action):
            return action
        others = [one for one in position.actions(player) if self._is_allowed(position, one)]
        return self._second(position, player, dice, others) if others else action

    def _is_allowed(self, position: Position, action: int) -> bool:
        return self._box.tool_of(position, action) != self._tool

    def _second(self, position: Position, player: int, dice: Random, others: list[int]) -> int:
        """The best of the others that a search considered, else what the bot says when it is asked again."""
        if isinstance(self.bot, LevelBot):
            for choice in self.bot.considered(position, player, dice):
                if choice.action in others:
                    return choice.action
        for _ in range(TRIES):
            action = self.bot(position, player, dice)
            if action in others:
                return action
        return dice.choice(others)
