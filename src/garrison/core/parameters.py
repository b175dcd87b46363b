"""Rule parameters: every number in the rules, in a record of its own that is filled from TOML.

The same record holds the scenario (board, armies, ...), so that record and seed determine a game completely.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, cast

import numpy as np

from garrison.core.discovery import STANDARD
from garrison.core.engine.memory import copied, empty, from_bytes
from garrison.core.engine.record import (
    Array,
    Number,
    NumberKind,
    Record,
    declaration,
    declared,
    lay_out,
    number_record,
    wrong_field,
)
from garrison.core.files import read_text
from garrison.core.ranges import Ranges
from garrison.errors import BadFile, BadOption, closest, cut, shown

BILLION = 1_000_000_000
NARROW = 100  # a range of this many numbers can be tried as a whole
FEW = 10  # a number that is usually small is tried up to this


class Each(str):
    """The meaning of each number of a list, and what they are of: names for its numbers, or for its rows and columns.

    >>> Each("chance of each card", ("slug", "zombie"), ("wall", "trap")).named(2, (2, 2))
    'chance of each card: zombie, wall'
    """

    names: tuple[tuple[str, ...], ...]

    def __new__(cls, meaning: str, *names: Sequence[str]) -> Each:
        """A plain string that also holds names."""
        each = super().__new__(cls, meaning)
        each.names = tuple(map(tuple, names))
        return each

    def named(self, index: int, shape: tuple[int, ...]) -> str:
        """What the number at a place of the list means."""
        places = np.unravel_index(index, shape)
        return f"{self}: {', '.join(names[place] for names, place in zip(self.names, places, strict=True))}"


@dataclass(frozen=True)
class Parameter:
    """One number, switch or list in the rules, with its range and its meaning.

    A default of True or False makes it a switch; a tuple or an array makes it a list of that length. `usual` is the
    range that designers try, if it is not half to twice the default; what belongs to a scenario, or is only a technical
    limit, is not tunable. A parameter that a game gets `later`, under the same RULES_VERSION, counts in `rules_hash`
    only where it differs from its default: replays, scores and data sets from before stay valid.
    """

    name: str
    default: Any
    low: int
    high: int
    meaning: str
    kind: NumberKind = np.int64
    usual: tuple[int, int] | None = None
    tunable: bool = True
    later: bool = False

    @property
    def span(self) -> tuple[int, int]:
        """The range in which designers vary it.

        >>> Parameter("attack", 20, 0, BILLION, "attack power").span, Parameter("chance", 5, 0, 100, "percent").span
        ((10, 40), (0, 100))
        """
        if self.usual or self.high - self.low <= NARROW:
            return self.usual or (self.low, self.high)
        numbers = np.asarray(self.default)
        return max(self.low, int(numbers.min()) // 2), min(self.high, max(2 * int(numbers.max()), FEW))

    @property
    def shape(self) -> tuple[int, ...]:
        """() for a single number."""
        return np.shape(self.default)

    @property
    def number(self) -> Number:
        """The parameter in its record."""
        return Number(self.name, self.low, self.high, self.kind, self.shape)

    @property
    def is_switch(self) -> bool:
        """Whether it is on or off."""
        return isinstance(self.default, bool)

    def checked(self, value: Any, where: str) -> Any:
        """The value if it is allowed; else an error that names the place, the parameter and what would be right."""
        if self.is_switch:
            if not isinstance(value, bool):
                raise BadOption(f"{where}: {self.name} must be true or false, not {shown(value)}.")
            return int(value)
        if not self.shape:
            return self._checked_number(value, self.name, where)
        return self._checked_list(value, where)

    def _checked_number(self, value: Any, name: str, where: str) -> int:
        if isinstance(value, bool) or not isinstance(value, int | np.integer):
            raise BadOption(f"{where}: {name} must be a whole number, not {shown(value)}.")
        if not self.low <= value <= self.high:
            raise BadOption(f"{where}: {name} must be from {self.low} to {self.high}, not {shown(int(value))}.")
        return int(value)

    def _checked_list(self, value: Any, where: str) -> Array:
        """A list may be shorter than it can be if 0 is allowed: it is filled up with zeros."""
        result = np.zeros(self.shape, dtype=np.int64)
        if not isinstance(value, list | tuple | np.ndarray):
            raise BadOption(f"{where}: {self.name} must be a list of whole numbers, not {shown(value)}.")
        flat = list(np.asarray(value, dtype=object).reshape(-1))
        if len(flat) > result.size:
            raise BadOption(f"{where}: {self.name} has {len(flat)} numbers; it can have at most {result.size}.")
        if len(flat) < result.size and self.low > 0:
            raise BadOption(f"{where}: {self.name} has {len(flat)} numbers; it needs {result.size}.")
        for index, number in enumerate(flat):
            result.reshape(-1)[index] = self._checked_number(number, f"{self.name}[{index}]", where)
        return result

    def plain(self, value: Any) -> Any:
        """The value as JSON and TOML write it, without the zeros at a list's end."""
        if self.is_switch:
            return bool(value)
        if not self.shape:
            return int(value)
        flat = [int(number) for number in np.asarray(value).reshape(-1)]
        while flat and flat[-1] == 0:
            flat.pop()
        return flat


class Parameters:
    """All parameters of a game, in order: the type of its parameter record and how to fill one.

    >>> parameters = Parameters(Parameter("start_energy", 200, 0, BILLION, "energy at the start"))
    >>> parameters.plain(parameters.filled({"start_energy": 100}, "here"))
    {'start_energy': 100}
    """

    def __init__(self, *parameters: Parameter) -> None:
        self._by_name = {parameter.name: parameter for parameter in parameters}
        self.dtype = number_record([parameter.number for parameter in parameters])

    def __iter__(self) -> Iterator[Parameter]:
        return iter(self._by_name.values())

    def defaults(self) -> Array:
        """A record with every default."""
        record = empty(self.dtype)
        for parameter in self:
            record[parameter.name][0] = parameter.default
        return record

    def filled(self, values: Mapping[str, Any], where: str, base: Array | None = None) -> Array:
        """A record with these values, the rest from `base` or the defaults; `where` begins the error's sentence."""
        if not isinstance(values, Mapping):
            raise BadOption(
                f"{where}: parameters are given by name, as in {{'max_steps': 100}}, not as {shown(values)}."
            )
        record = self.defaults() if base is None else copied(base)
        for name, value in values.items():
            record[name][0] = self._named(name, where).checked(value, where)
        return record

    def basis(self, record: Array) -> bytes:
        """What `rules_hash` is made of: a record of all parameters but those that came later and have their defaults.

        >>> late = Parameter("late_frost", False, 0, 1, "frost in the last round", later=True)
        >>> parameters = Parameters(Parameter("rounds", 7, 1, 9, "rounds"), late)
        >>> [len(parameters.basis(parameters.filled({"late_frost": frost}, "here"))) for frost in (False, True)]
        [8, 16]
        """
        relevant = [each for each in self if not each.later or np.any(record[each.name][0] != each.default)]
        basis = empty(number_record([parameter.number for parameter in relevant]))
        for parameter in relevant:
            basis[parameter.name] = record[parameter.name]
        return bytes(basis.tobytes())

    def from_bytes(self, data: bytes, where: str) -> Array:
        """A record from its bytes, with every number in its range; `where` begins the sentence of an error."""
        if len(data) != self.dtype.itemsize:
            raise BadOption(f"{where}: the parameters must have {self.dtype.itemsize} bytes, not {len(data)}.")
        record = from_bytes(data, self.dtype)
        breach = Ranges(self.dtype, [parameter.number for parameter in self]).breach(record)
        if breach is not None:
            raise BadOption(f"{where}: {breach}.")
        return record

    def _named(self, name: str, where: str) -> Parameter:
        if name not in self._by_name:
            close = closest(name, self._by_name)
            hint = f"did you mean {close}?" if close else f"there are: {', '.join(self._by_name)}."
            raise BadOption(f"{where}: there is no rule parameter called {cut(str(name))}; {hint}")
        return self._by_name[name]

    def plain(self, record: Array) -> dict[str, Any]:
        """The record as plain values, for replays."""
        return {parameter.name: parameter.plain(record[parameter.name][0]) for parameter in self}


def parameter(
    default: int,
    low: int,
    high: int,
    meaning: str,
    kind: NumberKind = np.int64,
    usual: tuple[int, int] | None = None,
    tunable: bool = True,
    later: bool = False,
) -> int:
    """A number or a switch in the rules, as a field of a game's `Rules`."""
    return cast("int", Parameter("", default, low, high, meaning, kind, usual, tunable, later))


def parameters(
    defaults: Sequence[Any] | Array,
    low: int,
    high: int,
    meaning: str,
    kind: NumberKind = np.int64,
    usual: tuple[int, int] | None = None,
    tunable: bool = True,
    later: bool = False,
) -> Array:
    """A list of numbers in the rules, as a field of a game's `Rules`; it is as long as its defaults."""
    return cast("Array", Parameter("", defaults, low, high, meaning, kind, usual, tunable, later))


class ParameterRecord(Record):
    """The parameters of a game's rules, each a field; they may go on from those of another class.

    >>> class Rules(ParameterRecord):
    ...     start_energy: int = parameter(200, 0, BILLION, "energy at the start")
    ...     odds: Array = parameters((60, 30, 10), 0, 100, "weights of the numbers 1, 2 and 3")
    >>> [parameter.default for parameter in Rules.__parameters__]
    [200, (60, 30, 10)]
    """

    __parameters__: ClassVar[Parameters] = Parameters()
    if TYPE_CHECKING:
        max_steps: int  # the actions after which any game ends: every game declares it

    def __init_subclass__(cls) -> None:
        right = "parameter(default, low, high, meaning), or {}: Array = parameters(defaults, low, high, meaning)"
        own = declared(cls, Parameter, right)
        for each in own:
            if each.number.problem:
                raise wrong_field(cls, each.name, each.number.problem)
        lay_out(cls, [each.number for each in own])
        cls.__parameters__ = Parameters(*cls.__parameters__, *own)


def parameters_of(state: ModuleType) -> Parameters:
    """The parameters of a game, from its part `state`."""
    return declaration(state, "Rules", ParameterRecord).__parameters__


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file's contents; if it can't be read or is not TOML, the error is a sentence, whatever its name is."""
    text = read_text(path)
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also numbers that are too long and lists that are too deep
        raise BadFile(f"{path}: this is not TOML ({error}).") from error


@dataclass(frozen=True)
class Variant:
    """A named set of rule parameters and options, from a TOML file with [rules] and [options].

    [for.OPTION.VALUE] holds rules that go with one value of an option, such as coins that make up for a certain map.

    >>> coins = {"map": {"islands": {"second_coins": 3}}}
    >>> Variant("v", "v.toml", {"start_coins": 9}, {"map": "plain"}, values=coins).rules_with({"map": "islands"})
    {'start_coins': 9, 'second_coins': 3}
    """

    name: str
    where: str
    rules: dict[str, Any]
    options: dict[str, Any]
    summary: str = ""  # one sentence for people
    gentle: bool = False  # whether it is offered to somebody who has lost at once
    values: Mapping[str, Mapping[str, dict[str, Any]]] = field(default_factory=dict)  # rules by option and value
    first: Mapping[str, Any] = field(default_factory=dict)  # options for somebody's first match

    def rules_with(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The rules where these options are chosen; others are as the variant says."""
        choices = {**self.options, **options}
        special = [tables.get(str(choices.get(option)), {}) for option, tables in self.values.items()]
        return {name: value for rules in (self.rules, *special) for name, value in rules.items()}


def read_variant(name: str, folder: Path, names: tuple[str, ...]) -> Variant:
    """A variant by its name, or by the path of your own TOML file."""
    path = Path(name) if name.endswith(".toml") else folder / "variants" / f"{name}.toml"
    if name not in names and not name.endswith(".toml"):
        raise BadOption(f"There is no variant called {shown(name)}; there are: {', '.join(names)}.")
    if name == STANDARD and not path.exists():
        return Variant(name, name, {}, {})
    where = path.name if path.parent.name == "variants" else str(path)
    contents = read_toml(path)
    for key, value in contents.items():
        if key not in ("game", "summary", "gentle", "rules", "options", "first", "for"):
            raise BadOption(f"{where}: {cut(key)} is not known here; a variant has summary, [rules] and [options].")
        if key == "game" and value != folder.name:
            raise BadOption(f"{where}: this is a variant of {cut(str(value))}, not of {folder.name}.")
        if key in ("rules", "options", "first") and not isinstance(value, dict):
            raise BadOption(f"{where}: {key} must be a table, written [{key}].")
    summary, gentle = str(contents.get("summary", "")), bool(contents.get("gentle", False))
    rules, options, first = (contents.get(key, {}) for key in ("rules", "options", "first"))
    values = {option: _tables(tables, where) for option, tables in _tables(contents.get("for", {}), where).items()}
    return Variant(path.stem, where, rules, options, summary, gentle, values, first)


def _tables(value: Any, where: str) -> dict[str, dict[str, Any]]:
    """A table of tables, by option or by an option's value."""
    if not isinstance(value, dict) or not all(isinstance(table, dict) for table in value.values()):
        raise BadOption(f"{where}: rules for one value of an option are a table, written [for.OPTION.VALUE].")
    return value
