"""Kernels: loops over many positions, compiled once for all games and kept on disk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

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
        "given": types.Array(types.int64, 1, "A", readonly=True),  # a caller's: in any form, and only read
        "seeds": types.Array(types.uint64, 1, "C"),
        "planes": types.Array(types.uint8, 4, "C"),
        "scores": types.Array(types.float64, 2, "C"),
        "counts": types.Array(types.int64, 2, "C"),
        "dice": types.Array(numba.from_dtype(DICE), 1, "C"),
    }


class Kernel(NamedTuple):
    """A kernel: what Numba made of it, the words for the types of its arguments, and what it is made from."""

    compiled: Any
    words: str
    origin: cache.Origin


KERNELS: dict[str, Kernel] = {}  # those that Python calls, by name
INNER: dict[str, Kernel] = {}  # those that kernels call
_cached: set[cache.Origin] = set()


def kernel(words: str, origin: cache.Origin = cache.ENGINE, nogil: bool = True) -> Callable[[Function], Function]:
    """Make a kernel; `words` give the types of its arguments, so that it can be compiled in advance.

    One that is not the engine's own says what else it is made from. Other threads of Python may run in the meantime,
    except with `nogil=False`.
    """

    def decorate(function: Function) -> Function:
        if not COMPILED:
            return function
        compiled: Function = numba.njit(pipeline_class=EntryCompiler, **{**OPTIONS, "nogil": nogil})(function)
        KERNELS[function.__name__] = Kernel(compiled, words, origin)
        if origin in _cached:
            _cache(origin, compiled)
        return compiled

    return decorate


class Inner:
    """A kernel that kernels call by its address: compiled once, and not again within each of them."""

    def __init__(self, function: Any, words: str) -> None:
        self._function, self._words, self._made = function, words, None

    def enable_caching(self) -> None:
        """Load it from the current cache folder, or compile it there."""
        self._make(cache=True)

    def compile(self, kinds: Any) -> Any:
        """Compile it, unless that is done."""
        return self._made or self._make(cache=False)

    @property
    def address(self) -> int:
        """Where its machine code is."""
        return int(self.compile(None).address)

    def _make(self, cache: bool) -> Any:
        signature = types.void(*_kinds(self._words))
        decorate = numba.cfunc(signature, cache=cache, pipeline_class=EntryCompiler, **OPTIONS)
        self._made = decorate(self._function)
        return self._made


def inner_kernel(words: str, origin: cache.Origin) -> Callable[[Function], Any]:
    """Make a kernel that returns nothing and that other kernels call by its address (`calls.tell`)."""

    def decorate(function: Function) -> Any:
        if not COMPILED:
            return function
        made = Inner(function, words)
        INNER[function.__name__] = Kernel(made, words, origin)
        if origin in _cached:
            _cache(origin, made)
        return made

    return decorate


def compile_all(origin: cache.Origin = cache.ENGINE) -> None:
    """Compile every kernel of an origin into the cache, or load it from there."""
    use_cache(origin)
    for each in _of(origin):
        each.compiled.compile(_types_of(each))


def direct(compiled: Any) -> Any:
    """A kernel as Python calls it fastest: without a look at its arguments, which must be of the right types.

    Of an array, not even the number of dimensions is looked at.
    """
    if not COMPILED:
        return compiled
    return compiled.compile(_types_of(KERNELS[compiled.__name__]))


def use_cache(origin: cache.Origin = cache.ENGINE) -> None:
    """From now on load the kernels from the cache, and add what is missing."""
    if origin not in _cached:
        _cached.add(origin)
        _cache(origin, *(each.compiled for each in _of(origin)))


def _types_of(made: Kernel) -> tuple[Any, ...]:
    return _kinds(made.words)


def _kinds(words: str) -> tuple[Any, ...]:
    return tuple(WORDS[word] for word in words.split())


def _of(origin: cache.Origin) -> list[Kernel]:
    return [each for each in (*KERNELS.values(), *INNER.values()) if each.origin == origin]


def _cache(origin: cache.Origin, *made: Any) -> None:
    with cache.folder_for(origin) as folder:
        for compiled in made if folder else ():
            compiled.enable_caching()
