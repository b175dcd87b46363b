"""What a place of a batch must do in `advance`, worked out with single positions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from garrison.core.batches.advance import Passing
from garrison.core.engine import kernels
from garrison.core.engine.pass_arguments import NOTHING
from garrison.core.position import Position
from garrison.lab.check.property import Array


@dataclass(frozen=True)
class Start:
    """A position that a place of a batch begins with, and the seed of its game."""

    seed: int
    position: Position


class PlaceModel:
    """One place of a batch: its game, how that stands, and what became of it in the last step."""

    def __init__(self, passing: Passing, actions: Array, start: Start, seeds: Iterator[int], dice: Array) -> None:
        self.passing, self.actions = passing, actions  # the action behind each of the batch's numbers
        self.seed, self.position = start.seed, start.position.copy()
        self._seeds, self._dice = seeds, dice
        self.final: Position | None = None  # of the game that has just made way for the next one
        self.rewards = [0.0] * self.position.game.players
        self.terminated, self.truncated = self._ending(is_offence=False)
        self.is_over = self.terminated or self.truncated  # so that this game is not played any further

    @property
    def viewers(self) -> list[int]:
        """Whose observation each row holds: everyone's, or that of the player who acts."""
        if self.passing.every_player:
            return list(range(self.position.game.players))
        return [*self.position.waiting[:1]] or [self.passing.seat]

    @property
    def last_viewers(self) -> list[int]:
        """Whose last observation each row holds."""
        return self.viewers if self.passing.every_player else [self.passing.seat]

    def mask(self, player: int) -> list[int]:
        """The mask of a row; where everyone acts, its last action does nothing, for players who are not asked."""
        marks = self.position.mask(player)[self.actions].tolist()
        return [*marks, int(player not in self.position.waiting)] if self.passing.every_player else marks

    def advance(self, actions: Sequence[int]) -> None:
        """One step, with an action for each row."""
        self.final, self.rewards = None, [0.0] * len(self.rewards)
        if not self.is_over:
            self._step(actions)
        elif self.passing.autoreset == "next_step" and set(actions) != {NOTHING}:
            self._begin()
            self.terminated = self.truncated = False

    def _step(self, actions: Sequence[int]) -> None:
        before = self.position.scores
        is_offence = self._play_all(actions) if self.passing.every_player else self._play(self.viewers[0], actions[0])
        for player, gain in enumerate(self._gains(before)):
            self.rewards[player] += gain
        self.terminated, self.truncated = self._ending(is_offence)
        self.is_over = self.terminated or self.truncated
        if self.is_over and self.passing.autoreset == "same_step":
            self.final = self.position
            self._begin()

    def _begin(self) -> None:
        """The next game of the series."""
        self.seed = next(self._seeds)
        self.position = self.position.game.new(self.seed)
        self.is_over = False

    def _play_all(self, actions: Sequence[int]) -> bool:
        """Everyone's actions in the order of the seats, but for those that others have just made impossible."""
        masks = {player: self.mask(player)[:-1] for player in self.position.waiting}
        steps = self.position.steps
        for player, marks in masks.items():
            could = self._is_legal(marks, actions[player])
            can = self._is_legal(self.mask(player)[:-1], actions[player])
            is_stale = self.position.steps != steps and could and not can
            if player in self.position.waiting and not is_stale and self._play(player, actions[player]):
                return True
        return False

    def _is_legal(self, marks: list[int], action: int) -> bool:
        return action == NOTHING or (0 <= action < len(marks) and marks[action] == 1)

    def _play(self, player: int, action: int) -> bool:
        """Play an action, or what takes the place of an illegal one; whether that ends the game as an offence."""
        marks = self.position.mask(player)[self.actions]
        if not self._is_legal(marks.tolist(), action):
            if self.passing.illegal == "penalty":
                self.rewards[player] = self.passing.penalty
                return True
            action = self._random_action(marks)
        if action != NOTHING:
            self.position.play(player, int(self.actions[action]))
        return False

    def _random_action(self, marks: Array) -> int:
        """A legal action by the batch's dice."""
        numbers = np.zeros(1, dtype=np.int64)
        kernels.choose_many(marks.reshape(1, len(marks)), self._dice, numbers, 0, 1)
        return int(numbers[0])

    def _gains(self, before: tuple[float, ...]) -> list[float]:
        """What the players gain by a step."""
        scores, outcome, players = self.position.scores, self.position.outcome, len(before)
        if self.passing.rewards == "score":
            return [after - was for after, was in zip(scores, before, strict=True)]
        if outcome is None:
            return [0.0] * players
        if players == 1:
            return list(scores)
        is_draw = len(outcome.winners) in (0, players)
        return [0.0 if is_draw else 1.0 if player in outcome.winners else -1.0 for player in range(players)]

    def _ending(self, is_offence: bool) -> tuple[bool, bool]:
        """Whether the game has ended, and whether it was cut off."""
        outcome, limit = self.position.outcome, self.passing.limit
        if outcome is not None:
            return outcome.reason != "limit", outcome.reason == "limit"
        return is_offence, not is_offence and 0 < limit <= self.position.steps
