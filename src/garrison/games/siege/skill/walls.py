"""Walls around a castle of Siege: without a ram, tower or ladder nobody gets beside it then, and it can't be taken."""

from garrison.core.engine.record import Array, int64
from garrison.core.engine.rule import rule
from garrison.games.siege.rules.building import around, building_columns, can_afford, field_around
from garrison.games.siege.rules.ground import NOTHING, field_distance, offset_in
from garrison.games.siege.rules.phases import do_castles_act
from garrison.games.siege.rules.setup import SIDE
from garrison.games.siege.skill.fields import ONE, add, count_bits, empty, everywhere, has, spread, units_of
from garrison.games.siege.skill.styles import IS_WALLED
from garrison.games.siege.skill.targets import first_castle
from garrison.games.siege.state import (
    ACROSS,
    BUILDING_COLUMNS,
    BUILDING_ROWS,
    NOBODY,
    UPRIGHT,
    WORKS_FROM,
    Building,
    Press,
    Rules,
    State,
)
from garrison.games.siege.state.terrain import Ground

WALL, ACROSS_PRESS, UPRIGHT_PRESS = int(Press.WALL), int(Press.ACROSS), int(Press.UPRIGHT)
MOST_WALLS = 8  # of a castle
LONG = int(BUILDING_COLUMNS[Building.WALL, ACROSS])  # fields of a wall
WORTH = 100  # of a breach that is closed, in fields of distance
ALERT = 6  # steps from a castle within which an enemy is near


@rule
def wants_wall(p: Rules, s: State, player: int, castle: int, style: int) -> bool:
    """Whether a castle goes on with the walls around it."""
    if not IS_WALLED[style] or not can_afford(p, s, player, WALL) or count_walls(s, castle) >= MOST_WALLS:
        return False
    return max(best_wall(p, s, castle, ACROSS), best_wall(p, s, castle, UPRIGHT)) > 0


@rule
def count_walls(s: State, castle: int) -> int:
    """How many walls that a castle has built are standing."""
    count = 0
    for work in range(WORKS_FROM, WORKS_FROM + s.works_top):
        count += s.building_kind[work] == Building.WALL and s.building_castle[work] == castle
    return count


@rule
def breaches(s: State, castle: int) -> Array:
    """G22: the fields beside a castle on which land units can stand."""
    rows = empty()
    for place in range(around(s, castle)):
        field = field_around(s, castle, place)
        if field != NOBODY and s.ground[field] == Ground.GRASS and s.building_at[field] == 0:
            add(s, rows, int64(field))
    return rows


@rule
def sites(p: Rules, s: State, player: int, style: int) -> Array:
    """The fields beside a player's castles that are kept free for walls: a castle that does not act builds none."""
    rows = empty()
    if IS_WALLED[style] and do_castles_act(p, s) and can_afford(p, s, player, WALL):
        for building in range(s.building_top):
            if s.building_kind[building] == Building.CASTLE and s.building_owner[building] == player:
                gaps = breaches(s, building)
                if is_time_for_walls(s, player, gaps):
                    for row in range(s.rows):
                        rows[row] |= gaps[row]
    return rows


@rule
def is_time_for_walls(s: State, player: int, gaps: Array) -> bool:
    """No enemy is near, or one more wall is enough and none is in its way; otherwise somebody has to stand there."""
    enemies, near, left = units_of(s, 1 - player), gaps.copy(), 0
    for row in range(s.rows):
        left += count_bits(gaps[row])
        if gaps[row] & enemies[row] != 0:
            return False
    if left <= LONG:
        return True
    for _ in range(ALERT):
        spread(s, near, everywhere(s))
    for row in range(s.rows):
        if near[row] & enemies[row] != 0:
            return False
    return True


@rule
def wall_part(s: State, field: int, way: int, part: int) -> int:
    """One of the fields of a wall that would lie there, in reading order."""
    return field + offset_in(s, BUILDING_COLUMNS[Building.WALL, way], part)


@rule
def closed_by(s: State, gaps: Array, field: int, way: int) -> int:
    """How many of these fields a wall would cover; 0 if one next to them would be left, where another covers both."""
    rest, count = gaps.copy(), 0
    wall = empty()
    for part in range(LONG):
        at = wall_part(s, field, way, part)
        if has(s, gaps, at):
            add(s, wall, at)
            count += 1
    for row in range(s.rows):
        rest[row] &= ~wall[row]
    spread(s, rest, wall)
    for row in range(s.rows):
        if rest[row] & wall[row] != 0:
            return 0
    return count


@rule
def worth_of_wall(s: State, castle: int, gaps: Array, field: int, way: int) -> int:
    """More for a wall that closes more breaches, and then for one that is nearer to the enemy; 0 if it closes none."""
    closed, enemy = closed_by(s, gaps, field, way), first_castle(s, 1 - s.building_owner[castle])
    if closed == 0 or enemy < 0:
        return closed * WORTH
    return closed * WORTH - field_distance(s, wall_part(s, field, way, LONG // 2), int64(s.building_field[enemy]))


@rule
def best_wall(p: Rules, s: State, castle: int, way: int) -> int:
    """G19: the worth of the best wall that lies this way; 0 if none closes anything."""
    gaps, most = breaches(s, castle), 0
    top = s.building_field[castle] // s.columns
    for row in range(max(top - LONG, 0), min(top + SIDE + 1, s.rows - BUILDING_ROWS[Building.WALL, way] + 1)):
        places = building_columns(p, s, castle, Building.WALL, way, row, NOTHING)
        for column in range(s.columns - BUILDING_COLUMNS[Building.WALL, way] + 1):
            if (places >> column) & ONE:
                most = max(most, worth_of_wall(s, castle, gaps, row * s.columns + column, way))
    return most


@rule
def way_of_wall(p: Rules, s: State) -> int:
    """Which way the next wall lies."""
    across = best_wall(p, s, s.building, ACROSS) >= best_wall(p, s, s.building, UPRIGHT)
    return ACROSS_PRESS if across else UPRIGHT_PRESS


@rule
def place_of_wall(s: State, mask: Array) -> int:
    """The place where it is worth most."""
    gaps, best, choice = breaches(s, s.building), -1, -1
    for field in range(s.rows * s.columns):
        if mask[field] == 1:
            worth = worth_of_wall(s, s.building, gaps, field, s.way)
            if worth > best:
                best, choice = worth, field
    return choice
