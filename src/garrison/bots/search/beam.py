"""A beam over whole moves: the answers to them and the answers to these, as deep as the budget allows.

A move of several clicks is found by following its best beginnings click by click, separately for each first click, so
that no character of a game is forgotten in favour of another. A line always ends on an answer of somebody else, never
on one's own move: that would be too hopeful. It is made for games without dice.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np

from garrison.bots.search.beam_loops import (
    BASE,
    EACH,
    HIGH,
    KEPT,
    LENGTH,
    LONGEST,
    LOW,
    PATH,
    UNKNOWN,
    WIDTH,
    answer_lines,
    begin,
    find_lines,
)
from garrison.bots.search.budget import Budget, Choice, Clock, Slices
from garrison.bots.search.mind import Trusted
from garrison.bots.search.scratch import Scratch, shared
from garrison.core.engine.memory import empty, rows
from garrison.core.game import Game
from garrison.core.position import Position

if TYPE_CHECKING:
    from garrison.bots.network import Network

KEPT_MOVES = 512  # moves whose rest is remembered, of all games that a bot plays at the same time
COLUMNS = 8  # of what is noted of a ply
FEWEST_MOVES = 2  # that are followed deeper, however little time there is


def imagined(position: Position, player: int, seed: int) -> Position:
    """A copy with dice of its own and without what the others hide."""
    game = position.game
    state = empty(game.state_dtype)
    begin(game.skill.hide, game.reference, rows(state), rows(position.state), player, np.uint64(seed))
    return Position(game, state)


class Beam:
    """The method for one game. A simulation is one step that was tried.

    Of the player's moves the best `moves` are answered, and the best with each first action. The best of these after
    one answer are followed `plies` answers deep, as many as the budget allows. `width` beginnings of a move are
    followed at a time, `answers` of an answer, and `kept` answers are answered in turn. `hope` is how much it counts
    what a move is worth before the answer, since the others may miss the best one. `trust` is how much a trained
    network has to say about the last position of a line, from 0 to 1: the one in the game's folder, or `network`.
    """

    def __init__(
        self,
        game: Game,
        width: int = 6,
        moves: int = 12,
        answers: int = 2,
        kept: Sequence[int] = (4, 3),
        plies: int = 3,
        hope: float = 0.0,
        trust: float = 0.0,
        network: Network | None = None,
    ) -> None:
        self.game, self._hope, self._plies, self._moves = game, hope, plies, moves
        self._trusted = Trusted(game, trust, network)
        self._widths = (width, *[answers] * plies)
        self._kept = (moves, *kept, *[1] * plies)
        self._clock = Clock()
        self._rest: OrderedDict[bytes, list[int]] = OrderedDict()
        self._lock = Lock()

    def think(self, position: Position, player: int, budget: Budget, seed: int) -> list[Choice]:
        """The first actions of the best moves, each with its value after the answers."""
        start, slices = time.perf_counter(), Slices(budget)
        pool = Pool(self.game, self._widths, self._kept, self._trusted)
        found = pool.find(position, player, seed)
        chosen = pool.candidates(found, self._moves)
        shallow = pool.answered(chosen, player, 1, budget.threads)
        values = {move: self._mixed(pool, move, value) for move, value in zip(chosen, shallow, strict=True)}
        order = sorted(chosen, key=lambda move: -values[move])
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
        self, game: Game, widths: Sequence[int], kept: Sequence[int], trusted: Trusted, firsts: int = 64, each: int = 3
    ) -> None:
        self.game, self._widths, self._kept, self._trusted = game, widths, kept, trusted
        self._shapes = np.zeros((len(widths) + 1, COLUMNS), dtype=np.int64)
        next_row = 1
        for ply, width in enumerate(widths):
            alike = each if ply == 0 else 2 if kept[ply] > 1 else 1
            size = firsts * alike if ply == 0 else max(kept[ply], 1)
            self._shapes[ply, : KEPT + 1] = next_row, width, alike, size, kept[ply]
            next_row += 1 + 2 * width + alike + size
        self._shapes[len(widths), BASE] = next_row
        self._scratch = Scratch(game, next_row + 1)
        self._mask = np.zeros((2, game.facts.actions), dtype=np.uint8)
        self._notes = np.zeros((next_row + 1, PATH + LONGEST), dtype=np.int64)
        self._worths = np.zeros((next_row + 1, 1))
        self._effort = np.zeros(1, dtype=np.int64)
        self._bounds = np.zeros((len(widths) + 1, 3))
        self._order = np.zeros((len(widths) + 1, max(*kept, 1) + 1), dtype=np.int64)
        names = game.state_dtype.names
        self._start = game.state_dtype.fields[names[names.index("events") + 1]][1]  # behind the header and the events

    @property
    def effort(self) -> int:
        """How many steps were tried."""
        return int(self._effort[0])

    def find(self, position: Position, player: int, seed: int) -> list[int]:
        """The rows of the good moves of a player, the best first."""
        game, scratch = self.game, self._scratch
        begin(game.skill.hide, game.reference, scratch.states[1:], rows(position.state), player, np.uint64(seed))
        arguments = (*self._fixed, *self._room, player, self._start)
        count = int(find_lines(*arguments))
        first = int(self._shapes[0, BASE] + 1 + 2 * self._shapes[0, WIDTH] + self._shapes[0, EACH])
        return sorted(range(first, first + count), key=lambda row: (-self._worths[row, 0], row))

    @property
    def _fixed(self) -> tuple[Any, ...]:
        """What the loops need of the game."""
        return self.game.table.legal, self.game.table.step, self.game.skill.value, self.game.reference

    @property
    def _room(self) -> tuple[Any, ...]:
        """The memory in which they work."""
        scratch = self._scratch
        return scratch.states, self._notes, self._worths, self._mask, scratch.values, self._effort, self._shapes

    def candidates(self, moves: list[int], most: int) -> list[int]:
        """The best moves, and the best with each first action."""
        firsts = {self.path(move)[0]: move for move in reversed(moves)}
        return [move for place, move in enumerate(moves) if place < most or firsts[self.path(move)[0]] == move]

    def path(self, move: int) -> list[int]:
        """A move's actions, as far as they are noted."""
        length = min(int(self._notes[move, LENGTH]), LONGEST)
        return [int(action) for action in self._notes[move, PATH : PATH + length]]

    def position(self, move: int) -> Any:
        """The position after a move, as a row of its own."""
        return self._scratch.states[move : move + 1]

    def worth(self, move: int) -> float:
        """What a move is worth to its player before any answer."""
        return float(self._worths[move, 0])

    def answered(self, moves: list[int], player: int, plies: int, threads: int, floor: float = -UNKNOWN) -> list[float]:
        """What these moves are worth after this many plies of answers; below the floor it is not found out exactly."""
        chosen = np.array(moves, dtype=np.int64)
        after = np.zeros((self._scratch.states.shape[0], 1))
        efforts = [0] * threads

        def work(thread: int, first: int, last: int) -> None:
            own, mind = Pool(self.game, self._widths, self._kept, self._trusted, 1), self._trusted.mind()
            own._bounds[0, LOW], own._bounds[0, HIGH] = floor, UNKNOWN
            limits = (player, plies, self._start, first, last)
            arguments = (
                *self._fixed,
                self._scratch.states,
                chosen,
                *own._room,
                own._bounds,
                own._order,
                after,
                *limits,
                mind.reference,
            )
            answer_lines(*arguments)
            efforts[thread] = own.effort

        shared(work, len(moves), threads)
        self._effort[0] += sum(efforts)
        return [float(after[move, 0]) for move in moves]
