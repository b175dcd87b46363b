"""The engine's kernels: loops over many positions, compiled once for all games and kept on disk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from garrison.core.engine import cache
from garrison.core.engine.lane import COMPILED
from garrison.core.engine.rule import Function

if COMPILED:
    import numba
    from numba import types

    from garrison.core.engine.entries import TEMPLATES, signature_of
    from garrison.core.engine.numba_doors import EntryCompiler
    from garrison.core.engine.record import DICE
    from garrison.core.engine.rule import OPTIONS

    # The types behind the words that `kernel` takes.
    WORDS = {
        **{name: types.FunctionType(signature_of(name)) for name in TEMPLATES},
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

KERNELS: dict[str, tuple[Any, str]] = {}  # all of them by name, each with the words of its arguments
_cached = False


def kernel(words: str, origin: cache.Origin = cache.ENGINE) -> Callable[[Function], Function]:
    """Make a kernel; `words` give the types of its arguments, so that it can be compiled in advance.

    One that is not the engine's own says what else it is made from; it is compiled, or loaded, when it is first called.
    """

    def decorate(function: Function) -> Function:
        if not COMPILED:
            return function
        options = {"pipeline_class": EntryCompiler, **OPTIONS}
        if origin != cache.ENGINE:
            with cache.folder_for(origin) as folder:
                kept: Function = numba.njit(cache=folder is not None, **options)(function)
            return kept
        compiled: Function = numba.njit(**options)(function)
        KERNELS[function.__name__] = (compiled, words)
        if _cached:
            _cache(compiled)
        return compiled

    return decorate


def compile_all() -> None:
    """Compile every kernel into the cache, or load it from there."""
    use_cache()
    for compiled, words in KERNELS.values():
        compiled.compile(tuple(WORDS[word] for word in words.split()))


def use_cache() -> None:
    """From now on load the kernels from the cache, and add what is missing."""
    global _cached
    if not _cached:
        _cached = True
        _cache(*(compiled for compiled, _ in KERNELS.values()))


def _cache(*made: Any) -> None:
    with cache.folder_for(cache.ENGINE) as folder:
        for compiled in made if folder else ():
            compiled.enable_caching()
