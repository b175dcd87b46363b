"""The first compilation: its pieces, each of which a process does.

A piece is some entries of one game, or the engine's kernels. It is compiled into the cache folder; after that loading
takes milliseconds. The processes are in `compilers`, and whatever starts them decides the order.
"""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from garrison.core.engine import cache
from garrison.core.engine.blueprint import Blueprint
from garrison.core.engine.complaints import complaint_of
from garrison.core.engine.entries import SKILLS
from garrison.core.engine.lane import COMPILED


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


def told_job(parts: str, text: str) -> Job:
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
    gc.disable()  # a compiler makes millions of long-lived objects: looking for garbage among them is a waste of time
    compile_job(told_job(*sys.argv[1:3]))


if __name__ == "__main__":
    main()
