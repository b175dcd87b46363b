"""Ways over walls in Siege's policy: up from a ladder or another wall, and down everywhere (G7)."""

from garrison.core.engine.record import Array, int64
from garrison.core.engine.rule import rule
from garrison.games.siege.rules.ground import neighbour
from garrison.games.siege.rules.moving import building_kind
from garrison.games.siege.rules.pieces import building_part, building_size
from garrison.games.siege.skill.fields import SLOW, add, empty, has, passable, spread, steps_between
from garrison.games.siege.state import NOBODY, WORKS_FROM, Building, State

FARTHEST = 100  # steps that a way may have


@rule
def is_ladder_up(s: State) -> bool:
    """Whether any ladder stands."""
    for work in range(WORKS_FROM, WORKS_FROM + s.works_top):
        if s.building_kind[work] == Building.LADDER:
            return True
    return False


@rule
def fields_of(s: State, kind: int, is_free: bool) -> Array:
    """The fields of all walls, or of all ladders; of free ones, those on which nobody stands."""
    rows = empty()
    for work in range(WORKS_FROM, WORKS_FROM + s.works_top):
        if s.building_kind[work] == kind:
            for part in range(building_size(s, work)):
                field = int64(building_part(s, work, part))
                if s.unit_at[field] == 0 or not is_free:
                    add(s, rows, field)
    return rows


@rule
def ascend(s: State, rows: Array) -> bool:
    """The walls beside a set's ladders and walls join it. True if there were any."""
    walls, ladders = fields_of(s, Building.WALL, False), fields_of(s, Building.LADDER, False)
    high = empty()
    for row in range(s.rows):
        high[row] = rows[row] & (walls[row] | ladders[row])
    if not spread(s, high, walls):
        return False
    for row in range(s.rows):
        rows[row] |= high[row]
    return True


@rule
def descend(s: State, player: int, rows: Array, targets: Array, open_now: Array) -> int:
    """Spread goals until they meet one of the targets, as `reach_of` does; a wall is reached from walls and ladders."""
    slow = passable(s, player, open_now)
    for steps in range(FARTHEST):
        for row in range(s.rows):
            if rows[row] & targets[row] != 0:
                return steps
        is_slow = steps % SLOW == SLOW - 1
        walls, ladders = fields_of(s, Building.WALL, not is_slow), fields_of(s, Building.LADDER, not is_slow)
        if not spread_down(s, rows, slow if is_slow else open_now, walls, ladders) and is_slow:
            return NOBODY
    return NOBODY


@rule
def spread_down(s: State, rows: Array, ground: Array, walls: Array, ladders: Array) -> bool:
    """All fields from which one gets onto those of a set in a step join it. True if there were any."""
    upper, lower, high, every, has_grown = empty(), empty(), empty(), empty(), False
    for row in range(s.rows):
        upper[row], lower[row] = rows[row] & walls[row], rows[row] & ~walls[row]
        high[row], every[row] = walls[row] | ladders[row], ground[row] | walls[row]
    spread(s, upper, high)
    spread(s, lower, every)
    for row in range(s.rows):
        has_grown = has_grown or (upper[row] | lower[row]) & ~rows[row] != 0
        rows[row] |= upper[row] | lower[row]
    return has_grown


@rule
def make_room(s: State, posts: Array, here: int, steps: Array) -> int:
    """On a wall, a step further from the ladders, to another of these posts: others come up behind; or NOBODY."""
    choice, farthest = int64(NOBODY), steps_to_ladder(s, here)
    if building_kind(s, here) != Building.WALL:
        return choice
    for direction in range(4):
        field = int64(neighbour(s, here, direction))
        if field != NOBODY and has(s, steps, field) and has(s, posts, field) and steps_to_ladder(s, field) > farthest:
            choice, farthest = field, steps_to_ladder(s, field)
    return choice


@rule
def steps_to_ladder(s: State, field: int) -> int:
    """Steps from a field to the nearest ladder, whatever is between."""
    least = int64(FARTHEST)
    for work in range(WORKS_FROM, WORKS_FROM + s.works_top):
        if s.building_kind[work] == Building.LADDER:
            least = min(least, steps_between(s, field, int64(s.building_field[work])))
    return least
