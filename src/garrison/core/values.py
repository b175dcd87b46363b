"""What a plane or a number of an observation may hold, as a game declares it among its facts.

Nothing here imports NumPy, so that listing games is quick.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from garrison.errors import BadOption


@dataclass(frozen=True)
class Part:
    """One meaning of a number: a code with words, or an amount, from 0 to `most`. A number with a single one is that.

    The number is its lowest value and, for each part, `step` times the part. Read backwards, a part is what the number
    has over `first`, modulo `modulus` (0: all of it), divided by `step`, and no more than `most`.
    """

    name: str
    meaning: str
    most: int
    codes: tuple[str, ...] = ()
    first: int = 0
    modulus: int = 0
    step: int = 1

    def of(self, values: Any) -> Any:
        """The part in an array of numbers."""
        over = (values.astype("int64") - self.first).clip(0)
        return ((over % self.modulus if self.modulus else over) // self.step).clip(max=self.most)


class UpTo(str):
    """The name of a plane or a number of an observation, with the largest value that it may hold, and its meaning.

    `codes` are words for the values, where each stands for something; `least` is below 0 where -1 stands for nothing;
    `is_private`: no other player sees it. `parts` are its meanings, of which numbers made by `packed`, `optional` and
    `identity` have several.

    >>> UpTo("health", 100), UpTo("health", 100).most
    ('health', 100)
    """

    most: int
    meaning: str
    codes: tuple[str, ...]
    least: int
    is_private: bool
    parts: tuple[Part, ...]

    def __new__(
        cls,
        name: str,
        most: int,
        meaning: str = "",
        least: int = 0,
        codes: tuple[str, ...] = (),
        private: bool = False,
        parts: tuple[Part, ...] = (),
    ) -> UpTo:
        """A plain string that also holds what is known about the numbers."""
        plane = super().__new__(cls, name)
        plane.most, plane.meaning, plane.codes, plane.least, plane.is_private = most, meaning, codes, least, private
        plane.parts = parts or (Part("", "", most - least, codes, least),)
        return plane

    def about(self, whose: str) -> UpTo:
        """The same about one of several things.

        >>> UpTo("health", 100).about("first soldier")
        'first soldier health'
        """
        rest = (self.most, self.meaning, self.least, self.codes, self.is_private, self.parts)
        return UpTo(f"{whose} {self}", *rest)


def coded(name: str, meaning: str, *codes: str, private: bool = False) -> UpTo:
    """A plane or a number whose values stand for things, from 0 on.

    >>> coded("ground", "what is on each field", "grass", "water").most
    1
    """
    return UpTo(name, len(codes) - 1, meaning, codes=tuple(map(str, codes)), private=private)


def packed(name: str, meaning: str, parts: Mapping[int, UpTo]) -> UpTo:
    """A number that is the sum of several, each of them times its step, so that each can be read from the sum.

    >>> unit = packed("units", "who is there", {1: coded("kind", "", "nobody", "archer", "rider"), 4: UpTo("tired", 1)})
    >>> unit.most, [(part.name, part.step) for part in unit.parts]
    (6, [('kind', 1), ('tired', 4)])
    """
    steps, numbers = sorted(parts), []
    for step, above in zip(steps, [*steps[1:], 0], strict=True):
        part = parts[step]
        if step < 1 or part.least or len(part.parts) > 1:
            raise BadOption(f"{name} can't be packed: {part} must count from 0, in steps of 1 or more, and be simple.")
        if above and (above % step or part.most * step >= above):
            raise BadOption(
                f"{name} can't be packed: {part} goes up to {part.most * step} in steps of {step}, and the next step, "
                f"{above}, must be a larger multiple of {step}."
            )
        numbers.append(Part(str(part), part.meaning, part.most, part.codes, 0, above, step))
    return UpTo(name, sum(part.step * part.most for part in numbers), meaning, parts=tuple(numbers))


def optional(name: str, meaning: str, there: str, since: int, amount: UpTo) -> UpTo:
    """A number that is 0 (-1 if `since` is 0) where there is nothing, and otherwise `since` and an amount more.

    `there` says in a word or two what it means that there is something.

    >>> optional("uses", "that are left", "limited", 1, UpTo("further uses", 8)).most
    9
    """
    least = min(since - 1, 0)
    if since < 0 or any(part.first for part in amount.parts):
        raise BadOption(f"{name} can't be optional: it must begin at 0 or more, and {amount} must count from 0.")
    flag = Part(there, "", 1, first=least, step=since - least)
    parts = (flag, *(replace(part, name=part.name or str(amount), first=since) for part in amount.parts))
    return UpTo(name, since + amount.most, meaning, least, private=amount.is_private, parts=parts)


def identity(name: str, most: int, meaning: str) -> UpTo:
    """A number that only says which one: none is more than another. Its parts are its binary digits.

    >>> [part.name for part in identity("castle", 3, "whose it is").parts]
    ['bit 1', 'bit 2']
    """
    bits = [1 << place for place in range(most.bit_length())]
    return UpTo(name, most, meaning, parts=tuple(Part(f"bit {bit}", "", 1, (), 0, 2 * bit, bit) for bit in bits))
