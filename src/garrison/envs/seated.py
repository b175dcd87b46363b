"""A table: positions of one game, a seat at each for a program that learns, and bots in the other seats.

For a game of one player it is a batch. For others, whoever is not in the seat plays until the seat is asked again; what
it gains or loses in between belongs to its step.
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from garrison.bots import Bot, find
from garrison.core.batch import Batch
from garrison.core.errors import BadRules
from garrison.core.game import Game
from garrison.core.passing import Transition, check_seat

Array = np.ndarray[Any, Any]
MOST_ROUNDS = 100_000  # of other players, until the seat is asked


class SeatedBatch:
    """Positions with a seat for whoever learns; `opponent` names the bot in all other seats."""

    def __init__(
        self, game: Game, count: int, seat: int = 0, opponent: str = "random", threads: int | None = 1, **passing: Any
    ) -> None:
        check_seat(game, seat)
        self.game, self.seat, self.opponent = game, int(seat), opponent
        self._bot: Bot | None = find(opponent, game.package) if game.players > 1 else None
        self.batch: Batch = game.batch(count, threads=threads, seat=seat, **passing)
        self.begun = self.batch.transition()
        self._dice = Random(0)
        self._numbers = np.random.Generator(np.random.PCG64(0))

    def begin(self, seed: int) -> Transition:
        """Start all games again, from one seed."""
        self.batch.restart(seed)
        self._dice, self._numbers = Random(seed), np.random.Generator(np.random.PCG64(seed))
        return self.settled(self.batch.look())

    def begin_some(self, seeds: Array, which: Array) -> Transition:
        """Start some of the games again, each from its own seed."""
        self.batch.reset(seeds, which)
        return self.settled(self.batch.look())

    def settled(self, brought: Transition) -> Transition:
        """What the seat sees once everybody else has acted at the start of a game."""
        return brought if self._bot is None else self._play_others(_copied(brought), np.zeros(len(self.batch), bool))

    def advance(self, actions: Array) -> Transition:
        """Play the seat's action in every position, then the others' until the seat is asked again."""
        brought = self.batch.advance(actions)
        if self._bot is None:
            return brought
        return self._play_others(_copied(brought), brought.terminated | brought.truncated)

    def _play_others(self, brought: Transition, is_over: Array) -> Transition:
        """`is_over` says where a game ended in this step: what is gained after that belongs to nobody."""
        rewards, terminated, truncated = brought.rewards.copy(), brought.terminated.copy(), brought.truncated.copy()
        for _ in range(MOST_ROUNDS):
            others = (brought.players >= 0) & (brought.players != self.seat)
            if not others.any():
                return brought._replace(rewards=rewards, terminated=terminated, truncated=truncated)
            brought = self.batch.advance(self._choices(brought, others))
            rewards[~is_over] += brought.rewards[~is_over]
            ended = (brought.terminated | brought.truncated) & others
            terminated |= brought.terminated & others & ~is_over
            truncated |= brought.truncated & others & ~is_over
            is_over = is_over | ended
        raise BadRules(f"The other players of {self.game.name} go on and on, and seat {self.seat} is never asked.")

    def _choices(self, brought: Transition, others: Array) -> Array:
        """The others' actions; -1 where it is not for them to act."""
        actions = np.full(len(others), -1, dtype=np.int64)
        if self.opponent == "random":
            actions[others] = _at_random(brought.masks[others], self._numbers)
            return actions
        assert self._bot is not None
        used = self.batch.used_actions.tolist()
        for index in np.flatnonzero(others):
            chosen = self._bot(self.batch[int(index)], int(brought.players[index]), self._dice)
            actions[index] = used.index(chosen)
        return actions


def _copied(brought: Transition) -> Transition:
    """The same, in arrays that the next call leaves alone where that matters."""
    return brought._replace(
        rewards=brought.rewards.copy(), terminated=brought.terminated.copy(), truncated=brought.truncated.copy()
    )


def _at_random(masks: Array, numbers: np.random.Generator) -> Array:
    """A random marked action of each row."""
    chances = numbers.random(masks.shape, dtype=np.float32)
    chosen: Array = np.where(masks != 0, chances, -1).argmax(axis=1)
    return chosen
