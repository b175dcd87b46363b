"""What a command takes: a function's parameters as arguments and options.

    def sail(
        harbour: Annotated[str, Argument(help="where it ends")],
        days: Annotated[int, Option("-d", "--days", help="how long it takes", low=1)] = 3,
    ) -> None:

Without such a note, what must be given is an argument, and the rest are options; a Setting says what they mean, and is
all that a game's own commands need. A parameter that is a dataclass stands for the options of its fields: those that
are annotated with a Setting, or as above. It may also be a `partial` of a dataclass; then the command itself adds what
has no option.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from functools import partial
from inspect import Parameter, signature
from math import inf
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from garrison.core.settings import Setting
from garrison.errors import BadOption, cut, shown

NEEDED = Parameter.empty  # the default of what must be given
KINDS = {int: "a whole number", float: "a number", str: "a text", Path: "a path"}


@dataclass(frozen=True)
class Argument:
    """A word of the command line without a name."""

    help: str = ""
    metavar: str = ""


class Option:
    """A value with a name before it, or, for a truth value, only the name."""

    def __init__(self, *flags: str, help: str = "", metavar: str = "", low: float = -inf, high: float = inf) -> None:
        self.flags, self.help, self.metavar, self._low, self._high = flags, help, metavar, low, high

    def check(self, value: Any, label: str) -> None:
        """Refuse a number that is too small or too large."""
        if isinstance(value, int) and not self._low <= value <= self._high:
            demand = f"at least {self._low}" if self._high == inf else f"a number from {self._low} to {self._high:,}"
            raise BadOption(f"{label} must be {demand}, not {cut(str(value))}.")


@dataclass
class CommandContext:
    """What is left over on a command line: the options of its game."""

    args: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class CommandParameter:
    """An argument or an option of a command."""

    name: str
    kind: type[Any]  # of each value
    takes_many: bool
    default: Any
    note: Argument | Option

    @property
    def flags(self) -> tuple[str, ...]:
        """What introduces its value; nothing for an argument."""
        if isinstance(self.note, Argument):
            return ()
        return self.note.flags or (f"--{self.name.replace('_', '-')}",)

    @property
    def label(self) -> str:
        """What it is called in sentences."""
        return self.flags[-1] if self.flags else self.metavar

    @property
    def metavar(self) -> str:
        """What stands for its value in the help."""
        if self.flags:
            return self.note.metavar or f"<{self.kind.__name__.lower().replace('posixpath', 'path')}>"
        return self.note.metavar or self.name.upper()

    @property
    def is_needed(self) -> bool:
        """Whether it must be given."""
        return self.default is NEEDED

    def value(self, text: str) -> Any:
        """A value from its text."""
        try:
            value = self.kind(text)
        except ValueError:
            raise BadOption(
                f"{self.label} takes {KINDS.get(self.kind, self.kind.__name__)}, not {shown(text)}."
            ) from None
        if isinstance(self.note, Option):
            self.note.check(value, self.label)
        return value


@dataclass(frozen=True)
class OptionGroup:
    """A record among the parameters of a command, and the options that are its fields."""

    make: Callable[..., Any]
    parameters: list[CommandParameter]

    def record(self, values: dict[str, Any]) -> Any:
        """The record with its part of a command line's values."""
        return self.make(**{each.name: values[each.name] for each in self.parameters})


class Signature:
    """What a function takes from the command line."""

    def __init__(self, function: Callable[..., Any]) -> None:
        hints = get_type_hints(function, include_extras=True)
        self._groups: dict[str, OptionGroup] = {}
        self._own: list[CommandParameter] = []
        self._order: list[CommandParameter] = []
        self._context = ""
        for name, parameter in signature(function).parameters.items():
            self._add(name, hints[name], parameter.default)
        within = [each for group in self._groups.values() for each in group.parameters]
        self.wants_context = bool(self._context) or any(each.kind is CommandContext for each in within)
        self.parameters = [each for each in self._order if each.kind is not CommandContext]

    def _add(self, name: str, hint: Any, default: Any) -> None:
        group = _group(hint)
        if group:
            self._groups[name] = group
            self._order += group.parameters
        elif hint is CommandContext:
            self._context = name
        else:
            self._own.append(_parameter(name, hint, default))
            self._order.append(self._own[-1])

    def arguments(self, values: dict[str, Any], context: CommandContext) -> dict[str, Any]:
        """What the function is called with: values as they are, records of the others."""
        every = {each.name: values.get(each.name, each.default) for each in self._order}
        every |= {each.name: context for each in self._order if each.kind is CommandContext}
        own = {each.name: every[each.name] for each in self._own}
        records = {name: group.record(every) for name, group in self._groups.items()}
        return {**own, **records, **({self._context: context} if self._context else {})}


def _group(hint: Any) -> OptionGroup | None:
    """The options of a parameter of this type; None if it is no record."""
    is_partial = get_origin(hint) is partial
    record = get_args(hint)[0] if is_partial else hint
    if record is CommandContext or not (isinstance(record, type) and is_dataclass(record)):
        return None
    return OptionGroup(partial(partial, record) if is_partial else record, list(_fields(record)))


def _fields(record: type[Any]) -> Iterator[CommandParameter]:
    """The fields of a record that the command line gives."""
    hints = get_type_hints(record, include_extras=True)
    for each in fields(record):
        if hints[each.name] is CommandContext or get_origin(hints[each.name]) is Annotated:
            yield _parameter(each.name, hints[each.name], NEEDED if each.default is MISSING else each.default)


def _parameter(name: str, hint: Any, default: Any) -> CommandParameter:
    """A parameter; without a note, what must be given is an argument, and the rest are options."""
    kind, *notes = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    note = next((each for each in notes if isinstance(each, Argument | Option)), None) or _usual_note(notes, default)
    kind, takes_many = _kind(kind)
    return CommandParameter(name, kind, takes_many, default, note)


def _usual_note(notes: Sequence[Any], default: Any) -> Argument | Option:
    """What has no note of the command line's own: an argument if it must be given; a Setting says what it means."""
    setting = next((each for each in notes if isinstance(each, Setting)), Setting(""))
    if default is NEEDED:
        return Argument(setting.help)
    return Option(*setting.flags, help=setting.help_with_range)


def _kind(hint: Any) -> tuple[Any, bool]:
    """The type of each value, and whether there may be several.

    >>> _kind(list[str] | None), _kind(int | None), _kind(Sequence[float]), _kind(Path)
    ((<class 'str'>, True), (<class 'int'>, False), (<class 'float'>, True), (<class 'pathlib.Path'>, False))
    """
    if get_origin(hint) in (Union, UnionType):
        hint = next(part for part in get_args(hint) if part is not type(None))
    takes_many = get_origin(hint) in (list, Sequence)
    return (get_args(hint)[0] if takes_many else hint), takes_many
