"""How fast the games run on a GPU, and whether they are the same games there."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass

import numpy as np

from garrison.core.batches.batch import Batch
from garrison.core.batches.device_batch import DeviceBatch, gpu
from garrison.core.game import Game, load
from garrison.errors import BadOption
from garrison.lab.speed.bench import LONGEST

MOST_POSITIONS = 1 << 20  # more than enough to keep every core of a large GPU busy
MEMORY_SHARE = 4  # positions and observations may take one part in this many of the free memory
ROUNDS = 64  # random steps of a launch
REPEATS = 5  # measurements, of which the best counts
SAMPLE, STEPS = 10_000, 1000  # positions that are compared with those on the CPU, and after how many steps


@dataclass(frozen=True)
class DeviceSpeed:
    """One game's measurements on a GPU."""

    game: str
    positions: int
    compile_seconds: float  # of all kernels, or of loading them from the cache
    steps_per_second: float  # random legal play, finished games restarted
    steps_per_second_observed: float  # with an observation after every step
    compared: int
    equal: int  # positions with the same bytes as on the CPU

    def to_dict(self) -> dict[str, object]:
        """The measurement as plain data."""
        return asdict(self)


def bench_on_gpu(
    name: str, seconds: float, positions: int = 0, sample: int = SAMPLE, steps: int = STEPS
) -> Iterator[DeviceSpeed]:
    """Measure a game with its defaults on the GPU, and compare random games with the same on the CPU."""
    if not 0 < seconds <= LONGEST:
        raise BadOption(f"A measurement takes more than 0 and at most {LONGEST} seconds, not {seconds}.")
    game = load(name)
    compile_seconds = _compile_seconds(game)
    positions = positions or _fitting(game)
    batch = game.batch(positions, device="cuda")
    plain = _rate(batch, lambda: batch.random_steps(ROUNDS), ROUNDS, seconds)
    with_observations = _rate(batch, lambda: _step_and_observe(batch), 1, seconds)
    yield DeviceSpeed(name, positions, compile_seconds, plain, with_observations, sample, _equal(game, sample, steps))


def line_of(speed: DeviceSpeed) -> str:
    """A measurement as a line of text."""
    rates = f"{speed.steps_per_second / 1e6:8.1f} million steps/s, {speed.steps_per_second_observed / 1e6:.1f} observed"
    same = f"{speed.equal:,} of {speed.compared:,} positions as on the CPU"
    return f"{speed.game:<12} {rates}  ({same}; ready after {speed.compile_seconds:.1f} s)"


def _fitting(game: Game) -> int:
    """As many positions as are useful, and fit in the memory."""
    cuda, _ = gpu()
    free = cuda.current_context().get_memory_info()[0] // MEMORY_SHARE
    positions = MOST_POSITIONS
    while positions > 1 and positions * (game.state_dtype.itemsize + int(np.prod(game.planes_shape))) > free:
        positions //= 2
    return positions


def _compile_seconds(game: Game) -> float:
    start = time.perf_counter()
    batch = game.batch(64, device="cuda")
    batch.step(batch.random_actions())
    batch.random_steps()
    batch.renew()
    batch.observe()
    batch.scores()
    batch.wait()
    return time.perf_counter() - start


def _step_and_observe(batch: DeviceBatch) -> None:
    batch.random_steps()
    batch.observe()


def _rate(batch: DeviceBatch, work: Callable[[], None], rounds: int, seconds: float) -> float:
    """Steps a second, the best of several measurements."""
    times = max(1, int(seconds / max(_seconds_of(batch, work, 1), 1e-6)))
    return max(len(batch) * rounds * times / _seconds_of(batch, work, times) for _ in range(REPEATS))


def _seconds_of(batch: DeviceBatch, work: Callable[[], None], times: int) -> float:
    work()
    batch.wait()
    start = time.perf_counter()
    for _ in range(times):
        work()
    batch.wait()
    return time.perf_counter() - start


def _equal(game: Game, count: int, steps: int) -> int:
    """How many positions have the same bytes on both after random play with restarts."""
    there, here = game.batch(count, seed=1, device="cuda"), Batch(game, count, seed=1)
    there.random_steps(steps)
    here.random_steps(steps)
    shape = (count, game.state_dtype.itemsize)
    first, second = (states.view("u1").reshape(shape) for states in (there.to_host(), here.states))
    return int((first == second).all(axis=1).sum())
