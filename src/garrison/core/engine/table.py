"""The table of a game's entries, through which generic code and Python call its rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from garrison.core.engine import machine
from garrison.core.engine.blueprint import Blueprint
from garrison.core.engine.entries import RETURNING, SKILLS, TEMPLATES, entry_of
from garrison.core.engine.lane import COMPILED


@dataclass(frozen=True)
class Table:
    """A game's entries.

    The named ones are for generic code (C functions when compiled); `direct` holds the same for calls from Python.
    Both take references (see `memory`): addresses when compiled, records and arrays when interpreted.
    """

    new: Any
    legal: Any
    step: Any
    observe: Any
    measure: Any
    score: Any
    clash: Any
    direct: dict[str, Callable[..., Any]]
    reach: Any = None
    muster: Any = None


@dataclass(frozen=True)
class Skill:
    """What the search knows of a game: its entries `value`, `policy`, `hide` and `cues`, for generic code."""

    value: Any
    policy: Any
    hide: Any
    cues: Any


@dataclass(frozen=True)
class Entry:
    """An entry in machine code."""

    name: str
    address: int

    @cached_property
    def call(self) -> Callable[..., Any]:
        """The entry as Python calls it."""
        count = TEMPLATES[self.name].__code__.co_argcount
        return machine.caller(self.address, "n8" * count, self.name in RETURNING, False)

    def __call__(self, *arguments: Any) -> Any:
        """What it returns."""
        return self.call(*arguments)


def build_skill(blueprint: Blueprint) -> Skill:
    """Make a game's skill."""
    return Skill(**(_loaded(blueprint, SKILLS) if COMPILED else _plain(blueprint, blueprint.skills())))


def build_table(blueprint: Blueprint) -> Table:
    """Make a game's table."""
    if not COMPILED:
        plain = _plain(blueprint, blueprint.functions())
        return Table(**plain, direct=plain)
    entries = _loaded(blueprint, blueprint.entries)
    return Table(**entries, direct={name: entry.call for name, entry in entries.items()})


def _loaded(blueprint: Blueprint, names: tuple[str, ...]) -> dict[str, Entry]:
    library = machine.library(blueprint.origin)
    return {name: Entry(name, library.address(name)) for name in names}


def _plain(blueprint: Blueprint, rules: dict[str, Any]) -> dict[str, Any]:
    shapes = blueprint.shapes()
    return {name: entry_of(name, rule, shapes) for name, rule in rules.items()}
