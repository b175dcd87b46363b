"""A beam over whole moves: the best beginnings are followed click by click until the move is complete.

A move is judged by the position after the other side's best answer, never by the move alone, which would be too
hopeful. The same position reached in two ways is followed once. It is made for moves of several clicks without dice.
"""

from __future__ import annotations

import time

import numpy as np

from garrison.bots.search.budget import Budget, Choice, Clock, Slices
from garrison.bots.search.moves import answer_moves, begin, grow_moves
from garrison.bots.search.scratch import Scratch, shared
from garrison.core.engine.memory import rows
from garrison.core.game import Game
from garrison.core.position import Position

FEWEST_MOVES = 2  # that are answered, however little time there is


class Beam:
    """The method for one game. A simulation is one step that was tried.

    `width` beginnings of moves are followed at a time, at most `moves` complete ones are kept, and `answers` beginnings
    of answers to each; `plies` answers to answers are followed. `hope` is how much it counts what a move is worth
    before the answer, since the others may miss the best one.
    """

    def __init__(
        self, game: Game, width: int = 8, moves: int = 64, answers: int = 4, plies: int = 1, hope: float = 0.3
    ) -> None:
        self.game, self._hope, self._plies = game, hope, plies
        self._width, self._moves, self._answers = width, moves, answers
        self._clock = Clock()

    def think(self, position: Position, player: int, budget: Budget, seed: int) -> list[Choice]:
        """The first actions of the best moves, each with its value after the answer."""
        start, slices = time.perf_counter(), Slices(budget)
        pool = Pool(self.game, self._width, self._moves)
        pool.grow(position, player, seed)
        if self._clock.is_new(budget):
            self._clock.note(pool.effort, start)
        moves = pool.moves()
        after, effort = pool.answered(moves[:1], player, self._answers, self._plies, 1)
        left = (self._clock.simulations(budget) - pool.effort - effort) // max(effort, 1)
        further = moves[1 : 1 + max(FEWEST_MOVES - 1, left)]
        more: list[float] = []
        also = 0
        for first, last in slices.of(0, len(further)):
            found, tried = pool.answered(further[first:last], player, self._answers, self._plies, budget.threads)
            more, also = more + found, also + tried
        self._clock.note(pool.effort + effort + also, start)
        values = [
            (value + self._hope * pool.worth(move)) / (1 + self._hope)
            for move, value in zip(moves, after + more, strict=False)
        ]
        return _choices([pool.first(move) for move in moves], values)

    def follow(self, position: Position, player: int) -> int | None:
        """A move that was begun is thought about again: what is left of it is cheap."""
        return None


def _choices(firsts: list[int], values: list[float]) -> list[Choice]:
    """Each first action once, with the value of its best move and its share of all moves."""
    tried = firsts[: len(values)]
    best: dict[int, float] = {}
    for place in sorted(range(len(values)), key=lambda place: (-values[place], place)):
        best.setdefault(tried[place], values[place])
    return [Choice(action, value, tried.count(action) / len(tried)) for action, value in best.items()]


class Pool:
    """The rows of one beam: what is tried, the beginnings of moves, and the complete ones behind them."""

    def __init__(self, game: Game, width: int, size: int) -> None:
        self.game, self._width, self._size = game, width, size
        self._scratch = Scratch(game, 2 + 2 * width + size)
        count = self._scratch.states.shape[0]
        self._notes = np.zeros((count, 3), dtype=np.int64)
        self._worths = np.zeros((count, 1))
        self._done = 0
        names = game.state_dtype.names
        self._start = game.state_dtype.fields[names[names.index("events") + 1]][1]  # behind the header and the events

    @property
    def effort(self) -> int:
        """How many steps were tried."""
        return int(self._notes[0, 2])

    def grow(self, position: Position, player: int, seed: int) -> None:
        """Find the complete moves of a player."""
        game, scratch = self.game, self._scratch
        begin(game.skill.hide, game.reference, scratch.states, rows(position.state), player, np.uint64(seed))
        fixed = (game.table.legal, game.table.step, game.skill.value, game.reference)
        pool = (scratch.states, self._notes, self._worths, scratch.mask, scratch.values)
        self._done = int(grow_moves(*fixed, *pool, player, self._width, self._size, self._start))

    def moves(self) -> list[int]:
        """The rows of the complete moves, the best first."""
        first = 2 + 2 * self._width
        return sorted(range(first, first + self._done), key=lambda row: (-self._worths[row, 0], row))

    def first(self, move: int) -> int:
        """A move's first action."""
        return int(self._notes[move, 0])

    def worth(self, move: int) -> float:
        """What a move is worth to its player before any answer."""
        return float(self._worths[move, 0])

    def answered(self, moves: list[int], player: int, width: int, plies: int, threads: int) -> tuple[list[float], int]:
        """What these moves are worth after the best answer to each, and how many steps were tried for it."""
        game, chosen = self.game, np.array(moves, dtype=np.int64)
        after, efforts = np.zeros((self._scratch.states.shape[0], 1)), [0] * threads
        fixed = (game.table.legal, game.table.step, game.skill.value, game.reference)

        def work(thread: int, first: int, last: int) -> None:
            answers = Pool(game, width, width)
            own = (answers._scratch.states, answers._notes, answers._worths)
            limits = (player, width, width, self._start, plies, first, last)
            room = (answers._scratch.mask, answers._scratch.values)
            answer_moves(*fixed, self._scratch.states, chosen, *own, after, *room, *limits)
            efforts[thread] = answers.effort

        shared(work, len(moves), threads)
        return [float(after[move, 0]) for move in moves], sum(efforts)
