"""The field in words: what stands where, and the shortest ways as walls stand."""

from __future__ import annotations

import numpy as np

from garrison.core.plain import plain
from garrison.games.minefield.rules.field import next_square
from garrison.games.minefield.state import COLUMNS, Object, Press, State

SIGNS = {Object.EMPTY: ".", Object.WALL: "#", Object.ONE: "1", Object.TWO: "2", Object.THREE: "3", Object.MINE: "+"}
NUMBERS = (Object.ONE, Object.TWO, Object.THREE)
IS_FREE = np.array([thing not in (Object.WALL, Object.MINE, Object.X, Object.Y) for thing in Object])

# --- Ways


def step_towards(s: State, goal: int) -> int | None:
    """The button of the next step on a shortest way, or of a rest; None if there is no way."""
    if s.tired:
        return int(Press.STAY)
    way = next_way(s, goal)
    return None if way is None else int(Press.UP) + way


def next_way(s: State, goal: int) -> int | None:
    """The direction of the first step of a shortest way that meets no wall, mine or enemy; None if there is none."""
    layers, own = layers_from(s, goal), int(s.player)
    steps = depth_of(layers, own)
    if not steps:
        return None
    return next(way for way in range(4) if layers[steps - 1] >> int(plain(next_square)(own, way)) & 1)


def layers_from(s: State, start: int) -> list[int]:
    """The squares that are so many steps from one of them, as bits of a number; walls, mines and enemies are in the
    way. The outermost squares are walls, so that no row runs into the next."""
    free = int.from_bytes(np.packbits(IS_FREE[s.squares], bitorder="little").tobytes(), "little")
    layers, inside = [1 << start], 1 << start
    while layers[-1]:
        last = layers[-1]
        layers.append((last << 1 | last >> 1 | last << COLUMNS | last >> COLUMNS) & free & ~inside)
        inside |= layers[-1]
    return layers


def depth_of(layers: list[int], square: int) -> int | None:
    """How many steps a square is away; None if there is no way to it."""
    return next((steps for steps, layer in enumerate(layers) if layer >> square & 1), None)


def numbers_of(s: State) -> list[int]:
    """The squares with numbers, by what they are worth."""
    return [square for thing in NUMBERS for square in squares_of(s, thing)]


def sign_at(s: State, square: int) -> str:
    """What is drawn for a square."""
    return SIGNS[Object(int(s.squares[square]))]


# --- What stands where


def squares_of(s: State, thing: int) -> list[int]:
    """The squares with such a thing."""
    squares: list[int] = (s.squares == thing).nonzero()[0].tolist()
    return squares


def enemies_of(s: State) -> range:
    """The enemies by index, in order of arrival."""
    return range(int(s.enemy_count))


def enemy_words(s: State, index: int) -> str:
    """An enemy with its square."""
    return f"{_letter(s, index)} {place(s.enemy_squares[index])}"


def _letter(s: State, index: int) -> str:
    return Object(int(s.enemy_kinds[index])).name


def distance(one: int, other: int) -> int:
    """The steps between two squares, ignoring walls."""
    return abs(one // COLUMNS - other // COLUMNS) + abs(one % COLUMNS - other % COLUMNS)


def place(square: int) -> str:
    """A square as people write it."""
    return f"{int(square) // COLUMNS},{int(square) % COLUMNS}"


def enemy_within(s: State, near: int) -> str:
    """The enemy that is the fewest steps away, ignoring walls, if it is so near; else ""."""
    distances = [(distance(int(s.enemy_squares[index]), int(s.player)), index) for index in enemies_of(s)]
    steps, index = min(distances, default=(near + 1, 0))
    return f"{_letter(s, index)} at {place(s.enemy_squares[index])}" if steps <= near else ""
