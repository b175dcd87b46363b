"""Every step writes its events to a small log in the record: a kind and four numbers each.

The log is only for texts and animations. When it is full, the rest of the step's events is dropped and a flag is set,
so no rule may depend on it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Protocol

from garrison.core.engine.record import EVENT_WIDTH, StateRecord
from garrison.core.engine.rule import rule


class Field(str):
    """The name of a number that is a field of the board."""


class Code(str):
    """The name of a number that stands for something: `words`, an IntEnum or a function of the number, says for what.

    >>> from garrison.core.engine.name_codes import numbered
    >>> side = Code("side", numbered(("left", "right")))
    >>> side, side.word(1), side.word(7)
    ('side', 'RIGHT', '7')
    """

    words: Callable[[int], Any]

    def __new__(cls, name: str, words: Callable[[int], Any]) -> Code:
        """A plain string that also holds what its numbers stand for."""
        code = super().__new__(cls, name)
        code.words = words
        return code

    def word(self, number: int) -> str:
        """What a number stands for, or the number where that is nothing."""
        try:
            word = self.words(number)
        except (ValueError, LookupError, OverflowError):
            return str(number)
        return str(getattr(word, "name", word))


@dataclass(frozen=True)
class Declared:
    """A kind of event: its number, the names of its numbers in order, and whether people are told about it and see its
    fields marked."""

    number: int
    names: tuple[str, ...]
    told: bool
    marked: bool


def kind(number: int, *names: str, told: bool = True, marked: bool = True) -> Declared:
    """Declare a kind of event; a name in `Field(...)` is a field, which boards mark, and one in `Code(...)` is shown in
    words where the event is printed. What people see anyway need be neither told nor marked."""
    return Declared(number, names, told, marked)


class EventKind(IntEnum):
    """The kinds of a game's events: a subclass called `Happening` in its `state`.

    >>> class Happening(EventKind):
    ...     MOVED = kind(1, "player", Field("start"), Field("end"), told=False)
    >>> int(Happening.MOVED), Happening.MOVED.names, Happening.MOVED.told
    (1, ('player', 'start', 'end'), False)
    """

    names: tuple[str, ...]
    told: bool
    marked: bool

    def __new__(cls, declaration: Declared) -> EventKind:
        """A member is its number, and knows what was declared."""
        assert len(declaration.names) < EVENT_WIDTH, f"An event has at most {EVENT_WIDTH - 1} numbers: {declaration}"
        assert not any(hasattr(Event, name) for name in declaration.names), f"An event has these already: {declaration}"
        member = int.__new__(cls, declaration.number)
        member._value_ = declaration.number
        member.names, member.told, member.marked = declaration.names, declaration.told, declaration.marked
        return member

    def __str__(self) -> str:
        return self.name


class Event:
    """One event as Python sees it; its numbers are attributes with the names that its kind declares."""

    __slots__ = ("kind", "numbers", "width")

    def __init__(self, kind: EventKind, *numbers: int, width: Callable[[], int] = lambda: 1) -> None:
        self.kind = kind
        self.numbers = numbers
        self.width = width  # of the board in fields, which takes a scene to find out

    def __getattr__(self, name: str) -> int:
        try:
            return self.numbers[self.kind.names.index(name)]
        except ValueError:
            raise AttributeError(f"An event {self.kind.name} has no number called {name!r}.") from None

    @property
    def fields(self) -> tuple[int, ...]:
        """Its numbers that are fields; a negative one stands for no field."""
        pairs = zip(self.kind.names, self.numbers, strict=True)
        return tuple(number for name, number in pairs if isinstance(name, Field) and number >= 0)

    def at(self, name: str) -> str:
        """The number of that name, which is a field, as people write it: its row and its column.

        >>> class Happening(EventKind):
        ...     MOVED = kind(1, Field("start"), Field("end"))
        >>> Event(Happening.MOVED, 9, 17, width=lambda: 8).at("end")
        '2,1'
        """
        row, column = divmod(getattr(self, name), self.width())
        return f"{row},{column}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and (self.kind, self.numbers) == (other.kind, other.numbers)

    def __hash__(self) -> int:
        return hash((self.kind, self.numbers))

    def __repr__(self) -> str:
        pairs = zip(self.kind.names, self.numbers, strict=True)
        words = (f"{name}={name.word(number) if isinstance(name, Code) else number}" for name, number in pairs)
        return f"{self.kind.name}({', '.join(words)})"


@rule
def log(s: StateRecord, kind: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> None:
    """Log an event of this step."""
    count = s.event_count
    if count >= s.events.shape[0]:
        s.event_overflow = 1
        return
    s.events[count, 0] = kind
    s.events[count, 1] = a
    s.events[count, 2] = b
    s.events[count, 3] = c
    s.events[count, 4] = d
    s.event_count = count + 1


@rule
def forget_events(s: StateRecord) -> None:
    """Empty the log."""
    s.event_count = 0
    s.event_overflow = 0


@rule
def begin_step(s: StateRecord) -> int:
    """Empty the log and count the step, before a game's own `step`; the number of the step."""
    forget_events(s)
    s.steps += 1
    return s.steps


@rule
def finish(s: StateRecord, reason: int, winners: int) -> None:
    """End the game: nobody may act from now on."""
    s.over = 1
    s.reason = reason
    s.winners = winners
    s.waiting = 0


class Limited(Protocol):
    """Parameters that say how long a game may be: those of every game."""

    max_steps: int


LIMIT = 1  # the reason of every game that max_steps ended


@rule
def is_at_limit(p: Limited, s: StateRecord) -> bool:
    """Whether this step is the last that `max_steps` allows."""
    return s.steps >= p.max_steps


@rule
def end_at_limit(p: Limited, s: StateRecord) -> None:
    """Every game ends after `max_steps` actions, with nobody winning; checked after a game's own `step`."""
    if s.over == 0 and is_at_limit(p, s):
        finish(s, LIMIT, 0)


def events_of(s: StateRecord, kinds: type[EventKind], width: Callable[[], int] = lambda: 1) -> tuple[Event, ...]:
    """The last step's events, of the kinds that a game declares; `width` says how many fields wide the board is."""
    rows = s.events[: int(s.event_count)].tolist()
    return tuple(_event(kinds(row[0]), row[1:], width) for row in rows)


def touched_fields(s: StateRecord, kinds: type[EventKind], **numbers: int) -> tuple[int, ...]:
    """The fields of the last step's events that boards mark; of those only in which these numbers are as given."""
    marking = [event for event in events_of(s, kinds) if event.kind.marked and event.fields]
    matches = (event for event in marking if all(getattr(event, name) == number for name, number in numbers.items()))
    return tuple(sorted({field for event in matches for field in event.fields}))


def _event(kind: EventKind, numbers: list[int], width: Callable[[], int]) -> Event:
    return Event(kind, *numbers[: len(kind.names)], width=width)
