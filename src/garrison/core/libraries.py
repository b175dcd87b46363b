"""Machine code that is wanted and not there is built: in other processes, with a bar for those who wait."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import asdict

from garrison.core.engine import machine, store
from garrison.core.engine.blueprint import Blueprint
from garrison.core.engine.lane import COMPILED
from garrison.core.engine.machine import NotBuilt
from garrison.core.engine.store import Origin
from garrison.core.progress_bar import drawn_progress

Recipe = Blueprint | Origin  # a game, or the kernels of some modules
_may_build = True
Tell = Callable[[float, float], None]  # the share that is done, and the seconds left


def origin_of(recipe: Recipe) -> Origin:
    """What a library is made from."""
    return recipe.origin if isinstance(recipe, Blueprint) else recipe


def is_missing(recipe: Recipe) -> bool:
    """Whether there is no library that this machine can run."""
    return COMPILED and not machine.is_there(origin_of(recipe))


def build_no_more() -> None:
    """From now on, what is missing is refused: a server must not stop for it."""
    global _may_build
    _may_build = False


def need(*recipes: Recipe, tell: Tell | None = None) -> None:
    """See to it that there is machine code: what is missing is built, or one sentence says how to get it.

    Without `tell`, the progress is drawn.
    """
    missing = [each for each in recipes if is_missing(each)]
    if not missing:
        return
    if not (_may_build and machine.can_build()):
        raise NotBuilt(machine.missing(origin_of(missing[0])))
    store.lodge()
    if tell is not None:
        build(missing, tell)
        return
    names = ", ".join(origin_of(each).name for each in missing)
    title = f"Building {names} (only needed once)"
    with drawn_progress(title, f"{title}; later starts are quick.") as show:
        build(missing, show)


def build(recipes: Iterable[Recipe], tell: Tell, arguments: Iterable[str] = ()) -> None:
    """Build libraries in processes of their own, on all cores; raises `NotBuilt` with what went wrong."""
    paths = os.pathsep.join(path for path in sys.path if path)
    command = [sys.executable, "-m", "garrison.build", *arguments]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": paths},
        text=True,
    ) as process:
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None  # noqa: PT018
        try:
            with suppress(BrokenPipeError), process.stdin as pipe:  # it may have ended already, and says why
                pipe.write(json.dumps([described(each) for each in recipes]))
            for line in process.stdout:
                share, left = map(float, line.split())
                tell(share, left)
            words = process.stderr.read().strip()
        except BaseException:
            process.terminate()
            raise
    if process.returncode:
        raise NotBuilt(words.splitlines()[-1] if words else "The build ended without a word.")


def described(recipe: Recipe) -> dict[str, object]:
    """What is wanted as it is passed to another process."""
    return {"game" if isinstance(recipe, Blueprint) else "kernels": json.loads(json.dumps(asdict(recipe), default=str))}
