"""The table of a game's entries, through which generic code and Python call its rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from garrison.core.engine import cache
from garrison.core.engine.blueprint import Blueprint
from garrison.core.engine.entries import build_entry
from garrison.core.engine.lane import COMPILED


@dataclass(frozen=True)
class Table:
    """A game's entries.

    The named ones are for generic code (C functions when compiled); `direct` holds the same for calls from Python.
    Both take references (see `memory`): addresses when compiled, records and arrays when interpreted.
    """

    new: Any
    legal: Any
    step: Any
    observe: Any
    score: Any
    direct: dict[str, Callable[..., None]]
    reach: Any = None


def build_table(blueprint: Blueprint) -> Table:
    """Make a game's table, from the cache where its machine code is there."""
    functions, shapes = blueprint.functions(), blueprint.shapes()
    if not COMPILED:
        built = {name: build_entry(name, function, shapes, False) for name, function in functions.items()}
        return Table(**built, direct=built)
    with cache.folder_for(blueprint.origin) as folder:
        built = {name: _built(name, function, shapes, folder) for name, function in functions.items()}
    return Table(**built, direct={name: entry.ctypes for name, entry in built.items()})


def compile_entry(blueprint: Blueprint, name: str) -> None:
    """Compile one entry of a game into its cache folder."""
    with cache.folder_for(blueprint.origin) as folder:
        build_entry(name, blueprint.functions()[name], blueprint.shapes(), folder is not None)


def _built(name: str, function: Any, shapes: dict[str, Any], folder: Path | None) -> Any:
    """Compile an entry, or load it; a folder that is full or damaged is left out, and replaced next time."""
    from numba.core.errors import NumbaError

    try:
        return build_entry(name, function, shapes, folder is not None)
    except NumbaError:
        raise
    except Exception as error:
        if folder is None:
            raise
        cache.warn_once(folder, error)
        cache.discard(folder)
        return build_entry(name, function, shapes, False)
