"""One decorator for every rule."""

from __future__ import annotations

from collections.abc import Callable
from enum import EnumType
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
        _name_members(function.__globals__)
        return function
    return _compiled(function)


def part(function: Function) -> Function:
    """Make a rule part of whatever calls it, which then takes no call: for what a pass does at every step."""
    return _compiled(function, forceinline=True) if COMPILED else function


def _compiled(function: Function, **options: Any) -> Function:
    compiled: Function = with_wide_numbers(numba.njit(pipeline_class=RuleCompiler, **OPTIONS, **options)(function))
    return compiled


def _name_members(names: dict[str, Any]) -> None:
    """Give the enumerations among some names their members as attributes, which Python 3.11 looks up in Python."""
    for kind in names.values():
        if isinstance(kind, EnumType):
            for name in kind.__members__:
                type.__setattr__(kind, name, kind[name])
