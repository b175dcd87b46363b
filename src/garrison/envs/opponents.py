"""Who sits in the other seats: a bot's name, a function, a network's file, or a list of these to draw from.

A function is a bot: it takes a position as its player knows it (`Position.known_to`), a player and a generator, and
returns one of the game's own actions.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from garrison.bots import Blinded, Bot, find
from garrison.bots.network import Network
from garrison.bots.random import choose as choose_at_random
from garrison.core.batches.advance import check_seat
from garrison.core.batches.batch import DICE_SEED, Batch
from garrison.core.engine import kernels
from garrison.core.engine.record import DICE
from garrison.core.game import Game
from garrison.core.position import Position
from garrison.core.seeds import seeds_of
from garrison.errors import BadOption, IllegalAction, shown

Array = np.ndarray[Any, Any]
Opponent = str | Path | Bot
Opponents = Opponent | Sequence[Opponent]
RANDOM = "random"  # a seat that is drawn for each game
ODD = np.uint64(1)  # a state of dice is never 0
NETWORK = ".npz"  # how the name of a network's file ends


class NetworkBot:
    """Plays what a network likes."""

    def __init__(self, file: Path, game: Game) -> None:
        self._network = Network.load(file).checked(game)

    def __call__(self, position: Position, player: int, dice: Random) -> int:
        """A legal action that the network likes."""
        return self._network.play(position, player, dice)


def bots_of(opponent: Opponents, game: Game) -> list[Bot]:
    """The bots that are meant: one, or those to draw from."""
    several = opponent if isinstance(opponent, list | tuple) else [opponent]
    if not several:
        raise BadOption("opponent must name somebody to draw: the list is empty.")
    return [_bot(each, game) for each in several]


def _bot(opponent: Any, game: Game) -> Bot:
    if isinstance(opponent, str | Path) and Path(opponent).suffix == NETWORK:
        return NetworkBot(Path(opponent), game)
    if isinstance(opponent, str):
        return find(opponent, game.package)
    if callable(opponent):
        return Blinded(opponent)
    raise BadOption(
        "An opponent is a bot's name, a function of a position, a player and dice, "
        f"a network's file ({NETWORK}) or a list of these, not {shown(opponent)}."
    )


class Lineup:
    """Who sits where in each of many games, and what they draw at random; all of it follows from the games' seeds."""

    def __init__(self, game: Game, count: int, seat: int | str, opponent: Opponents) -> None:
        self._draws_seats = isinstance(seat, str) and seat == RANDOM
        if not self._draws_seats:
            check_seat(game, seat)
        self.game, self._opponent = game, opponent
        self.seats = np.full(count, 0 if self._draws_seats else seat, dtype=np.int64)
        self._bots = self._find_bots()
        self._bot_numbers = np.zeros((count, game.players), dtype=np.int64)  # the number of each player's bot
        self._seeds, self._dice = np.zeros((2, count), dtype=np.uint64)  # the dice by their states
        self._bots_dice: list[list[Random]] = [[] for _ in range(count)]  # of each player, once a bot needs them

    def _find_bots(self) -> list[Bot]:
        return bots_of(self._opponent, self.game) if self.game.players > 1 else []

    def __getstate__(self) -> dict[str, Any]:
        """Everything but the bots, some of which can't be pickled; they are found again."""
        return {**self.__dict__, "_bots": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._bots = self._find_bots()

    def draw(self, seeds: Array, which: Array) -> None:
        """Draw who sits where in the games that begin now."""
        self._seeds[which] = seeds[which]
        for index in np.flatnonzero(which).tolist():
            seed = int(seeds[index])
            self._dice[index] = seeds_of(seed ^ DICE_SEED, 1)[0] | ODD
            self._bots_dice[index] = []
            if self._bots and (self._draws_seats or len(self._bots) > 1):
                self._draw_lots(index, Random(seed))

    def _draw_lots(self, index: int, lots: Random) -> None:
        self._bot_numbers[index] = [lots.randrange(len(self._bots)) for _ in range(self.game.players)]
        if self._draws_seats:
            self.seats[index] = lots.randrange(self.game.players)

    def random_actions(self, batch: Batch, which: Array) -> Array:
        """A random legal action in each of some games; -1 where nothing is legal."""
        self.draw(batch.seeds, which & (batch.seeds != self._seeds))  # where the batch has begun the next one
        rows, dice = np.ascontiguousarray(batch.marks[which]), self._dice[which]
        actions = np.zeros(len(rows), dtype=np.int64)
        kernels.choose_many(rows, dice.view(DICE), actions, 0, len(rows))
        self._dice[which] = dice
        return actions

    def choices(self, batch: Batch, players: Array, which: Array) -> Array:
        """What these players play in some games, as numbers of the batch's actions; -1 in others."""
        actions = np.full(len(which), -1, dtype=np.int64)
        bots = self._bot_numbers[np.arange(len(which)), players]
        at_random = which & np.array([bot is choose_at_random for bot in self._bots])[bots]
        if at_random.any():
            actions[at_random] = self.random_actions(batch, at_random)
        for index in np.flatnonzero(which & ~at_random).tolist():
            player, bot = int(players[index]), self._bots[bots[index]]
            action = bot(batch[index], player, self._dice_of(index, player))
            actions[index] = self._number(batch, index, player, action)
        return actions

    def _dice_of(self, index: int, player: int) -> Random:
        """A player's own chance in a game, the same as in an evaluation."""
        if not self._bots_dice[index]:
            names = [f"{self._seeds[index]} {each}" for each in range(self.game.players)]
            self._bots_dice[index] = [Random(name) for name in names]
        return self._bots_dice[index][player]

    def _number(self, batch: Batch, index: int, player: int, action: Any) -> int:
        """The number that a batch has for an action of the game, which must be legal."""
        is_whole = isinstance(action, int | np.integer) and not isinstance(action, bool)
        numbers = np.flatnonzero(batch.used_actions == action).tolist() if is_whole else []
        if not numbers or not batch.marks[index, numbers[0]]:
            raise IllegalAction(
                f"The opponent in seat {player} played {shown(action)}, which is not a legal action there "
                f"(seed {self._seeds[index]})."
            )
        return int(numbers[0])
