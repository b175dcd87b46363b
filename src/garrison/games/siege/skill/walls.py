"""Walls around a castle of Siege: without a ram, tower or ladder nobody gets beside it then, and it can't be taken."""

from garrison.core.engine.record import Array, int64
from garrison.core.engine.rule import rule
from garrison.games.siege.rules.building import around, building_columns, can_afford, field_around, kind_of
from garrison.games.siege.rules.ground import NOTHING, field_distance, offset_in
from garrison.games.siege.rules.phases import do_castles_act
from garrison.games.siege.rules.setup import SIDE
from garrison.games.siege.skill.fields import ONE, add, count_all, empty, everywhere, has, spread, units_of
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

WALL, GATE, ACROSS_PRESS, UPRIGHT_PRESS = int(Press.WALL), int(Press.GATE), int(Press.ACROSS), int(Press.UPRIGHT)
MOST_WALLS = 8  # of a castle
LONG = int(BUILDING_COLUMNS[Building.WALL, ACROSS])  # fields of a wall
WORTH = 100  # of a breach that is closed, in fields of distance
ARMY = 4  # land units without which nothing is spent on walls where income ends
ALERT = 6  # steps from a castle within which an enemy is near


@rule
def wants_wall(p: Rules, s: State, player: int, castle: int, style: int) -> bool:
    """Whether a castle goes on with the walls around it."""
    if not IS_WALLED[style] or not can_afford(p, s, player, WALL) or count_walls(s, castle) >= MOST_WALLS:
        return False
    if p.income_turns > 0 and not can_spare_walls(p, s, player, castle):
        return False
    return max(best_wall(p, s, castle, Building.WALL, ACROSS), best_wall(p, s, castle, Building.WALL, UPRIGHT)) > 0


@rule
def can_spare_walls(p: Rules, s: State, player: int, castle: int) -> bool:
    """G29: coins that are not earned again go into walls only with the larger army, while the castle could be taken."""
    is_ahead = s.army[player] >= ARMY and s.army[player] > s.army[1 - player]
    return is_ahead and count_all(s, breaches(s, castle)) >= p.capture_units


@rule
def wants_gate(p: Rules, s: State, castle: int) -> bool:
    """G7: where coins end, a castle has one gate first: its owner can stand there to guard it, the enemy cannot."""
    if p.income_turns == 0 or count_gates(s, castle) > 0:
        return False
    return max(best_wall(p, s, castle, Building.GATE, ACROSS), best_wall(p, s, castle, Building.GATE, UPRIGHT)) > 0


@rule
def count_gates(s: State, castle: int) -> int:
    """How many gates that a castle has built are standing."""
    count = 0
    for work in range(WORKS_FROM, WORKS_FROM + s.works_top):
        count += s.building_kind[work] == Building.GATE and s.building_castle[work] == castle
    return count


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
    enemies, near = units_of(s, 1 - player), gaps.copy()
    for row in range(s.rows):
        if gaps[row] & enemies[row] != 0:
            return False
    if count_all(s, gaps) <= LONG:
        return True
    for _ in range(ALERT):
        spread(s, near, everywhere(s))
    for row in range(s.rows):
        if near[row] & enemies[row] != 0:
            return False
    return True


@rule
def length_of(kind: int) -> int:
    """How many fields a wall or gate covers."""
    return BUILDING_COLUMNS[kind, ACROSS]


@rule
def wall_part(s: State, kind: int, field: int, way: int, part: int) -> int:
    """One of the fields of a wall or gate that would lie there, in reading order."""
    return field + offset_in(s, BUILDING_COLUMNS[kind, way], part)


@rule
def closed_by(s: State, gaps: Array, kind: int, field: int, way: int) -> int:
    """How many of these fields a wall or gate would cover; 0 for a wall that leaves one next to them, where another
    covers both.
    """
    rest, count = gaps.copy(), 0
    wall = empty()
    for part in range(length_of(kind)):
        at = wall_part(s, kind, field, way, part)
        if has(s, gaps, at):
            add(s, wall, at)
            count += 1
    if kind == Building.GATE:
        return count if count == length_of(kind) else 0
    for row in range(s.rows):
        rest[row] &= ~wall[row]
    spread(s, rest, wall)
    for row in range(s.rows):
        if rest[row] & wall[row] != 0:
            return 0
    return count


@rule
def worth_of_wall(s: State, castle: int, gaps: Array, kind: int, field: int, way: int) -> int:
    """More for a wall that closes more breaches, and then for one that is nearer to the enemy; 0 if it closes none."""
    count, enemy = closed_by(s, gaps, kind, field, way), first_castle(s, 1 - s.building_owner[castle])
    if count == 0 or enemy < 0:
        return count * WORTH
    return count * WORTH - field_distance(
        s, wall_part(s, kind, field, way, length_of(kind) // 2), int64(s.building_field[enemy])
    )


@rule
def best_wall(p: Rules, s: State, castle: int, kind: int, way: int) -> int:
    """G19: the worth of the best wall that lies this way; 0 if none closes anything."""
    gaps, most = breaches(s, castle), 0
    top = s.building_field[castle] // s.columns
    for row in range(max(top - LONG, 0), min(top + SIDE + 1, s.rows - BUILDING_ROWS[kind, way] + 1)):
        places = building_columns(p, s, castle, kind, way, row, NOTHING)
        for column in range(s.columns - BUILDING_COLUMNS[kind, way] + 1):
            if (places >> column) & ONE:
                most = max(most, worth_of_wall(s, castle, gaps, kind, row * s.columns + column, way))
    return most


@rule
def way_of_wall(p: Rules, s: State, button: int) -> int:
    """Which way the next wall or gate lies."""
    kind = kind_of(button)
    across = best_wall(p, s, s.building, kind, ACROSS) >= best_wall(p, s, s.building, kind, UPRIGHT)
    return ACROSS_PRESS if across else UPRIGHT_PRESS


@rule
def place_of_wall(s: State, mask: Array, button: int) -> int:
    """The place where it is worth most."""
    gaps, best, choice = breaches(s, s.building), -1, -1
    for field in range(s.rows * s.columns):
        if mask[field] == 1:
            worth = worth_of_wall(s, s.building, gaps, kind_of(button), field, s.way)
            if worth > best:
                best, choice = worth, field
    return choice
