"""Calling a game's entries by address, so that a loop needs no function among its arguments.

Passing a compiled function to another one from Python costs ten times as much as passing a number.
"""

from __future__ import annotations

from typing import Any, cast

from garrison.core.engine.lane import COMPILED
from garrison.core.engine.memory import Address

if COMPILED:
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic

    def _call(builder: Any, signature: Any, arguments: Any, returned: Any) -> Any:
        """The instructions that call a C function over addresses and whole numbers."""
        number = ir.IntType(64)
        given = cgutils.unpack_tuple(builder, arguments[1], len(signature.args[1]))
        kind = ir.FunctionType(returned, [number] * len(given))
        return builder.call(builder.inttoptr(arguments[0], kind.as_pointer()), given)

    @intrinsic
    def ask(context, entry, arguments):  # type: ignore[no-untyped-def]
        """What the entry at an address returns for these arguments."""

        def generate(context, builder, signature, given):  # type: ignore[no-untyped-def]
            return _call(builder, signature, given, ir.IntType(64))

        return types.intp(entry, arguments), generate

    @intrinsic
    def tell(context, entry, arguments):  # type: ignore[no-untyped-def]
        """Call the entry at an address, which returns nothing."""

        def generate(context, builder, signature, given):  # type: ignore[no-untyped-def]
            _call(builder, signature, given, ir.VoidType())
            return context.get_dummy_value()

        return types.void(entry, arguments), generate

    def entry_address(entry: Any) -> Address:
        """An entry as `ask` and `tell` take it; 0 stands for one that a game does not have."""
        return Address(entry.address if entry is not None else 0)

else:

    def ask(entry: Any, arguments: Any) -> Any:
        """What an entry returns for these arguments."""
        return entry(*arguments)

    def tell(entry: Any, arguments: Any) -> Any:
        """Call an entry, which returns nothing."""
        entry(*arguments)

    def entry_address(entry: Any) -> Address:
        """An entry as `ask` and `tell` take it."""
        return cast("Address", entry)
