"""Games on many machines, with Ray: the same games, and so the same results, as on one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any, Generic, Self

from garrison.errors import BadOption
from garrison.lab.work.process_pool import Forfeit, Play, ProcessPool, Result, Task

PORTION = 10  # games of a task: a process that is started for fewer is hardly worth it


class Cluster(Generic[Task, Result]):
    """All machines of the cluster that Ray knows of, or this one."""

    def __init__(self, play: Play[Task, Result], seconds: float, forfeit: Forfeit[Task, Result]) -> None:
        try:
            self._ray: Any = import_module("ray")
        except ImportError:
            raise BadOption("--on ray needs Ray: install garrison[ray] on every machine.") from None
        self._play, self._seconds, self._forfeit = play, seconds, forfeit
        if not self._ray.is_initialized():
            self._ray.init(logging_level="ERROR", log_to_driver=False)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._ray.shutdown()

    def work(self, tasks: Sequence[Task]) -> Iterator[Result]:
        """Play these tasks, and give the results as they come."""
        remote = self._ray.remote(play_portion)
        waiting = [
            remote.remote(self._play, tasks[first : first + PORTION], self._seconds, self._forfeit)
            for first in range(0, len(tasks), PORTION)
        ]
        while waiting:
            ready, waiting = self._ray.wait(waiting)
            for portion in ready:
                yield from self._ray.get(portion)


def play_portion(
    play: Play[Task, Result], tasks: Sequence[Task], seconds: float, forfeit: Forfeit[Task, Result]
) -> list[Result]:
    """Play some tasks in a process that is watched, as on one machine."""
    with ProcessPool(play, 1, seconds, forfeit) as pool:
        return list(pool.work(tasks))
