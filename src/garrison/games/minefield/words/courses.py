"""Walks and waiting, and what stops them."""

from __future__ import annotations

import re
from functools import partial

from garrison.core.plain import plain
from garrison.core.words.moves import NamedMove, Steps
from garrison.core.words.reader import unknown
from garrison.core.words.viewpoint import Viewpoint
from garrison.games.minefield.rules.field import next_square
from garrison.games.minefield.state import COLUMNS, ROWS, Object, Press
from garrison.games.minefield.words.field import NUMBERS, enemy_within, next_way, place, step_towards

GO = re.compile(
    r"go (\d{1,2}),\s?(\d{1,2})( mine)?(?: stop if an enemy (?:is )?within (\d{1,2}))?", re.IGNORECASE
)  # fmt: skip
WAIT = re.compile(r"stay until (?:an enemy (?:is )?within (\d{1,2})|(?:an enemy|x|y) (?:is )?adjacent)", re.IGNORECASE)
LONGEST = 2000  # time units of one course


def read(view: Viewpoint, text: str) -> NamedMove | None:
    """M5: a walk, or waiting; None for buttons."""
    if match := GO.fullmatch(text):
        row, column = int(match[1]), int(match[2])
        if not (row < ROWS and column < COLUMNS) or view.state.squares[row * COLUMNS + column] == Object.WALL:
            raise unknown(view, text, f"{row},{column} is not a square to stand on")
        return _walk(view, text, row * COLUMNS + column, bool(match[3]), int(match[4] or 0))
    if match := WAIT.fullmatch(text):
        near = int(match[1] or 1)
        words = f"P stays until an enemy is within {near}."
        condition = f"an enemy within {near}"
        return NamedMove(f"stay until {condition}", words, (int(Press.STAY),), condition, partial(_wait, near=near))
    return None


def _walk(view: Viewpoint, text: str, goal: int, with_mine: bool, near: int) -> NamedMove:
    way = next_way(view.state, goal)
    if way is None:
        raise unknown(view, text, f"there is no way to {place(goal)} as walls stand")
    stop = f" stop if an enemy within {near}" if near else ""
    words = f"P walks to {place(goal)}, as walls then stand{', and leaves a mine behind' if with_mine else ''}."
    first = (int(Press.UP) + way,) if goal != view.state.player else ()
    course = partial(_go, goal=goal, with_mine=with_mine, near=near)
    condition = f"no way is left{f', or an enemy is within {near}' if near else ''}"
    return NamedMove(f"go {place(goal)}{' mine' if with_mine else ''}{stop}", words, first, condition, course)


def _go(view: Viewpoint, goal: int, with_mine: bool, near: int) -> Steps:
    """Step by step, by the shortest way that there is each time."""
    was_number = view.state.squares[goal] in NUMBERS
    for _ in range(LONGEST):
        s = view.state
        if s.over or int(s.player) == goal:
            return ""
        if near and (enemy := enemy_within(s, near)):
            return f"{enemy} is within {near}"
        if was_number and s.squares[goal] not in NUMBERS:
            return "the number is gone"
        action = step_towards(s, goal)
        if action is None:
            return f"there is no way to {place(goal)} any more"
        is_last = action != Press.STAY and plain(next_square)(int(s.player), action - Press.UP) == goal
        yield action + (int(Press.MINE) if with_mine and is_last else 0)
    return "it takes too long"


def _wait(view: Viewpoint, near: int) -> Steps:
    for _ in range(LONGEST):
        if view.state.over:
            return ""
        if enemy := enemy_within(view.state, near):
            return f"{enemy} is within {near}"
        yield int(Press.STAY)
    return "it takes too long"
