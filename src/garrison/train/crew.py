"""Games on all cores: one process a core, each with one game at a time."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING

from garrison.core.batch import cores
from garrison.core.errors import BadOption
from garrison.core.seeds import seeds_of
from garrison.train.rating import rated
from garrison.train.samples import Samples
from garrison.train.teaching import check_who_asks, play

if TYPE_CHECKING:
    from garrison.train.settings import Settings

MOST_GAMES = 1_000_000


def noted(
    settings: Settings, iteration: int, network: Path | None, tell: Callable[[int], None] = lambda done: None
) -> Samples:
    """As many positions as are wanted; game n of an iteration is the same on any number of cores."""
    check_who_asks(settings)
    seeds = [int(seed) for seed in seeds_of(settings.seed * 1000 + iteration, min(settings.positions, MOST_GAMES))]
    task = partial(play, settings, network=network)
    workers = settings.workers or cores()
    parts = _alone(task, seeds, settings.positions, tell) if workers == 1 else None
    if parts is None:
        parts = _together(task, seeds, settings.positions, workers, tell)
    if not parts:
        raise BadOption(f"In {len(seeds)} games of {settings.game} there was nothing to decide.")
    return Samples.joined(parts)


def rating(settings: Settings, network: Path) -> float:
    """What the search with the network reaches, on average: first places per fair share, or points."""
    seeds = [int(seed) for seed in seeds_of(settings.seed * 1000, settings.games)]
    task, workers = partial(rated, settings, network=network), settings.workers or cores()
    if workers == 1:
        return sum(map(task, seeds)) / len(seeds)
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        return sum(pool.map(task, seeds)) / len(seeds)


Task = Callable[[int], Samples | None]


def _alone(task: Task, seeds: list[int], wanted: int, tell: Callable[[int], None]) -> list[Samples]:
    parts: list[Samples] = []
    done = 0
    for seed in seeds:
        if done >= wanted:
            break
        made = task(seed)
        parts += [made] if made is not None else []
        done = sum(map(len, parts))
        tell(done)
    return parts


def _together(task: Task, seeds: list[int], wanted: int, workers: int, tell: Callable[[int], None]) -> list[Samples]:
    """The games in their order, up to the one that completes the number: which that is depends on no core's speed."""
    found: dict[int, Samples | None] = {}
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        running: dict[Future[Samples | None], int] = {}
        following = iter(enumerate(seeds))
        while _in_order(found) < wanted:
            for number, seed in following:
                running[pool.submit(task, seed)] = number
                if len(running) >= workers + 2:
                    break
            if not running:
                break
            for ended in wait(running, return_when=FIRST_COMPLETED).done:
                found[running.pop(ended)] = ended.result()
            tell(min(_in_order(found), wanted))
        pool.shutdown(wait=True, cancel_futures=True)
    return _first(found, wanted)


def _in_order(found: dict[int, Samples | None]) -> int:
    """How many positions the games have, up to the first that is still being played."""
    return sum(map(len, _first(found, MOST_GAMES * 1000)))


def _first(found: dict[int, Samples | None], wanted: int) -> list[Samples]:
    parts: list[Samples] = []
    number = 0
    while number in found and sum(map(len, parts)) < wanted:
        part = found[number]
        parts += [part] if part is not None else []
        number += 1
    return parts
