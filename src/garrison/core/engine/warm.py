"""The first compilation: in parallel processes, with someone told how far it is.

`ensure` runs by itself when a game is first needed; `garrison warm` does the same for all games at once. Each process
compiles one entry of one game (or the engine's loops) into the cache folder; after that loading takes milliseconds.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from garrison.core.discovery import Entry, find
from garrison.core.engine import cache
from garrison.core.engine.rule import COMPILED, GENERIC, forget_cache

ENGINE = "engine"
LONGEST_FIRST = ("step", "new", "legal", "observe", "score")


class Job(NamedTuple):
    """One piece to compile: an entry of a game, or one of the engine's loops."""

    game: str
    part: str


Progress = Callable[[int, int, str], None]  # done, of how many, what is finished


def jobs_for(entries: Sequence[Entry]) -> list[Job]:
    """What is still to be compiled for these games, the longest first."""
    if not COMPILED:
        return []
    cold = [entry for entry in entries if not cache.is_warm(entry.name, str(entry.folder))]
    jobs = [Job(entry.name, part) for part in LONGEST_FIRST for entry in cold]
    return jobs if cache.is_warm(ENGINE) else [*jobs, Job(ENGINE, "loops")]


def ensure(entry: Entry) -> None:
    """Compile a game's entries if they are not on disk yet; the engine's loops are compiled beside them."""
    if not (cache.is_warm(entry.name, str(entry.folder)) and cache.is_warm(ENGINE)):
        run([entry], _tell)
        if not cache.is_warm(ENGINE):
            forget_cache()


def run(entries: Sequence[Entry], progress: Progress) -> float:
    """Compile what these games need; returns the seconds it took."""
    start = time.perf_counter()
    jobs = jobs_for(entries)
    with cache.folder_for(ENGINE) as folder:
        writable = folder is not None
    # Without a folder for the results other processes can't help: the game is compiled when it is built, here.
    if jobs and writable:
        failed = _work_off(jobs, progress)
        for name, home in [(entry.name, str(entry.folder)) for entry in entries] + [(ENGINE, "")]:
            if name not in failed:
                cache.mark_warm(name, home)
    return time.perf_counter() - start


def _work_off(jobs: list[Job], progress: Progress) -> set[str]:
    """Run the jobs in as many processes as there are cores; the games of which one failed are compiled when needed."""
    failed = set()
    total, todo = len(jobs), list(jobs)
    running: dict[subprocess.Popen[bytes], Job] = {}
    progress(0, total, "")
    while todo or running:
        while todo and len(running) < (os.cpu_count() or 1):
            job = todo.pop(0)
            running[_start(job)] = job
        time.sleep(0.02)
        for process in [process for process in running if process.poll() is not None]:
            job = running.pop(process)
            failed |= {job.game} if process.returncode else set()
            progress(total - len(todo) - len(running), total, f"{job.game} {job.part}")
    return failed


def _start(job: Job) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    command = [sys.executable, "-m", "garrison.core.engine.warm", job.game, job.part]
    return subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _tell(done: int, total: int, what: str) -> None:
    """The plain display: one line on the error stream, rewritten in a terminal."""
    terminal = sys.stderr.isatty()
    if terminal:
        end = "\n" if done == total else ""
        print(f"\rCompiling the rules, once: {done} of {total} {what:<24}", end=end, file=sys.stderr, flush=True)
    elif done == 0:
        print("Compiling the rules; this happens once and takes some seconds.", file=sys.stderr, flush=True)


def compile_job(job: Job) -> None:
    """Compile one piece into the cache; a folder that is damaged is made anew."""
    from numba.core.errors import NumbaError

    try:
        _compile(job)
    except NumbaError:
        raise
    except Exception:
        cache.discard(cache.path_of(job.game, "" if job.game == ENGINE else str(find(job.game).folder)))
        raise


def _compile(job: Job) -> None:
    if job.game == ENGINE:
        from garrison.core.engine import entries, kernels  # noqa: F401 (importing registers the loops)

        for compiled, words in GENERIC.values():
            entries.compile_generic(compiled, words)
    else:
        from garrison.core.game import build_table

        build_table(find(job.game), only=job.part)


if __name__ == "__main__":
    compile_job(Job(*sys.argv[1:3]))
