"""What the chosen thing reaches, as the fields that a screen marks."""

from __future__ import annotations

from garrison.games.siege.show.reach import View
from garrison.games.siege.state import (
    BUILDING_ROWS,
    NOBODY,
    Building,
    Engine,
    Phase,
    Press,
)


def range_fields(view: View) -> set[int]:
    """Fields within reach, range or build distance; none when nothing is chosen."""
    s = view.s
    if s.unit != NOBODY:
        return _unit_range(view, int(s.unit), int(s.steps_left) if s.phase == Phase.LAND else 0)
    if s.phase in (Phase.ENGINE, Phase.MOVED, Phase.ACT):
        return _engine_range(view, int(s.engine if s.engine != NOBODY else s.ship))
    if s.phase in (Phase.WAY, Phase.PLACE):
        return _build_range(view, int(s.building), int(s.making))
    return set()


def _unit_range(view: View, unit: int, steps: int) -> set[int]:
    """Where it can go; without steps, where it can strike or shoot."""
    origin = view.unit_field[unit]
    if steps:
        return set(view.reachable(unit, steps)) - {origin}
    return _hits(view, unit)


def _hits(view: View, unit: int) -> set[int]:
    """G11, G12: the fields that a land unit reaches with its action."""
    kind, origin = view.unit_kind[unit], view.unit_field[unit]
    return {field for field in range(view.count) if view.can_hit(kind, origin, field)} - {origin}


def _engine_range(view: View, engine: int) -> set[int]:
    """Where a ship, tower or ram can go, and what they reach when they have moved; always what a trebuchet can hit."""
    s, kind = view.s, view.engine_kind[engine]
    if kind == Engine.TREBUCHET and s.phase != Phase.MOVED:
        return {field for _, _, field in view.shots(engine)}
    if s.phase in (Phase.ENGINE, Phase.MOVED):
        return view.roam(int(s.waiting) >> 1, engine, int(s.steps_left))
    if kind == Engine.RAM:
        return set(view.ends(engine))
    fighters = [soldier for soldier in view.inside(engine) if not view.unit_spent[soldier]]
    reached = {field for soldier in fighters for field in _hits(view, soldier)}
    return reached - set(view.engine_fields(engine))


def _build_range(view: View, building: int, making: int) -> set[int]:
    """G19: the fields within a castle's build distance; for units the fields beside the building."""
    if making < Press.BARRACKS:
        return set(view.beside(building))
    distance = int(view.p.build_distance[making - Press.BARRACKS])
    side = int(BUILDING_ROWS[Building.CASTLE][0])
    top, left = divmod(view.building_field[building], view.columns)
    found = set()
    for field in range(view.count):
        row, column = divmod(field, view.columns)
        rows = max(top - row, row - (top + side - 1), 0)
        columns = max(left - column, column - (left + side - 1), 0)
        if rows + columns - 1 <= distance:
            found.add(field)
    return found
