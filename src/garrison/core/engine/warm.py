"""The first compilation: its pieces, and the processes that each do one of them.

Each process compiles some entries of one game (or the engine's kernels) into the cache folder; after that loading takes
milliseconds. Whatever starts the processes decides the order.
"""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from garrison.core.engine import cache
from garrison.core.engine.blueprint import Blueprint
from garrison.core.engine.complaints import complaint_of
from garrison.core.engine.entries import SKILLS
from garrison.core.engine.lane import COMPILED, LANE

NICE = 10
# Ctrl+C in a terminal is for the program that started a process; the process may not even have got to where it could
# ignore it. The program ends it.
APART: dict[str, Any] = {"start_new_session": True}
if sys.platform == "win32":
    APART = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
QUICKLY = {} if LANE == "compiled" else {"NUMBA_OPT": "1"}  # where speed is not the point
LONGEST_REASON = 300  # characters of a compiler's complaint that are passed on


class Job(NamedTuple):
    """One piece to compile: entries of a game, or (no game) the kernels of an origin."""

    game: Blueprint | None
    parts: tuple[str, ...]
    kernels: cache.Origin = cache.ENGINE

    @property
    def origin(self) -> cache.Origin:
        """What the piece is compiled from."""
        if self.game is None:
            return self.kernels
        return self.game.skill_origin if self.parts[0] in SKILLS else self.game.origin


@dataclass(frozen=True)
class Skilled:
    """The skill of a game, for those who want it compiled."""

    game: Blueprint

    @property
    def name(self) -> str:
        """The game's name."""
        return self.game.name

    @property
    def origin(self) -> cache.Origin:
        """What it is compiled from."""
        return self.game.skill_origin


@dataclass(frozen=True)
class Kernels:
    """Kernels that are not the engine's own, for those who want them compiled."""

    origin: cache.Origin

    @property
    def name(self) -> str:
        """What they are called."""
        return self.origin.name


Wanted = Blueprint | Skilled | Kernels  # a Blueprint stands for the game's rules


def is_warm(wanted: Wanted) -> bool:
    """Whether it can be used at once."""
    return cache.is_warm(wanted.origin) and cache.is_warm(cache.ENGINE)


def jobs_for(wanted: Sequence[Wanted], halved: bool = True) -> list[Job]:
    """What remains to be compiled for these: the rules of a game in two halves, or in one piece."""
    if not COMPILED:
        return []
    jobs = [job for each in wanted if not cache.is_warm(each.origin) for job in _jobs(each, halved)]
    return jobs if cache.is_warm(cache.ENGINE) else [*jobs, Job(None, ("kernels",))]


def _jobs(wanted: Wanted, halved: bool) -> list[Job]:
    if isinstance(wanted, Kernels):
        return [Job(None, ("kernels",), wanted.origin)]
    if isinstance(wanted, Skilled):
        return [Job(wanted.game, SKILLS)]
    return [Job(wanted, parts) for parts in (_halves(wanted.entries) if halved else [wanted.entries])]


def _halves(entries: Sequence[str]) -> list[tuple[str, ...]]:
    """Entries in two groups, one process each, for those who wait for this game and have another core.

    In the largest games a step takes about as long as all the others together. It is more work than in one piece: a
    rule that several entries call is read once for each group.
    """
    return [("step",), tuple(name for name in entries if name != "step")]


class Process:
    """Another process, which compiles one piece."""

    def __init__(self, job: Job) -> None:
        self.job, self.failure, self._gives_way = job, "", False
        environment = {**QUICKLY, **os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
        told = json.dumps(asdict(job.game or job.kernels), default=str)
        command = [sys.executable, "-m", "garrison.core.engine.warm", ",".join(job.parts), told]
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 (closed when the process has ended)
        streams: dict[str, Any] = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": self._errors}
        self._process = subprocess.Popen(command, env=environment, **streams, **APART)

    def has_ended(self) -> bool:
        """Whether it is done; then `failure` is a sentence if something went wrong."""
        if self._process.poll() is None:
            return False
        if not self._errors.closed:
            self.failure = self._reason(self._process.returncode)
            self._errors.close()
        return True

    def give_way(self) -> None:
        """Let more urgent processes go first, where the system has priorities."""
        if not self._gives_way:
            self._gives_way = True
            with suppress(AttributeError, OSError):
                os.setpriority(os.PRIO_PROCESS, self._process.pid, NICE)

    def stop(self) -> None:
        """End it."""
        self._process.kill()
        self._process.wait()

    def _reason(self, status: int) -> str:
        if status == 0:
            return ""
        self._errors.seek(0)
        lines = [line.strip() for line in self._errors.read().decode(errors="replace").splitlines() if line.strip()]
        said = lines[-1][:LONGEST_REASON] if lines else "the compiler gave no reason"
        why = f"signal {-status} ended the compiler, perhaps for lack of memory" if status < 0 else said
        what = "skill" if self.job.parts == SKILLS else "rules"
        name = self.job.game.name if self.job.game else self.job.kernels.name
        return f"The {what} of {name} can't be compiled ({', '.join(self.job.parts)}): {why.rstrip('.')}."


def compile_job(job: Job) -> None:
    """Compile one piece into the cache, unless another process has; a damaged folder is removed."""
    try:
        with cache.claim(job.origin, "-".join(job.parts)):
            if not cache.is_warm(job.origin):
                _compile(job)
    except Exception as error:
        complaint = complaint_of(error, job.origin.folder) if job.origin.folder else ""
        if complaint:
            raise SystemExit(complaint) from error
        cache.discard(cache.path_of(job.origin))
        raise


def _compile(job: Job) -> None:
    if job.game is None:
        from garrison.core.engine import kernel

        import_module(job.kernels.module)  # which registers them
        kernel.compile_all(job.kernels)
    else:
        from garrison.core.engine.table import compile_entry

        for part in job.parts:
            compile_entry(job.game, part)


def _told_job(parts: str, text: str) -> Job:
    """The job that this process is to do, from its command line."""
    names, told = tuple(parts.split(",")), json.loads(text)
    if "module" in told:
        folder = Path(told["folder"]) if told["folder"] else None
        return Job(None, names, cache.Origin(**{**told, "folder": folder, "parts": tuple(told["parts"])}))
    return Job(Blueprint(**{**told, "buttons": tuple(told["buttons"]), "board": tuple(told["board"])}), names)


def main() -> None:
    """What one of the processes does."""
    from garrison.core.engine.numba_doors import draft_rules

    draft_rules()
    gc.disable()  # a compiler makes millions of objects that stay: looking for others among them is no use
    compile_job(_told_job(*sys.argv[1:3]))


if __name__ == "__main__":
    main()
