"""A beam over whole moves: the answers to them and the answers to these, as deep as the budget allows.

A move of several clicks is found by following its best beginnings click by click, separately for each first click, so
that no character of a game is forgotten in favour of another. A line always ends on an answer of somebody else, never
on one's own move: that would be too hopeful. It is made for games without dice.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np

from garrison.bots.search.beam_loops import (
    LONGEST,
    MOVE,
    PLY,
    UNKNOWN,
    Beams,
    answer_lines,
    begin,
    find_lines,
)
from garrison.bots.search.budget import Budget, Choice, Clock, Slices
from garrison.bots.search.mind import Judge
from garrison.bots.search.scratch import Scratch, shared
from garrison.core.engine.memory import empty, reference, rows, whole
from garrison.core.engine.record import Array, uint64
from garrison.core.game import Game
from garrison.core.position import Position

if TYPE_CHECKING:
    from garrison.bots.network import Network

KEPT_MOVES = 512  # moves whose rest is remembered, of all games that a bot plays at the same time
FEWEST_MOVES = 2  # that are followed deeper, however little time there is


def imagined(position: Position, player: int, seed: int) -> Position:
    """A copy with dice of its own and without what the others hide."""
    scratch = Scratch(position.game, position, player)
    begin(scratch.trial.address, uint64(seed))
    return Position(position.game, scratch.state)


@dataclass(frozen=True)
class BeamSettings:
    """What can be set about the method `beam`."""

    width: int = 6  # beginnings of a move that are followed at a time
    moves: int = 12  # of the player that are answered, besides the best with each first action
    answers: int = 2  # beginnings of an answer that are followed at a time
    kept: Sequence[int] = (4, 3)  # answers that are answered in turn
    plies: int = 3  # of answers, as many as the budget allows, to the best of the moves after one answer
    hope: float = 0.0  # how much it counts what a move is worth before the answer: the others may miss the best one
    trust: float = 0.0  # how much a trained network has to say about the last position of a line, from 0 to 1
    network: Network | None = None  # None: the one in the game's folder

    def search(self, game: Game) -> Beam:
        """The method for a game."""
        return Beam(game, self)


class Beam:
    """The method for one game. A simulation is one step that was tried."""

    def __init__(self, game: Game, settings: BeamSettings) -> None:
        self.game, self.judge = game, Judge(game, settings.trust, settings.network)
        self._hope, self._plies, self._moves = settings.hope, settings.plies, settings.moves
        self._widths = (settings.width, *[settings.answers] * settings.plies)
        self._quotas = (settings.moves, *settings.kept, *[1] * settings.plies)
        self._clock = Clock()
        self._rest: OrderedDict[bytes, list[int]] = OrderedDict()
        self._lock = Lock()

    def think(self, position: Position, player: int, budget: Budget, seed: int) -> list[Choice]:
        """The first actions of the best moves, each with its value after the answers."""
        start, slices = time.perf_counter(), Slices(budget)
        pool = Pool(self.game, self._widths, self._quotas, self.judge)
        count = pool.find(position, player, seed)
        moves = pool.candidates(count, self._moves)
        shallow = pool.answered(moves, player, 1, budget.threads)
        values = {move: self._mixed(pool, move, value) for move, value in zip(moves, shallow, strict=True)}
        order = sorted(moves, key=lambda move: -values[move])
        if self._clock.is_new(budget):
            self._clock.note(pool.effort, start)
        limit, deep, best = self._clock.simulations(budget), 0, -UNKNOWN
        for _, last in slices.of(0, len(order) if self._plies > 1 else 0):
            while deep < last and (deep < FEWEST_MOVES or pool.effort < limit):
                move = order[deep]
                floor = best * (1 + self._hope) - self._hope * pool.worth(move)  # below it, it can't be the best
                values[move] = self._mixed(pool, move, pool.answered([move], player, self._plies, 1, floor)[0])
                best, deep = max(best, values[move]), deep + 1
        self._clock.note(pool.effort, start)
        order = sorted(order[:deep], key=lambda move: -values[move]) + order[deep:]
        return self._choices(pool, position, player, order, values)

    def _mixed(self, pool: Pool, move: int, value: float) -> float:
        return (value + self._hope * pool.worth(move)) / (1 + self._hope)

    def _choices(
        self, pool: Pool, position: Position, player: int, order: list[int], values: dict[int, float]
    ) -> list[Choice]:
        """Each first action once, with the value of its best move and its share of all moves."""
        firsts = [pool.path(move)[0] for move in order]
        best: dict[int, float] = {}
        for first, move in zip(firsts, order, strict=True):
            if first not in best:
                best[first] = min(values[move], *best.values()) if best else values[move]
                self._remember(position, player, pool.path(move))
        return [Choice(action, value, firsts.count(action) / len(firsts)) for action, value in best.items()]

    def follow(self, position: Position, player: int) -> int | None:
        """The next action of a move that was begun; None when it is time to think."""
        with self._lock:
            rest = self._rest.pop(position.to_bytes(), None)
        if rest is None:
            return None
        self._remember(position, player, rest)
        return rest[0]

    def _remember(self, position: Position, player: int, path: list[int]) -> None:
        """Keep the rest of a move for the position after its first action."""
        if len(path) == 1:
            return
        after = position.copy()
        after.play(player, path[0])
        with self._lock:
            self._rest[after.to_bytes()] = path[1:]
            while len(self._rest) > KEPT_MOVES:
                self._rest.popitem(last=False)


class Pool:
    """The rows of one decision, for the player's moves; every thread has others for the answers.

    Of the moves that begin with the same action, the best `each` are kept.
    """

    def __init__(
        self, game: Game, widths: Sequence[int], quotas: Sequence[int], judge: Judge, firsts: int = 64, each: int = 3
    ) -> None:
        self.game, self._widths, self._quotas, self._judge = game, widths, quotas, judge
        self._plies = np.zeros(len(widths) + 1, dtype=PLY)
        start = 1
        for number, width in enumerate(widths):
            alike = each if number == 0 else 2 if quotas[number] > 1 else 1
            size = firsts * alike if number == 0 else max(quotas[number], 1)
            ply = self._plies[number]
            ply.start, ply.width, ply.alike, ply.most, ply.answers = start, width, alike, size, quotas[number]
            start += 1 + 2 * width + alike + size
        self._plies["start"][len(widths)] = start
        self._scratch = Scratch(game, mind=judge.mind())
        self.positions = empty(game.state_dtype, start + 1)
        self._moves = np.zeros(start + 1, dtype=MOVE)
        self._masks = np.zeros((2, game.facts.actions), dtype=np.uint8)
        self._orders = np.zeros((len(widths) + 1, max(*quotas, 1) + 1), dtype=np.int64)
        names = game.state_dtype.names
        self._beams = Beams(
            trial=self._scratch.trial.address,
            positions=whole(self.positions),
            moves=whole(self._moves),
            plies=whole(self._plies),
            own=game.state_dtype.fields[names[names.index("events") + 1]][1],  # behind the header and the events
            marks=whole(self._masks),
            orders=whole(self._orders),
            order_size=self._orders.shape[1],
        )

    @property
    def effort(self) -> int:
        """How many steps were tried."""
        return int(self._beams.effort)

    def find(self, position: Position, player: int, seed: int) -> list[int]:
        """The rows of the good moves of a player, the best first."""
        trial, ply = self._scratch.trial, self._plies[0]
        trial.root, trial.player, trial.state = reference(position.state), player, reference(self.positions[1:])
        begin(trial.address, uint64(seed))
        count, first = int(find_lines(self._beams.address)), int(ply.start + 1 + 2 * ply.width + ply.alike)
        return sorted(range(first, first + count), key=lambda move: (-self.worth(move), move))

    def candidates(self, moves: list[int], most: int) -> list[int]:
        """The best moves, and the best with each first action."""
        firsts = {self.path(move)[0]: move for move in reversed(moves)}
        return [move for place, move in enumerate(moves) if place < most or firsts[self.path(move)[0]] == move]

    def path(self, move: int) -> list[int]:
        """A move's actions, as far as they are noted."""
        length = min(int(self._moves["length"][move]), LONGEST)
        return [int(action) for action in self._moves["path"][move, :length]]

    def position(self, move: int) -> Array:
        """The position after a move, as a row of its own."""
        after: Array = rows(self.positions)[move : move + 1]
        return after

    def worth(self, move: int) -> float:
        """What a move is worth to its player before any answer."""
        return float(self._moves["worth"][move])

    def answered(self, moves: list[int], player: int, plies: int, threads: int, floor: float = -UNKNOWN) -> list[float]:
        """What these moves are worth after this many plies of answers; below the floor it is not found out exactly."""
        which, results, efforts = np.array(moves, dtype=np.int64), np.zeros(len(moves)), [0] * threads

        def work(thread: int, first: int, last: int) -> None:
            own = Pool(self.game, self._widths, self._quotas, self._judge, 1)
            own._scratch.trial.player, beams = player, own._beams
            own._plies["low"][0], own._plies["high"][0], beams.depth = floor, UNKNOWN, plies
            beams.roots, beams.which, beams.results = whole(self.positions), whole(which), whole(results)
            beams.which_count = len(which)
            answer_lines(beams.address, first, last)
            efforts[thread] = own.effort

        shared(work, len(moves), threads)
        self._beams.effort += sum(efforts)
        return [float(result) for result in results]
