"""Rules called from Python: the functions behind the machine code, for occasional calls."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import FunctionType
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])


@cache
def plain(rule: Function) -> Function:
    """The same rule in plain Python, with all the rules that it uses.

    Called from Python, a compiled rule would be compiled again for the arguments of that call, which takes seconds: too
    long for a scene that just needs a price.

    >>> from garrison.core.engine.rule import rule
    >>> @rule
    ... def doubled(number):
    ...     return 2 * number
    >>> plain(doubled)(21)
    42
    """
    function: Any = getattr(rule, "py_func", rule)
    used = {name: function.__globals__.get(name) for name in function.__code__.co_names}
    rules = {name: plain(value) for name, value in used.items() if hasattr(value, "py_func")}
    made: Any = FunctionType(function.__code__, {**function.__globals__, **rules}, function.__name__)
    made.__defaults__ = function.__defaults__
    return made  # type: ignore[no-any-return]
