"""Who plays the other players of a mission: a bot, or a list of actions of which the first that is legal is played.

The same every time, so that what was a solution once is always one: a bot that a mission names must decide by the
position and the dice that it is given, not by the time that it has.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from garrison import bots
from garrison.bots import Bot
from garrison.core.game import Game
from garrison.core.position import Position

MOST_REPLIES = 2000  # actions between two of the learner's own


@dataclass(frozen=True)
class Opponent:
    """A bot, or actions in the order in which they are wanted."""

    bot: Bot | None
    actions: tuple[int, ...]

    def action(self, position: Position, player: int) -> int:
        """What it plays."""
        if self.bot is not None:
            return int(self.bot(position.copy(), player, Random(position.steps)))
        legal = position.actions(player)
        return next((action for action in self.actions if action in legal), legal[0])

    def replies(self, position: Position, player: int) -> Iterator[Position]:
        """The positions until everybody but `player` has acted."""
        for _ in range(MOST_REPLIES):
            others = [other for other in position.waiting if other != player]
            if not others:
                return
            position = position.copy()
            position.play(others[0], self.action(position, others[0]))
            yield position


def read_opponent(game: Game, wish: str | list[str]) -> Opponent:
    """An opponent from a TOML file: the name of a bot, or names of actions."""
    if isinstance(wish, str):
        return Opponent(bots.find(wish, game.package), ())
    return Opponent(None, tuple(game.action(name) for name in wish))
