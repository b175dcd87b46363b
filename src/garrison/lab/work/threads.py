"""Threads for compiled loops that end promptly when they are interrupted."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from queue import Empty, SimpleQueue
from typing import NoReturn, TypeVar

Part = TypeVar("Part")
Result = TypeVar("Result")
PATIENCE = 0.5  # seconds: a rule that never returns must not keep the program from ending


def in_threads(
    work: Callable[[Part], Result], parts: Sequence[Part], count: int, stop: Callable[[], None] = lambda: None
) -> Iterator[Result]:
    """Do every part in one of `count` threads, and yield the results as they come.

    If it ends early, by an error or by Ctrl+C, `stop` is called and parts that have not begun are skipped. The main
    thread waits in Python, because Ctrl+C is not noticed inside compiled code.
    """
    todo: SimpleQueue[Part] = SimpleQueue()
    outcomes: SimpleQueue[Callable[[], Result]] = SimpleQueue()
    is_stopped = threading.Event()
    for part in parts:
        todo.put(part)

    def run() -> None:
        with suppress(Empty):
            while not is_stopped.is_set():
                outcomes.put(_outcome(work, todo.get_nowait()))

    threads = [threading.Thread(target=run, daemon=True) for _ in range(count)]
    for thread in threads:
        thread.start()
    try:
        for _ in parts:
            yield outcomes.get()()
    except BaseException:
        is_stopped.set()
        stop()
        for thread in threads:
            thread.join(PATIENCE / count)
        raise


def _outcome(work: Callable[[Part], Result], part: Part) -> Callable[[], Result]:
    """The outcome of a part: a function that returns its result, or raises what it raised."""
    try:
        result = work(part)
    except BaseException as error:
        return partial(_raise, error)
    return lambda: result


def _raise(error: BaseException) -> NoReturn:
    raise error
