"""Rules called from Python: the functions behind the machine code, for occasional calls."""

from __future__ import annotations

from collections.abc import Callable
from enum import EnumType
from functools import cache
from types import FunctionType
from typing import Any, TypeVar

from garrison.core.engine.rule import Members

Function = TypeVar("Function", bound=Callable[..., Any])
_members = cache(Members)  # an enumeration as rules in plain Python see it: quicker
_made: dict[Any, Any] = {}  # by the rule that they were made from


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
    if rule not in _made:
        function: Any = getattr(rule, "py_func", rule)
        names = dict(function.__globals__)
        made = FunctionType(function.__code__, names, function.__name__)
        made.__defaults__ = function.__defaults__
        _made[rule] = made  # first, since the code's names, which include those of fields, may lead back to this rule
        used: dict[str, Any] = {name: names.get(name) for name in function.__code__.co_names}
        names.update({name: plain(value) for name, value in used.items() if hasattr(value, "py_func")})
        names.update({name: _members(value) for name, value in used.items() if isinstance(value, EnumType)})
    return _made[rule]  # type: ignore[no-any-return]
