"""Calls of machine code where the extension for them is not built: by ctypes, at two microseconds each."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from operator import index
from typing import Any

import numpy as np

from garrison.core.engine import faults


def slow_caller(address: int, words: str, returns: bool, releases: bool) -> Callable[..., Any]:
    """A function at an address, as Python calls it; each word is two characters (see `kernel.WORDS`)."""
    kinds = [words[place : place + 2] for place in range(0, len(words), 2)]
    count = sum(_width(kind) for kind in kinds)
    prototype = ctypes.CFUNCTYPE if releases else ctypes.PYFUNCTYPE
    function = prototype(ctypes.c_int64 if returns else None, *[ctypes.c_int64] * count)(address)
    has_arrays = count > len(kinds)

    def call(*values: Any) -> Any:
        if len(values) != len(kinds):
            raise TypeError(f"{len(kinds)} arguments are needed, not {len(values)}.")
        result = function(*_flat(kinds, values)) if has_arrays else function(*map(index, values))
        faults.check()
        return result

    return call


def _width(kind: str) -> int:
    return {"n": 1, "s": 3}.get(kind[0]) or 1 + int(kind[0])


def _flat(kinds: list[str], values: tuple[Any, ...]) -> list[int]:
    flat: list[int] = []
    for kind, value in zip(kinds, values, strict=True):
        flat += (index(value),) if kind[0] == "n" else _array(kind, value)
    return flat


def _array(kind: str, array: Any) -> tuple[int, ...]:
    """An array's address and shape, and its stride where rows need not be in one piece."""
    dimensions = 1 if kind[0] == "s" else int(kind[0])
    fits = isinstance(array, np.ndarray) and (array.ndim, array.itemsize) == (dimensions, int(kind[1]))
    if not fits or (kind[0] != "s" and not (array.flags.c_contiguous and array.flags.writeable)):
        raise TypeError(f"An array of {dimensions} dimensions and elements of {kind[1]} bytes in one piece is needed.")
    strides = array.strides if kind[0] == "s" else ()
    return (array.ctypes.data, *array.shape, *strides)
