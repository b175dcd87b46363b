"""One decorator for every rule."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any, TypeVar

from garrison.core.engine.lane import COMPILED, LANE

Function = TypeVar("Function", bound=Callable[..., Any])

if COMPILED:
    import numba

    from garrison.core.engine.numba_doors import RuleCompiler, with_wide_numbers

    OPTIONS: dict[str, Any] = {"nogil": True, "boundscheck": LANE == "checked"}


def rule(function: Function) -> Function:
    """Make a function part of the rules: compiled in the compiled lanes, plain Python in the interpreted one.

    It may use what Numba's CPU and CUDA targets both compile: no allocation, lists, dicts, strings or exceptions.
    """
    if not COMPILED:
        return function
    compiled: Function = with_wide_numbers(numba.njit(pipeline_class=RuleCompiler, **OPTIONS)(function))
    return compiled


def interpreted(function: Any) -> Any:
    """A rule, and all that it calls, as plain Python in every lane: for what is asked before anything is compiled.

    It takes whatever has the fields that it looks at, also lists and numbers of Python.

    >>> @rule
    ... def twice(number):
    ...     return 2 * number
    >>> @rule
    ... def second_field(s):
    ...     return twice(s[1])
    >>> interpreted(second_field)([3, 4])
    8
    """
    source = getattr(function, "py_func", function)
    used = {name: value for name, value in source.__globals__.items() if name in source.__code__.co_names}
    plain = {name: interpreted(value) if hasattr(value, "py_func") else value for name, value in used.items()}
    return FunctionType(source.__code__, plain, source.__name__)
