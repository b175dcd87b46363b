"""Kernels: loops over many positions, compiled once for all games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from garrison.core.engine import machine, store
from garrison.core.engine.lane import COMPILED
from garrison.core.engine.rule import Function

# What a kernel may take: a number, or an array with so many dimensions (`s`: one, whose elements may be apart) and
# elements of so many bytes.
WORDS = {
    "ref": "n8",
    "whole": "n8",
    "seed": "n8",
    "rows": "21",
    "masks": "21",
    "wholes": "18",
    "given": "s8",  # a caller's: in any form, and only read
    "seeds": "18",
    "planes": "41",
    "scores": "28",
    "counts": "28",
    "dice": "18",
}


class Kernel:
    """A kernel: its source, the words for the types of its arguments, and the library that it is in."""

    def __init__(self, function: Callable[..., Any], words: str, origin: store.Origin, nogil: bool) -> None:
        self.function, self.words, self.origin, self.nogil = function, words.split(), origin, nogil
        self.__doc__ = function.__doc__
        self.name = f"{function.__module__}.{function.__name__}".removeprefix("garrison.").replace(".", "_")
        self.returns = function.__annotations__.get("return") not in ("None", None)

    def __getattr__(self, name: str) -> Any:
        """`call`, how Python calls it, and its `address`: known once they are needed."""
        if name not in ("address", "call"):
            raise AttributeError(name)
        self.address = machine.library(self.origin).address(self.name)
        if not self.address:
            raise machine.NotBuilt(f"The library of {self.origin.name} has no {self.name}.")
        codes = "".join(WORDS[word] for word in self.words)
        self.call = machine.caller(self.address, codes, self.returns, self.nogil)
        return vars(self)[name]

    def __call__(self, *arguments: Any) -> Any:
        """Run it; the arguments must be of the right types."""
        return self.call(*arguments)


KERNELS: dict[store.Origin, dict[str, Kernel]] = {}  # by the library that they are in, and by their names there


def kernel(words: str, origin: store.Origin = store.ENGINE, nogil: bool = True) -> Callable[[Function], Function]:
    """Make a kernel; `words` give the types of its arguments.

    One that is not the engine's own says what it is made from. Other threads of Python may run in the meantime, except
    with `nogil=False`.
    """

    def decorate(function: Function) -> Function:
        if not COMPILED:
            return function
        wrapper = Kernel(function, words, origin, nogil)
        KERNELS.setdefault(origin, {})[wrapper.name] = wrapper
        return cast("Function", wrapper)

    return decorate


def direct(kernel: Any) -> Any:
    """A kernel as Python calls it fastest."""
    return kernel.call if COMPILED else kernel
