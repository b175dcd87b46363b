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

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import numpy as np

from garrison.core.engine.fields import Array as Array
from garrison.core.engine.fields import Number as Number
from garrison.core.engine.fields import NumberKind as NumberKind
from garrison.core.engine.fields import declared as declared
from garrison.core.engine.fields import float64 as float64
from garrison.core.engine.fields import int64 as int64
from garrison.core.engine.fields import number as number
from garrison.core.engine.fields import numbers as numbers
from garrison.core.engine.fields import uint64 as uint64
from garrison.core.engine.fields import wrong_field as wrong_field
from garrison.errors import BadOption

EVENT_WIDTH = 5  # the kind and four numbers
MOST_STEPS = 1_000_000_000  # no game lasts longer, whatever its parameters


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


@dataclass(frozen=True)
class RecordLayout:
    """What a record is made of: its numbers, in order, and the type of NumPy's records."""

    numbers: tuple[Number, ...]
    dtype: np.dtype[Any]


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
    for name, times in Counter(each.name for each in every).items():
        if times > 1:
            raise wrong_field(kind, name, f"is a field of every {kind.__mro__[1].__name__}: it can't be declared again")
    kind.__layout__ = RecordLayout(every, number_record(every))
    kind.dtype = kind.__layout__.dtype


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
        for each in own:
            if each.problem:
                raise wrong_field(cls, each.name, each.problem)
        lay_out(cls, [event_log(events), *own])


def event_log(events: int) -> Number:
    """Room for the events of a step."""
    return Number("events", -(1 << 31), (1 << 31) - 1, np.int32, (events, EVENT_WIDTH))


HEADER_NUMBERS = layout(StateRecord).numbers
HEADER = StateRecord.dtype
DICE = Dice.dtype
Kind = TypeVar("Kind", bound=Record)


def declaration(state: ModuleType, name: str, base: type[Kind]) -> type[Kind]:
    """The record that a game declares by this name in its part `state`."""
    kind = getattr(state, name, None)
    if not isinstance(kind, type) or not issubclass(kind, base):
        raise BadOption(f"{state.__name__}: there is no class {name}({base.__name__}).")
    return kind


def state_layout(state: ModuleType) -> RecordLayout:
    """The layout of a game's positions, from its part `state`."""
    return layout(declaration(state, "State", StateRecord))


def parameter_type(state: ModuleType) -> np.dtype[Any]:
    """The type of a game's parameter record, from its part `state`."""
    return declaration(state, "Rules", Record).dtype
