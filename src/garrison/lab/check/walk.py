"""One random game in progress: long stretches at full speed, single steps one by one."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import numpy as np

from garrison.core.engine import kernels, memory
from garrison.core.engine.record import DICE
from garrison.core.game import Game
from garrison.core.position import Position
from garrison.core.replay import Move
from garrison.lab.check.lanes import Probe
from garrison.lab.check.property import Array, Moment

LONGEST = 100_000  # the most steps of one game
STRETCH = 200  # steps at once, before it is said how far a game is
Arrival = Callable[[int, int], None]  # called with the seed and the step that a game has come to


class Walk:
    """A game from a seed, its moves so far, and the set-up and single steps as probes for other lanes.

    What the rules do wrong is raised, and is then due to the last of the moves.
    """

    def __init__(self, game: Game, seed: int, arrive: Arrival) -> None:
        self.game, self.seed, self.arrive = game, seed, arrive
        self.moves: list[Move] = []
        self.probes: list[Probe] = []
        self.dice = Random(seed)
        self._before: Position | None = None

    def begin(self) -> None:
        """Set up the game."""
        self.arrive(self.seed, 0)
        try:
            self.position = self.game.new(self.seed)
        except Exception:
            self.probes.append(Probe(self.seed))
            raise

    @property
    def has_ended(self) -> bool:
        """Whether there is nothing more to play."""
        return self.position.over or len(self.moves) >= LONGEST

    def moment(self, planes: Array) -> Moment:
        """The current position, to be examined; `planes` is memory for observations."""
        return Moment(self.game, self.seed, self.position, self.moves, self.dice, planes, self._before)

    def wander(self, length: int) -> None:
        """Play this many random steps at once, fewer if the game ends or somebody can't act."""
        start, self._before = self.position.copy(), None
        length = min(length, LONGEST - len(self.moves))
        who, what = (np.full(length, -1, dtype=np.int64) for _ in range(2))
        try:
            self._run(who, what)
        except Exception:
            self._find_trouble(start, _moves(who, what))
            raise
        self.moves += _moves(who, what)

    def _run(self, who: Array, what: Array) -> None:
        dice, mask = memory.empty(DICE), np.zeros((1, self.game.facts.actions), dtype=np.uint8)
        dice["rng"] = np.uint64(self.dice.getrandbits(62) | 1)
        play = kernels.RandomPlay(
            game=self.game.handle.address,
            states=memory.whole(self.position.state),
            masks=memory.whole(mask),
            dice=memory.whole(dice),
            moves=len(who),
            players=memory.whole(who),
            actions=memory.whole(what),
        )
        for first in range(0, len(who), STRETCH):
            self.arrive(self.seed, len(self.moves) + first)
            kernels.wander(play.address, first, min(first + STRETCH, len(who)))

    def _find_trouble(self, start: Position, moves: list[Move]) -> None:
        """Repeat the same moves step by step: one of them raises."""
        self.position = start
        for move in moves:
            self.play(move)

    def step(self) -> None:
        """One random step."""
        player = self.dice.choice(self.position.waiting)
        self.play(Move(player, self.dice.choice(self.position.actions(player))))
        assert self._before is not None
        self.probes.append(Probe.of(self.seed, self._before, self.moves[-1], self.position))

    def play(self, move: Move) -> None:
        """Play a move, and keep the position before it."""
        self._before = self.position.copy()
        self.moves.append(move)
        try:
            self.position.play(move.player, move.action)
        except Exception:
            self.probes.append(Probe.of(self.seed, self._before, move, None))
            raise


def _moves(who: Array, what: Array) -> list[Move]:
    """The moves played: those recorded so far."""
    count = int(np.count_nonzero(who >= 0))
    return [Move(player, action) for player, action in zip(who[:count].tolist(), what[:count].tolist(), strict=True)]
