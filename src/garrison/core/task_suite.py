"""Suites of named tasks, on which learning programs are compared: what they may train on, and what they are tested on.

A suite is a TOML file in `suites`, a table for each task: the game, its variant, the set-ups of training and of the
test (options of `garrison.load`; the same where no test is named), and who sits in the other seats. Beside it, a JSON
file has every rule parameter of every set-up as it was when the task was declared, and these are what is played: a
variant may change, a task does not. Where the game's rules themselves have changed, the hash of a task is another one,
and it is refused, since its results could not be compared.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from garrison.core.discovery import STANDARD
from garrison.core.files import read_text
from garrison.core.game import Game, game_with
from garrison.errors import BadOption, shown

FOLDER = Path(__file__).with_name("suites")
SPLITS = ("train", "test")
DIGITS = 16  # of a hash
Setup = Mapping[str, Any]
Parameters = Mapping[str, Any]


@dataclass(frozen=True)
class SuiteTask:
    """One task: a game, how it is set up in training and in the test, and who plays against the program."""

    name: str
    about: str
    game: str
    rules_hash: str  # the hash of its rules
    rules: Mapping[str, list[Parameters]]  # every rule parameter of each set-up, by split
    variant: str = str(STANDARD)
    train: tuple[Setup, ...] = ({},)
    test: tuple[Setup, ...] = ()
    opponent: str = ""  # a bot; none where the program plays alone

    @property
    def is_alone(self) -> bool:
        """Whether nobody else plays."""
        return not self.opponent

    @cached_property
    def _games(self) -> dict[str, tuple[Game, ...]]:
        return {
            split: tuple(game_with(self.game, rules, f"{self.name}, {split}", self.variant) for rules in setups)
            for split, setups in self.rules.items()
        }

    @cached_property
    def digest(self) -> str:
        """A hash of all rules that are played in training and in the test, and of who plays."""
        return digest_of([game for split in SPLITS for game in self._games[split]], self.opponent)

    def games(self, split: str = "train") -> tuple[Game, ...]:
        """The games of training or of the test; an error if their rules are not those that were frozen."""
        if split not in SPLITS:
            raise BadOption(f"A task has games for {' and '.join(SPLITS)}, not for {shown(split)}.")
        if self.digest != self.rules_hash:
            raise BadOption(
                f"The rules of {self.name} are frozen as {self.rules_hash}, and here they are {self.digest}: "
                "its results could not be compared with others. Use the version of Garrison that has them."
            )
        return self._games[split]


@dataclass(frozen=True)
class TaskSuite:
    """Named tasks, in the order in which results list them."""

    name: str
    about: str
    tasks: Mapping[str, SuiteTask]

    def task(self, name: str) -> SuiteTask:
        """The task of this name."""
        if name not in self.tasks:
            raise BadOption(f"{self.name} has no task {shown(name)}; it has {', '.join(self.tasks)}.")
        return self.tasks[name]


def suite_names() -> list[str]:
    """The suites that there are.

    >>> suite_names()
    ['garrison-10']
    """
    return sorted(file.stem for file in FOLDER.glob("*.toml"))


@cache
def suite_named(name: str) -> TaskSuite:
    """A suite.

    >>> task = suite_named("garrison-10").task("skirmish-duel")
    >>> task.game, task.opponent
    ('skirmish', 'medium')
    """
    if name not in suite_names():
        raise BadOption(f"There is no suite {shown(name)}; there is {', '.join(suite_names())}.")
    about, tables = declared(name)
    records = json.loads(read_text(FOLDER / f"{name}.json"))
    return TaskSuite(name, about, {task: _task(task, **records[task], **table) for task, table in tables.items()})


def declared(name: str) -> tuple[str, dict[str, dict[str, Any]]]:
    """What a suite is, and the tables of its tasks."""
    values = tomllib.loads(read_text(FOLDER / f"{name}.toml"))
    return str(values.pop("about")), values


def _task(name: str, *, train: list[Setup] | None = None, test: list[Setup] | None = None, **values: Any) -> SuiteTask:
    return SuiteTask(name, train=tuple(train or [{}]), test=tuple(test or ()), **values)


def digest_of(games: Iterable[Game], opponent: str) -> str:
    """A hash of rules, and of who plays."""
    return hashlib.sha256(" ".join([*(game.rules_hash for game in games), opponent]).encode()).hexdigest()[:DIGITS]
