"""How generic code reaches into positions: by address when compiled, by record when interpreted.

A *reference* stands for one record or one row of an array. Generic code makes references and hands them to a game's
entries; it never looks behind them, except at the header that every record begins with. To type checkers a reference is
an address in both lanes, and an address and some bytes more are a plain number again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NewType

import numpy as np

from garrison.core.engine.lane import COMPILED
from garrison.core.engine.record import HEADER, Array, StateRecord
from garrison.core.engine.rule import rule

CACHE_LINE = 64  # bytes
Address = NewType("Address", int)  # of a record, a row or an array; interpreted, it is the thing itself

if COMPILED or TYPE_CHECKING:  # type checkers see this half alone
    import numba
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def pointer(context, address):  # type: ignore[no-untyped-def]
        """The address as a pointer that `carray` takes."""

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            return builder.inttoptr(arguments[0], ir.IntType(8).as_pointer())

        return types.voidptr(types.intp), generate

    @intrinsic
    def prefetch(context, address):  # type: ignore[no-untyped-def]
        """Prefetch the memory at an address, without waiting for it; any address is allowed."""

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            place, number = ir.IntType(8).as_pointer(), ir.IntType(32)
            kind = ir.FunctionType(ir.VoidType(), [place, number, number, number])
            ask = builder.module.declare_intrinsic("llvm.prefetch", [place], kind)
            builder.call(ask, [builder.inttoptr(arguments[0], place), number(0), number(2), number(1)])
            return context.get_dummy_value()

        return types.void(address), generate

    @rule
    def fetch(reference: int, size: int) -> None:
        """Prefetch this many bytes, which are needed soon."""
        for line in range(0, size, CACHE_LINE):
            prefetch(reference + line)

    @intrinsic
    def claim(context, reference, amount):  # type: ignore[no-untyped-def]
        """Add to the number at an address, and say what it was before; no two threads get the same number."""

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            place = builder.inttoptr(arguments[0], ir.IntType(64).as_pointer())
            return builder.atomic_rmw("add", place, arguments[1], "seq_cst")

        return types.intp(types.intp, types.intp), generate

    @intrinsic
    def stream_line(context, target, source):  # type: ignore[no-untyped-def]
        """Copy a cache line to where a line begins, past the caches: what was there is not read."""

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            line = ir.VectorType(ir.IntType(64), CACHE_LINE // 8).as_pointer()
            read = builder.load(builder.inttoptr(arguments[1], line), align=1)
            stored = builder.store(read, builder.inttoptr(arguments[0], line), align=CACHE_LINE)
            stored.set_metadata("nontemporal", builder.module.add_metadata([ir.Constant(ir.IntType(32), 1)]))
            return context.get_dummy_value()

        return types.void(types.intp, types.intp), generate

    @intrinsic
    def settle(context):  # type: ignore[no-untyped-def]
        """Wait until everybody sees what was streamed."""

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            builder.fence("seq_cst")
            return context.get_dummy_value()

        return types.void(), generate

    @rule
    def copy_bytes(target: int, source: int, size: int) -> None:
        """Copy this many bytes: those of a record."""
        to, given = array_at(target, size, np.uint8), array_at(source, size, np.uint8)
        for byte in range(size):
            to[byte] = given[byte]

    @rule
    def stream(target: int, source: int, size: int) -> None:
        """Copy this many bytes, whole lines of them past the caches."""
        done = min(-target % CACHE_LINE, size)
        copy_bytes(target, source, done)
        while done + CACHE_LINE <= size:
            stream_line(target + done, source + done)
            done += CACHE_LINE
        copy_bytes(target + done, source + done, size - done)

    @rule
    def at(array: Array, index: int) -> Address:
        """A reference to element `index` of an array."""
        return array.ctypes.data + index * array.strides[0]  # type: ignore[return-value]  # Numba knows no NewType

    @rule
    def start(array: Array) -> Address:
        """A reference to an array of which `row` finds the elements: in a loop, `at` would count users every time."""
        return array.ctypes.data  # type: ignore[return-value]

    @rule
    def record_at(reference: int, kind: np.dtype[Any]) -> Any:
        """The record of a type that a reference stands for."""
        return numba.carray(pointer(reference), 1, kind)[0]

    @rule
    def array_at(reference: int, shape: int | tuple[int, ...], kind: type[np.generic] | np.dtype[Any]) -> Array:
        """The array of a shape and type that a reference stands for."""
        return numba.carray(pointer(reference), shape, kind)

    @rule
    def header(reference: int) -> StateRecord:
        """The header of the record that a reference stands for."""
        return record_at(reference, HEADER)

    @rule
    def clear(records: Array, index: int) -> None:
        """Set all bytes of a record to 0."""
        records[index, :] = 0

    @rule
    def copy(records: Array, index: int, source: Array, source_index: int) -> None:
        """Copy all bytes of a record; the loop compiles to one memory copy, which assigning rows does not."""
        for byte in range(records.shape[1]):
            records[index, byte] = source[source_index, byte]

    @rule
    def row(reference: int, index: int, size: int) -> Address:
        """A reference to element `index` of an array that begins at a reference, each of `size` bytes."""
        return reference + index * size  # type: ignore[return-value]

    @rule
    def wipe(reference: int, size: int) -> None:
        """Set all bytes of a record to 0."""
        numbers = array_at(reference, size, np.uint8)
        for byte in range(size):
            numbers[byte] = 0

    def whole(array: Array) -> Address:
        """A reference to an array of which `row` and `array_at` find the elements, from Python."""
        return Address(array.ctypes.data)

    def reference(array: Array) -> Address:
        """A reference to the first element of an array, from Python."""
        return Address(array.ctypes.data)  # not __array_interface__, which first describes every field of a record

    def rows(records: Array) -> Array:
        """An array of records as generic code takes it: rows of bytes."""
        return records.view(np.uint8).reshape(len(records), records.dtype.itemsize)

else:
    from threading import Lock

    _claiming = Lock()

    def prefetch(address: Any) -> None:
        pass

    def fetch(reference: Any, size: Any) -> None:
        pass

    def claim(reference: Any, amount: Any) -> Any:
        with _claiming:
            reference[0] += amount
            return reference[0] - amount

    def copy_bytes(target: Any, source: Any, size: Any) -> None:
        for name in target.dtype.names:
            target[name] = source[name]

    def stream(target: Any, source: Any, size: Any) -> None:
        target[...] = source

    def settle() -> None:
        pass

    def at(array: Any, index: Any) -> Any:
        return array[index]

    def start(array: Any) -> Any:
        return array

    def record_at(reference: Any, kind: Any) -> Any:
        return reference

    def array_at(reference: Any, shape: Any, kind: Any) -> Any:
        return reference

    def header(reference: Any) -> Any:
        return reference

    def clear(records: Any, index: Any) -> None:
        records[index] = np.zeros((), dtype=records.dtype)

    def copy(records: Any, index: Any, source: Any, source_index: Any) -> None:
        records[index] = source[source_index]

    def row(reference: Any, index: Any, size: Any) -> Any:
        return reference[index]

    def wipe(reference: Any, size: Any) -> None:
        for name in reference.dtype.names:
            reference[name] = 0

    def whole(array: Any) -> Any:
        return array

    def reference(array: Any) -> Any:
        return array[0]

    def rows(records: Any) -> Any:
        return records


def empty(dtype: np.dtype[Any], count: int = 1) -> Array:
    """Records of zeros: the padding is zero too, so that equal positions have equal bytes."""
    return np.zeros(count, dtype=dtype)


def copied(records: Array) -> Array:
    """A copy of all bytes: NumPy's own copy leaves the padding between fields undefined."""
    return records.view(np.uint8).copy().view(records.dtype)


def from_bytes(data: bytes, dtype: np.dtype[Any]) -> Array:
    """Records from their bytes."""
    return np.frombuffer(bytearray(data), dtype=dtype)
