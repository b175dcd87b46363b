"""Thousands of positions at once, in place, on all cores and without the interpreter lock.

>>> import garrison
>>> batch = garrison.load("minefield").batch(1000, seed=7)
>>> batch.step(batch.random_actions())
>>> batch.scores().shape
(1000, 1)
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from garrison.core.engine import kernels, memory
from garrison.core.engine.record import DICE
from garrison.core.errors import BadOption, BadPosition, BadRules, IllegalAction, shown
from garrison.core.position import Position
from garrison.core.seeds import checked_seed, seeds_of
from garrison.core.series import why_stuck
from garrison.core.soundness import why_unsound

if TYPE_CHECKING:
    from garrison.core.game import Game

Array = np.ndarray[Any, Any]
MOST_POSITIONS = 100_000_000
CHUNK = 64  # positions: fewer than this are not worth another thread
DICE_SEED = 0x5DEECE66D  # so that random actions are independent of the games' own chance


@cache
def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@cache
def _pool(threads: int, process: int) -> ThreadPoolExecutor:
    """The threads of a process; a forked one needs its own, because threads do not survive a fork."""
    return ThreadPoolExecutor(threads, thread_name_prefix="garrison")


def share_out(work: Callable[[int, int], Any], count: int, threads: int) -> list[Any]:
    """Call `work(first, last)` on parts of 0 .. count-1, one part per thread; the results in order."""
    threads = max(1, min(threads, count // CHUNK))
    if threads == 1:
        return [work(0, count)]
    edges = [count * i // threads for i in range(threads + 1)]
    return list(_pool(threads, os.getpid()).map(work, edges[:-1], edges[1:]))


def check_count(count: Any) -> None:
    """Raise unless a batch can have this many positions."""
    if not isinstance(count, int | np.integer) or not 1 <= count <= MOST_POSITIONS:
        raise BadOption(f"A batch has 1 to {MOST_POSITIONS:,} positions, not {shown(count)}.")


def own_type(numbers: Any, kind: Any) -> Array:
    """Numbers as the compiled loops take them: for a read-only array they would be compiled again."""
    given = np.asarray(numbers)
    if given.dtype.kind not in "iu" or (kind is np.uint64 and given.size and given.min() < 0):
        raise BadOption(f"A batch takes arrays of whole numbers here, not {shown(numbers)}.")
    array: Array = np.require(given, kind, ["C", "A", "W"])
    return array


class Batch:
    """Many positions of one game. The arrays it returns are its own, and the next call overwrites them.

    `states` holds the records themselves, for reading: compiled rules trust them, so that a number written there by
    hand must be one that the rules could have written (`garrison.core.soundness.why_unsound` says whether it is).
    """

    def __init__(self, game: Game, count: int, seed: int = 0, threads: int | None = None) -> None:
        check_count(count)
        dice, seeds = self.beginning(count, seed)
        self._hold(game, memory.empty(game.state_dtype, count), dice, seeds, threads or cores())
        self.reset(self._seeds)

    @staticmethod
    def beginning(count: int, seed: int) -> tuple[Array, Array]:
        """The generators for random actions and the seeds of the games that a batch begins with."""
        seed = checked_seed(seed)
        dice = memory.empty(DICE, count)
        dice["rng"] = seeds_of(seed ^ DICE_SEED, count) | np.uint64(1)
        return dice, seeds_of(seed, count)

    def _hold(self, game: Game, states: Array, dice: Array, seeds: Array, threads: int) -> None:
        """Take over these records; the rest of the memory is made to fit."""
        self.game, self.states, self.threads = game, states, threads
        self._rows = memory.rows(states)
        self._masks = np.zeros((len(states), game.facts.actions), dtype=np.uint8)
        self._planes: Array | None = None
        self._scores = np.zeros((len(states), game.facts.players[1]))
        self._dice, self._seeds = dice, seeds
        self.ended: Array = np.zeros(len(states), dtype=np.int64)  # how many games `renew` has restarted, by position

    def __copy__(self) -> Batch:
        twin = Batch.__new__(Batch)
        twin._hold(self.game, memory.copied(self.states), memory.copied(self._dice), self._seeds.copy(), self.threads)
        return twin

    def __deepcopy__(self, memo: Any) -> Batch:
        return self.__copy__()

    def __reduce__(self) -> tuple[Any, ...]:
        parts = (self.states.tobytes(), self._dice.tobytes(), self._seeds.tobytes())
        return restored, (self.game, *parts, self.threads)

    def __len__(self) -> int:
        return len(self.states)

    def __getitem__(self, index: int) -> Position:
        """A copy of one of the positions."""
        place = range(len(self))[index]
        return Position(self.game, memory.copied(self.states[place : place + 1]))

    @property
    def over(self) -> Array:
        """Which games have ended."""
        ended: Array = self.states["over"] != 0
        return ended

    @property
    def players(self) -> Array:
        """For each position the lowest player who may act, -1 when the game is over."""
        waiting = self.states["waiting"]
        lowest: Array = np.full(len(self), -1, dtype=np.int64)
        for player in reversed(range(self.game.players)):
            lowest[waiting >> player & 1 == 1] = player
        return lowest

    def reset(self, seeds: Array, which: Array | None = None) -> None:
        """Restart games: all of them, or those that the array `which` marks; `seeds` has one seed per position."""
        table, reference = self.game.table, self.game.reference
        seeds = own_type(seeds, np.uint64)
        if seeds.shape != (len(self),) or (which is not None and np.shape(which) != (len(self),)):
            raise BadOption(f"A batch of {len(self)} positions takes {len(self)} seeds and marks.")
        self._seeds = np.where(True if which is None else which, seeds, self._seeds)
        if which is None:
            self._share(lambda i, j: kernels.new_many(table.new, reference, self._rows, seeds, i, j))
            return
        for index in np.flatnonzero(which):
            kernels.new_many(table.new, reference, self._rows, seeds, int(index), int(index) + 1)

    def legal(self, players: Array | None = None) -> Array:
        """The legal masks (positions x actions, 0 or 1) of the given players, or of the lowest who may act."""
        table, reference, who = self.game.table, self.game.reference, self._players(players)
        self._share(lambda i, j: kernels.legal_many(table.legal, reference, self._rows, who, self._masks, i, j))
        return self._masks

    def step(self, actions: Array, players: Array | None = None, checked: bool = True) -> None:
        """Play one action in every position; -1 leaves a position as it is.

        With `checked`, nothing is played unless every action is legal. Without it nothing is checked, for speed:
        the only unchecked door. An illegal action may then do anything, even crash the process.
        """
        table, reference, who = self.game.table, self.game.reference, self._players(players)
        played = own_type(actions, np.int64)
        if played.shape != (len(self),):
            raise IllegalAction(f"A batch of {len(self)} positions takes {len(self)} actions, not {played.shape}.")
        if checked:
            self._check(played, who)
        self._share(lambda i, j: kernels.step_many(table.step, reference, self._rows, who, played, i, j))

    def observe(self, players: Array | None = None) -> Array:
        """The given players' observations (positions x planes x rows x columns); where nobody acts, player 0's."""
        table, reference = self.game.table, self.game.reference
        who = np.maximum(self._players(players), 0)
        if self._planes is None:
            self._planes = np.zeros((len(self), *self.game.planes_shape), dtype=np.uint8)
        planes = self._planes
        self._share(lambda i, j: kernels.observe_many(table.observe, reference, self._rows, who, planes, i, j))
        return planes

    def scores(self) -> Array:
        """The scores (positions x players)."""
        table, reference = self.game.table, self.game.reference
        self._share(lambda i, j: kernels.score_many(table.score, reference, self._rows, self._scores, i, j))
        return self._scores[:, : self.game.players]

    def random_actions(self, players: Array | None = None) -> Array:
        """A random legal action for every position, -1 where the game is over."""
        masks = self.legal(players)
        actions: Array = np.zeros(len(self), dtype=np.int64)
        self._share(lambda i, j: kernels.choose_many(masks, self._dice, actions, i, j))
        if players is None:
            self._check_progress(actions)
        return actions

    def renew(self) -> None:
        """Restart the games that are over, each from a seed that follows from its last one."""
        new, reference, fixed = self.game.table.new, self.game.reference, (self._rows, self._seeds, self.ended)
        self._share(lambda i, j: kernels.renew_many(new, reference, *fixed, i, j))

    def random_steps(self, rounds: int = 1) -> None:
        """Play this many random legal actions in every position in one go; games that are over are renewed first."""
        table, reference = self.game.table, self.game.reference
        fixed = (table.new, table.legal, table.step, reference, self._rows, self._masks, self._dice, self._seeds)
        stuck = max(self._share(lambda i, j: kernels.roam_many(*fixed, self.ended, rounds, i, j)))
        if stuck >= 0:
            raise BadRules(why_stuck(self.game, int(self._seeds[stuck]), self.states[stuck]))

    def _players(self, players: Array | None) -> Array:
        if players is None:
            return self.players
        given = own_type(players, np.int64)
        if given.shape != (len(self),) or given.max() >= self.game.players or given.min() < -1:
            raise IllegalAction(f"A batch takes one player per position, each -1 to {self.game.players - 1}.")
        return given

    def _check(self, actions: Array, players: Array) -> None:
        masks = self.legal(players)
        index = kernels.find_illegal(actions, masks, 0, len(self))
        if index >= 0:
            raise IllegalAction(
                f"Position {index} of the batch: action {actions[index]} is not legal for player {players[index]}; "
                "nothing was played."
            )

    def _check_progress(self, actions: Array) -> None:
        """Raise if a game can't go on although it is not over."""
        stuck = np.flatnonzero((actions < 0) & ~self.over)
        if len(stuck):
            raise BadRules(why_stuck(self.game, int(self._seeds[stuck[0]]), self.states[stuck[0]]))

    def _share(self, work: Callable[[int, int], Any]) -> list[Any]:
        return share_out(work, len(self), self.threads)


def restored(game: Game, states: bytes, dice: bytes, seeds: bytes, threads: int) -> Batch:
    """A batch from its bytes, every record of which is checked as `game.from_bytes` checks one."""
    count = len(seeds) // 8
    if not count or (len(states), len(dice), len(seeds)) != (
        count * game.state_dtype.itemsize,
        count * DICE.itemsize,
        count * 8,
    ):
        raise BadPosition(f"These bytes are not a batch of {game.name}: their lengths do not fit.")
    records = memory.from_bytes(states, game.state_dtype)
    for index in range(count):
        wrong = why_unsound(game, records[index : index + 1])
        if wrong:
            raise BadPosition(f"Position {index} of the batch is not one of {game.name}: {wrong}.")
    batch = Batch.__new__(Batch)
    own_seeds = np.frombuffer(bytearray(seeds), dtype=np.uint64)
    batch._hold(game, records, memory.from_bytes(dice, DICE), own_seeds, threads)
    return batch
