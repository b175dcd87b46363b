"""A game's five entries as C functions over addresses, so that generic code is compiled once for all games.

Each template below is compiled once per game with that game's globals (`RULE`, `STATE`, ...) in place of this
module's: no closure, because Numba's cache on disk cannot recognise a closure over a compiled function.
"""

from __future__ import annotations

from types import FunctionType
from typing import Any

import numba
import numpy as np
from numba import types

from garrison.core.engine.memory import pointer
from garrison.core.engine.record import DICE
from garrison.core.engine.rule import ENTRIES, OPTIONS

RULE: Any = None
STATE: Any = None
PARAMETERS: Any = None
ACTIONS: Any = None
PLAYERS: Any = None
PLANES: Any = None


def new(parameters: int, state: int) -> None:
    RULE(numba.carray(pointer(parameters), 1, PARAMETERS)[0], numba.carray(pointer(state), 1, STATE)[0])


def legal(parameters: int, state: int, player: int, mask: int) -> None:
    RULE(
        numba.carray(pointer(parameters), 1, PARAMETERS)[0],
        numba.carray(pointer(state), 1, STATE)[0],
        player,
        numba.carray(pointer(mask), ACTIONS, np.uint8),
    )


def step(parameters: int, state: int, player: int, action: int) -> None:
    RULE(numba.carray(pointer(parameters), 1, PARAMETERS)[0], numba.carray(pointer(state), 1, STATE)[0], player, action)


def observe(parameters: int, state: int, player: int, planes: int) -> None:
    RULE(
        numba.carray(pointer(parameters), 1, PARAMETERS)[0],
        numba.carray(pointer(state), 1, STATE)[0],
        player,
        numba.carray(pointer(planes), PLANES, np.uint8),
    )


def score(parameters: int, state: int, out: int) -> None:
    RULE(
        numba.carray(pointer(parameters), 1, PARAMETERS)[0],
        numba.carray(pointer(state), 1, STATE)[0],
        numba.carray(pointer(out), PLAYERS, np.float64),
    )


TEMPLATES = {"new": new, "legal": legal, "step": step, "observe": observe, "score": score}


def compile_entry(name: str, function: Any, shapes: dict[str, Any], cache: bool) -> Any:
    """Compile one entry of a game, or load it from the cache folder that is in force."""
    template = TEMPLATES[name]
    namespace = {**globals(), **shapes, "RULE": function}
    entry = FunctionType(template.__code__, namespace, name)
    entry.__qualname__ = f"entry_{name}"
    signature = types.void(*[types.intp] * (2 + ENTRIES[name]))
    return numba.cfunc(signature, cache=cache, **OPTIONS)(entry)


def _entry_type(name: str) -> Any:
    return types.FunctionType(types.void(*[types.intp] * (2 + ENTRIES[name])))


# What the words in `generic` mean.
WORDS = {
    **{name: _entry_type(name) for name in ENTRIES},
    "ref": types.intp,
    "whole": types.intp,
    "seed": types.uint64,
    "rows": types.Array(types.uint8, 2, "C"),
    "masks": types.Array(types.uint8, 2, "C"),
    "wholes": types.Array(types.int64, 1, "C"),
    "seeds": types.Array(types.uint64, 1, "C"),
    "planes": types.Array(types.uint8, 4, "C"),
    "scores": types.Array(types.float64, 2, "C"),
    "counts": types.Array(types.int64, 2, "C"),
    "dice": types.Array(numba.from_dtype(DICE), 1, "C"),
}


def compile_generic(compiled: Any, words: str) -> None:
    """Compile one of the engine's loops, or load it from the cache."""
    compiled.compile(tuple(WORDS[word] for word in words.split()))
