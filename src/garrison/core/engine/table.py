"""The table of a game's entries, through which generic code and Python call its rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from garrison.core.engine import cache
from garrison.core.engine.blueprint import Blueprint
from garrison.core.engine.complaints import complaint_of
from garrison.core.engine.entries import SKILLS, build_entry
from garrison.core.engine.lane import COMPILED
from garrison.errors import BadRules


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
    measure: Any
    score: Any
    clash: Any
    direct: dict[str, Callable[..., Any]]
    reach: Any = None
    muster: Any = None


@dataclass(frozen=True)
class Skill:
    """What the search knows of a game: its entries `value`, `policy`, `hide` and `cues`, for generic code."""

    value: Any
    policy: Any
    hide: Any
    cues: Any


def build_skill(blueprint: Blueprint) -> Skill:
    """Make a game's skill, from the cache if its machine code is there."""
    functions, shapes = blueprint.skills(), blueprint.shapes()
    if not COMPILED:
        return Skill(**{name: build_entry(name, function, shapes, False) for name, function in functions.items()})
    with cache.folder_for(blueprint.skill_origin) as folder:
        return Skill(
            **{name: _built(blueprint, name, function, shapes, folder) for name, function in functions.items()}
        )


def build_table(blueprint: Blueprint) -> Table:
    """Make a game's table, from the cache if its machine code is there."""
    functions, shapes = blueprint.functions(), blueprint.shapes()
    if not COMPILED:
        built = {name: build_entry(name, function, shapes, False) for name, function in functions.items()}
        return Table(**built, direct=built)
    with cache.folder_for(blueprint.origin) as folder:
        built = {name: _built(blueprint, name, function, shapes, folder) for name, function in functions.items()}
    return Table(**built, direct={name: entry.ctypes for name, entry in built.items()})


def compile_entry(blueprint: Blueprint, name: str) -> None:
    """Compile one entry of a game into its cache folder."""
    is_skill = name in SKILLS
    functions = blueprint.skills() if is_skill else blueprint.functions()
    with cache.folder_for(blueprint.skill_origin if is_skill else blueprint.origin) as folder:
        build_entry(name, functions[name], blueprint.shapes(), folder is not None)


def _built(blueprint: Blueprint, name: str, function: Any, shapes: dict[str, Any], folder: Path | None) -> Any:
    """Compile an entry, or load it; a folder that is full or damaged is not used, and is replaced next time."""
    try:
        return build_entry(name, function, shapes, folder is not None)
    except Exception as error:
        complaint = complaint_of(error, Path(blueprint.folder))
        if complaint:
            raise BadRules(f"The rules of {blueprint.name} can't be compiled ({name}): {complaint}.") from error
        if folder is None:
            raise
        cache.warn_once(folder, error)
        cache.discard(folder)
        return build_entry(name, function, shapes, False)
