"""The first compilation: in parallel processes, with someone told how far it is.

`ensure` runs by itself when a game is first needed; `garrison warm` does the same for all games at once. Each process
compiles one entry of one game (or the engine's loops) into the cache folder; after that loading takes milliseconds.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import NamedTuple

from garrison.core.engine import cache
from garrison.core.engine.blueprint import Blueprint
from garrison.core.engine.lane import COMPILED

LONGEST_FIRST = ("step", "new", "legal", "reach", "observe", "score")


class Job(NamedTuple):
    """One piece to compile: an entry of a game, or (no game) the engine's loops."""

    game: Blueprint | None
    part: str

    @property
    def origin(self) -> cache.Origin:
        """What the piece is compiled from."""
        return self.game.origin if self.game else cache.ENGINE


Progress = Callable[[int, int, str], None]  # done, of how many, what is finished


def is_warm(game: Blueprint) -> bool:
    """Whether a game can be played at once."""
    return cache.is_warm(game.origin) and cache.is_warm(cache.ENGINE)


def jobs_for(games: Sequence[Blueprint]) -> list[Job]:
    """What is still to be compiled for these games, the longest first."""
    if not COMPILED:
        return []
    cold = [game for game in games if not cache.is_warm(game.origin)]
    jobs = [Job(game, part) for part in LONGEST_FIRST for game in cold if part in game.entries]
    return jobs if cache.is_warm(cache.ENGINE) else [*jobs, Job(None, "loops")]


def ensure(game: Blueprint) -> None:
    """Compile a game's entries if they are not on disk yet; the engine's loops are compiled beside them."""
    if COMPILED and not is_warm(game):
        run([game], _tell)
        if not cache.is_warm(cache.ENGINE):
            from garrison.core.engine.loops import forget_cache

            forget_cache()


def run(games: Sequence[Blueprint], progress: Progress) -> float:
    """Compile what these games need; returns the seconds it took."""
    start = time.perf_counter()
    jobs = jobs_for(games)
    with cache.folder_for(cache.ENGINE) as folder:
        writable = folder is not None
    # Without a folder for the results other processes can't help: the game is compiled when it is built, here.
    if jobs and writable:
        failed = _work_off(jobs, progress)
        for origin in [*(game.origin for game in games), cache.ENGINE]:
            if origin not in failed:
                cache.mark_warm(origin)
    return time.perf_counter() - start


def _work_off(jobs: list[Job], progress: Progress) -> set[cache.Origin]:
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
            failed |= {job.origin} if process.returncode else set()
            progress(total - len(todo) - len(running), total, f"{job.origin.name} {job.part}")
    return failed


def _start(job: Job) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    game = json.dumps(asdict(job.game)) if job.game else ""
    command = [sys.executable, "-m", "garrison.core.engine.warm", job.part, game]
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
    """Compile one piece into the cache; a folder that is damaged is removed."""
    from numba.core.errors import NumbaError

    try:
        _compile(job)
    except NumbaError:
        raise
    except Exception:
        cache.discard(cache.path_of(job.origin))
        raise


def _compile(job: Job) -> None:
    if job.game is None:
        from garrison.core.engine import kernels, loops  # noqa: F401 (importing the kernels registers the loops)

        loops.compile_all()
    else:
        from garrison.core.engine.table import compile_entry

        compile_entry(job.game, job.part)


def _told_job(part: str, game: str) -> Job:
    """The job that another process was told to do, from its command line."""
    if not game:
        return Job(None, part)
    told = json.loads(game)
    return Job(Blueprint(**{**told, "buttons": tuple(told["buttons"]), "board": tuple(told["board"])}), part)


if __name__ == "__main__":
    compile_job(_told_job(*sys.argv[1:3]))
