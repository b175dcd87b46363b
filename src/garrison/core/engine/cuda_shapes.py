"""Arrays in other shapes, as Numba compiles them for GPUs.

Numba asks a function in a file of its own how to lay an array out in another shape. Machine code that such a file is
linked to is not kept on disk, and nothing that is known about the array gets past the call. The arrays of rules are in
one piece, so that what they are in another shape follows from it.

This relies on internals of Numba, as `numba_rules` does.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any


def reshape_at_once() -> None:
    """Lay arrays that are in one piece out where they are needed."""
    with suppress(AttributeError, ImportError):
        from numba.cuda import cgutils
        from numba.cuda.np import arrayobj

        ask = arrayobj._attempt_nocopy_reshape

        def lay_out(context: Any, builder: Any, kind: Any, array: Any, places: int, shape: Any, strides: Any) -> Any:
            if kind.layout != "C":
                return ask(context, builder, kind, array, places, shape, strides)
            step = array.itemsize
            for place in reversed(range(places)):
                builder.store(step, cgutils.gep_inbounds(builder, strides, 0, place))
                step = builder.mul(step, builder.load(cgutils.gep_inbounds(builder, shape, 0, place)))
            return context.get_constant_generic(builder, _int32(), 1)

        arrayobj._attempt_nocopy_reshape = lay_out


def _int32() -> Any:
    from numba import types

    return types.intc
