"""One decorator for every rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from garrison.core.engine.lane import COMPILED, LANE

Function = TypeVar("Function", bound=Callable[..., Any])

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
