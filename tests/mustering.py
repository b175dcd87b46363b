"""Planes drawn from lists of entities: both forms of an observation show the same."""

from __future__ import annotations

from typing import Any

import numpy as np

from garrison.core.position import Position
from garrison.games import boneyard, siege

Array = np.ndarray[Any, Any]
Entity = dict[str, int]


def entities_of(position: Position, player: int) -> list[Entity]:
    """The entities that a player sees, by the names of their numbers."""
    return [dict(zip(position.game.facts.entities, row, strict=True)) for row in position.entities(player).tolist()]


def siege_planes(position: Position, player: int) -> dict[str, Array]:
    """All planes but the ground."""
    planes = {str(name): np.zeros(position.game.board, dtype=np.uint8) for name in siege.PLANES if name != "ground"}
    for entity in entities_of(position, player):
        kind, part = entity["kind"], 0
        family = next(family for family, first in FAMILIES if kind > first)
        for row in range(entity["row"], entity["row"] + entity["rows"]):
            for column in range(entity["column"], entity["column"] + entity["columns"]):
                _draw_siege(planes, entity, family, part, row, column)
                part += 1
    return planes


UNITS, ENGINES, WORKS = (len(names) for names in (siege.UNITS, siege.ENGINES, siege.WORKS))
FAMILIES = (("clicked", UNITS + ENGINES + WORKS), ("building", UNITS + ENGINES), ("engine", UNITS), ("unit", 0))
SIDES = (0, 16, 32)


def _draw_siege(planes: dict[str, Array], entity: Entity, family: str, part: int, row: int, column: int) -> None:
    spent, way, is_chosen = entity["spent"], entity["way"], entity["chosen"]
    if family == "unit":
        planes["units"][row, column] = entity["kind"] + 8 * spent + SIDES[entity["owner"]]
        mark = 3
    elif family == "building":
        planes["buildings"][row, column] = entity["kind"] - UNITS - ENGINES + SIDES[entity["owner"]]
        planes["parts"][row, column] = 1 + part + 16 * spent + 32 * way
        planes["castles"][row, column] = entity["castle"]
        mark, is_chosen = 4, is_chosen and part == 0
    elif family == "engine":
        is_ship = entity["kind"] == UNITS + ENGINES
        planes["ships" if is_ship else "engines"][row, column] = 8 * (entity["kind"] - UNITS) + 4 * way + part
        mark = 1 if is_ship else 2
    else:
        mark, is_chosen = 5, 1
    if is_chosen:
        planes["marks"][row, column] = max(planes["marks"][row, column], mark)


def boneyard_planes(position: Position, player: int) -> dict[str, Array]:
    """All planes but the arrows."""
    planes = {str(name): np.zeros((5, 5), dtype=np.uint8) for name in position.game.planes[1:]}
    for entity in entities_of(position, player):
        where, board = (entity["row"], entity["column"]), boneyard.PLACES[entity["board"]]
        if entity["kind"] == 1:
            assert (
                position.measure(player)[list(position.game.numbers).index(f"{board} hero")] == 5 * where[0] + where[1]
            )
        elif entity["kind"] == 2:
            colour, way = boneyard.COLOURS[entity["colour"] - 1], boneyard.WAYS[entity["way"] - 1]
            planes[f"{board} {colour} {way}"][where] += 1
            planes[f"{board} lost"][where] += entity["lost"]
        elif entity["kind"] == 3:
            planes[f"{board} traps"][where] = 15
        else:
            planes[f"{board} traps"][where] = entity["kind"] - 3
            planes[f"{board} uses"][where] = entity["uses"]
            planes[f"{board} facings"][where] = entity["way"] - 1 + 4 * entity["shield"]
    return planes


DRAWN = {"siege": siege_planes, "boneyard": boneyard_planes}
