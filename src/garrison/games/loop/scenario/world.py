"""What a world must be (L2, L24, L35), for world files and for parameters alike: sentences about what is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import cast

from garrison.core.engine.record import Array
from garrison.core.plain import plain
from garrison.errors import BadOption
from garrison.games.loop.rules.ground import ground_of, may_build
from garrison.games.loop.state import Rules, State
from garrison.games.loop.state.constants import BUILDING_WORDS, NO_PLACE, ON_ROAD, SITES, Goal, Ground

Tile = tuple[int, int]  # x and y


def check(p: Rules) -> None:
    """Check what ranges of single parameters can't express."""
    for problem in _problems(p):
        raise BadOption(f"loop rules: {problem}.")


def _problems(p: Rules) -> Iterator[str]:
    for name in ("critical_extra", "slugs", "coin_percent", "coin_range"):
        low, high = (int(number) for number in getattr(p, name))
        if low > high:
            yield f"{name} must be the smallest value and then the largest, not {low} and {high}"
    if p.slug_forward + p.slug_back > 100:
        yield "slug_forward and slug_back are together more than 100 percent"
    path = _tiles(p.path_x, p.path_y, int(p.path_length))
    yield from path_problems(int(p.width), int(p.height), path)
    kinds = _until_zero(p.building_kinds)
    buildings = list(zip(kinds, _tiles(p.building_x, p.building_y, len(kinds)), strict=True))
    yield from building_problems(int(p.width), int(p.height), path, buildings)
    yield from goal_problems(_until_zero(p.goal_kinds), [int(number) for number in p.goal_numbers])


def _until_zero(numbers: Array) -> list[int]:
    plain = [int(number) for number in numbers]
    return plain[: plain.index(0)] if 0 in plain else plain


def _tiles(xs: Array, ys: Array, count: int) -> list[Tile]:
    return [(int(x), int(y)) for x, y in zip(xs[:count], ys[:count], strict=True)]


def path_problems(width: int, height: int, path: Sequence[Tile]) -> Iterator[str]:
    """L2: every tile on the grid and next to the one before, the first next to the last, none twice."""
    for index, (x, y) in enumerate(path):
        if not (0 <= x < width and 0 <= y < height):
            yield f"the path leaves the grid at ({x}, {y})"
        if (x, y) in path[:index]:
            yield f"the path crosses itself at ({x}, {y})"
        before = path[index - 1]
        if abs(x - before[0]) + abs(y - before[1]) != 1:
            yield f"the path has a gap between {before} and ({x}, {y})"


def building_problems(
    width: int, height: int, path: Sequence[Tile], buildings: Sequence[tuple[int, Tile]]
) -> Iterator[str]:
    """L24: every building where its card could have been placed, one per tile."""
    world, laid_out = _laid_out(width, height, path)
    for index, (kind, (x, y)) in enumerate(buildings):
        words = f"{BUILDING_WORDS[kind]} at ({x}, {y})"
        if not (0 <= x < width and 0 <= y < height):
            yield f"{words} is off the grid"
        elif (x, y) in [tile for _, tile in buildings[:index]]:
            yield f"{words} stands on another building"
        elif not plain(may_build)(kind, ground := int(plain(ground_of)(world, laid_out, y * width + x))):
            yield f"{words} {_where_instead(kind, ground)}"


def _laid_out(width: int, height: int, path: Sequence[Tile]) -> tuple[Rules, State]:
    """The part of the parameters and of the record that the rules of the ground read."""
    place_of = [NO_PLACE] * (width * height)
    for place, (x, y) in enumerate(path):
        place_of[y * width + x] = place
    parameters, record = SimpleNamespace(width=width, height=height), SimpleNamespace(place_of=place_of)
    return cast("Rules", parameters), cast("State", record)


def _where_instead(kind: int, ground: int) -> str:
    if SITES[kind] == ON_ROAD:
        return "must stand on the path, and not on the castle"
    return "must have a path tile beside it" if ground == Ground.MEADOW else "must not stand on the path"


def goal_problems(kinds: Sequence[int], numbers: Sequence[int]) -> Iterator[str]:
    """L35: the subgoals come first, and one goal is left at the end."""
    open_goals = 0
    for kind, number in zip(kinds, numbers, strict=False):
        if kind >= Goal.AND:
            if not 1 <= number <= open_goals:
                yield f"the goal joins {number} subgoals, but there are {open_goals}"
            open_goals -= number
        open_goals += 1
    if open_goals != 1:
        yield f"the goal must be one goal, not {open_goals}"
