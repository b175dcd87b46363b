"""An arena on many machines, with Ray: the same games, and so the same results, as on one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any

from garrison.errors import BadOption
from garrison.lab.arena.contest import lost as lost_game
from garrison.lab.arena.fixtures import Fixture
from garrison.lab.work.process_pool import Lost, Play, ProcessPool

PORTION = 10  # games of a task: a process that is started for fewer is hardly worth it


class Cluster:
    """All machines of the cluster that Ray knows of, or this one."""

    def __init__(self, play: Play, seconds: float, lost: Lost = lost_game) -> None:
        try:
            self._ray: Any = import_module("ray")
        except ImportError:
            raise BadOption("--on ray needs Ray: install garrison[ray] on every machine.") from None
        self._play, self._seconds, self._lost = play, seconds, lost
        if not self._ray.is_initialized():
            self._ray.init(logging_level="ERROR", log_to_driver=False)

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: Any) -> None:
        self._ray.shutdown()

    def work(self, todo: Sequence[Fixture]) -> Iterator[Any]:
        """Play these games, and give the results as they come."""
        task = self._ray.remote(played)
        waiting = [
            task.remote(self._play, todo[first : first + PORTION], self._seconds, self._lost)
            for first in range(0, len(todo), PORTION)
        ]
        while waiting:
            done, waiting = self._ray.wait(waiting)
            for portion in done:
                yield from self._ray.get(portion)


def played(play: Play, todo: Sequence[Fixture], seconds: float, lost: Lost) -> list[Any]:
    """A task: play some games in a process that is watched, as on one machine."""
    with ProcessPool(play, 1, seconds, lost) as pool:
        return list(pool.work(todo))
