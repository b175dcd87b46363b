"""Minefield in words: `go 3,11` walks there, `stay until an enemy within 3` waits.

`go 3,11 stop if an enemy within 3` stops before it is too late, and `go 3,11 mine` leaves a mine behind on arrival.
"""

from __future__ import annotations

import re
from collections import deque
from functools import partial

from garrison.core.engine import memory
from garrison.core.engine.grid import DIRECTION_NAMES
from garrison.core.plain import plain
from garrison.core.words.moves import NamedMove, Steps
from garrison.core.words.reader import unknown
from garrison.core.words.viewpoint import Viewpoint
from garrison.games.minefield.rules import enemies_chase
from garrison.games.minefield.rules.field import next_square
from garrison.games.minefield.show import about, ordinal
from garrison.games.minefield.state import COLUMNS, ROWS, Object, Press, State

GO = re.compile(
    r"go (\d{1,2}),\s?(\d{1,2})( mine)?(?: stop if an enemy (?:is )?within (\d{1,2}))?", re.IGNORECASE
)  # fmt: skip
WAIT = re.compile(r"stay until (?:an enemy (?:is )?within (\d{1,2})|(?:an enemy|x|y) (?:is )?adjacent)", re.IGNORECASE)
SIGNS = {Object.EMPTY: ".", Object.WALL: "#", Object.ONE: "1", Object.TWO: "2", Object.THREE: "3", Object.MINE: "+"}
NUMBERS = (Object.ONE, Object.TWO, Object.THREE)
FAR_ROWS, FAR_COLUMNS = 4, 10  # of what is drawn around P
SOON = 20  # time units that are foretold
NEAREST = 6  # numbers to which the way is told
LONGEST = 2000  # time units of one course


def rules(view: Viewpoint) -> list[str]:
    """What numbers give, how enemies come."""
    p, words = view.parameters, about(view.parameters)
    gifts = "; ".join(
        f"{number} is {p.number_points[number - 1]} points, {p.number_energy[number - 1]} energy, "
        f"{p.number_mines[number - 1]} mines"
        for number in (1, 2, 3)
    )
    return [
        f"Rules: + is a mine. A step costs 1 energy; without any you step every other time unit. {gifts}. "
        "Mines of your own kill you, too; walls come and go.",
        f"X: {words['x']}",
        f"Y: {words['y']}",
    ]


def lines(view: Viewpoint) -> list[str]:
    """P, enemies, numbers and mines with places, and what is around P."""
    p, s = view.parameters, view.state
    limit = f" of {p.time_limit}" if p.time_limit else ""
    rest = f" Enemies rest in every {ordinal(int(p.enemy_rest))} time unit." if p.enemy_rest > 1 else ""
    things = {sign: _squares_of(s, thing) for thing, sign in SIGNS.items() if thing not in (Object.EMPTY, Object.WALL)}
    return [
        f"Time {int(s.turn)}{limit}. You at {_place(s.player)}, facing {DIRECTION_NAMES[int(s.facing)]}; energy "
        f"{int(s.energy)}, mines {int(s.mines)}, score {int(s.points)}.{rest}",
        f"Enemies: {'; '.join(_enemy(s, index) for index in _enemies(s)) or 'none'}.",
        *(f"{sign} at {' '.join(map(_place, squares))}." for sign, squares in things.items() if squares),
        *_surroundings(s),
        view.scene.prompt,
    ]


def forecasts(view: Viewpoint) -> list[str]:
    """The ways to the nearest numbers, and what enemies do if P stays and no wall changes."""
    s = view.state
    if s.over:
        return []
    steps = _steps_to(s)
    numbers = [(steps[square], square) for thing in NUMBERS for square in _squares_of(s, thing) if square in steps]
    ways = [
        f"{SIGNS[Object(int(s.squares[square]))]} at {_place(square)} {count} steps"
        for count, square in sorted(numbers)[:NEAREST]
    ]
    ahead = [f"If you stay, as walls stand: {_chase(view)}."] if s.enemy_count else []
    return [f"Ways as walls stand: {'; '.join(ways) or 'none'}.", *ahead]


def _chase(view: Viewpoint) -> str:
    """M10: where each enemy is after a while, or when it arrives: the rules chase on a copy."""
    record = memory.copied(view.position.state)
    s, p = record[0], view.parameters
    starts = {int(s.enemy_serials[index]): _place(s.enemy_squares[index]) for index in _enemies(s)}
    letters = {int(s.enemy_serials[index]): _letter(s, index) for index in _enemies(s)}
    for time in range(1, SOON + 1):
        s.turn += 1
        plain(enemies_chase)(p, s)
        if s.over:
            nearest = min(_enemies(s), key=lambda index: _distance(int(s.enemy_squares[index]), int(s.player)))
            serial = int(s.enemy_serials[nearest])
            return f"{letters[serial]} from {starts[serial]} arrives in {time}"
    ends = [_enemy(s, index) for index in _enemies(s)]
    return f"nobody arrives within {SOON}; then {', '.join(ends) or 'no enemy is left'}"


def answers(view: Viewpoint) -> list[str]:
    """The buttons and the courses."""
    buttons = " ".join(move.notation for move in view.moves)
    return [
        f"Answer: {buttons}; or go R,C [mine] [stop if an enemy within 3], stay until an enemy within 3, right x4; "
        "several with ; between them."
    ]


# --- Courses


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
    way = _way(view.state, goal)
    if way is None:
        raise unknown(view, text, f"there is no way to {_place(goal)} as walls stand")
    stop = f" stop if an enemy within {near}" if near else ""
    words = f"P walks to {_place(goal)}, as walls then stand{', and leaves a mine behind' if with_mine else ''}."
    first = (int(Press.UP) + way,) if goal != view.state.player else ()
    course = partial(_go, goal=goal, with_mine=with_mine, near=near)
    condition = f"no way is left{f', or an enemy is within {near}' if near else ''}"
    return NamedMove(f"go {_place(goal)}{' mine' if with_mine else ''}{stop}", words, first, condition, course)


def _go(view: Viewpoint, goal: int, with_mine: bool, near: int) -> Steps:
    """Step by step, by the shortest way that there is each time."""
    was_number = view.state.squares[goal] in NUMBERS
    for _ in range(LONGEST):
        s = view.state
        if s.over or int(s.player) == goal:
            return ""
        if near and (enemy := _enemy_within(s, near)):
            return f"{enemy} is within {near}"
        if was_number and s.squares[goal] not in NUMBERS:
            return "the number is gone"
        way = _way(s, goal)
        if way is None:
            return f"there is no way to {_place(goal)} any more"
        is_last = plain(next_square)(int(s.player), way) == goal
        button = int(Press.UP) + way + (int(Press.MINE) if with_mine and is_last else 0)
        yield int(Press.STAY) if s.tired else button
    return "it takes too long"


def _wait(view: Viewpoint, near: int) -> Steps:
    for _ in range(LONGEST):
        if view.state.over:
            return ""
        if enemy := _enemy_within(view.state, near):
            return f"{enemy} is within {near}"
        yield int(Press.STAY)
    return "it takes too long"


def _enemy_within(s: State, near: int) -> str:
    """The enemy that is the fewest steps away, ignoring walls, if it is so near; else ""."""
    distances = [(_distance(int(s.enemy_squares[index]), int(s.player)), index) for index in _enemies(s)]
    distance, index = min(distances, default=(near + 1, 0))
    return f"{_letter(s, index)} at {_place(s.enemy_squares[index])}" if distance <= near else ""


# --- The field


def _way(s: State, goal: int) -> int | None:
    """The direction of the first step of a shortest way that meets no wall, mine or enemy; None if there is none."""
    steps = _steps_to(s, goal)
    own = int(s.player)
    if own not in steps:
        return None
    around = [(steps.get(int(plain(next_square)(own, way)), ROWS * COLUMNS), way) for way in range(4)]
    return min(around)[1]


def _steps_to(s: State, start: int = -1) -> dict[int, int]:
    """How many steps it is to each square from one of them, by default from where P is."""
    first = start if start >= 0 else int(s.player)
    blocks = {Object.WALL, Object.MINE, Object.X, Object.Y}
    squares, steps, queue = s.squares.tolist(), {first: 0}, deque([first])
    while queue:
        square = queue.popleft()
        for target in (square - COLUMNS, square + 1, square + COLUMNS, square - 1):
            if target not in steps and squares[target] not in blocks:
                steps[target] = steps[square] + 1
                queue.append(target)
    return steps


def _surroundings(s: State) -> list[str]:
    """The squares around P, with rulers."""
    row, column = divmod(int(s.player), COLUMNS)
    rows = range(max(row - FAR_ROWS, 0), min(row + FAR_ROWS + 1, ROWS))
    columns = range(max(column - FAR_COLUMNS, 0), min(column + FAR_COLUMNS + 1, COLUMNS))
    signs = {**SIGNS, Object.PLAYER: "P", Object.X: "X", Object.Y: "Y"}
    return [
        *("    " + "".join(f"{number:2}"[digit] for number in columns) for digit in range(2)),
        *(f"{r:3} " + "".join(signs[Object(int(s.squares[r * COLUMNS + c]))] for c in columns) for r in rows),
    ]


def _squares_of(s: State, thing: int) -> list[int]:
    squares: list[int] = (s.squares == thing).nonzero()[0].tolist()
    return squares


def _enemies(s: State) -> range:
    return range(int(s.enemy_count))


def _enemy(s: State, index: int) -> str:
    return f"{_letter(s, index)} {_place(s.enemy_squares[index])}"


def _letter(s: State, index: int) -> str:
    return Object(int(s.enemy_kinds[index])).name


def _distance(one: int, other: int) -> int:
    return abs(one // COLUMNS - other // COLUMNS) + abs(one % COLUMNS - other % COLUMNS)


def _place(square: int) -> str:
    return f"{int(square) // COLUMNS},{int(square) % COLUMNS}"
