"""Independent games, spread over the cores: what comes out is the same on one as on many."""

from __future__ import annotations

import pickle
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf

from garrison.core.batches.parallel import cores
from garrison.errors import BadOption, GarrisonError, shown
from garrison.lab.work.process_pool import Deciding, ProcessPool, Result, Task

FEW = 32  # tasks that are not worth the start of other processes
MOST_PROCESSES = 1024


@dataclass(frozen=True)
class TaskFailure:
    """What went wrong in another process."""

    words: str
    trace: str


def spread(work: Callable[[Task], Result], tasks: Sequence[Task], processes: int | None = None) -> Iterator[Result]:
    """Do every task, in this many other processes, and give the results as they come; 0: in this process, in order.

    By default there are as many as cores, unless there is little to do, or `work` can't be sent to other processes.

    >>> sorted(spread(abs, [-2, 1], processes=0))
    [1, 2]
    """
    count = _count(work, len(tasks), processes)
    if not count:
        yield from map(work, tasks)
        return
    with ProcessPool(partial(_guard, work), count, inf, _forfeit) as pool:
        for result in pool.work(tasks):
            if isinstance(result, TaskFailure):
                error = GarrisonError(result.words)
                error.add_note(result.trace)
                raise error
            yield result


def _count(work: Callable[[Task], Result], tasks: int, processes: int | None) -> int:
    if processes is None:
        return cores() if tasks >= FEW and cores() > 1 and can_be_sent(work) else 0
    if not 0 <= processes <= MOST_PROCESSES:
        raise BadOption(f"Games are played in 0 to {MOST_PROCESSES:,} other processes, not in {shown(processes)}.")
    if processes and not can_be_sent(work):
        raise BadOption("Only a bot's name, a file, or a function of a module can be used in other processes.")
    return processes


def can_be_sent(work: object) -> bool:
    """Whether another process can have it; what a script defines can't, since the script would be run again there."""
    if isinstance(work, partial):
        return all(can_be_sent(part) for part in (work.func, *work.args, *work.keywords.values()))
    try:
        pickle.dumps(work)
    except Exception:
        return False
    return "__main__" not in (getattr(work, "__module__", ""), type(work).__module__)


def _guard(work: Callable[[Task], Result], task: Task, *, deciding: Deciding) -> Result | TaskFailure:
    """A result or, since another process can't raise here, a failure."""
    try:
        return work(task)
    except Exception as error:
        words = str(error) if isinstance(error, GarrisonError) else f"{type(error).__name__}: {error}"
        return TaskFailure(words, traceback.format_exc())


def _forfeit(task: object, player: int, why: str) -> TaskFailure:
    """Nobody decides about these tasks, and nobody can break one off."""
    return TaskFailure(why, "")
