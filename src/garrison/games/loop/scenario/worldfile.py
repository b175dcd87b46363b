"""World files (L2): JSON in, the scenario's parameters out; one sentence for anything that is wrong."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from garrison.core.engine.grid import COLUMN_STEP, DIRECTION_NAMES, ROW_STEP
from garrison.core.files import read_text
from garrison.errors import BadFile, shown
from garrison.games.loop import GOALS
from garrison.games.loop.scenario.world import Tile, building_problems, path_problems
from garrison.games.loop.state.constants import RARES, RICHES, Building, Goal, Item
from garrison.games.loop.state.parameters import GOAL_CAPACITY, LARGEST, PATH_CAPACITY, SHORTEST_PATH

STEPS = {name.upper(): (int(COLUMN_STEP[way]), int(ROW_STEP[way])) for way, name in enumerate(DIRECTION_NAMES)}
RARE_ITEMS = {"the_one_ring": Item.RING, "anduril_flame_of_the_west": Item.ANDURIL, "tree_stump": Item.STUMP}
CASTLE = "hero_castle"
BUILDINGS = {building.name.lower(): building for building in Building}
QUANTITIES = {GOALS[goal]: goal for goal in (Goal.CYCLES, Goal.GOLD, Goal.EXPERIENCE)}
BOSSES = GOALS[Goal.BOSSES]
JOINS = {"AND": Goal.AND, "OR": Goal.OR}


class _Wrong(Exception):
    """A field and what is wrong with it."""

    def __init__(self, field: str, what: str) -> None:
        super().__init__(f"{field} {what}")


def read_world(path: Path) -> dict[str, Any]:
    """L2: the parameters of a world file."""
    text = read_text(path)
    try:
        return world_of(json.loads(text))
    except _Wrong as wrong:
        raise BadFile(f"{path}: {wrong}.") from None
    except (ValueError, RecursionError) as error:
        raise BadFile(f"{path}: this is not JSON ({error}).") from error


def world_of(world: Any) -> dict[str, Any]:
    """L2: the parameters of a world, from what its file says."""
    if not isinstance(world, dict):
        raise _Wrong("the whole file", f"must be one object with width, height, path and so on, not {shown(world)}")
    width = _number(world, "width", "width", 1, LARGEST)
    height = _number(world, "height", "height", 1, LARGEST)
    path = _path(_part(world, "path", dict), width, height)
    entities = _part(world, "entities", list)
    buildings = _buildings(entities, width, height, path)
    kinds, numbers = _goal(world)
    return {
        "width": width,
        "height": height,
        "path_length": len(path),
        "path_x": [x for x, _ in path],
        "path_y": [y for _, y in path],
        "building_kinds": [int(kind) for kind, _ in buildings],
        "building_x": [x for _, (x, _) in buildings],
        "building_y": [y for _, (_, y) in buildings],
        "rare_items": _rare_items(_part(world, "rare_items", list)),
        "goal_kinds": kinds,
        "goal_numbers": numbers,
    }


def _part(record: dict[str, Any], name: str, kind: type) -> Any:
    """A list or an object that must be there."""
    if name not in record:
        raise _Wrong(name, "is missing")
    if not isinstance(record[name], kind):
        words = "a list" if kind is list else "an object"
        raise _Wrong(name, f"must be {words}, not {shown(record[name])}")
    return record[name]


def _number(record: dict[str, Any], name: str, field: str, low: int, high: int) -> int:
    """A whole number that must be there."""
    if name not in record:
        raise _Wrong(field, "is missing")
    value = record[name]
    if isinstance(value, bool) or not isinstance(value, int):
        raise _Wrong(field, f"must be a whole number, not {shown(value)}")
    if not low <= value <= high:
        raise _Wrong(field, f"must be from {low} to {high}, not {shown(value)}")
    return value


def _path(record: dict[str, Any], width: int, height: int) -> list[Tile]:
    """L2: the tiles from the start on; the last step leads back to it."""
    start = _number(record, "x", "path.x", 0, width - 1), _number(record, "y", "path.y", 0, height - 1)
    if "path" not in record or not isinstance(record["path"], list):
        raise _Wrong("path.path", "must be a list of RIGHT, DOWN, LEFT and UP")
    tiles = [start]
    for index, step in enumerate(record["path"]):
        if not isinstance(step, str) or step not in STEPS:
            raise _Wrong(f"path.path[{index}]", f"must be RIGHT, DOWN, LEFT or UP, not {shown(step)}")
        if index > PATH_CAPACITY:
            break
        tiles.append((tiles[-1][0] + STEPS[step][0], tiles[-1][1] + STEPS[step][1]))
    if not SHORTEST_PATH <= len(record["path"]) <= PATH_CAPACITY:
        raise _Wrong("path.path", f"must have {SHORTEST_PATH} to {PATH_CAPACITY} steps, not {len(record['path'])}")
    if tiles.pop() != start:
        raise _Wrong("path.path", f"is not closed: it must lead back to {start}")
    _raise_first("path.path", path_problems(width, height, tiles))
    return tiles


def _raise_first(field: str, problems: Iterable[str]) -> None:
    for problem in problems:
        raise _Wrong(f"{field}:", problem)


def _buildings(entities: list[Any], width: int, height: int, path: list[Tile]) -> list[tuple[int, Tile]]:
    """L2: one castle on the path's start, and the buildings in the file's order."""
    castles, buildings = 0, list[tuple[int, Tile]]()
    for index, entity in enumerate(entities):
        field = f"entities[{index}]"
        if not isinstance(entity, dict):
            raise _Wrong(field, f"must be an object with type, x and y, not {shown(entity)}")
        kind = entity.get("type")
        tile = (
            _number(entity, "x", f"{field}.x", 0, width - 1),
            _number(entity, "y", f"{field}.y", 0, height - 1),
        )
        if kind == CASTLE:
            castles += 1
            if tile != path[0]:
                raise _Wrong(field, f"must be on the path's start {path[0]}, not {tile}: the {CASTLE} stands there")
        elif isinstance(kind, str) and kind in BUILDINGS:
            buildings.append((BUILDINGS[kind], tile))
            _raise_first(field, building_problems(width, height, path, buildings))
        else:
            raise _Wrong(f"{field}.type", f"must be {CASTLE} or {', '.join(BUILDINGS)}, not {shown(kind)}")
    if castles != 1:
        raise _Wrong("entities", f"must have exactly one {CASTLE}, not {castles}")
    return buildings


def _rare_items(names: list[Any]) -> list[int]:
    """L2: doubles count once, unknown names are refused."""
    for index, name in enumerate(names):
        if not isinstance(name, str) or name not in RARE_ITEMS:
            raise _Wrong(f"rare_items[{index}]", f"must be {', '.join(RARE_ITEMS)}, not {shown(name)}")
    items = {RARE_ITEMS[name] for name in names}
    return [int(Item.RING + rare in items) for rare in range(RARES)]


# --- Goals


def _goal(world: dict[str, Any]) -> tuple[list[int], list[int]]:
    """L35: the nodes of the goal, subgoals first, as kinds and numbers."""
    field = "goal-condition"
    if field not in world:
        raise _Wrong(field, "is missing")
    goal = world[field]
    if isinstance(goal, list):
        if len(goal) != 1:
            raise _Wrong(field, f"must be one goal, not a list of {len(goal)}")
        goal = goal[0]
    nodes: list[tuple[int, int]] = []
    _add_goal(nodes, goal, field)
    if len(nodes) > GOAL_CAPACITY:
        raise _Wrong(field, f"has more than {GOAL_CAPACITY} goals and subgoals")
    return [kind for kind, _ in nodes], [number for _, number in nodes]


def _add_goal(nodes: list[tuple[int, int]], goal: Any, field: str) -> None:
    if len(nodes) == GOAL_CAPACITY or field.count(".") == GOAL_CAPACITY:
        raise _Wrong("goal-condition", f"has more than {GOAL_CAPACITY} goals and subgoals")
    if not isinstance(goal, dict):
        raise _Wrong(field, f"must be an object with a goal, not {shown(goal)}")
    kind = goal.get("goal")
    if not isinstance(kind, str) or kind not in (*QUANTITIES, BOSSES, *JOINS):
        choices = ", ".join((*QUANTITIES, BOSSES, *JOINS))
        raise _Wrong(f"{field}.goal", f"must be one of {choices}, not {shown(kind)}")
    if kind in QUANTITIES:
        nodes.append((QUANTITIES[kind], _number(goal, "quantity", f"{field}.quantity", 0, RICHES)))
    elif kind in JOINS:
        count = _add_subgoals(nodes, goal, field)
        nodes.append((JOINS[kind], count))
    else:
        nodes.append((Goal.BOSSES, 0))


def _add_subgoals(nodes: list[tuple[int, int]], goal: dict[str, Any], field: str) -> int:
    subgoals = goal.get("subgoals")
    if not isinstance(subgoals, list) or not subgoals:
        raise _Wrong(f"{field}.subgoals", f"must be a list of at least one goal, not {shown(subgoals)}")
    for index, subgoal in enumerate(subgoals):
        _add_goal(nodes, subgoal, f"{field}.subgoals[{index}]")
    return len(subgoals)
