"""The libraries that Garrison needs, and how the command line builds them."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from garrison.bots.search import SEARCH
from garrison.core import discovery
from garrison.core.encoding import kernels as encoding
from garrison.core.engine import machine, store
from garrison.core.engine.machine import NotBuilt
from garrison.core.engine.store import ENGINE, Origin
from garrison.core.libraries import Recipe, build, is_missing
from garrison.core.progress_bar import drawn_progress
from garrison.lab.notes import counts

KERNELS: tuple[Origin, ...] = (ENGINE, encoding.ORIGIN, SEARCH, counts.ORIGIN)  # what is built once for all games


def wanted_libraries(games: Sequence[str]) -> list[Recipe]:
    """Those of some games, or of all, with everything that is built once."""
    return [*KERNELS, *(discovery.find(name).blueprint() for name in games or discovery.names())]


def build_now(parts: Sequence[Recipe], targets: Sequence[str], to: Path | None) -> None:
    """Build what is missing, or, for another processor or folder, everything."""
    if not targets and to is None:
        parts = [each for each in parts if is_missing(each)]
    if not parts:
        print("Everything is built already.")
        return
    if not machine.can_build():
        raise NotBuilt(store.NEEDS_NUMBA)
    store.lodge()
    arguments = [part for target in targets for part in ("--target", target)]
    arguments += ["--to", str(to.absolute())] if to else []
    start = time.perf_counter()
    with drawn_progress("Building", "Building; this takes up to two minutes.") as show:
        build(parts, show, arguments)
    print(f"Built in {time.perf_counter() - start:.1f} s.")
