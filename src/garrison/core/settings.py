"""Settings: fields of a dataclass whose meaning and range are written once, for programs and for people.

    @dataclass(frozen=True)
    class Voyage:
        days: Annotated[int, Setting("how long it takes", 1, 30)] = 7

        def __post_init__(self) -> None:
            check_settings(self)

The command line makes an option of each (cli/options.py), with the field's name, type, default and help.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any, get_type_hints

from garrison.errors import BadOption, shown


@dataclass(frozen=True)
class Setting:
    """What a setting means, in half a sentence, and what it may be: a number in a range, or one of some words."""

    help: str
    low: float = -inf
    high: float = inf
    words: tuple[str, ...] = ()
    above: bool = False  # whether the lowest number itself is not allowed
    flags: tuple[str, ...] = ()  # what its option is called, if not after the field

    @property
    def demand(self) -> str:
        """What a value must be.

        >>> Setting("", 1, 1000).demand, Setting("", 0, 1).demand, Setting("", words=("all", "cues")).demand
        ('a number from 1 to 1,000', 'a share from 0 to 1', 'all or cues')
        """
        if self.words:
            return " or ".join([", ".join(self.words[:-1]), self.words[-1]])
        if self.above:
            return f"more than {self.low:,} and at most {self.high:,}"
        return f"a {'share' if (self.low, self.high) == (0, 1) else 'number'} from {self.low:,} to {self.high:,}"

    @property
    def help_with_range(self) -> str:
        """Its meaning, and between which numbers it lies.

        >>> Setting("how long it takes", 1, 30).help_with_range
        'how long it takes (1 to 30)'
        """
        if not self.has_range:
            return self.help
        return f"{self.help} ({f'more than {self.low:,}, up' if self.above else f'{self.low:,}'} to {self.high:,})"

    @property
    def has_range(self) -> bool:
        """Whether it is a number between two others."""
        return (self.low, self.high) != (-inf, inf)

    def allows(self, value: Any) -> bool:
        """Whether it may have this value."""
        if not self.has_range:
            return not self.words or value in self.words
        return bool(self.low <= value <= self.high) and not (self.above and value == self.low)


def settings_of(kind: type[Any]) -> dict[str, Setting]:
    """The fields of a dataclass that are settings, by name."""
    hints = get_type_hints(kind, include_extras=True)
    notes = {name: getattr(hint, "__metadata__", ()) for name, hint in hints.items()}
    return {name: note for name, marks in notes.items() for note in marks if isinstance(note, Setting)}


def check_settings(values: Any) -> None:
    """Refuse a dataclass in which a setting has a value that is not allowed, by the name of its option."""
    for name, setting in settings_of(type(values)).items():
        value = getattr(values, name)
        if not setting.allows(value):
            option = setting.flags[-1] if setting.flags else f"--{name.replace('_', '-')}"
            raise BadOption(f"{option} must be {setting.demand}, not {shown(value)}.")
