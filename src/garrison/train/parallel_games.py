"""Games on all cores: one process per core, each with one game at a time."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING

from garrison.core.batches.parallel import cores
from garrison.core.seeds import seeds_of
from garrison.errors import BadOption
from garrison.train.by_policy import check_styles, play_by_policy
from garrison.train.on_gpu import check_on_gpu, play_at_once
from garrison.train.samples import Samples
from garrison.train.self_play import check_who_asks, play
from garrison.train.settings import GPU, POLICY
from garrison.train.strength import rate

if TYPE_CHECKING:
    from garrison.train.settings import TrainingSettings

MOST_GAMES = 1_000_000


def collect(
    settings: TrainingSettings, iteration: int, network: Path | None, tell: Callable[[int], None] = lambda count: None
) -> Samples:
    """As many positions as are wanted, or as there is time for; game n of an iteration is the same on any number of
    cores."""
    check_who_asks(settings)
    check_styles(settings)
    if settings.play == GPU:
        check_on_gpu(settings)
    seeds = [int(seed) for seed in seeds_of(settings.seed * 1000 + iteration, min(settings.positions, MOST_GAMES))]
    task = partial(play_by_policy if settings.play == POLICY else play, settings, network=network)
    collection = Collection(settings.positions, settings.seconds, tell)
    workers = settings.workers or cores()
    if settings.play == GPU:
        parts = _on_gpu(settings, seeds, collection, network)
    else:
        parts = _alone(task, seeds, collection) if workers == 1 else _together(task, seeds, collection, workers)
    if not parts:
        within = f"{settings.seconds:g} seconds" if collection.is_late else f"{len(seeds)} games"
        raise BadOption(f"In {within} of {settings.game} there was nothing to decide.")
    return Samples.concatenate(parts)


def rating(settings: TrainingSettings, network: Path) -> float:
    """What the search with the network reaches, on average: first places per fair share, or points."""
    if not settings.games:
        return float("nan")
    seeds = [int(seed) for seed in seeds_of(settings.seed * 1000, settings.games)]
    task, workers = partial(rate, settings, network=network), settings.workers or cores()
    if workers == 1:
        return sum(map(task, seeds)) / len(seeds)
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        return sum(pool.map(task, seeds)) / len(seeds)


Task = Callable[[int], Samples | None]


class Collection:
    """What the games have come to, in their order, up to the one that completes the number: which that is depends on
    no core's speed, unless time is up before."""

    def __init__(self, target: int, seconds: float, tell: Callable[[int], None]) -> None:
        self._target, self._tell = target, tell
        self._end = time.monotonic() + seconds if seconds else float("inf")
        self._waiting: dict[int, Samples | None] = {}
        self._following, self._count = 0, 0
        self.parts: list[Samples] = []

    @property
    def is_late(self) -> bool:
        """Whether time is up."""
        return time.monotonic() >= self._end

    @property
    def is_enough(self) -> bool:
        """Whether no more games are needed."""
        return self._count >= self._target or self.is_late

    def add(self, number: int, samples: Samples | None) -> None:
        """Note the result of a game."""
        self._waiting[number] = samples
        while self._count < self._target and self._following in self._waiting:
            self._take(self._waiting.pop(self._following))
            self._following += 1
        self._tell(min(self._count, self._target))

    def _take(self, samples: Samples | None) -> None:
        if samples is not None:
            self.parts.append(samples)
            self._count += len(samples)


def _alone(task: Task, seeds: list[int], collection: Collection) -> list[Samples]:
    for number, seed in enumerate(seeds):
        if collection.is_enough:
            break
        collection.add(number, task(seed))
    return collection.parts


def _on_gpu(
    settings: TrainingSettings, seeds: list[int], collection: Collection, network: Path | None
) -> list[Samples]:
    """Many games at once; those that have begun when time is up are played to their ends."""
    for first in range(0, len(seeds), settings.at_once):
        if collection.is_enough:
            break
        games = play_at_once(settings, seeds[first : first + settings.at_once], network)
        for number, samples in enumerate(games, first):
            collection.add(number, samples)
    return collection.parts


def _together(task: Task, seeds: list[int], collection: Collection, workers: int) -> list[Samples]:
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        running: dict[Future[Samples | None], int] = {}
        following = iter(enumerate(seeds))
        while not collection.is_enough:
            while len(running) < 2 * workers and (another := next(following, None)):
                running[pool.submit(task, another[1])] = another[0]
            if not running:
                break
            for game in wait(running, timeout=1, return_when=FIRST_COMPLETED).done:
                collection.add(running.pop(game), game.result())
        pool.shutdown(wait=True, cancel_futures=True)
    return collection.parts
