"""A game's puzzles, as data: `puzzles.toml` in its folder, found by tools/puzzles.py in games that were played.

rules_version = 1                   # they hold for these rules

[[puzzles]]
id = "two-at-once"
task = "Defeat two enemies with one move."
seed = 7                            # and variant, options, rules, player, begin: where it begins
goal = ["living.1 <= 2"]            # numbers of the record, all of which have to be so
turns = 1                           # by then, or with hold = true at the end of it; or steps = 20
dice = [3, 5]                       # the solution works whichever of these the generator is stirred with
solution = "17 18 19x3"
"""

from __future__ import annotations

import operator
import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Any

from garrison.core import discovery
from garrison.core.discovery import GamePackage, find
from garrison.core.game import Game
from garrison.core.position import Position
from garrison.errors import BadFile
from garrison.play.learning.start_position import Opening, read_actions, read_opening

FILE = "puzzles.toml"
GOAL = re.compile(r"(\w+)(?:\.(\d+))? (<=|>=|==) (-?\d+)")
SIGNS: dict[str, Callable[[int, int], bool]] = {"<=": operator.le, ">=": operator.ge, "==": operator.eq}
STRIDE = 37  # puzzles from one day to the next, so that games alternate; no number of puzzles may be a multiple of it


@dataclass(frozen=True)
class Aim:
    """A number of the record, and what it has to be."""

    name: str
    place: int  # within an array; 0 where it is a single number
    sign: str
    amount: int

    def is_met(self, position: Position) -> bool:
        """Whether it is so."""
        return SIGNS[self.sign](number_of(position, self.name, self.place), self.amount)


@dataclass(frozen=True)
class Puzzle:
    """A position, what is asked for, and an answer."""

    id: str
    task: str
    opening: Opening
    goals: tuple[Aim, ...]
    turns: int
    steps: int
    holds: bool  # the goals have to be met at the end of the time rather than by then
    dice: tuple[int, ...]
    solution: tuple[int, ...]

    @property
    def game(self) -> Game:
        """The game that it belongs to."""
        return self.opening.game


def number_of(position: Position, name: str, place: int) -> int:
    """A number of a position's record."""
    cells = position.state[name].reshape(-1)
    return int(cells[place])


def puzzles_of(package: GamePackage) -> tuple[Puzzle, ...]:
    """A game's puzzles; none for a game without a file of them, or whose rules have changed since."""
    return _puzzles(package.name) if (package.folder / FILE).exists() else ()


@cache
def _puzzles(name: str) -> tuple[Puzzle, ...]:
    package = find(name)
    try:
        table = tomllib.loads((package.folder / FILE).read_text(encoding="utf-8"))
        if table["rules_version"] != package.facts.rules_version:
            return ()
        return tuple(read_puzzle(package, one) for one in table["puzzles"])
    except (OSError, ValueError, KeyError) as error:
        raise BadFile(f"The puzzles of {name} can't be read: {error!r}.") from error


def read_puzzle(package: GamePackage, table: dict[str, Any]) -> Puzzle:
    """A puzzle from its table."""
    opening = read_opening(package, table)
    return Puzzle(
        id=table["id"],
        task=table["task"],
        opening=opening,
        goals=tuple(read_goal(opening.game, text) for text in table["goal"]),
        turns=table.get("turns", 0),
        steps=table.get("steps", 0),
        holds=table.get("hold", False),
        dice=tuple(table.get("dice", (0,))),
        solution=read_actions(table["solution"], f"{package.name}, {table['id']}: solution"),
    )


def read_goal(game: Game, text: str) -> Aim:
    """A goal as it is written: `living.1 <= 2`."""
    match = GOAL.fullmatch(text)
    if match is None or match[1] not in game.state_dtype.names:
        raise BadFile(f"{game.name}: {text} is not a goal; write it like living.1 <= 2.")
    return Aim(match[1], int(match[2] or 0), match[3], int(match[4]))


def all_puzzles() -> tuple[Puzzle, ...]:
    """The puzzles of all games, always in the same order."""
    return tuple(puzzle for package in discovery.installed()[0] for puzzle in puzzles_of(package))


def find_puzzle(game: str, name: str) -> Puzzle:
    """A puzzle by its game and its name."""
    for puzzle in puzzles_of(find(game)):
        if puzzle.id == name:
            return puzzle
    raise BadFile(f"{find(game).facts.title} has no such puzzle.")


def daily(day: date) -> Puzzle | None:
    """The puzzle of a day, the same for everybody."""
    puzzles = all_puzzles()
    return puzzles[day.toordinal() * STRIDE % len(puzzles)] if puzzles else None
