"""Records: what a position, a game's parameters and the memory in which its rules think are made of.

A game declares each of them as a class with a field for each number or array of numbers. From the class comes the type
of NumPy's records, in the order of the fields; the class itself is never instantiated. Rules name it in their
annotations, which nothing reads but people, editors and type checkers:

    class State(StateRecord, events=4):
        cells: Array = numbers(81, 0, 2, np.int8)  # 0 empty, 1 and 2 the players
        chosen: int = number(-1, 80)

    @rule
    def step(p: Rules, s: State, player: int, action: int) -> None: ...

Every number of a position declares its range. Machine code does not depend on it; positions from outside are checked
against it (core/ranges.py), and so is random play, by `garrison check`.
"""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, SupportsFloat, SupportsInt, TypeAlias, TypeVar, cast

import numpy as np

from garrison.errors import BadOption

Array: TypeAlias = np.ndarray[Any, np.dtype[Any]]  # of numbers, in as many dimensions as it is declared with
if TYPE_CHECKING:  # conversions whose results are numbers to a type checker, as rules declare them

    def int64(number: SupportsInt) -> int:
        """Rules widen what they read from an array of small numbers before they calculate with it."""

    def uint64(number: SupportsInt) -> int:
        """Bits, and indexes without a sign."""

    def float64(number: SupportsFloat) -> float:
        """For divisions."""

else:
    int64, uint64, float64 = np.int64, np.uint64, np.float64

EVENT_WIDTH = 5  # the kind and four numbers
MOST_STEPS = 1_000_000_000  # no game lasts longer, whatever its parameters


@dataclass(frozen=True)
class Number:
    """A number of a record, or an array of numbers, with the range that each of them stays in.

    >>> Number("squares", 0, 8, np.uint8, 1219).shape
    (1219,)
    """

    name: str
    low: int
    high: int
    kind: type[np.number[Any]] = np.int64
    length: int | tuple[int, ...] = ()  # of an array; a tuple where it has several dimensions

    def __call__(self, *_: object, **__: object) -> NoReturn:
        """Whoever means the function `number` or `numbers` below a field of that name has this field."""
        raise BadOption(
            "A field called number or numbers hides the function of that name: declare it last, or rename it."
        )

    @property
    def shape(self) -> tuple[int, ...]:
        """() for a single number."""
        return (self.length,) if isinstance(self.length, int) else self.length

    @property
    def field(self) -> tuple[Any, ...]:
        """The number as NumPy's record types take it."""
        return (self.name, self.kind, self.shape) if self.shape else (self.name, self.kind)


def number_record(numbers: Sequence[Number]) -> np.dtype[Any]:
    """A record type of numbers that know their ranges.

    >>> number_record([Number("energy", 0, 100), Number("odds", 0, 6, np.int64, 3)])["odds"].shape
    (3,)
    """
    return record([number.field for number in numbers])


def record(fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """A record type whose fields are attributes, interpreted and compiled.

    >>> record([("energy", np.int64)]).names
    ('energy',)
    """
    plain = np.dtype(fields, align=True)
    for name in plain.names or ():
        if hasattr(np.void, name):
            raise BadOption(f"A record can't have a field called {name}: NumPy's records already have that attribute.")
    return np.dtype((_attributes(plain), plain))


def _attributes(plain: np.dtype[Any]) -> type[np.void]:
    """A class of records with an attribute for each field; NumPy's own looks each of them up in Python."""
    names = plain.names or ()
    return type("Record", (np.void,), {name: property(itemgetter(name), _setter(name)) for name in names})


def _setter(name: str) -> Callable[[np.void, Any], None]:
    def change(record: np.void, value: Any) -> None:
        record[name] = value

    return change


# --- Records as classes


@dataclass(frozen=True)
class RecordLayout:
    """What a record is made of: its numbers, in order, and the type of NumPy's records."""

    numbers: tuple[Number, ...]
    dtype: np.dtype[Any]


NO_RANGE = 0, -1


def number(low: int = NO_RANGE[0], high: int = NO_RANGE[1], kind: type[np.number[Any]] = np.int64) -> int:
    """A field of a record that is a number from `low` to `high`; without them, any of its kind."""
    return cast("int", Number("", low, high, kind))


def numbers(
    length: int | tuple[int, ...],
    low: int = NO_RANGE[0],
    high: int = NO_RANGE[1],
    kind: type[np.number[Any]] = np.int64,
) -> Array:
    """A field of a record that is an array; a tuple in place of its length gives it several dimensions."""
    return cast("Array", Number("", low, high, kind, length))


class Record:
    """A record for rules to think in, whose numbers need no range.

    >>> class Notes(Record):
    ...     best: int = number()
    ...     keys: Array = numbers((2, 3), kind=np.float32)
    >>> Notes.dtype["keys"].shape
    (2, 3)
    """

    dtype: ClassVar[np.dtype[Any]]
    __layout__: ClassVar[RecordLayout] = RecordLayout((), np.dtype([]))

    def __init_subclass__(cls) -> None:
        lay_out(cls, declared(cls, Number, "number(), or {}: Array = numbers(length)"))


def layout(kind: type[Record]) -> RecordLayout:
    """What a record is made of.

    >>> [number.name for number in layout(Dice).numbers]
    ['rng']
    """
    return kind.__layout__


def lay_out(kind: type[Record], own: Sequence[Number]) -> None:
    """Give a record its layout: the numbers of the record that it extends, and its own."""
    every = (*kind.__layout__.numbers, *own)
    names = Counter(number.name for number in every)
    for name in (name for name, times in names.items() if times > 1):
        raise BadOption(f"{kind.__name__}.{name}: every {kind.__mro__[1].__name__} has a field of this name already.")
    kind.__layout__ = RecordLayout(every, number_record(every))
    kind.dtype = kind.__layout__.dtype


Declared = TypeVar("Declared", bound=Any)


def declared(kind: type, field: type[Declared], right: str) -> list[Declared]:
    """The fields that a class declares itself, in order, taken out of it: only its records have them.

    `right` says how a field is written: in front of it come the field's name and `: int = `.
    """
    types, values = (
        {name: value for name, value in found.items() if not name.startswith("__")}
        for found in (inspect.get_annotations(kind), vars(kind))
    )
    for name in {**types, **values}:
        place, way = f"{kind.__name__}.{name}", f"write {name}: int = {right.format(name)}"
        if not isinstance(values.get(name), field):
            raise BadOption(f"{place} is not declared as a number of a record: {way}.")
        if name not in types:
            raise BadOption(f"{place} has no type: {way}.")
    if list(types) != list(values):
        raise BadOption(
            f"{kind.__name__}: write the type of each field where its range is, so that their order is clear."
        )
    for name in values:
        delattr(kind, name)
    return [replace(value, name=name) for name, value in values.items()]


# --- The records that every game has

GENERATOR_END = (4294883355 << 32) - 1  # the other state of the generator, besides 0, that repeats itself
PLAYER_BITS = (1 << 62) - 1  # games of fewer players use fewer


class Dice(Record):
    """What has a generator: a position, or a generator outside any game."""

    rng: int = number(1, GENERATOR_END - 1, np.uint64)  # its state (core.engine.rng)


class StateRecord(Dice):
    """What the positions of a game are made of: this header, room for the `events` of a step, the game's own numbers.

    >>> class State(StateRecord, events=8):
    ...     energy: int = number(0, 100)
    >>> State.dtype["events"].shape, State.dtype.names[-1]
    ((8, 5), 'energy')
    """

    waiting: int = number(0, PLAYER_BITS)  # one bit for each player who may act now; 0 when the game is over
    over: int = number(0, 1)
    reason: int = number(0, 1000)  # why it is over: an index of the game's REASONS, 0 while it is not
    winners: int = number(0, PLAYER_BITS)  # one bit per player
    turn: int = number(0, MOST_STEPS + 1)  # turns, rounds or time units begun
    steps: int = number(0, MOST_STEPS)  # actions played
    event_count: int = number(0, 1 << 31)  # events of the last step in the log
    event_overflow: int = number(0, 1)  # 1: the log was full and the rest of the last step's events is missing
    if TYPE_CHECKING:
        events: Array  # those of the last step: a kind and four numbers each

    def __init_subclass__(cls, events: int) -> None:
        own = declared(cls, Number, "number(low, high), or {}: Array = numbers(length, low, high)")
        for number in own:
            _check_range(cls, number)
        lay_out(cls, [event_log(events), *own])


def event_log(events: int) -> Number:
    """Room for the events of a step."""
    return Number("events", -(1 << 31), (1 << 31) - 1, np.int32, (events, EVENT_WIDTH))


def _check_range(kind: type, number: Number) -> None:
    """A number of a position has a range, which its type holds."""
    place, limits = f"{kind.__name__}.{number.name}", np.iinfo(np.dtype(number.kind))
    if number.low > number.high:
        raise BadOption(f"{place} has no range: say what its smallest and its largest value are.")
    if number.low < limits.min or number.high > limits.max:
        raise BadOption(
            f"{place} is from {number.low} to {number.high}, but its type holds {limits.min} to {limits.max}."
        )


HEADER_NUMBERS = layout(StateRecord).numbers
HEADER = StateRecord.dtype
DICE = Dice.dtype


def state_layout(state: ModuleType) -> RecordLayout:
    """The layout of a game's positions, from its part `state`."""
    return layout(state.State) if hasattr(state, "State") else cast("RecordLayout", state.STATE)


def parameter_type(state: ModuleType) -> np.dtype[Any]:
    """The type of a game's parameter record, from its part `state`."""
    return cast("type[Record]", state.Rules).dtype if hasattr(state, "Rules") else state.PARAMETERS.dtype


def state_record(numbers: Sequence[Number], events: int) -> RecordLayout:
    """The record of a game's positions: the header, room for `events` events per step, then the game's own numbers."""
    every = (*HEADER_NUMBERS, event_log(events), *numbers)
    return RecordLayout(every, number_record(every))
