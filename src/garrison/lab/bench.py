"""How fast the games run: uniformly random legal actions, a legal mask every step, finished games started anew."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from random import Random
from typing import Any

import numpy as np

from garrison.core.batch import Batch, cores
from garrison.core.engine import kernels, memory
from garrison.core.engine.record import DICE
from garrison.core.errors import BadOption
from garrison.core.game import Game, load

GAMES = 64  # positions that a thread plays in turn
SECONDS = 1.0  # one measurement, roughly
LONGEST = 3600  # seconds that may be asked for
REPEATS = 5  # measurements, of which the best counts: whatever else runs can only slow one down
COPIES = 1_000_000
PLAYS = 20_000


@dataclass(frozen=True)
class Speed:
    """One measurement. What is not measured with several threads is None."""

    game: str
    threads: int
    observe: bool
    steps_per_second: float
    steps_per_game: float
    copy_ns: float | None = None  # copying a position inside compiled code
    play_us: float | None = None  # one position.play from Python

    def to_dict(self) -> dict[str, object]:
        """The measurement as plain data, without what was not measured."""
        return {key: value for key, value in asdict(self).items() if value is not None}


def bench(name: str, seconds: float = SECONDS) -> Iterator[Speed]:
    """Measure a game by its defaults: on one core and on all, without and with observations."""
    if not 0 < seconds <= LONGEST:
        raise BadOption(f"A measurement takes more than 0 and at most {LONGEST} seconds, not {seconds}.")
    game = load(name)
    extra: dict[str, Any] = {"copy_ns": copy_nanoseconds(game), "play_us": play_microseconds(game)}
    for threads in sorted({1, cores()}):
        for observing in (False, True):
            rate, length = _rate(game, threads, observing, seconds)
            yield Speed(name, threads, observing, rate, length, **(extra if threads == 1 and not observing else {}))


class _Churner:
    """One thread's positions and scratch memory."""

    def __init__(self, game: Game, seed: int, observing: bool) -> None:
        table = game.table
        dice = memory.empty(DICE)
        dice["rng"] = np.uint64(seed * 2 + 12345)
        self._batch = Batch(game, GAMES, seed)
        self._fixed = (table.new, table.legal, table.step, table.observe, game.reference)
        self._arrays = (
            memory.rows(self._batch.states),
            np.zeros((1, game.facts.actions), dtype=np.uint8),
            np.zeros((1, *game.planes_shape), dtype=np.uint8),
            dice,
            np.uint64(seed),
        )
        self._observing = int(observing)

    def run(self, rounds: int) -> int:
        """Play so many rounds; how many games ended."""
        return int(kernels.churn(*self._fixed, *self._arrays, rounds, self._observing))


def _rate(game: Game, threads: int, observing: bool, seconds: float) -> tuple[float, float]:
    """Steps a second, the best of several measurements, and the mean length of a game."""
    churners = [_Churner(game, seed, observing) for seed in range(threads)]
    rounds = _rounds_in(churners[0], seconds)
    rates, ended = [], 0
    with ThreadPoolExecutor(threads) as pool:
        for _ in range(REPEATS):
            start = time.perf_counter()
            ended += sum(pool.map(lambda churner: churner.run(rounds), churners))
            rates.append(threads * rounds * GAMES / (time.perf_counter() - start))
    return max(rates), threads * rounds * GAMES * REPEATS / max(ended, 1)


def _rounds_in(churner: _Churner, seconds: float) -> int:
    """How many rounds take about that long."""
    rounds = 16
    while True:
        start = time.perf_counter()
        churner.run(rounds)
        taken = time.perf_counter() - start
        if taken > seconds / 20:
            return max(1, int(rounds * seconds / taken))
        rounds *= 2


def copy_nanoseconds(game: Game) -> float:
    """The time of copying a position inside compiled code."""
    rows = memory.rows(Batch(game, 2).states)
    kernels.copy_back_and_forth(rows, 1000)
    start = time.perf_counter()
    kernels.copy_back_and_forth(rows, COPIES)
    return (time.perf_counter() - start) / COPIES * 1e9


def play_microseconds(game: Game) -> float:
    """The time of one `position.play` of a legal action, called from Python."""
    dice, spent = Random(1), 0.0
    position = game.new(0)
    for index in range(PLAYS):
        if position.over:
            position = game.new(index)
        player = position.waiting[0]
        action = dice.choice(position.actions(player))
        start = time.perf_counter()
        position.play(player, action)
        spent += time.perf_counter() - start
    return spent / PLAYS * 1e6
