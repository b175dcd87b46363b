"""A game's first lesson, as data: `lesson.toml` in its folder.

title = "..."
variant = "standard"        # and seed, player, options, rules, begin: where it begins
ends = "..."                # what is said at the end

[[steps]]
say = "..."                 # what is asked for
do = "field 17"             # the action, or a list of actions of which any will do
show = [17]                 # fields of the first board to look at; by default those that are clicked
until = "TOOK"              # the step is repeated until this kind of event; with run = true, by itself
well = "..."                # what is said when it is done
otherwise = "..."           # what is said when something else is tried
then = "3 4"                # actions that follow, such as the other players'
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Any

from garrison.core.discovery import GamePackage, find
from garrison.core.game import Game
from garrison.errors import BadFile
from garrison.play.learning.start_position import Opening, read_actions, read_opening

FILE = "lesson.toml"
OTHERWISE = "Not that one for now: look for the ring."


@dataclass(frozen=True)
class LessonStep:
    """One thing that the learner is asked to do."""

    say: str
    actions: tuple[int, ...]
    show: tuple[int, ...]
    until: str
    runs: bool
    well: str
    otherwise: str
    then: tuple[int, ...]


@dataclass(frozen=True)
class Lesson:
    """A lesson: where it begins, its steps, and the last words."""

    title: str
    opening: Opening
    steps: tuple[LessonStep, ...]
    ends: str


def lesson_title(package: GamePackage) -> str:
    """What a game's lesson is called; "" if it has none, or one that can't be read."""
    try:
        return str(tomllib.loads((package.folder / FILE).read_text(encoding="utf-8"))["title"])
    except (OSError, ValueError, KeyError):
        return ""


@cache
def lesson_of(name: str) -> Lesson:
    """A game's lesson."""
    package = find(name)
    if not (package.folder / FILE).exists():
        raise BadFile(f"{package.facts.title} has no lesson.")
    try:
        table = tomllib.loads((package.folder / FILE).read_text(encoding="utf-8"))
        opening = read_opening(package, table)
        steps = tuple(_step(opening.game, step, number) for number, step in enumerate(table["steps"], 1))
        return Lesson(table["title"], opening, steps, table["ends"])
    except (OSError, ValueError, KeyError) as error:
        raise BadFile(f"The lesson of {name} can't be read: {error!r}.") from error


def _step(game: Game, table: dict[str, Any], number: int) -> LessonStep:
    names = table["do"]
    until = table.get("until", "")
    if until and until not in game.event_kinds.__members__:
        raise BadFile(f"Step {number} of the lesson of {game.name} waits for {until}, which never happens there.")
    return LessonStep(
        say=table["say"],
        actions=tuple(game.action(name) for name in ([names] if isinstance(names, str) else names)),
        show=tuple(table.get("show", ())),
        until=until,
        runs=bool(table.get("run", False)),
        well=table.get("well", ""),
        otherwise=table.get("otherwise", OTHERWISE),
        then=read_actions(table.get("then", ""), f"{game.name}, step {number}: then"),
    )
