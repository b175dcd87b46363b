"""Compiling: one decorator for every rule, and the table through which generic code calls a game.

The same source runs in one of three lanes, chosen by `GARRISON_LANE` before Garrison is imported:

    compiled      Numba, no bounds checks: the product
    checked       Numba with bounds checks
    interpreted   plain Python, for debugging and coverage
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from garrison.core.errors import BadOption

LANES = ("compiled", "checked", "interpreted")
# Whoever switches Numba off, which is how its users debug, gets the lane that works without it.
USUAL_LANE = "interpreted" if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0") else "compiled"
LANE = os.environ.get("GARRISON_LANE", USUAL_LANE)
if LANE not in LANES:
    raise BadOption(f"GARRISON_LANE is {LANE!r}; it must be one of {', '.join(LANES)}.")
COMPILED = LANE != "interpreted"

Function = TypeVar("Function", bound=Callable[..., Any])

# The five functions of a game that generic code calls: name, and how many arguments follow (parameters, state).
ENTRIES = {"new": 0, "legal": 2, "step": 2, "observe": 2, "score": 1}

if COMPILED:
    import numba

    OPTIONS: dict[str, Any] = {"nogil": True, "boundscheck": LANE == "checked"}


def rule(function: Function) -> Function:
    """Make a function part of the rules: compiled in the compiled lanes, plain Python in the interpreted one.

    It may use what Numba's CPU and CUDA targets both compile: no allocation, lists, dicts, strings or exceptions.
    """
    return _with_wide_numbers(numba.njit(**OPTIONS)(function)) if COMPILED else function


def _with_wide_numbers(compiled: Any) -> Any:
    """Let rules hand whole numbers to each other as 64-bit ones only.

    Numba compiles a function once for every combination of the types of its arguments, and a constant, a member of an
    enumeration and an element of an array of small numbers have a type each: most rules would be compiled many times.
    """
    try:
        fold = compiled._compiler.fold_argument_types
        compiled._compiler.fold_argument_types = lambda args, kws: _widened(*fold(args, kws))
    except AttributeError:  # another Numba: compiling takes longer, and nothing else changes
        pass
    return compiled


def _widened(signature: Any, args: Any) -> tuple[Any, list[Any]]:
    return signature, [_wide(argument) for argument in args]


def _wide(argument: Any) -> Any:
    """The type that an argument is passed as: signed whole numbers of any kind become 64-bit ones."""
    types = numba.types
    if isinstance(argument, types.Omitted):
        argument = numba.typeof(argument.value)
    if isinstance(argument, types.IntEnumMember):
        argument = argument.dtype
    if isinstance(argument, types.BaseTuple):
        return types.Tuple([_wide(part) for part in argument])
    argument = types.unliteral(argument)
    is_whole = isinstance(argument, types.Integer) and argument.signed
    return types.int64 if is_whole else argument


GENERIC: dict[str, tuple[Any, str]] = {}  # the engine's loops by name, each with the words of its arguments


def generic(words: str) -> Callable[[Function], Function]:
    """Make a loop of the engine, compiled once for all games, its machine code kept on disk.

    `words` say the types of its arguments (see `core.entries`), so that it can be compiled before its first use.
    """

    def decorate(function: Function) -> Function:
        if not COMPILED:
            return function
        from garrison.core.engine import cache

        with cache.folder_for("engine") as folder:
            compiled: Function = numba.njit(cache=folder is not None, **OPTIONS)(function)
        GENERIC[function.__name__] = (compiled, words)
        return compiled

    return decorate


@dataclass(frozen=True)
class Table:
    """A game's five entries.

    The named ones are for generic code (C functions when compiled); `direct` holds the same for calls from Python.
    Both take references (see `core.memory`): addresses when compiled, records and arrays when interpreted.
    """

    new: Any
    legal: Any
    step: Any
    observe: Any
    score: Any
    direct: dict[str, Callable[..., None]]


def table_of(game: str, folder: str, functions: dict[str, Any], shapes: dict[str, Any], only: str = "") -> Table | None:
    """Build a game's table from its rule functions; with `only`, compile just that entry into the cache.

    `shapes` holds what an entry needs to know to turn addresses into records: the two record types, the number of
    actions and players and the shape of an observation.
    """
    if not COMPILED:
        return Table(**functions, direct=dict(functions))
    from garrison.core.engine import cache, entries

    with cache.folder_for(game, folder) as cached:
        if only:
            entries.compile_entry(only, functions[only], shapes, cached is not None)
            return None
        compiled = {name: _compile(name, functions[name], shapes, cached) for name in ENTRIES}
    return Table(**compiled, direct={name: entry.ctypes for name, entry in compiled.items()})


def _compile(name: str, function: Any, shapes: dict[str, Any], folder: Path | None) -> Any:
    """Compile an entry, or load it; a folder that is full or damaged is done without, and made anew next time."""
    from garrison.core.engine import cache, entries

    try:
        return entries.compile_entry(name, function, shapes, folder is not None)
    except numba.errors.NumbaError:
        raise
    except Exception as error:
        if folder is None:
            raise
        cache.warn_once(folder, error)
        cache.discard(folder)
        return entries.compile_entry(name, function, shapes, False)


def forget_cache() -> None:
    """Let the engine's loops be compiled without a cache folder, where it can't be used."""
    from numba.core.caching import NullCache

    for compiled, _ in GENERIC.values():
        compiled._cache = NullCache()
