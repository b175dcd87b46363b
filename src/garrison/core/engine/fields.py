"""The fields of records: numbers, and arrays of them, that know the range that each stays in.

In the class of a record (record.py) they are declared by `number` and `numbers`, whose results a type checker takes for
what rules find in a record: a number, or an array.
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NoReturn, SupportsFloat, SupportsInt, TypeAlias, TypeVar, cast

import numpy as np

from garrison.errors import BadOption

Array: TypeAlias = np.ndarray[Any, np.dtype[Any]]  # of numbers, in as many dimensions as it is declared with
NumberKind: TypeAlias = type[np.number[Any]]
NO_RANGE = 0, -1

if TYPE_CHECKING:  # conversions whose results are numbers to a type checker, as rules declare them

    def int64(number: SupportsInt) -> int:
        """Rules widen what they read from an array of small numbers before they calculate with it."""

    def uint64(number: SupportsInt) -> int:
        """Bits, and indexes without a sign."""

    def float64(number: SupportsFloat) -> float:
        """For divisions."""

else:
    int64, uint64, float64 = np.int64, np.uint64, np.float64


@dataclass(frozen=True)
class Number:
    """A number of a record, or an array of numbers, with the range that each of them stays in.

    >>> Number("squares", 0, 8, np.uint8, 1219).shape
    (1219,)
    """

    name: str
    low: int
    high: int
    kind: NumberKind = np.int64
    length: int | tuple[int, ...] = ()  # of an array; a tuple where it has several dimensions

    def __call__(self, *_: object, **__: object) -> NoReturn:
        """Whoever means the function `number` or `numbers` below a field of that name has this field."""
        raise BadOption(
            "A field called number or numbers hides that function from the fields below it: declare it last."
        )

    @property
    def shape(self) -> tuple[int, ...]:
        """() for a single number."""
        return (self.length,) if isinstance(self.length, int) else self.length

    @property
    def field(self) -> tuple[Any, ...]:
        """The number as NumPy's record types take it."""
        return (self.name, self.kind, self.shape) if self.shape else (self.name, self.kind)

    @property
    def problem(self) -> str:
        """What is wrong with its range, if anything is: there is none, or its type does not hold it.

        >>> Number("squares", 0, 300, np.uint8).problem
        "can't be from 0 to 300: uint8 holds 0 to 255"
        """
        limits = np.iinfo(np.dtype(self.kind).str)
        if self.low > self.high:
            return "has no range: say what its smallest and its largest value are"
        if limits.min <= self.low and self.high <= limits.max:
            return ""
        return f"can't be from {self.low} to {self.high}: {np.dtype(self.kind)} holds {limits.min} to {limits.max}"


def number(low: int = NO_RANGE[0], high: int = NO_RANGE[1], kind: NumberKind = np.int64) -> int:
    """A field of a record that is a number from `low` to `high`; without them, any of its kind."""
    return cast("int", Number("", low, high, kind))


def numbers(
    length: int | tuple[int, ...], low: int = NO_RANGE[0], high: int = NO_RANGE[1], kind: NumberKind = np.int64
) -> Array:
    """A field of a record that is an array; a tuple in place of its length gives it several dimensions."""
    return cast("Array", Number("", low, high, kind, length))


Declared = TypeVar("Declared", bound=Any)


def declared(record: type, field: type[Declared], right: str) -> list[Declared]:
    """The fields that a class declares itself, in order, taken out of it: only its records have them.

    `right` says how a field is written: in front of it come the field's name and `: int = `.
    """
    types, values = (
        {name: value for name, value in table.items() if not name.startswith("__")}
        for table in (inspect.get_annotations(record), vars(record))
    )
    for name in {**types, **values}:
        if not isinstance(values.get(name), field):
            raise wrong_field(record, name, f"has no range: write {name}: int = {right.format(name)}")
        if name not in types:
            raise wrong_field(record, name, f"has no type: write {name}: int = {right.format(name)}")
    for name, other in zip(types, values, strict=True):
        if name != other:
            raise wrong_field(record, name, "has its type and its range in different places: write both on one line")
    for name in values:
        delattr(record, name)
    return [replace(value, name=name) for name, value in values.items()]


def wrong_field(record: type, name: str, problem: str) -> BadOption:
    """What is wrong with the declaration of a field, as a sentence."""
    return BadOption(f"{record.__module__}: {record.__name__}.{name} {problem}.")
