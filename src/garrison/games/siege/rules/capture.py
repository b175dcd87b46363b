"""Capture in Siege (G22)."""

from garrison.core.engine.events import log
from garrison.core.engine.rule import rule
from garrison.games.siege.rules.building import around, field_around
from garrison.games.siege.rules.pieces import is_base, owner_of
from garrison.games.siege.state import BUILDING_CAPACITY, NOBODY, WORKS_FROM, Building, Happening, Rules, State


@rule
def capture(p: Rules, s: State, player: int) -> None:
    """G22: enemy castles and camps with enough of the player's land units beside them, and none of their owner's."""
    if s.army[player] < p.capture_units:
        return
    for building in range(s.building_top):
        if is_enemy_base(s, player, building) and is_surrounded(p, s, player, building):
            change_owner(s, player, building)


@rule
def is_enemy_base(s: State, player: int, building: int) -> bool:
    """G22: a castle or camp of the other player."""
    return is_base(s.building_kind[building]) and s.building_owner[building] != player


@rule
def is_surrounded(p: Rules, s: State, player: int, building: int) -> bool:
    """G22: wherever they stand; neighbours by a side (G3)."""
    count = 0
    for place in range(around(s, building)):
        field = field_around(s, building, place)
        if field != NOBODY and s.unit_at[field] != 0:
            if owner_of(s.unit_at[field] - 1) != player:
                return False
            count += 1
    return count >= p.capture_units


@rule
def change_owner(s: State, player: int, building: int) -> None:
    """G22: all buildings that a castle built, except camps, go with it."""
    kind, others = s.building_kind[building], 0
    give(s, player, building)
    s.housed = 1
    if kind == Building.CASTLE:
        for other in range(BUILDING_CAPACITY):
            if belongs_to(s, other, building) and s.building_owner[other] != player:
                give(s, player, other)
                others += 1
    log(s, Happening.CAPTURED, player, kind, s.building_field[building], others)


@rule
def belongs_to(s: State, building: int, castle: int) -> bool:
    """G22: a building with an owner that a castle built, except a camp."""
    kind = s.building_kind[building]
    if kind == 0 or kind == Building.CAMP or s.building_owner[building] == NOBODY:
        return False
    return s.building_castle[building] == castle


@rule
def give(s: State, player: int, building: int) -> None:
    """G22: the new owner."""
    if building < WORKS_FROM:
        s.estate[player] += 1
        s.estate[1 - player] -= 1
    if is_base(s.building_kind[building]):
        s.bases[player] += 1
        s.bases[1 - player] -= 1
    s.building_owner[building] = player
