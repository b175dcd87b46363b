"""The plans that a search has made for the positions of a batch: whose they are, and how they go on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from garrison.core.engine.record import Array

NOBODY = -1


class DevicePlans(NamedTuple):
    """DevicePlans, one for each of some positions: the next action, and how it goes on after that."""

    actions: Array
    styles: Array
    dice: Array
    turns: Array  # in which they were made


class PlanMemory:
    """The plan of the last action in each position: it goes on if that was played and the same player acts again."""

    def __init__(self, count: int) -> None:
        self._players = np.full(count, NOBODY)
        wholes = (np.zeros(count, dtype=np.int64) for _ in range(3))
        self._plans = DevicePlans(next(wholes), next(wholes), np.zeros(count, dtype=np.uint64), next(wholes))

    def of(self, which: Array) -> DevicePlans:
        """The plans of these positions."""
        return DevicePlans(*(numbers[which] for numbers in self._plans))

    @property
    def turns(self) -> Array:
        """In which turn each position's plan was made."""
        return self._plans.turns

    def fitting(self, players: Array) -> Array:
        """Where there is one for the player who acts."""
        fits: Array = (self._players == players) & (players != NOBODY)
        return fits

    def forget(self) -> None:
        """Nobody has a plan."""
        self._players[:] = NOBODY

    def note(self, which: Array, players: Array, plans: DevicePlans) -> None:
        """These positions have these plans."""
        self._players[which] = players
        for numbers, values in zip(self._plans, plans, strict=True):
            numbers[which] = values

    def play(self, actions: Array) -> None:
        """These actions were played: a plan for another one is of no more use."""
        self._players[actions != self._plans.actions] = NOBODY


@dataclass(frozen=True)
class Decisions:
    """What a search thought in some positions: each plan's first action, how often it was tried, and its sum."""

    which: Array  # the positions
    firsts: Array  # positions x plans
    visits: Array
    totals: Array

    def choices(self, actions: int) -> tuple[Array, Array, Array]:
        """For each position the actions that were considered, the best first, with their shares of the simulations;
        -1 where there is nothing more. Then what the best one is worth.

        >>> made = Decisions(np.zeros(1), np.array([[4, 2, 2]]), np.array([[1, 2, 1]]), np.array([[0.5, 1.0, 0.9]]))
        >>> [found.tolist() for found in made.choices(5)]
        [[[2, 4, -1]], [[0.75, 0.25, 0.0]], [0.5]]
        """
        rows, plans = self.firsts.shape
        means = self.totals / np.maximum(self.visits, 1)
        order = np.lexsort((np.broadcast_to(np.arange(plans), means.shape), -means, -self.visits), axis=-1)
        ranks = np.argsort(order, axis=-1)
        row = np.repeat(np.arange(rows), plans)
        shares, first = np.zeros((rows, actions)), np.full((rows, actions), plans)
        np.add.at(shares, (row, self.firsts.reshape(-1)), self.visits.reshape(-1))
        np.minimum.at(first, (row, self.firsts.reshape(-1)), ranks.reshape(-1))
        candidates = np.argsort(first, axis=-1, kind="stable")[:, :plans]
        is_there = np.take_along_axis(first, candidates, axis=-1) < plans
        visits = np.where(is_there, np.take_along_axis(shares, candidates, axis=-1), 0.0)
        best = np.take_along_axis(means, order[:, :1], axis=-1)[:, 0]
        return np.where(is_there, candidates, -1), visits / self.visits.sum(axis=-1)[:, None], best
