"""Work in parts, each in a thread of its own.

A pass over some thousand positions takes about a millisecond. Handing out its parts with `concurrent.futures`, which
makes an object with a lock and a condition for each of them, took a tenth of that; a queue each way takes a sixth of
it by processor time (benchmarks/history/two-threads.md).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from itertools import pairwise
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

from garrison.core.engine.pass_arguments import BLOCK

Work = Callable[[int, int], Any]  # on the part first .. last-1
CHUNK = BLOCK  # positions: fewer than this are not worth another thread


@cache
def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def share_out(work: Work, count: int, threads: int) -> list[Any]:
    """Call `work(first, last)` on parts of 0 .. count-1, one part per thread; the results in order.

    Each part but the last consists of whole chunks, so that no two of them share one.
    """
    parts = parts_for(count, threads)
    if parts == 1:
        return [work(0, count)]
    return in_parts(work, [*(count // CHUNK * i // parts * CHUNK for i in range(parts)), count])


def parts_for(count: int, threads: int) -> int:
    """Into how many parts work on this many positions is divided."""
    return max(1, min(threads, count // CHUNK))


@cache
def _jobs(threads: int, process: int) -> SimpleQueue[Any]:
    """What the threads of a process wait for; a forked one needs its own, because threads do not survive a fork."""
    jobs: SimpleQueue[Any] = SimpleQueue()
    for _ in range(threads):
        Thread(target=_serve, args=(jobs,), name="garrison", daemon=True).start()
    return jobs


def _serve(jobs: SimpleQueue[Any]) -> None:
    while True:
        _do(*jobs.get())


def _do(number: int, work: Work, part: tuple[int, int], results: SimpleQueue[Any]) -> None:
    """Work on one part, and tell what came of it; nothing of it is kept until the next."""
    try:
        results.put((number, work(*part), None))
    except BaseException as error:
        results.put((number, None, error))


def _help(jobs: SimpleQueue[Any]) -> None:
    """Do what nobody has begun yet, rather than wait until somebody wakes up."""
    with suppress(Empty):
        while True:
            _do(*jobs.get_nowait())


def in_parts(work: Work, edges: Sequence[int]) -> list[Any]:
    """Call `work(first, last)` on the parts between edges, all at once; the results in order.

    >>> in_parts(lambda first, last: last - first, [0, 3, 10])
    [3, 7]
    """
    parts, results = list(pairwise(edges)), SimpleQueue[Any]()
    jobs = _jobs(len(parts) - 1, os.getpid())
    for number, part in enumerate(parts[1:]):
        jobs.put((number, work, part, results))
    try:
        own = work(*parts[0])  # rather than wait for somebody else to do it
    finally:
        _help(jobs)
        others = sorted((results.get() for _ in parts[1:]), key=lambda each: int(each[0]))
    for _, _, error in others:
        if error is not None:
            raise error
    return [own, *(result for _, result, _ in others)]
