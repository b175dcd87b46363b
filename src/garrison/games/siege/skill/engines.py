"""Rams of Siege: an army that walls keep from the enemy's castles and camps builds one, mans it and breaks through."""

from garrison.core.engine.record import Array, int64
from garrison.core.engine.rule import rule
from garrison.games.siege.rules.building import around, field_around
from garrison.games.siege.rules.fighting import ram_target
from garrison.games.siege.rules.moving import before_end
from garrison.games.siege.rules.pieces import (
    building_part,
    building_size,
    engine_part,
    engine_size,
    is_base,
    owner_of,
)
from garrison.games.siege.rules.turns import is_ready, ready_inside
from garrison.games.siege.skill.climbs import ascend, is_ladder_up
from garrison.games.siege.skill.courses import fits, nearer, no_courses, spread_courses
from garrison.games.siege.skill.fields import add, has, passable, spread, units_of, vacant
from garrison.games.siege.skill.targets import bases_of
from garrison.games.siege.state import ACROSS, ENGINE_COLUMNS, NOBODY, WORKS_FROM, Building, Engine, Press, Rules, State

DONE = int(Press.DONE)
MOST_RAMS = 2  # at the same time
CREW = int(ENGINE_COLUMNS[Engine.RAM, ACROSS])  # a land unit on each field of a ram
FARTHEST = 100  # steps that a way may have


# --- Whether they are needed


@rule
def is_shut_out(p: Rules, s: State, player: int) -> bool:
    """Whether walls and gates are all that keeps a player from taking one of the enemy's castles and camps on land."""
    if s.works == 0:
        return False
    ground = passable(s, player, vacant(s, player))
    if is_way(p, s, player, ground):
        return False
    add_works(s, ground)
    return is_way(p, s, player, ground)


@rule
def is_way(p: Rules, s: State, player: int, ground: Array) -> bool:
    """G22: whether this ground leads a player's land units to enough fields beside a castle or camp of the enemy's."""
    rows, own = bases_of(s, player), units_of(s, player)
    for row in range(s.rows):
        rows[row] |= own[row]
    has_ladder = is_ladder_up(s)
    for _ in range(FARTHEST):
        has_grown = spread(s, rows, ground)
        if has_ladder:
            has_grown = ascend(s, rows) or has_grown
        if not has_grown:
            break
    for building in range(s.building_top):
        is_theirs = is_base(s.building_kind[building]) and s.building_owner[building] != player
        if is_theirs and count_beside(s, rows, building) >= p.capture_units:
            return True
    return False


@rule
def count_beside(s: State, rows: Array, building: int) -> int:
    """G3: how many of these fields touch a building."""
    count = 0
    for place in range(around(s, building)):
        field = field_around(s, building, place)
        count += field != NOBODY and has(s, rows, int64(field))
    return count


@rule
def add_works(s: State, rows: Array) -> None:
    """The fields of all walls, gates and ladders join a set."""
    for work in range(WORKS_FROM, WORKS_FROM + s.works_top):
        for part in range(building_size(s, work)):
            add(s, rows, int64(building_part(s, work, part)))


@rule
def wants_ram(p: Rules, s: State, player: int) -> bool:
    """Whether one more ram is to be made."""
    count = 0
    for engine in range(s.engine_top):
        count += is_own_ram(s, player, engine)
    return count < MOST_RAMS and is_shut_out(p, s, player)


@rule
def is_own_ram(s: State, player: int, engine: int) -> bool:
    """A ram with no enemy inside."""
    return s.engine_kind[engine] == Engine.RAM and count_inside(s, 1 - player, engine) == 0


@rule
def count_inside(s: State, player: int, engine: int) -> int:
    """G17: how many land units of a player are inside a siege unit or ship."""
    count = 0
    for part in range(engine_size(s, engine)):
        unit = s.unit_at[engine_part(s, engine, part)] - 1
        count += unit >= 0 and owner_of(unit) == player
    return count


# --- Its crew


@rule
def manned_ram(s: State, player: int) -> int:
    """The field of somebody ready inside a ram, or NOBODY."""
    for engine in range(s.engine_top):
        if s.engine_kind[engine] == Engine.RAM and ready_inside(s, player, engine) > 0:
            return ready_field(s, player, engine)
    return int64(NOBODY)


@rule
def ready_field(s: State, player: int, engine: int) -> int:
    """The first field of a siege unit or ship with somebody ready on it."""
    for part in range(engine_size(s, engine)):
        field = int64(engine_part(s, engine, part))
        if is_ready(s, player, field):
            return field
    return int64(NOBODY)


# --- Its turn


@rule
def is_obstacle(s: State, player: int, field: int) -> bool:
    """Whether a wall or gate that a castle of the enemy's has built is on a field."""
    building = s.building_at[field] - 1
    if building < WORKS_FROM or s.building_kind[building] == Building.LADDER:
        return False
    castle = s.building_castle[building]
    return castle == NOBODY or s.building_owner[castle] != player


@rule
def ram_on(s: State, player: int, mask: Array) -> int:
    """Break what is in front of the ram, or go on to the nearest wall or gate."""
    for part in range(CREW):
        field = int64(ram_target(s, s.engine, part))
        if field != NOBODY and mask[field] == 1 and is_obstacle(s, player, field):
            return field
    action = nearer(s, s.engine, mask, courses_to_walls(s, player))
    return DONE if action == NOBODY else action


@rule
def courses_to_walls(s: State, player: int) -> Array:
    """Moves and turns from every place of a ram to one from which it can break a wall or gate."""
    ground, steps = passable(s, player, vacant(s, player)), no_courses(s)
    for place in range(len(steps)):
        if fits(s, Engine.RAM, ground, place) and is_before_wall(s, player, place // 2, place % 2):
            steps[place] = 0
    spread_courses(s, Engine.RAM, ground, steps)
    return steps


@rule
def is_before_wall(s: State, player: int, field: int, way: int) -> bool:
    """G14: whether a wall or gate touches one of the short ends of a ram there."""
    for part in range(CREW):
        front = before_end(s, Engine.RAM, field, way, part)
        if front != NOBODY and is_obstacle(s, player, front):
            return True
    return False
