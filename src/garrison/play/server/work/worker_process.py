"""What runs in a process beside the server (`worker.py`): `python -m garrison.play.server.work.worker_process`.

It takes work from its standard input and answers on its standard output. When the input ends, so does the process, at
once and without a word: the server has ended, or was killed, possibly before the process had begun.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
import traceback
from contextlib import suppress
from queue import SimpleQueue
from typing import IO

from garrison.play.server.work.worker import WorkerFailure

_strays: set[int] = set()  # what nobody waits for any more, by number
_current = -1  # what is being done, or was done last


def is_abandoned() -> bool:
    """Whether nobody waits any more for what is being done."""
    return _current in _strays


def main() -> None:
    """Begin: yield to the server, leave Ctrl+C to it, and do what it wants one after another."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a bot prints is no answer
    try:
        niceness, sys.path[:] = pickle.load(sys.stdin.buffer)
    except EOFError:
        return
    with suppress(OSError, AttributeError):
        os.nice(niceness)
    todo: SimpleQueue[tuple[int, bytes]] = SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, todo), daemon=True).start()
    while True:
        _work(*todo.get(), answers)


def _listen(pipe: IO[bytes], todo: SimpleQueue[tuple[int, bytes]]) -> None:
    try:
        while True:
            number, work = pickle.load(pipe)
            if work is not None:
                todo.put((number, work))
            elif number >= _current:  # otherwise it was done before anybody could know
                _strays.add(number)
    finally:
        os._exit(0)


def _work(number: int, work: bytes, answers: IO[bytes]) -> None:
    global _current
    _current = number
    answer = pickle.dumps((number, None)) if is_abandoned() else _answer(number, work)
    _strays.discard(number)
    try:
        answers.write(answer)
        answers.flush()
    except OSError:
        os._exit(0)


def _answer(number: int, work: bytes) -> bytes:
    try:
        do, arguments, keywords = pickle.loads(work)
        return pickle.dumps((number, do(*arguments, **keywords)))
    except Exception as error:
        return _told(number, error)


def _told(number: int, error: Exception) -> bytes:
    """An error, or what it says if it can't be sent."""
    text = traceback.format_exc()
    try:
        data = pickle.dumps((number, WorkerFailure(error, text)))
        pickle.loads(data)
    except Exception:
        return pickle.dumps((number, WorkerFailure(RuntimeError(str(error)), text)))
    return data


if __name__ == "__main__":
    # Under its own name, so that what the work imports from here is this module and not another one.
    from garrison.play.server.work import worker_process

    worker_process.main()
