"""One decorator for every rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import EnumType
from types import FunctionType
from typing import Any, TypeVar

import numpy as np

Function = TypeVar("Function", bound=Callable[..., Any])


def rule(function: Function) -> Function:
    """Make a function part of the rules. It stays plain Python: machine code is made from it by the build.

    It may use what Numba's CPU and CUDA targets both compile: no allocation, lists, dicts, strings or exceptions.
    """
    return _marked(function, is_part=False)


def part(function: Function) -> Function:
    """Make a rule that is inlined into its callers, for what a pass does at every step."""
    return _marked(function, is_part=True)


def _marked(function: Function, is_part: bool) -> Function:
    vars(function)["is_part"] = is_part
    _plain_members(function.__globals__)
    return function


def is_rule(value: object) -> bool:
    """Whether something is a rule, which machine code can call."""
    return isinstance(value, FunctionType) and "is_part" in vars(value)


def _plain_members(names: dict[str, Any]) -> None:
    """Replace the enumerations that a module has imported by what its rules need of them."""
    for name, kind in names.items():
        if isinstance(kind, EnumType) and kind.__members__ and kind.__module__ != names["__name__"]:
            names[name] = Members(kind)


class Members:
    """An enumeration whose members are plain 64-bit numbers, as they are in machine code.

    NumPy compares its numbers with these 50 times as fast as with members of an enumeration. In everything else it is
    the enumeration.

    >>> from enum import IntEnum
    >>> colours = Members(IntEnum("Colour", "RED GREEN"))
    >>> print(colours.GREEN, colours(2).name, len(list(colours)))
    2 GREEN 2
    """

    def __init__(self, kind: EnumType) -> None:
        self.kind = kind
        members: dict[str, Any] = dict(kind.__members__)
        self.__dict__.update({name: np.int64(member.value) for name, member in members.items()})

    def __getattr__(self, name: str) -> Any:
        return getattr(self.kind, name)

    def __call__(self, number: Any) -> Any:
        """The member with this number."""
        return self.kind(number)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.kind)

    def __len__(self) -> int:
        return len(self.kind)
