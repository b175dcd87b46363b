"""Finding games: a folder in `garrison.games`, or an entry point `garrison.games` of another installed package.

Nothing here imports NumPy or Numba, so that listing games is quick.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import sys
from dataclasses import astuple, dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from garrison.core.facts import Facts, UpTo, facts_of
from garrison.errors import BadOption, GarrisonError, UnknownGame, closest, shown

if TYPE_CHECKING:
    from garrison.core.engine.blueprint import Blueprint

GROUP = "garrison.games"
STANDARD = "standard"  # the variant that is played everywhere when nobody says otherwise
GAMES = Path(__file__).parents[1] / "games"  # the folder of this project's games


def _known(fact: Any) -> Any:
    """What rules may know of a fact: a number, a name with its limit, the words for its codes and its parts, or a list.

    >>> from garrison.core.facts import Button
    >>> _known((UpTo("ground", 1, codes=("grass", "water")), "limit", 7, Button("up", "Up")))
    [('ground', 1, ('grass', 'water')), 'limit', 7, 'up']
    """
    if isinstance(fact, tuple):
        return [_known(part) for part in fact]
    if isinstance(fact, UpTo):
        parts = fact.parts if len(fact.parts) > 1 else ()
        return str(fact), fact.most, fact.codes, *map(astuple, parts)
    if isinstance(fact, str):
        return str(fact)
    return fact if isinstance(fact, int) else getattr(fact, "name", "")


@dataclass(frozen=True)
class GamePackage:
    """An installed game: its name, where its package is and its facts."""

    name: str
    import_name: str  # of its Python package
    folder: Path
    facts: Facts

    def module(self, part: str) -> ModuleType:
        """One of the game's modules, for example `rules`; "" is that of the facts."""
        return importlib.import_module(f"{self.import_name}.{part}" if part else self.import_name)

    def has(self, part: str) -> bool:
        """Whether the game has this part, as a module or as a package."""
        return find_spec(f"{self.import_name}.{part}") is not None

    def blueprint(self) -> Blueprint:
        """What the engine must know to compile the game."""
        from garrison.core.engine.blueprint import Blueprint

        facts = self.facts
        return Blueprint(
            name=self.name,
            import_name=self.import_name,
            folder=str(self.folder),
            buttons=tuple(button.name for button in facts.buttons),
            fields=facts.fields,
            players=facts.players[1],
            board=facts.board,
            planes=len(facts.planes),
            seen=facts.seen,
            reach=len(facts.reach),
            muster=len(facts.entities),
            skill=self.has("skill"),
            known=self._known(),
        )

    def _known(self) -> str:
        """What rules may know of the facts: whole numbers, and lists, whose words they may count in order."""
        facts = {name: fact for name, fact in vars(self.module("")).items() if name.isupper()}
        constants = {name: _known(fact) for name, fact in facts.items() if isinstance(fact, int | tuple)}
        return repr((constants, _known(self.facts.reach), _known(self.facts.entities)))

    @property
    def rulebook(self) -> str:
        """The game's rulebook for people, in Markdown."""
        return (self.folder / "README.md").read_text(encoding="utf-8")

    @property
    def variants(self) -> tuple[str, ...]:
        """The names of the game's variants, first the one that is played when none is named."""
        names = {file.stem for file in (self.folder / "variants").glob("*.toml")}
        return (STANDARD, *sorted(names - {STANDARD}))


def own_names() -> tuple[str, ...]:
    """The names of this project's games, whatever else is installed; no other package can replace them.

    >>> len(own_names())
    5
    """
    return tuple(sorted(module.name for module in pkgutil.iter_modules([str(GAMES)]) if module.ispkg))


def names() -> tuple[str, ...]:
    """The names of all installed games.

    >>> "minefield" in names()
    True
    """
    return tuple(sorted(_packages()))


def installed() -> tuple[list[GamePackage], str]:
    """The games that can be played, and a sentence about each that can't: a broken one does not affect the others."""
    packages, problem = [], ""
    for name in names():
        try:
            packages.append(find(name))
        except GarrisonError as error:
            problem = str(error)
    return packages, problem


@cache
def find(name: str) -> GamePackage:
    """The installed game of that name."""
    packages = _packages()
    if name not in packages:
        close = closest(name, packages)
        hint = f" Did you mean {close}?" if close else f" There are: {', '.join(names())}."
        raise UnknownGame(f"There is no game called {shown(name)}.{hint}")
    package = _imported(name, packages[name])
    return GamePackage(name, packages[name], Path(package.__path__[0]), facts_of(package))


def _imported(name: str, package: str) -> ModuleType:
    """A game's package; whatever goes wrong in it becomes one sentence, because anybody may have written it."""
    try:
        return importlib.import_module(package)
    except Exception as error:
        raise BadOption(f"The game {name} in {package} can't be loaded: {type(error).__name__}: {error}.") from error


@cache
def _packages() -> dict[str, str]:
    """The package of each game; other packages can't replace this project's games."""
    return _others() | {name: f"garrison.games.{name}" for name in own_names()}


def _others() -> dict[str, str]:
    """The games of other installed packages. Importlib.metadata takes long to import: only if there is something."""
    if not any(_may_name_games(place or ".") for place in sys.path):
        return {}
    from importlib.metadata import entry_points

    return {point.name: point.value for point in entry_points(group=GROUP)}


def _may_name_games(place: str) -> bool:
    """Whether a package in a place that Python searches may say that it has games; nobody looks into archives here."""
    try:
        files = Path(place).glob("*-info/entry_points.txt") if os.path.isdir(place) else ()
        return os.path.isfile(place) or any(GROUP in file.read_text("utf-8", "replace") for file in files)
    except OSError:
        return True
