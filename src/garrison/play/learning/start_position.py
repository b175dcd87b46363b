"""Where a lesson or a puzzle begins: a game, a seed, and the actions that lead to the position."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from garrison.core.discovery import GamePackage
from garrison.core.game import Game, load
from garrison.core.position import Position
from garrison.errors import BadFile

KEYS = ("variant", "options", "rules", "seed", "player", "begin")
REPEATED = re.compile(r"(\d+)(?:x(\d+))?")


@dataclass(frozen=True)
class Opening:
    """A position to begin with, and who learns from there."""

    game: Game
    seed: int
    player: int
    actions: tuple[int, ...]

    def position(self) -> Position:
        """The position; each action is played by the first player who may act."""
        return _reached(self).copy()


@lru_cache(maxsize=64)
def _reached(opening: Opening) -> Position:
    """Kept, since whoever tries something often begins again."""
    position = opening.game.new(opening.seed)
    for action in opening.actions:
        position.play(position.waiting[0], action)
    return position


def read_opening(package: GamePackage, table: Mapping[str, Any]) -> Opening:
    """An opening from a table of a TOML file."""
    options = dict(table.get("options", {}))
    game = load(package.name, variant=table.get("variant"), rules=table.get("rules"), **options)
    actions = read_actions(table.get("begin", ""), f"{package.name}: begin")
    return Opening(game, int(table.get("seed", 0)), int(table.get("player", 0)), actions)


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
