"""How a game of Siege begins: where castles and camps go, and what a defender builds (G23, G24)."""

from garrison.core.engine.record import Array, Dice, int64
from garrison.core.engine.rng import pick
from garrison.core.engine.rule import rule
from garrison.games.siege.rules.ground import NOTHING
from garrison.games.siege.rules.setup import DEFENDER, SIDE, far_columns
from garrison.games.siege.skill.fields import (
    ONE,
    add,
    add_beside,
    broad_land,
    count_bits,
    empty,
    everywhere,
    has,
    largest_piece,
    reach_of,
    spread,
    steps_between,
)
from garrison.games.siege.skill.marches import FARTHEST
from garrison.games.siege.skill.recruits import place
from garrison.games.siege.skill.ships import open_water
from garrison.games.siege.skill.styles import BARRACKS, HAS_PORT, ROADS
from garrison.games.siege.skill.targets import count_buildings
from garrison.games.siege.skill.walls import WALL, wants_wall, way_of_wall
from garrison.games.siege.skill.workshops import PORT
from garrison.games.siege.state import NOBODY, Building, Phase, Press, Rules, State

BARRACKS_PRESS, END_SETUP = int(Press.BARRACKS), int(Press.END_SETUP)
SLACK = 4  # steps by which a place may be worse than the best
WIDE = 4  # fields around the middle of a castle that should be open land
FAR, ELSEWHERE = 10_000, 5_000  # costs of no place at all, and of one on other land


@rule
def found(p: Rules, s: State, player: int, mask: Array, dice: Dice, style: int) -> int:
    """The next action of the set-up."""
    if s.phase == Phase.SET_UP:
        return set_up(p, s, mask, style)
    if s.phase == Phase.WAY:
        return way_of_wall(p, s, WALL)
    if s.phase == Phase.PLACE:
        return place(p, s, player, mask, dice, style)
    if s.phase == Phase.CASTLE and player == DEFENDER:
        return first_place(p, s, mask, dice, style)
    if s.phase == Phase.CASTLE or s.phase == Phase.CAMP:
        return near_enemy(s, mask, dice, style)
    return -1


@rule
def set_up(p: Rules, s: State, mask: Array, style: int) -> int:
    """G24: all barracks but one, walls, and a port on an island; the remaining coins become units."""
    if count_buildings(s, DEFENDER, Building.BARRACKS) < BARRACKS[style] - 1 and mask[BARRACKS_PRESS] == 1:
        return BARRACKS_PRESS
    if mask[WALL] == 1 and wants_wall(p, s, DEFENDER, s.building, style):
        return WALL
    if HAS_PORT[style] and mask[PORT] == 1 and count_buildings(s, DEFENDER, Building.PORT) == 0 and is_on_island(s):
        return PORT
    return END_SETUP if mask[END_SETUP] == 1 else -1


@rule
def is_on_island(s: State) -> bool:
    """Whether there is land to which there is no way from the castle."""
    land, is_beyond = empty(), False
    add_beside(s, land, s.building)
    while spread(s, land, s.free):
        pass
    for row in range(s.rows):
        is_beyond = is_beyond or s.free[row] & ~land[row] != 0
    return is_beyond


@rule
def first_place(p: Rules, s: State, mask: Array, dice: Dice, style: int) -> int:
    """On the largest land that is broad enough, near the middle of the map, with room for the other side there."""
    cost, choice = FAR, -1
    for width in range(ROADS[style], -1, -1):
        if cost >= ELSEWHERE:
            cost, choice = central_place(p, s, mask, dice, largest_piece(s, broad_land(s, width)))
    return choice


@rule
def central_place(p: Rules, s: State, mask: Array, dice: Dice, land: Array) -> tuple[int, int]:
    """What speaks against the best place, and the place: central, on a land where the other side finds room, too."""
    places, middle = places_on(s, land), s.rows // 2 * s.columns + s.columns // 2
    best, choice = FAR, -1
    for field in range(s.rows * s.columns):
        if mask[field] == 1:
            centre = centre_of(s, field)
            cost = steps_between(s, centre, middle) + narrowness(s, centre) + pick(dice, SLACK + 1)
            if not has(s, land, centre) or not leaves_place(p, s, places, field):
                cost += ELSEWHERE
            if cost < best:
                best, choice = cost, field
    return best, choice


@rule
def centre_of(s: State, field: int) -> int:
    """The middle of a castle or camp with this top left field."""
    return field + SIDE // 2 * (s.columns + 1)


@rule
def narrowness(s: State, centre: int) -> int:
    """How many fields around a castle or camp there are not open land: it should not block the way."""
    row, column = centre // s.columns, centre % s.columns
    first, last = max(column - WIDE, 0), min(column + WIDE + 1, s.columns)
    count = (2 * WIDE + 1) * (2 * WIDE + 1)
    for near in range(max(row - WIDE, 0), min(row + WIDE + 1, s.rows)):
        count -= count_bits((s.free[near] >> first) & ((ONE << (last - first)) - ONE))
    return count


@rule
def places_on(s: State, land: Array) -> Array:
    """Where the top left field of a castle may be on a land."""
    rows = empty()
    for row in range(s.rows - SIDE + 1):
        bits = land[row]
        for below in range(1, SIDE):
            bits &= land[row + below]
        rows[row] = bits
        for right in range(1, SIDE):
            rows[row] &= bits >> (right * ONE)
    return rows


@rule
def leaves_place(p: Rules, s: State, places: Array, field: int) -> bool:
    """G23: whether one of these places is far enough from a castle."""
    for row in range(s.rows - SIDE + 1):
        if far_columns(p, s, field // s.columns, field % s.columns, row, NOTHING, NOTHING) & places[row] != 0:
            return True
    return False


@rule
def near_enemy(s: State, mask: Array, dice: Dice, style: int) -> int:
    """On the enemy's land if possible, on the broadest road there is, near the enemy's castle."""
    centres = empty()
    for field in range(s.rows * s.columns):
        if mask[field] == 1:
            add(s, centres, centre_of(s, field))
    for width in range(ROADS[style], -1, -1):
        enemy, road = empty(), broad_land(s, width)
        add_beside(s, enemy, 0)
        for _ in range(width):
            spread(s, enemy, s.free)
        if reach_of(s, enemy, centres, road, road, FARTHEST) != NOBODY:
            for _ in range(SLACK):
                spread(s, enemy, road)
            return roomiest(s, mask, dice, enemy)
    return nearest_by_air(s, mask)


@rule
def roomiest(s: State, mask: Array, dice: Dice, centres: Array) -> int:
    """Of the places with one of these centres, one with open land around it."""
    best, choice = FAR, -1
    for field in range(s.rows * s.columns):
        centre = centre_of(s, field)
        if mask[field] == 1 and has(s, centres, centre):
            cost = narrowness(s, centre) + pick(dice, SLACK + 1)
            if cost < best:
                best, choice = cost, field
    return choice


@rule
def nearest_by_air(s: State, mask: Array) -> int:
    """The place nearest to the enemy's castle, whatever is between; by the water, where ships can be made."""
    castle, wet, best, choice = int64(s.building_field[0]), shores(s), FAR, -1
    for field in range(s.rows * s.columns):
        if mask[field] == 1:
            cost = steps_between(s, field, castle) + (0 if is_wet(s, wet, field) else ELSEWHERE)
            if cost < best:
                best, choice = cost, field
    return choice


@rule
def is_wet(s: State, wet: Array, field: int) -> bool:
    """Whether a castle or camp there has a part on one of these fields."""
    row, column = field // s.columns, field % s.columns
    for below in range(SIDE):
        if (wet[row + below] >> column) & ((ONE << SIDE) - ONE) != 0:
            return True
    return False


@rule
def shores(s: State) -> Array:
    """Water, and all fields that it touches."""
    rows = open_water(s, NOBODY)
    spread(s, rows, everywhere(s))
    return rows
