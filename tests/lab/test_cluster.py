"""Tasks on a cluster: as many as are worth a message, and one process for many of them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from garrison.lab.work import cluster
from garrison.lab.work.cluster import MOST, Cluster, play_portion
from lab_cluster import Ray


def process_of(task: int, *, deciding: Callable[[int], None]) -> tuple[int, int]:
    """A task that says in which process it was done."""
    return task, os.getpid()


def forfeit(task: int, player: int, why: str) -> tuple[int, int]:
    return task, -1


@pytest.fixture
def workers() -> Iterator[None]:
    yield
    for pool in cluster.pools.values():
        pool.__exit__()
    cluster.pools.clear()


def test_a_process_stays_for_the_next_portion(workers: None) -> None:
    first = play_portion(process_of, [1, 2], 60.0, forfeit)
    second = play_portion(process_of, [3], 60.0, forfeit)
    assert sorted(task for task, _ in (*first, *second)) == [1, 2, 3]
    assert len({process for _, process in (*first, *second)}) == 1
    other = play_portion(process_of, [4], 61.0, forfeit)
    assert other[0][1] != first[0][1]
    assert len(cluster.pools) == 1


@pytest.mark.parametrize(("tasks", "messages"), [(3, 3), (80, 8), (2000, 2000 // MOST)])
def test_portions_are_as_large_as_leaves_every_processor_a_few(
    tasks: int, messages: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    ray = Ray()
    monkeypatch.setitem(sys.modules, "ray", ray)  # type: ignore[arg-type]

    def play(task: int, **_: Any) -> int:
        return task

    assert sorted(Cluster(play, 60.0, forfeit).work(range(tasks))) == list(range(tasks))  # type: ignore[arg-type]
    assert ray.tasks == messages
