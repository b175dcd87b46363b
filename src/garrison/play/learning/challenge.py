"""What puzzles and missions are made of: a position, what is asked for, and an answer. As tables of a TOML file:

id = "two-at-once"
task = "Defeat two enemies with one move."
seed = 7                            # and variant, options, rules, player, begin, set: where it begins
goal = ["living.1 <= 2"]            # all of which have to be so
named = ["enemies defeated"]        # what each of them counts, for whoever falls short of it; "" where nothing
turns = 1                           # by then, or with hold = true at the end of it; or steps = 20
difficulty = 2                      # of a puzzle: 1 to 3
dice = [3, 5]                       # the solution works whichever of these the generator is stirred with
solution = "17 18 19x3"

A goal names a number of the record (`living.1` of an array), an event in capitals, for how often it has happened since
the beginning (`HIT`, or `HIT.1` where its first number is 1), or `turns` and `steps`, the learner's own so far.
"""

from __future__ import annotations

import operator
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from garrison.core.discovery import GamePackage
from garrison.core.game import Game
from garrison.core.position import Position
from garrison.errors import BadFile
from garrison.play.learning.opponent import Opponent, read_opponent
from garrison.play.learning.start_position import Opening, number_of, read_actions, read_opening

GOAL = re.compile(r"(\w+)(?:\.(\d+))? (<=|>=|==) (-?\d+)")
SIGNS: dict[str, Callable[[int, int], bool]] = {"<=": operator.le, ">=": operator.ge, "==": operator.eq}
TURNS, STEPS = "turns", "steps"


@dataclass
class Progress:
    """How far somebody has got: the position, their turns and actions, and what has happened how often."""

    position: Position
    turns: int = 0
    steps: int = 0
    tally: Counter[tuple[str, int]] = field(default_factory=Counter)  # by kind and first number; -1: any

    def note(self, position: Position) -> None:
        """The next position, with what happened on the way to it."""
        self.position = position
        for event in position.events:
            self.tally[event.kind.name, -1] += 1
            if event.numbers:
                self.tally[event.kind.name, event.numbers[0]] += 1


@dataclass(frozen=True)
class Aim:
    """A number, and what it has to be."""

    name: str
    place: int  # within an array, or of an event its first number; -1 where none is given
    sign: str
    amount: int
    label: str = ""  # what it counts, in words

    def value(self, progress: Progress) -> int:
        """What the number is."""
        if self.name in (TURNS, STEPS):
            return progress.turns if self.name == TURNS else progress.steps
        if self.name.isupper():
            return progress.tally[self.name, self.place]
        return number_of(progress.position, self.name, max(self.place, 0))

    def is_met(self, progress: Progress) -> bool:
        """Whether it is so."""
        return SIGNS[self.sign](self.value(progress), self.amount)


@dataclass(frozen=True)
class Star:
    """What earns one more star than reaching the goal does."""

    words: str
    aims: tuple[Aim, ...]


@dataclass(frozen=True)
class Challenge:
    """A puzzle, or with stars a mission."""

    id: str
    title: str
    task: str
    why: str
    opening: Opening
    opponent: Opponent | None
    goals: tuple[Aim, ...]
    stars: tuple[Star, ...]  # the second, then the third
    turns: int
    steps: int
    holds: bool  # the goals have to be met at the end of the time rather than by then
    dice: tuple[int, ...]
    difficulty: int  # of a puzzle, from 1
    solution: tuple[int, ...]

    @property
    def game(self) -> Game:
        """The game that it belongs to."""
        return self.opening.game

    @property
    def name(self) -> str:
        """What it is called where solved ones are remembered."""
        return f"{self.game.name}/{self.id}"


def read_challenge(package: GamePackage, table: dict[str, Any]) -> Challenge:
    """A challenge from its table."""
    opening = read_opening(package, table)
    where = f"{package.name}, {table['id']}"
    return Challenge(
        id=table["id"],
        title=table.get("title", ""),
        task=table["task"],
        why=table.get("why", ""),
        opening=opening,
        opponent=read_opponent(opening.game, table["opponent"]) if "opponent" in table else None,
        goals=_goals(opening.game, table["goal"], table.get("named", ())),
        stars=tuple(_star(opening.game, table[key]) for key in ("two", "three") if key in table),
        turns=table.get("turns", 0),
        steps=table.get("steps", 0),
        holds=table.get("hold", False),
        dice=tuple(table.get("dice", (0,))),
        difficulty=table.get("difficulty", 1),
        solution=read_actions(table["solution"], f"{where}: solution"),
    )


def _star(game: Game, table: dict[str, Any]) -> Star:
    return Star(table["words"], _goals(game, table["goal"], ()))


def _goals(game: Game, texts: Sequence[str], labels: Sequence[str]) -> tuple[Aim, ...]:
    words = [*labels, *[""] * (len(texts) - len(labels))]
    return tuple(read_goal(game, text, label) for text, label in zip(texts, words, strict=True))


def read_goal(game: Game, text: str, label: str = "") -> Aim:
    """A goal as it is written: `living.1 <= 2`."""
    match = GOAL.fullmatch(text)
    names = {*(game.state_dtype.names or ()), *game.event_kinds.__members__, TURNS, STEPS}
    if match is None or match[1] not in names:
        raise BadFile(f"{game.name}: {text} is not a goal; write it like living.1 <= 2.")
    return Aim(match[1], int(match[2]) if match[2] else -1, match[3], int(match[4]), label)
