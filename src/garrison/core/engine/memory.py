"""How generic code reaches into positions: by address when compiled, by record when interpreted.

A *reference* stands for one record or one row of an array. Generic code makes references and hands them to a game's
entries; it never looks behind them, except at the header that every record begins with. To type checkers a reference is
an address in both lanes, and an address and some bytes more are a plain number again.

What machine code is made from has other forms of these functions (numba_memory.py); here they are for plain Python.
"""

from __future__ import annotations

from threading import Lock
from typing import Any, NewType

import numpy as np

from garrison.core.engine.lane import COMPILED
from garrison.core.engine.record import Array, StateRecord

CACHE_LINE = 64  # bytes
Address = NewType("Address", int)  # of a record, a row or an array; interpreted, it is the thing itself
_claiming = Lock()


def prefetch(address: Any) -> None:
    """Prefetch the memory at an address, without waiting for it; any address is allowed."""


def fetch(reference: Any, size: int) -> None:
    """Prefetch this many bytes, which are needed soon."""


def claim(reference: Any, amount: int) -> int:
    """Add to the number at an address, and say what it was before; no two threads get the same number."""
    with _claiming:
        reference[0] += amount
        return reference[0] - amount


def copy_bytes(target: Any, source: Any, size: int) -> None:
    """Copy this many bytes: those of a record."""
    for name in target.dtype.names:
        target[name] = source[name]


def stream(target: Any, source: Any, size: int) -> None:
    """Copy this many bytes, whole lines of them past the caches."""
    target[...] = source


def settle() -> None:
    """Wait until everybody sees what was streamed."""


def at(array: Array, index: int) -> Address:
    """A reference to element `index` of an array."""
    return array[index]


def start(array: Any) -> Address:
    """A reference to an array of which `row` finds the elements: in a loop, `at` would count users every time."""
    return array


def record_at(reference: Any, kind: np.dtype[Any]) -> Any:
    """The record of a type that a reference stands for."""
    return reference


def array_at(reference: Any, shape: int | tuple[int, ...], kind: type[np.generic] | np.dtype[Any]) -> Array:
    """The array of a shape and type that a reference stands for."""
    return reference


def header(reference: Any) -> StateRecord:
    """The header of the record that a reference stands for."""
    return reference


def clear(records: Array, index: int) -> None:
    """Set all bytes of a record to 0."""
    records[index] = np.zeros((), dtype=records.dtype)


def copy(records: Array, index: int, source: Array, source_index: int) -> None:
    """Copy all bytes of a record."""
    records[index] = source[source_index]


def row(reference: Any, index: int, size: int) -> Address:
    """A reference to element `index` of an array that begins at a reference, each of `size` bytes."""
    return reference[index]


def wipe(reference: Any, size: int) -> None:
    """Set all bytes of a record to 0."""
    for name in reference.dtype.names:
        reference[name] = 0


def digest(state: Any, start: int, size: int) -> int:
    """A number for all that a game itself has in its record: equal positions have equal ones."""
    return hash((int(state.waiting), state.tobytes()[start:]))


# --- From Python


def whole(array: Any) -> Address:
    """A reference to an array of which `row` and `array_at` find the elements."""
    return Address(array.ctypes.data) if COMPILED else array


def reference(array: Any) -> Address:
    """A reference to the first element of an array."""
    # Not __array_interface__, which first describes every field of a record.
    return Address(array.ctypes.data) if COMPILED else array[0]


def rows(records: Array) -> Array:
    """An array of records as generic code takes it: rows of bytes."""
    return records.view(np.uint8).reshape(len(records), records.dtype.itemsize) if COMPILED else records


def empty(dtype: np.dtype[Any], count: int = 1) -> Array:
    """Records of zeros: the padding is zero too, so that equal positions have equal bytes."""
    return np.zeros(count, dtype=dtype)


def copied(records: Array) -> Array:
    """A copy of all bytes: NumPy's own copy leaves the padding between fields undefined."""
    return records.view(np.uint8).copy().view(records.dtype)


def from_bytes(data: bytes, dtype: np.dtype[Any]) -> Array:
    """Records from their bytes."""
    return np.frombuffer(bytearray(data), dtype=dtype)
