"""What the chosen thing reaches, as the fields that a screen marks."""

from __future__ import annotations

from garrison.games.siege.scene_reach import View
from garrison.games.siege.state import (
    BUILDING_ROWS,
    NOBODY,
    Building,
    Engine,
    Phase,
    Press,
    Unit,
)


def range_fields(view: View) -> set[int]:
    """Fields within reach, range or build distance; none when nothing is chosen."""
    s = view.s
    if s.phase in (Phase.LAND, Phase.TARGET) and s.unit != NOBODY:
        return _unit_range(view, int(s.unit), int(s.steps_left))
    if s.phase in (Phase.ENGINE, Phase.ACT) and s.engine != NOBODY:
        return _engine_range(view, int(s.engine))
    if s.phase in (Phase.WAY, Phase.PLACE) and s.building != NOBODY:
        return _build_range(view, int(s.building), int(s.making))
    return set()


def _unit_range(view: View, unit: int, steps: int) -> set[int]:
    """Where it can go, and for archers what they can shoot at from where they stand."""
    found = set(view.reachable(unit, steps)) if steps else set()
    if view.unit_kind[unit] == Unit.ARCHERS:
        origin = view.unit_field[unit]
        found |= {field for field in range(view.count) if view.can_hit(Unit.ARCHERS, origin, field)}
    return found - {view.unit_field[unit]}


def _engine_range(view: View, engine: int) -> set[int]:
    """The fields that a trebuchet can hit, those in front of a ram, those that a tower's archers can shoot at."""
    kind, fields = view.engine_kind[engine], view.engine_fields(engine)
    if kind == Engine.TREBUCHET:
        return {field for _, _, field in view.shots(engine)}
    if kind == Engine.RAM:
        return set(_in_front(view, fields))
    crew = [view.unit_at[field] - 1 for field in fields if view.unit_at[field]]
    return {
        field
        for soldier in crew
        for field in range(view.count)
        if view.can_hit(view.unit_kind[soldier], view.unit_field[soldier], field)
    } - set(fields)


def _in_front(view: View, fields: list[int]) -> list[int]:
    """The fields that touch a ram's ends in the line of its length."""
    down, across = (0, 1) if fields[1] == fields[0] + 1 else (1, 0)
    found = [view.line(fields[0], -down, -across, 1), view.line(fields[1], down, across, 1)]
    return [field for field in found if field >= 0]


def _build_range(view: View, castle: int, making: int) -> set[int]:
    """G19: the fields within a castle's build distance; for units the fields beside the building."""
    if making < Press.FIRST_BUILDING:
        return set(view.beside(castle))
    distance = int(view.p.build_distance[making - Press.FIRST_BUILDING])
    side = int(BUILDING_ROWS[Building.CASTLE][0])
    top, left = divmod(view.building_field[castle], view.columns)
    found = set()
    for field in range(view.count):
        row, column = divmod(field, view.columns)
        rows = max(top - row, row - (top + side - 1), 0)
        columns = max(left - column, column - (left + side - 1), 0)
        if rows + columns - 1 <= distance:
            found.add(field)
    return found
