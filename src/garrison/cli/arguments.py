"""What the commands share: arguments, loading a game as they describe it, a progress bar, and how they refuse."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, Protocol

from garrison.cli.options import Argument, CommandContext, Option
from garrison.core import discovery
from garrison.errors import BadOption, GarrisonError, cut, shown

if TYPE_CHECKING:
    from garrison.core.game import Game

GameName = Annotated[str, Argument(metavar="GAME", help="a game's name; `garrison games` lists them")]
Processes = Annotated[int | None, Option(help="processes that play; by default, one per core", low=0)]
Seed = Annotated[int, Option(help="a whole number; the same seed gives the same game")]
Variant = Annotated[str | None, Option(help="a variant's name, or a TOML file; by default, the usual variant")]
Rules = Annotated[list[str] | None, Option("--rule", metavar="NAME=VALUE", help="change one rule parameter")]
Json = Annotated[bool, Option("--json", help="print JSON, for programs")]


def options_of_games() -> Iterator[tuple[str, str]]:
    """Each option of each game, and what it can be."""
    for name in discovery.names():
        with suppress(GarrisonError):  # a game that is broken hides no other's options
            facts = discovery.find(name).facts
            for option, values in facts.options.items():
                yield f"--{option} ({name})", ", ".join(map(str, values))


@dataclass(frozen=True)
class GameChoice:
    """Which game is meant: its name, its rules, and its own options, which are left over in the context."""

    context: CommandContext
    game: GameName
    variant: Variant = None
    rule: Rules = None

    @property
    def package(self) -> discovery.GamePackage:
        """The game's package."""
        return discovery.find(self.game)

    @property
    def options(self) -> dict[str, str | int]:
        """The game's own options."""
        return options_of(self.package, self.context.args)

    @property
    def words(self) -> list[str]:
        """The same in words, as on a command line."""
        named = ["--variant", self.variant] if self.variant else []
        rules = [word for rule in self.rule or [] for word in ("--rule", rule)]
        return [*named, *self.context.args, *rules]

    def load(self) -> Game:
        """The game as the command line describes it."""
        return load_game(self.game, self.variant, self.rule, self.context.args)


def load_game(name: str, variant: str | None, rule: list[str] | None, extra: list[str]) -> Game:
    """A game as the command line describes it."""
    from garrison.core.game import load

    return load(name, variant=variant, rules=rules_of(rule), **options_of(discovery.find(name), extra))


def options_of(package: discovery.GamePackage, extra: list[str]) -> dict[str, str | int]:
    """The game's own options from `--name value` and `--name=value`; whole numbers become numbers."""
    words, options = list(extra), dict[str, str | int]()
    while words:
        flag, equals, value = words.pop(0).partition("=")
        name = flag.removeprefix("--")
        if flag == name or name not in package.facts.options:
            names = ", ".join(f"--{option}" for option in package.facts.options) or "none of its own"
            raise BadOption(f"{package.name} has no option {cut(flag)}; it takes {names}.")
        if not equals and not words:
            raise BadOption(f"{flag} needs a value.")
        value = value if equals else words.pop(0)
        options[name] = int(value) if value.isdecimal() and len(value) < 19 else value
    return options


def rules_of(rule: list[str] | None) -> dict[str, Any]:
    """The rule parameters that the command line changes."""
    return dict(_rule(text) for text in rule or [])


def _rule(text: str) -> tuple[str, Any]:
    """A rule parameter from text; a value is written as in TOML: 100, true or [1, 2, 3]."""
    import tomllib

    key, equals, value = text.partition("=")
    if not equals:
        raise BadOption(f"--rule takes NAME=VALUE, not {shown(text)}.")
    try:
        return key, tomllib.loads(f"value = {value}")["value"]
    except (ValueError, RecursionError):
        raise BadOption(
            f"--rule {cut(key)}: {shown(value)} is not a number, true, false or a list like [1, 2]."
        ) from None


class Advance(Protocol):
    """Advances a progress bar."""

    def __call__(self, parts: float, what: str = "") -> None:
        """By so many parts; `what` says what is being done."""


@contextmanager
def progress_bar(title: str, total: int | None, quiet: bool = False) -> Iterator[Advance]:
    """A bar on the error stream, or nothing where it would not be seen; yields the function that advances it."""
    if quiet or not sys.stderr.isatty():
        yield lambda parts, what="": None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(title, total=total)
        yield lambda parts, what="": progress.update(task, advance=parts, description=what or title)


def refuse(sentence: str) -> NoReturn:
    """One line, even if a name in it has line breaks or characters that would move the cursor."""
    line = "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in sentence)
    print(f"garrison: {line}", file=sys.stderr)
    raise SystemExit(2)
