"""Minefield's levels, and two bots: `runner`, which plays by the policy of `skill` as they do, and `beginner`.

The beginner stands for people who play for the first time: the lab asks it how long their games last. Enemies and
numbers it sees two time units late, its own place and the walls at once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from random import Random
from typing import NamedTuple
from weakref import WeakKeyDictionary

from garrison.core.levels import Level
from garrison.core.plain import plain
from garrison.core.position import Position
from garrison.games.minefield.rules.field import distance_between, next_square
from garrison.games.minefield.skill.styles import BOLD, CAREFUL, SEARCHED
from garrison.games.minefield.state import NOWHERE, Object, Press

LATE = 2  # time units
CLOSE = 4  # squares to an enemy that is worth a mine
WAYS = range(4)

LEVELS = {
    "easy": Level("Runs for the nearest number it sees.", "policy", {"style": BOLD}),
    "medium": Level(
        "Looks a second and a half ahead.",
        "halving",
        {"plans": 8, "styles": 3, "plan_turns": 8, "turns": 8},
        simulations=12,
    ),
    "hard": Level(
        "Tries out many ways through the next eight seconds, and knows the way to the next mine.",
        "halving",
        {"plans": 48, "styles": SEARCHED, "plan_turns": 30, "turns": 40},
        simulations=180,
    ),
    "runner": Level(
        "Keeps out of everybody's way and takes the numbers that lie on its own.", "policy", {"style": CAREFUL}
    ),
}


class Sight(NamedTuple):
    """Where P, the enemies and the numbers are, or were."""

    place: int
    enemies: tuple[int, ...]
    numbers: frozenset[int]


_memories: WeakKeyDictionary[Random, deque[Sight]] = WeakKeyDictionary()  # by the dice, of which each game has its own


def beginner(position: Position, player: int, dice: Random) -> int:
    """To the nearest number that no enemy is nearer to; a mine where an enemy is close."""
    s, sight = position.state[0], remembered(position, dice)
    if s["tired"]:
        return int(Press.STAY)
    press = way_to_number(s["squares"].tobytes(), int(s["player"]), sight)
    is_close = any(steps_between(enemy, int(s["player"])) <= CLOSE for enemy in sight.enemies)
    return press + int(Press.MINE) if s["mines"] and is_close else press


BOTS = {"beginner": beginner}
ABOUT = {
    "beginner": "Goes for the nearest number that no enemy is nearer to, and sees everything but walls a little late."
}


def remembered(position: Position, dice: Random) -> Sight:
    """What was to be seen two time units ago, without the numbers that P has taken since; at first what there is."""
    s = position.state[0]
    numbers = (s["squares"] >= Object.ONE) & (s["squares"] <= Object.THREE)
    enemies = tuple(s["enemy_squares"][: int(s["enemy_count"])].tolist())
    memory = _memories.setdefault(dice, deque(maxlen=LATE + 1))
    memory.append(Sight(int(s["player"]), enemies, frozenset(numbers.nonzero()[0].tolist())))
    return memory[0]._replace(numbers=memory[0].numbers - {sight.place for sight in memory})


def way_to_number(squares: bytes, start: int, sight: Sight) -> int:
    """The button of the first step on the shortest way to such a number; the way from the enemies if there is none."""
    steps = [(next_to(start, way), way) for way in WAYS]
    for square, way, distance in walk(squares, start, sight.enemies):
        if square in sight.numbers and all(steps_between(enemy, square) >= distance for enemy in sight.enemies):
            return way + int(Press.UP)
    return away_from(squares, [step for step in steps if is_free(squares, step[0])], start, sight.enemies)


def walk(squares: bytes, start: int, enemies: tuple[int, ...]) -> Iterator[tuple[int, int, int]]:
    """Each square that can be reached, the nearest first, with the first step and how many there are; none is an
    enemy's or beside one."""
    queue, visits = deque([(start, NOWHERE, 0)]), {start}
    while queue:
        place, first, distance = queue.popleft()
        for way in WAYS:
            square = next_to(place, way)
            if square in visits or not is_free(squares, square) or is_beside(square, enemies):
                continue
            visits.add(square)
            queue.append((square, way if first == NOWHERE else first, distance + 1))
            yield queue[-1]


def away_from(squares: bytes, steps: list[tuple[int, int]], start: int, enemies: tuple[int, ...]) -> int:
    """The step, or the rest, after which the nearest enemy is farthest."""
    if not enemies:
        return int(Press.STAY)
    nearest = {
        way: min(steps_between(enemy, square) for enemy in enemies) for square, way in [(start, NOWHERE), *steps]
    }
    return max(nearest, key=lambda way: nearest[way]) + int(Press.UP)


def is_free(squares: bytes, square: int) -> bool:
    """Whether nobody is stopped there or blown up."""
    return squares[square] not in (Object.WALL, Object.MINE)


def is_beside(square: int, enemies: tuple[int, ...]) -> bool:
    """Whether an enemy is there, or one step away."""
    return any(steps_between(enemy, square) <= 1 for enemy in enemies)


def next_to(square: int, way: int) -> int:
    """The neighbouring square in one of the four directions."""
    return int(plain(next_square)(square, way))


def steps_between(one: int, other: int) -> int:
    """Steps between two squares, walls aside."""
    return int(plain(distance_between)(one, other))
