"""The memory of rules and kernels as Numba compiles it: addresses.

Each function here stands in machine code for that of its name in `memory`, `calls` and `local_array`. Only the build
imports it, and whoever compiles for a GPU.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import make_array, populate_array

from garrison.core.engine.memory import CACHE_LINE, Address
from garrison.core.engine.record import HEADER, Array, StateRecord
from garrison.core.engine.rule import rule

ALIGNMENT = 16  # bytes, of a rule's own arrays


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
        store = builder.store(read, builder.inttoptr(arguments[0], line), align=CACHE_LINE)
        store.set_metadata("nontemporal", builder.module.add_metadata([ir.Constant(ir.IntType(32), 1)]))
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
    target_bytes, source_bytes = array_at(target, size, np.uint8), array_at(source, size, np.uint8)
    for byte in range(size):
        target_bytes[byte] = source_bytes[byte]


@rule
def stream(target: int, source: int, size: int) -> None:
    """Copy this many bytes, whole lines of them past the caches."""
    offset = min(-target % CACHE_LINE, size)
    copy_bytes(target, source, offset)
    while offset + CACHE_LINE <= size:
        stream_line(target + offset, source + offset)
        offset += CACHE_LINE
    copy_bytes(target + offset, source + offset, size - offset)


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


# --- Calls by address


def _call(builder: Any, signature: Any, arguments: Any, result: Any) -> Any:
    """The instructions that call a C function over addresses and whole numbers."""
    number = ir.IntType(64)
    numbers = cgutils.unpack_tuple(builder, arguments[1], len(signature.args[1]))
    kind = ir.FunctionType(result, [number] * len(numbers))
    return builder.call(builder.inttoptr(arguments[0], kind.as_pointer()), numbers)


@intrinsic
def ask(context, entry, arguments):  # type: ignore[no-untyped-def]
    """What the entry at an address returns for these arguments."""

    def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
        return _call(builder, signature, values, ir.IntType(64))

    return types.intp(entry, arguments), generate


@intrinsic
def tell(context, entry, arguments):  # type: ignore[no-untyped-def]
    """Call the entry at an address, which returns nothing."""

    def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
        _call(builder, signature, values, ir.VoidType())
        return context.get_dummy_value()

    return types.void(entry, arguments), generate


# --- A rule's own memory


@intrinsic(prefer_literal=True)
def local_array(context, length, kind):  # type: ignore[no-untyped-def]
    """An array of zeros in the frame of the rule that asks for it."""
    element, count = kind.dtype, length.literal_value

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        size = context.get_abi_sizeof(context.get_data_type(element))
        with builder.goto_entry_block():
            place = builder.alloca(ir.ArrayType(ir.IntType(8), count * size))
            place.align = ALIGNMENT
        cgutils.memset(builder, place, ir.IntType(64)(count * size), 0)
        array = make_array(signature.return_type)(context, builder)
        numbers = [context.get_constant(types.intp, number) for number in (count, size)]
        data = builder.bitcast(place, array.data.type)
        populate_array(array, data=data, shape=numbers[:1], strides=numbers[1:], itemsize=numbers[1], meminfo=None)
        return array._getvalue()

    return types.Array(element, 1, "C")(length, kind), generate
