"""Rules called from Python, now and then."""

from __future__ import annotations

from collections.abc import Callable
from enum import EnumType
from functools import cache
from types import FunctionType
from typing import Any, TypeVar

from garrison.core.engine.rule import Members, is_rule

Function = TypeVar("Function", bound=Callable[..., Any])
_members = cache(Members)  # an enumeration as rules in plain Python see it: quicker
_plain_rules: dict[Any, Any] = {}  # by the rule that they were made from


def plain(rule: Function) -> Function:
    """The same rule, with all the rules that it uses, where members of enumerations are plain numbers: quicker, for a
    scene that just needs a price.

    >>> from garrison.core.engine.rule import rule
    >>> @rule
    ... def doubled(number):
    ...     return 2 * number
    >>> plain(doubled)(21)
    42
    """
    if rule not in _plain_rules:
        function: Any = rule
        names = dict(function.__globals__)
        copy = FunctionType(function.__code__, names, function.__name__)
        copy.__defaults__ = function.__defaults__
        _plain_rules[rule] = copy  # first: the code's names, which include those of fields, may lead back here
        needs: dict[str, Any] = {name: names.get(name) for name in function.__code__.co_names}
        names.update({name: plain(value) for name, value in needs.items() if is_rule(value)})
        names.update({name: _members(value) for name, value in needs.items() if isinstance(value, EnumType)})
    return _plain_rules[rule]  # type: ignore[no-any-return]
