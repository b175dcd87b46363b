"""What an army of Siege goes for, and what it fears."""

from garrison.core.engine.record import Array, int64
from garrison.core.engine.rule import rule
from garrison.games.siege.rules.pieces import is_base
from garrison.games.siege.skill.fields import add_beside, empty, everywhere, spread, units_of
from garrison.games.siege.state import MOST_UNITS, Building, Rules, State, Unit

ALARM = 3  # steps from one of its castles or camps at which enemies must be fought, however weak the army is


@rule
def bases_of(s: State, player: int) -> Array:
    """The fields beside a player's castles and camps."""
    rows = empty()
    for building in range(s.building_top):
        if is_base(s.building_kind[building]) and s.building_owner[building] == player:
            add_beside(s, rows, building)
    return rows


@rule
def posts_beside(s: State, player: int) -> Array:
    """The fields beside the other side's castles and camps, where none of the player's own stands yet."""
    rows, own = bases_of(s, 1 - player), units_of(s, player)
    for row in range(s.rows):
        rows[row] &= ~own[row]
    return rows


@rule
def goals_of(s: State, player: int) -> Array:
    """Fields beside intruders, enemies, and the enemy's castles and camps."""
    rows, enemies = posts_beside(s, player), beside_units(s, 1 - player)
    for row in range(s.rows):
        rows[row] |= enemies[row]
    return rows


@rule
def beside_units(s: State, player: int) -> Array:
    """The fields beside a player's land units."""
    rows = units_of(s, player)
    spread(s, rows, everywhere(s))
    return rows


@rule
def intruders(s: State, player: int) -> Array:
    """The fields beside enemies that are near a castle or camp of the player's."""
    near, enemies, every = bases_of(s, player), units_of(s, 1 - player), everywhere(s)
    for _ in range(ALARM):
        spread(s, near, every)
    for row in range(s.rows):
        enemies[row] &= near[row]
    spread(s, enemies, every)
    return enemies


@rule
def danger(p: Rules, s: State, player: int) -> Array:
    """The fields on which somebody of the player's could be struck down in the other side's next turn."""
    rows = struck_by(p, s, player, Unit.INFANTRY)
    riders = struck_by(p, s, player, Unit.CAVALRY)
    for row in range(s.rows):
        rows[row] |= riders[row]
    return rows


@rule
def struck_by(p: Rules, s: State, player: int, kind: int) -> Array:
    """G6, G11: the fields that the other side's units of a kind could strike; the player's own stand in their way."""
    rows, is_there = empty(), False
    first = (1 - player) * MOST_UNITS
    for unit in range(first, first + s.unit_top[1 - player]):
        if s.unit_kind[unit] == kind:
            field = int64(s.unit_field[unit])
            rows[field // s.columns] |= int64(1) << (field % s.columns)
            is_there = True
    if is_there:
        for _ in range(p.unit_move[kind - 1]):
            spread(s, rows, s.free)
        spread(s, rows, everywhere(s))
    return rows


@rule
def count_buildings(s: State, player: int, kind: int) -> int:
    """How many buildings of a kind a player has."""
    count = 0
    for building in range(s.building_top):
        count += s.building_kind[building] == kind and s.building_owner[building] == player
    return count


@rule
def first_castle(s: State, player: int) -> int:
    """A castle of a player's, or -1."""
    for building in range(s.building_top):
        if s.building_kind[building] == Building.CASTLE and s.building_owner[building] == player:
            return building
    return -1
