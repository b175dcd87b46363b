"""Games on many machines, with Ray: the same games, and so the same results, as on one."""

from __future__ import annotations

import os
import pickle
import warnings
from collections.abc import Iterator, Sequence
from importlib import import_module
from math import ceil
from typing import Any, Generic, Self

from garrison.errors import BadOption
from garrison.lab.work.process_pool import Forfeit, Play, ProcessPool, Result, Task

ROUNDS = 4  # of portions for every processor, so that none waits long for the last
MOST = 100  # tasks of a portion, so that little is lost with a machine
pools: dict[bytes, ProcessPool[Any, Any]] = {}  # of a worker of Ray, which is used for many portions


class Cluster(Generic[Task, Result]):
    """All machines of the cluster that Ray knows of, or this one."""

    def __init__(self, play: Play[Task, Result], seconds: float, forfeit: Forfeit[Task, Result]) -> None:
        self._ray = _ray()
        self._play, self._seconds, self._forfeit = play, seconds, forfeit
        self.processes = max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._ray.shutdown()

    def work(self, tasks: Sequence[Task]) -> Iterator[Result]:
        """Play these tasks, and give the results as they come."""
        remote = self._ray.remote(play_portion)
        size = min(MOST, max(1, ceil(len(tasks) / (ROUNDS * self.processes))))
        waiting = [
            remote.remote(self._play, tasks[first : first + size], self._seconds, self._forfeit)
            for first in range(0, len(tasks), size)
        ]
        while waiting:
            ready, waiting = self._ray.wait(waiting)
            for portion in ready:
                yield from self._ray.get(portion)


def _ray() -> Any:
    """Ray, begun; what it would say to whoever programs it is not for whoever plays."""
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    os.environ.setdefault("RAY_worker_niceness", "0")  # else a cluster begun here waits for everything else on it
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            ray = import_module("ray")
        except ImportError:
            raise BadOption("--on ray needs Ray: install garrison[ray] on every machine.") from None
        if not ray.is_initialized():
            ray.init(logging_level="ERROR", log_to_driver=False)
    return ray


def play_portion(
    play: Play[Task, Result], tasks: Sequence[Task], seconds: float, forfeit: Forfeit[Task, Result]
) -> list[Result]:
    """Play some tasks in a process that is watched, as on one machine; it stays for the next portion."""
    key = pickle.dumps((play, seconds))
    if key not in pools:
        for pool in pools.values():
            pool.__exit__()
        pools.clear()
        pools[key] = ProcessPool(play, 1, seconds, forfeit)
    return list(pools[key].work(tasks))
