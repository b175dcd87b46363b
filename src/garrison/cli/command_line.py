"""A command line made of functions: it reads words, says what is wrong with them in one sentence, and shows help.

Written out because every start of the program waits for what it imports.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from inspect import getdoc
from typing import TYPE_CHECKING, Any

from garrison.errors import BadOption, closest, cut, shown

if TYPE_CHECKING:
    from garrison.cli.options import CommandParameter, Signature

HELP = ("--help", "-h")
Sections = dict[str, Callable[[], Iterable[tuple[str, str]]]]  # of the help: titles, and what makes their rows


class Command:
    """A function that the command line calls."""

    def __init__(self, title: str, function: Callable[..., Any], help: str, rest: Sections) -> None:
        self.title, self._function, self._rest = title, function, rest
        self.help = help or getdoc(function) or ""

    @cached_property
    def _signature(self) -> Signature:
        from garrison.cli.options import Signature

        return Signature(self._function)

    def run(self, words: Sequence[str]) -> Any:
        """Do what the words say."""
        from garrison.cli.options import CommandContext

        if any(word in HELP for word in _before_dashes(words)):
            print(self._help_text())
            return None
        context = CommandContext()
        line = _Line(self.title, self._signature.parameters, context.args if self._signature.wants_context else None)
        return self._function(**self._signature.arguments(line.values(words), context))

    def _help_text(self) -> str:
        from garrison.cli.help_text import help_text

        return help_text(self.title, self.help, self._signature.parameters, self._sections())

    def _sections(self) -> Sections:
        """Further sections of the help."""
        return self._rest if self._signature.wants_context else {}


class CommandGroup:
    """Commands, and groups of them, by name.

    `rest` are sections about what commands may take besides their own options.
    """

    def __init__(self, title: str, help: str, rest: Sections | None = None) -> None:
        self.title, self.help, self._rest = title, help, rest or {}
        self._parts: dict[str, Command | CommandGroup] = {}
        self._usual: Command | None = None

    def __contains__(self, name: str) -> bool:
        return name in self._parts

    def usual(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Decorates what is done when no command is named."""
        self._usual = _Usual(self, function)
        return function

    def command(self, name: str = "", help: str = "") -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Decorates a command, whose name and help may be the function's."""

        def add(function: Callable[..., Any]) -> Callable[..., Any]:
            word = name or function.__name__
            self._parts[word] = Command(f"{self.title} {word}", function, help, self._rest)
            return function

        return add

    def group(self, name: str, help: str) -> CommandGroup:
        """A group of commands in this one."""
        group = CommandGroup(f"{self.title} {name}", help, self._rest)
        self._parts[name] = group
        return group

    def run(self, words: Sequence[str]) -> Any:
        """Do what the words say."""
        if words and not words[0].startswith("-"):
            return self._part(words[0]).run(words[1:])
        if self._usual:
            return self._usual.run(words)
        print(self._help_text())
        return None

    def _part(self, name: str) -> Command | CommandGroup:
        if name not in self._parts:
            close = closest(name, self._parts)
            hint = f"Did you mean {close}?" if close else f"{self.title} --help lists them."
            raise BadOption(f"There is no command called {shown(name)}. {hint}")
        return self._parts[name]

    def _help_text(self) -> str:
        from garrison.cli.help_text import help_text

        return help_text(f"{self.title} COMMAND", self.help, [], self.sections())

    def sections(self) -> Sections:
        """The commands, each with the first sentence about it."""
        rows = [(name, part.help.split("\n\n")[0]) for name, part in self._parts.items()]
        return {"Commands": lambda: rows}


class _Usual(Command):
    """What a group does when no command is named; its help is the group's."""

    def __init__(self, group: CommandGroup, function: Callable[..., Any]) -> None:
        super().__init__(f"{group.title} [COMMAND]", function, group.help, {})
        self._group = group

    def _sections(self) -> Sections:
        return self._group.sections()


class _Line:
    """Reads the words of a command line; what is not known is left over, where somebody takes it."""

    def __init__(self, title: str, parameters: Sequence[CommandParameter], left: list[str] | None) -> None:
        self._title, self._left = title, left
        self._parameters = parameters
        self._flags = {flag: each for each in parameters for flag in each.flags}
        self._arguments = [each for each in parameters if not each.flags]
        self._values: dict[str, Any] = {}

    def values(self, words: Sequence[str]) -> dict[str, Any]:
        """What the words give, by name."""
        rest = list(words)
        while rest:
            word = rest.pop(0)
            if word == "--":
                for argument in rest:
                    self._take_argument(argument)
                break
            if _is_flag(word):
                self._take_option(word, rest)
            else:
                self._take_argument(word)
        for each in self._parameters:
            if each.is_needed and each.name not in self._values:
                raise BadOption(f"{self._title} needs {each.label}: {each.note.help or 'it must be given'}.")
        return self._values

    def _take_argument(self, word: str) -> None:
        if self._arguments:
            self._keep(self._arguments[0], word)
            if not self._arguments[0].takes_many:
                del self._arguments[0]
        elif self._left is not None:
            self._left.append(word)
        else:
            raise BadOption(f"{self._title} takes no further argument, such as {shown(word)}.")

    def _take_option(self, word: str, rest: list[str]) -> None:
        flag, value = _split(word, self._flags)
        option = self._flags.get(flag)
        if option is None:
            self._leave(word, rest)
        elif option.kind is bool:
            if value is not None:
                raise BadOption(f"{flag} takes no value.")
            self._values[option.name] = True
        elif value is None and not rest:
            raise BadOption(f"{flag} needs a value.")
        else:
            self._keep(option, rest.pop(0) if value is None else value)

    def _keep(self, parameter: CommandParameter, text: str) -> None:
        value = parameter.value(text)
        if parameter.takes_many:
            self._values.setdefault(parameter.name, []).append(value)
        else:
            self._values[parameter.name] = value

    def _leave(self, word: str, rest: list[str]) -> None:
        """An option that the command does not have, with its value: it may be the game's."""
        if self._left is None:
            close = closest(word, self._flags)
            hint = f" Did you mean {close}?" if close else f" {self._title} --help lists them."
            raise BadOption(f"There is no option {cut(word)}.{hint}")
        self._left.append(word)
        if "=" not in word and rest and not _is_flag(rest[0]):
            self._left.append(rest.pop(0))


def _is_flag(word: str) -> bool:
    """Whether a word is an option, and not a value such as -1.

    >>> [_is_flag(word) for word in ("--json", "-n", "-1", "-", "siege")]
    [True, True, False, False, False]
    """
    return word.startswith("-") and word != "-" and not re.fullmatch(r"-\.?\d.*", word)


def _split(word: str, flags: dict[str, Any]) -> tuple[str, str | None]:
    """An option and the value in the same word, if there is one.

    >>> _split("--seed=7", {}), _split("--json", {}), _split("-n20", {"-n": 1})
    (('--seed', '7'), ('--json', None), ('-n', '20'))
    """
    if not word.startswith("--") and word[:2] in flags and len(word) > 2:
        return word[:2], word[2:].removeprefix("=")
    flag, equals, value = word.partition("=")
    return flag, value if equals else None


def _before_dashes(words: Sequence[str]) -> Sequence[str]:
    return words[: words.index("--")] if "--" in words else words
