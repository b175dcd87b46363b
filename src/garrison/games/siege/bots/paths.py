"""Paths over a map of Siege, for bots: steps on land, courses of ships, islands. Found once and cached."""

from __future__ import annotations

from collections import deque
from functools import cache, lru_cache
from types import SimpleNamespace

from garrison.core.engine.grid import COLUMN_STEP, ROW_STEP
from garrison.core.plain import plain
from garrison.games.siege.rules import ground
from garrison.games.siege.skill.courses import SHIP_TURNS
from garrison.games.siege.state import ACROSS, ENGINE_COLUMNS, ENGINE_ROWS, NOBODY, UPRIGHT, Engine

neighbour = plain(ground.neighbour)
FAR = 9999
OFF = -FAR  # no field of the map
SLOW = 5  # steps that a slow field counts as
# Rows and columns of a ship, by how it lies, and by which it shifts when it moves and when it turns.
SHAPES = [(int(ENGINE_ROWS[Engine.SHIP, way]), int(ENGINE_COLUMNS[Engine.SHIP, way])) for way in (ACROSS, UPRIGHT)]
STEPS = list(zip(ROW_STEP.tolist(), COLUMN_STEP.tolist(), strict=True))
QUARTER_TURNS = SHIP_TURNS.tolist()


@lru_cache(maxsize=256)
def distances(passable: bytes, columns: int, sources: tuple[int, ...], most: int = FAR) -> list[int]:
    """Steps from every field to the nearest source, over passable fields; FAR if there is none or it is longer."""
    beside = neighbours(len(passable), columns)
    found = [FAR] * len(passable)
    edge = [field for field in sources if passable[field]]
    for field in edge:
        found[field] = 0
    steps = 0
    while edge and steps < most:
        steps += 1
        following = []
        for field in edge:
            for near in beside[field]:
                if found[near] == FAR and passable[near]:
                    found[near] = steps
                    following.append(near)
        edge = following
    return found


def detours(passable: bytes, columns: int, sources: tuple[int, ...], slow: list[int]) -> list[int]:
    """The same, but a slow field counts as several: a path around it is better if it is not much longer."""
    beside = neighbours(len(passable), columns)
    costs = bytearray(passable)
    for field in slow:
        costs[field] = SLOW
    found = [FAR] * len(passable)
    edges = [[field for field in sources if passable[field]], *([] for _ in range(SLOW))]  # by steps from here
    for field in edges[0]:
        found[field] = 0
    steps = 0
    while any(edges):
        edge, following = edges.pop(0), edges[0]
        edges.append([])
        for field in edge:
            if found[field] < steps:
                continue
            for near in beside[field]:
                if found[near] > steps + 1 and costs[near]:
                    if costs[near] == 1:
                        found[near] = steps + 1
                        following.append(near)
                    elif found[near] > steps + SLOW:
                        found[near] = steps + SLOW
                        edges[SLOW - 1].append(near)
        steps += 1
    return found


@cache
def neighbours(count: int, columns: int) -> list[tuple[int, ...]]:
    """For every field the fields beside it."""
    board = SimpleNamespace(rows=count // columns, columns=columns)
    near = [[neighbour(board, field, direction) for direction in range(len(STEPS))] for field in range(count)]
    return [tuple(other for other in others if other != NOBODY) for others in near]


def inner(land: bytes, columns: int) -> bytes:
    """The fields of a land that have land on all sides; the edge of the map does not count against them."""
    beside = neighbours(len(land), columns)
    return bytes(is_land and all(land[near] for near in beside[field]) for field, is_land in enumerate(land))


@lru_cache(maxsize=16)
def lands(columns: int, grass: bytes) -> list[list[int]]:
    """The fields of every island, the largest first."""
    seen: set[int] = set()
    found = []
    for field, is_grass in enumerate(grass):
        if is_grass and field not in seen:
            steps = distances(grass, columns, (field,))
            found.append([at for at, number in enumerate(steps) if number < FAR])
            seen.update(found[-1])
    return sorted(found, key=len, reverse=True)


# --- At sea


@lru_cache(maxsize=64)
def landings(water: bytes, columns: int, dry: bytes, goals: tuple[int, ...]) -> tuple[int, ...]:
    """Fields of water beside dry land from which a goal can be reached."""
    steps, beside = distances(dry, columns, goals), neighbours(len(water), columns)
    return tuple(
        field for field in range(len(water)) if water[field] and any(steps[near] < FAR for near in beside[field])
    )


@lru_cache(maxsize=64)
def courses(water: bytes, columns: int, landings: tuple[int, ...]) -> dict[tuple[int, int], int]:
    """Moves and turns from every place of a ship to one where it touches a landing field's shore."""
    wanted = set(landings)
    places = [
        (field, way) for field in range(len(water)) for way in (0, 1) if _floats(water, columns, len(water), field, way)
    ]
    found = {place: 0 for place in places if wanted.intersection(parts(columns, *place))}
    queue, every = deque(found), set(places)
    while queue:
        place = queue.popleft()
        for near in next_places(columns, *place):
            if near in every and near not in found:
                found[near] = found[place] + 1
                queue.append(near)
    return found


def parts(columns: int, field: int, way: int) -> list[int]:
    """The fields of a ship."""
    height, width = SHAPES[way]
    return [field + row * columns + column for row in range(height) for column in range(width)]


def _floats(water: bytes, columns: int, count: int, field: int, way: int) -> bool:
    height, width = SHAPES[way]
    if field // columns + height > count // columns or field % columns + width > columns:
        return False
    return all(water[part] for part in parts(columns, field, way))


def next_places(columns: int, field: int, way: int) -> list[tuple[int, int]]:
    """Where a ship is after a move up, right, down, left, or a turn, even off the map."""
    row, column = divmod(field, columns)
    shifts = [*((*step, way) for step in STEPS), (*QUARTER_TURNS[way], 1 - way)]
    return [
        ((row + down) * columns + column + right if 0 <= column + right < columns else OFF, after)
        for down, right, after in shifts
    ]
