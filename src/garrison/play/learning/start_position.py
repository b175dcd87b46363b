"""Where a lesson, a puzzle or a mission begins: a game, a seed, the actions that lead to the position, and what is
different in it. The last is how a position is drawn:

set = { coins = [10, 0], unit_kind = { 0 = 1, 128 = 2 } }

These are numbers of the record: a single one, the first ones of an array, or some of an array by their places. What
follows from them, such as who stands on a field, the game's rule `clash` writes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from garrison.core.discovery import GamePackage
from garrison.core.engine import memory
from garrison.core.engine.record import Array
from garrison.core.game import Game, load
from garrison.core.position import Position
from garrison.core.soundness import out_of_range, why_unsound
from garrison.errors import BadFile

REPEATED = re.compile(r"(\d+)(?:x(\d+))?")


@dataclass(frozen=True)
class Opening:
    """A position to begin with, and who learns from there."""

    game: Game
    seed: int
    player: int
    actions: tuple[int, ...]
    changes: tuple[tuple[str, int, int], ...] = ()  # numbers of the record, each by its name and its place in an array

    def position(self) -> Position:
        """The position; each action is played by the first player who may act."""
        return _reached(self).copy()


@lru_cache(maxsize=64)
def _reached(opening: Opening) -> Position:
    """Kept, since whoever tries something often begins again."""
    position = opening.game.new(opening.seed)
    for action in opening.actions:
        position.play(position.waiting[0], action)
    if opening.changes:
        _place(opening, position)
    return position


def _place(opening: Opening, position: Position) -> None:
    """Write what is different, and what follows from it."""
    game, state = opening.game, position.state
    try:
        for name, place, number in opening.changes:
            state[name].reshape(-1)[place] = number
    except (IndexError, OverflowError) as error:
        raise BadFile(f"{game.name}: this can't be where it begins: {name}.{place} = {number} ({error}).") from error
    breach = out_of_range(game, state)
    if breach is None:  # which the rule relies on
        game.table.direct["clash"](game.reference, memory.reference(state))
    wrong = str(breach or _why_other(opening, state) or why_unsound(game, state))
    if wrong:
        raise BadFile(f"{game.name}: this can't be where it begins: {wrong}.")


def _why_other(opening: Opening, state: Array) -> str:
    """What the rule has written otherwise, because something else limits it."""
    for name, place, number in opening.changes:
        if int(state[name].reshape(-1)[place]) != number:
            return f"{name}.{place} can't be {number}, but {int(state[name].reshape(-1)[place])}"
    return ""


def number_of(position: Position, name: str, place: int) -> int:
    """A number of a position's record."""
    return int(position.state[name].reshape(-1)[place])


def read_opening(package: GamePackage, table: Mapping[str, Any]) -> Opening:
    """An opening from a table of a TOML file."""
    options = dict(table.get("options", {}))
    game = load(package.name, variant=table.get("variant"), rules=table.get("rules"), **options)
    actions = read_actions(table.get("begin", ""), f"{package.name}: begin")
    changes = tuple(_numbers(game, table.get("set", {})))
    return Opening(game, int(table.get("seed", 0)), int(table.get("player", 0)), actions, changes)


def _numbers(game: Game, table: Mapping[str, Any]) -> Iterator[tuple[str, int, int]]:
    for name, wish in table.items():
        if name not in (game.state_dtype.names or ()):
            raise BadFile(f"{game.name}: set names {name}, which its record does not have.")
        places = wish.items() if isinstance(wish, dict) else enumerate([wish] if isinstance(wish, int) else wish)
        yield from ((name, int(place), int(number)) for place, number in places)


def read_actions(text: str, where: str) -> tuple[int, ...]:
    """Actions by number, a repeated one only once.

    >>> read_actions("17 4x3", "here")
    (17, 4, 4, 4)
    """
    return tuple(_actions(text, where))


def _actions(text: str, where: str) -> Iterator[int]:
    for word in text.split():
        match = REPEATED.fullmatch(word)
        if match is None:
            raise BadFile(f"{where}: {word} is not an action; write a number, or a number and how often, such as 4x3.")
        yield from [int(match[1])] * int(match[2] or 1)


def write_actions(actions: tuple[int, ...] | list[int]) -> str:
    """The inverse of `read_actions`.

    >>> write_actions([17, 4, 4, 4])
    '17 4x3'
    """
    words: list[list[int]] = []
    for action in actions:
        if words and words[-1][0] == action:
            words[-1][1] += 1
        else:
            words.append([action, 1])
    return " ".join(f"{action}x{times}" if times > 1 else str(action) for action, times in words)
