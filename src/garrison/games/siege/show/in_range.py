"""What the chosen thing reaches, as the fields that a screen marks."""

from __future__ import annotations

from garrison.core.plain import plain
from garrison.games.siege.rules.building import is_building
from garrison.games.siege.show.view import View
from garrison.games.siege.state import NOBODY, Engine, Phase, Plane, Press


def range_fields(view: View) -> list[int]:
    """Fields within reach, range or build distance; none when nothing is chosen."""
    s = view.s
    if s.unit != NOBODY:
        here = view.unit_field[int(s.unit)]
        return view.marked(here, Plane.STEPS if s.phase == Phase.LAND and s.steps_left else Plane.RANGE)
    if s.phase in (Phase.ENGINE, Phase.MOVED, Phase.ACT):
        return _engine_range(view, int(s.engine if s.engine != NOBODY else s.ship))
    if s.phase in (Phase.WAY, Phase.PLACE):
        return _build_range(view, view.building_field[int(s.building)], int(s.making))
    return []


def _engine_range(view: View, slot: int) -> list[int]:
    """Where a ship, tower or ram can go, and what it reaches once it has moved; always what a trebuchet can hit."""
    phase, kind, fields = int(view.s.phase), view.engine_kind[slot], view.engine_fields(slot)
    if kind == Engine.TREBUCHET and phase != Phase.MOVED:
        return view.marked(fields[0], Plane.AIMS)
    if phase != Phase.ACT:
        return view.marked(fields[0], Plane.MOVES)
    if kind == Engine.RAM:
        return view.marked(fields[0], Plane.AIMS)
    return sorted({target for field in fields for target in view.marked(field, Plane.RANGE)}.difference(fields))


def _build_range(view: View, field: int, making: int) -> list[int]:
    """The fields within a castle's build distance; for units the fields beside the building."""
    if not plain(is_building)(making):
        return view.marked(field, Plane.BESIDE)
    kinds = view.plane(field, Plane.BUILDING_RANGE)
    return [near for near in range(view.count) if kinds[near] >> (making - Press.BARRACKS) & 1]
