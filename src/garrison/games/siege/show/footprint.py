"""What is about to be put down, so that screens can show where it would lie."""

from __future__ import annotations

from garrison.core.plain import plain
from garrison.games.siege.rules.building import is_building, is_unit, kind_of
from garrison.games.siege.rules.moving import engine_shape
from garrison.games.siege.show.view import View
from garrison.games.siege.state import ACROSS, BUILDING_COLUMNS, BUILDING_ROWS, Building, Phase

FREE = {Phase.CASTLE: Building.CASTLE, Phase.CAMP: Building.CAMP}


def footprint(view: View) -> tuple[int, ...]:
    """Its rows and columns; none while nothing is to be put down."""
    s, phase = view.s, Phase(int(view.s.phase))
    if phase in FREE:
        return _building(FREE[phase], ACROSS)
    if phase != Phase.PLACE or plain(is_unit)(int(s.making)):
        return ()
    kind, way = int(plain(kind_of)(int(s.making))), int(s.way)
    if plain(is_building)(int(s.making)):
        return _building(kind, way)
    rows, columns = plain(engine_shape)(kind, way)
    return int(rows), int(columns)


def _building(kind: int, way: int) -> tuple[int, ...]:
    return int(BUILDING_ROWS[kind, way]), int(BUILDING_COLUMNS[kind, way])
