"""How fast a batch is from Python, with everything that a learning program needs at every step.

Actions are drawn beforehand from all numbers and replaced by legal ones in the pass, so that what is measured is the
batch: checking, choosing, playing, rewards, restarts, masks and observations.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import numpy as np

from garrison.core.batches.parallel import CHUNK, cores
from garrison.core.game import Game

SIZES = (1, 64, 1024, 4096)  # positions
Clock = Callable[[], float]
ROUNDS = 64  # different sets of actions
REPEATS = 5  # measurements, of which the best counts: other programs can only slow one down


def batch_rates(game: Game, seconds: float) -> Iterator[tuple[int, int, float]]:
    """Positions, threads and steps a second, for each size of a batch; large ones on all cores too."""
    for positions in SIZES:
        for threads in sorted({1, cores()} if positions >= 4 * CHUNK else {1}):
            yield positions, threads, batch_rate(game, positions, threads, seconds)


def batch_rate(game: Game, positions: int, threads: int, seconds: float, clock: Clock = time.perf_counter) -> float:
    """Steps a second of `advance`, the best of several measurements."""
    batch = game.batch(positions, seed=1, threads=threads, autoreset="same_step", illegal="replace", compact=True)
    numbers = len(game.used_actions)
    actions = np.random.default_rng(1).integers(0, numbers, (ROUNDS, positions))

    def run(rounds: int) -> None:
        for index in range(rounds):
            batch.advance(actions[index % ROUNDS])

    return positions * best_rate(run, seconds / REPEATS, clock)


def best_rate(run: Callable[[int], None], seconds: float, clock: Clock = time.perf_counter) -> float:
    """How many rounds a second `run(rounds)` makes, the best of several measurements of about that long each.

    On a machine that others use too, `time.process_time` is the fairer clock for what runs in one thread.
    """
    rounds = 16
    while (duration := _seconds(run, rounds, clock)) < seconds / 10:
        rounds *= 2
    rounds = max(1, int(rounds * seconds / duration))
    return rounds / min(_seconds(run, rounds, clock) for _ in range(REPEATS))


def _seconds(run: Callable[[int], None], rounds: int, clock: Clock) -> float:
    start = clock()
    run(rounds)
    return clock() - start
