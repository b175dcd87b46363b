"""How fast the games run: uniformly random legal actions, a legal mask at every step, finished games restarted."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from random import Random
from typing import Any

import numpy as np

from garrison.core.batches.batch import Batch
from garrison.core.batches.parallel import cores
from garrison.core.batches.series import Pace, why_stuck
from garrison.core.engine import kernels, memory
from garrison.core.engine.record import DICE
from garrison.core.game import Game, load
from garrison.core.seeds import seeds_of
from garrison.errors import BadOption, BadRules
from garrison.lab.speed.batch_bench import batch_rates
from garrison.lab.work.threads import in_threads

GAMES = 64  # positions that a thread plays in turn
SECONDS = 1.0  # one measurement, roughly
LONGEST = 3600  # the most seconds allowed
REPEATS = 5  # measurements, of which the best counts: other programs can only slow one down
COPIES = 1_000_000
SLICES = 100  # they are made in slices, so that an interruption does not wait for all of them
PLAYS = 20_000


@dataclass(frozen=True)
class Speed:
    """One measurement. What is not measured with several threads is None."""

    game: str
    threads: int
    observe: bool
    steps_per_second: float
    steps_per_game: float | None = None
    api: str = "kernel"  # or `batch`: `batch.advance`, called from Python
    positions: int = GAMES  # played in turn, by each thread of a kernel or by all of a batch
    copy_ns: float | None = None  # copying a position inside compiled code
    play_us: float | None = None  # one position.play from Python

    def to_dict(self) -> dict[str, object]:
        """The measurement as plain data, without what was not measured."""
        return {key: value for key, value in asdict(self).items() if value is not None}


def bench(name: str, seconds: float = SECONDS) -> Iterator[Speed]:
    """Measure a game with its defaults: on one core and on all, without and with observations, and from Python."""
    if not 0 < seconds <= LONGEST:
        raise BadOption(f"A measurement takes more than 0 and at most {LONGEST} seconds, not {seconds}.")
    game = load(name)
    for threads in sorted({1, cores()}):
        for observing in (False, True):
            rate, length = _rate(game, threads, observing, seconds)
            extra = _single_measurements(game) if threads == 1 and not observing else {}
            yield Speed(name, threads, observing, rate, length, **extra)
    for positions, threads, rate in batch_rates(game, seconds):
        yield Speed(name, threads, True, rate, api="batch", positions=positions)


def _single_measurements(game: Game) -> dict[str, Any]:
    return {"copy_ns": copy_nanoseconds(game), "play_us": play_microseconds(game)}


class Churner:
    """One thread's positions and scratch memory."""

    def __init__(self, game: Game, seed: int, observing: bool) -> None:
        self._dice, self._batch, self._seeds = memory.empty(DICE), Batch(game, GAMES, seed), seeds_of(seed, GAMES)
        self._dice["rng"] = np.uint64(seed * 2 + 12345)
        self._mask = np.zeros((1, game.facts.actions), dtype=np.uint8)
        self._planes = np.zeros((1, *game.planes_shape), dtype=np.uint8)
        self._count = np.zeros(1, dtype=np.int64)
        self._play = kernels.RandomPlay(
            game=game.handle.address,
            count=GAMES,
            states=memory.whole(self._batch.states),
            masks=memory.whole(self._mask),
            dice=memory.whole(self._dice),
            seeds=memory.whole(self._seeds),
            ended=memory.whole(self._count),
            series=seed,
            planes=memory.whole(self._planes),
            is_observed=int(observing),
        )
        self._pace = Pace()
        self._is_stopped = False

    def stop(self) -> None:
        """Make the running thread return soon."""
        self._is_stopped = True

    def run(self, rounds: int) -> int:
        """Play this many rounds, in slices; how many games ended."""
        before = int(self._count[0])
        while rounds > 0 and not self._is_stopped:
            with self._pace as most:
                size = min(rounds, most)
                place = kernels.churn(self._play.address, size)
            if place >= 0:
                raise BadRules(why_stuck(self._batch.game, int(self._seeds[place]), self._batch.states[place]))
            rounds -= size
        return int(self._count[0]) - before


def _rate(game: Game, threads: int, observing: bool, seconds: float) -> tuple[float, float]:
    """Steps a second, the best of several measurements, and the mean length of a game."""
    churners = [Churner(game, seed, observing) for seed in range(threads)]
    rounds = _rounds_in(churners[0], seconds)
    rates, ends = [], 0
    for _ in range(REPEATS):
        start = time.perf_counter()
        ends += _run(churners, rounds)
        rates.append(threads * rounds * GAMES / (time.perf_counter() - start))
    return max(rates), threads * rounds * GAMES * REPEATS / max(ends, 1)


def _run(churners: list[Churner], rounds: int) -> int:
    """Let all of them play this many rounds, each in its own thread; how many games ended."""

    def stop() -> None:
        for churner in churners:
            churner.stop()

    return sum(in_threads(lambda churner: churner.run(rounds), churners, len(churners), stop))


def _rounds_in(churner: Churner, seconds: float) -> int:
    """How many rounds take about that long."""
    rounds = 16
    while True:
        start = time.perf_counter()
        _run([churner], rounds)
        duration = time.perf_counter() - start
        if duration > seconds / 20:
            return max(1, int(rounds * seconds / duration))
        rounds *= 2


def copy_nanoseconds(game: Game) -> float:
    """The time to copy a position inside compiled code."""
    rows = memory.rows(Batch(game, 2).states)
    kernels.copy_back_and_forth(rows, 1000)
    start = time.perf_counter()
    for _ in range(SLICES):
        kernels.copy_back_and_forth(rows, COPIES // SLICES)
    return (time.perf_counter() - start) / COPIES * 1e9


def play_microseconds(game: Game) -> float:
    """The time of one `position.play` of a legal action, called from Python."""
    dice, total = Random(1), 0.0
    position = game.new(0)
    for index in range(PLAYS):
        if position.over:
            position = game.new(index)
        player = position.waiting[0]
        action = dice.choice(position.actions(player))
        start = time.perf_counter()
        position.play(player, action)
        total += time.perf_counter() - start
    return total / PLAYS * 1e6


def speed_line(speed: Speed) -> str:
    """A measurement in one line."""
    words = f"{speed.game:<12} {speed.threads} thread{'s' if speed.threads > 1 else ' '}  "
    words += f"{speed.steps_per_second / 1e6:8.2f} million steps/s"
    words += " with observations" if speed.observe else ""
    words += f", from Python, {speed.positions} at a time" if speed.api == "batch" else ""
    if speed.copy_ns is not None:
        words += f"  (copy {speed.copy_ns:.0f} ns, play from Python {speed.play_us:.1f} µs)"
    return words
