"""What the engine must know about a game to compile it: where its rules are, and how large everything is."""

from __future__ import annotations

import importlib
from dataclasses import asdict, dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from garrison.core.engine.clashes import without_clash
from garrison.core.engine.default_skill import DEFAULT_SKILL, without_numbers
from garrison.core.engine.entries import OPTIONAL, SKILLS, TEMPLATES
from garrison.core.engine.record import parameter_type, state_layout
from garrison.core.engine.store import Origin
from garrison.errors import BadRules

DEFAULTS = {"clash": without_clash, "measure": without_numbers}  # what is compiled for a game without one


@dataclass(frozen=True)
class Blueprint:
    """A game as the engine sees it; plain values, so that it can be passed to another process."""

    name: str
    import_name: str  # of its Python package
    folder: str
    buttons: tuple[str, ...]  # their names: rules may know a button by its number
    fields: int
    players: int  # at most
    board: tuple[int, int]
    planes: int  # at most
    seen: str  # a hash of the names of planes and numbers of observations: rules may know them by their places
    reach: int  # planes of the optional entry `reach`; 0: the game has none
    muster: int = 0  # numbers of each entity that the optional entry `muster` lists; 0: the game has none
    skill: bool = False  # whether the game has a part `skill`
    known: str = ""  # the numbers among the game's facts, and the names whose places count: rules may know any of them

    @property
    def origin(self) -> Origin:
        """What the game's machine code is made from."""
        return Origin(self.name, Path(self.folder), self._shape())

    def _shape(self) -> str:
        """Everything that is known here, except where the game is."""
        apart = ("import_name", "folder")
        return repr({name: value for name, value in asdict(self).items() if name not in apart})

    @property
    def entries(self) -> tuple[str, ...]:
        """The names of the game's entries."""
        names = (name for name in TEMPLATES if name not in SKILLS)
        return tuple(name for name in names if name not in OPTIONAL or getattr(self, name))

    def functions(self) -> dict[str, Any]:
        """The game's rule for each entry."""
        rules = self._module("rules")
        functions = {name: getattr(rules, name, DEFAULTS.get(name)) for name in self.entries}
        for name, function in functions.items():
            if function is None:
                raise BadRules(f"The rules of {self.name} have no function {name}.")
        return functions

    def skills(self) -> dict[str, Any]:
        """What the game's part `skill` gives, each by its name, and the engine's own for the rest."""
        module = self._module("skill") if self.skill else None
        return {name: getattr(module, name, rule) for name, rule in DEFAULT_SKILL.items()}

    def shapes(self) -> dict[str, Any]:
        """The types and shapes behind the addresses that entries take."""
        state = self._module("state")
        return {
            "STATE": state_layout(state).dtype,
            "PARAMETERS": parameter_type(state),
            "FIELDS": self.fields,
            "ACTIONS": (self.fields + len(self.buttons),),
            "PLAYERS": (self.players,),
            "REACH": (self.reach, *self.board),
        }

    def _module(self, part: str) -> ModuleType:
        try:
            return importlib.import_module(f"{self.import_name}.{part}")
        except SyntaxError as error:
            place = f"{Path(error.filename or part).name}, line {error.lineno}"
            raise BadRules(f"The {part} of {self.name} can't be read: {place}: {error.msg}.") from error
