"""The building part of a turn in Siege: land units from barracks and camps, more barracks, a camp near the enemy."""

from garrison.core.engine.record import Array, Dice, int64
from garrison.core.engine.rng import pick
from garrison.core.engine.rule import rule
from garrison.games.siege.rules.building import cost_of
from garrison.games.siege.rules.phases import is_army_missing
from garrison.games.siege.skill.fields import (
    ONE,
    add,
    add_beside,
    empty,
    is_any,
    one_of_both,
    passable,
    reach_of,
    spread,
    vacant,
)
from garrison.games.siege.skill.ladders import LADDER, place_of_ladder, wants_ladder
from garrison.games.siege.skill.marches import FARTHEST
from garrison.games.siege.skill.styles import (
    ARCHERS,
    BACK,
    BACK_IF_WEAKER,
    BARRACKS,
    CAVALRY,
    HAS_ENGINES,
    HAS_OUTPOST,
    IS_WALLED,
    TOWERS,
    TREBUCHETS,
)
from garrison.games.siege.skill.targets import count_buildings, danger, goals_of
from garrison.games.siege.skill.walls import (
    ACROSS_PRESS,
    GATE,
    WALL,
    place_of_wall,
    sites,
    wants_gate,
    wants_wall,
    way_of_wall,
)
from garrison.games.siege.skill.workshops import (
    PORT,
    SHIP,
    WORKSHOP,
    can_bridge,
    engine_house,
    engine_wanted,
    is_busy,
    is_cut_off,
    place_of_port,
    place_of_ship,
    way_of_ship,
)
from garrison.games.siege.state import ACROSS, BUILDING_ROWS, NOBODY, Building, Phase, Press, Rules, State

DONE, END_TURN, COINS = int(Press.DONE), int(Press.END_TURN), int(Press.COINS)
INFANTRY, ARCHERS_PRESS, CAVALRY_PRESS = int(Press.INFANTRY), int(Press.ARCHERS), int(Press.CAVALRY)
BARRACKS_PRESS, CAMP = int(Press.BARRACKS), int(Press.CAMP)
WEALTH = 24  # with this many coins, cavalry is raised and barracks are built
LASTING = 40  # with this many, barracks are built although no more coins will come
RICHES = 24  # with this many left after it, a camp near the enemy
OUTPOST = 4  # coins left for what a first camp makes
CAMPS = 2  # at most this many of those
HOME = 7  # steps from the castle within which barracks are built behind it
HOUSE_SIDE, CAMP_SIDE = int(BUILDING_ROWS[Building.BARRACKS, ACROSS]), int(BUILDING_ROWS[Building.CAMP, ACROSS])
SLACK = 2  # steps by which a place for a building may be worse than the best


@rule
def act(p: Rules, s: State, player: int, mask: Array, dice: Dice, style: int) -> int:
    """Choose a building, what it makes, and where."""
    if s.phase == Phase.BUILDINGS:
        return choose_building(p, s, player, mask, style)
    if s.phase == Phase.MAKE:
        return make(p, s, player, mask, dice, style)
    if s.phase == Phase.WAY:
        return way(p, s, dice)
    if s.phase == Phase.PLACE:
        return place(p, s, player, mask, dice, style)
    return -1


@rule
def way(p: Rules, s: State, dice: Dice) -> int:
    """Which way what is being made lies."""
    if s.making == WALL or s.making == GATE:
        return way_of_wall(p, s, s.making)
    return way_of_ship(s, dice) if s.making == SHIP else ACROSS_PRESS + pick(dice, 2)


@rule
def choose_building(p: Rules, s: State, player: int, mask: Array, style: int) -> int:
    """A castle without walls, those that raise units, those that make engines if they are wanted, then castles."""
    castle, is_urgent = int64(NOBODY), must_raise(p, s, player)
    for building in range(s.building_top):
        field, kind = int64(s.building_field[building]), s.building_kind[building]
        if kind != 0 and s.building_owner[building] == player and mask[field] == 1:
            if kind == Building.BARRACKS or kind == Building.CAMP:
                return field
            if not is_urgent and is_busy(p, s, player, building, style):
                return field
            if kind == Building.CASTLE:
                castle = field
                if s.turns[player] > 0 and not is_urgent and wants_wall(p, s, player, building, style):
                    return field
    return END_TURN if castle == NOBODY else castle


@rule
def must_raise(p: Rules, s: State, player: int) -> int:
    """G26: whether to end this turn without a land unit would be to lose."""
    return is_army_missing(p, s, player, s.turns[player] + 1)


@rule
def make(p: Rules, s: State, player: int, mask: Array, dice: Dice, style: int) -> int:
    """What the chosen building makes."""
    if s.building_kind[s.building] == Building.CASTLE:
        return castle_makes(p, s, player, mask, style)
    engine = NOBODY if must_raise(p, s, player) else engine_wanted(p, s, player, mask, style)
    if engine != NOBODY:
        return engine
    if mask[ARCHERS_PRESS] == 1 and pick(dice, 100) < ARCHERS[style]:
        return ARCHERS_PRESS
    if mask[CAVALRY_PRESS] == 1 and s.coins[player] >= WEALTH and pick(dice, 100) < CAVALRY[style]:
        return CAVALRY_PRESS
    if mask[INFANTRY] == 1:
        return INFANTRY
    return DONE if mask[DONE] == 1 else -1


@rule
def castle_makes(p: Rules, s: State, player: int, mask: Array, style: int) -> int:
    """Barracks, walls, coins; a camp on the enemy's land if there is no way to it, or near it if there are coins."""
    barracks, camps = count_buildings(s, player, Building.BARRACKS), count_buildings(s, player, Building.CAMP)
    if camps == 0 and is_cut_off(s, player) and can_bridge(p, s, player, s.building):
        return CAMP if mask[CAMP] == 1 else COINS
    if barracks > 0 and wants_outpost(p, s, player, style) and mask[CAMP] == 1:
        return CAMP
    if HAS_ENGINES[style] and mask[LADDER] == 1 and wants_ladder(p, s, player, s.building):
        return LADDER
    house = engine_house(p, s, player, mask, style)
    if barracks > 0 and house != NOBODY:
        return house
    if barracks > 0 and mask[WALL] == 1 and wants_wall(p, s, player, s.building, style):
        return GATE if mask[GATE] == 1 and wants_gate(p, s, s.building) else WALL
    is_wanted = barracks == 0 or (barracks < BARRACKS[style] and s.coins[player] > wealth(p))
    if is_wanted and mask[BARRACKS_PRESS] == 1:
        return BARRACKS_PRESS
    if s.coins[player] >= cost_of(p, CAMP) + RICHES and mask[CAMP] == 1 and camps < CAMPS and not IS_WALLED[style]:
        return CAMP
    return COINS


@rule
def wealth(p: Rules) -> int:
    """G29: coins with which further barracks are built: they take their price from the army where coins end."""
    return WEALTH if p.income_turns == 0 else LASTING


@rule
def wants_outpost(p: Rules, s: State, player: int, style: int) -> bool:
    """Whether a camp near the enemy is to be built before there are many coins: with enough left to use it."""
    if not HAS_OUTPOST[style] or count_buildings(s, player, Building.CAMP) > 0:
        return False
    return s.coins[player] >= cost_of(p, CAMP) + OUTPOST


@rule
def place(p: Rules, s: State, player: int, mask: Array, dice: Dice, style: int) -> int:
    """Where what is being made goes."""
    if s.making == WALL or s.making == GATE:
        return place_of_wall(s, mask, s.making)
    if s.making == SHIP:
        return place_of_ship(s, player, mask, dice)
    if s.making == PORT:
        return place_of_port(s, player, mask, dice)
    if s.making == LADDER:
        return place_of_ladder(p, s, player, dice)
    return place_near_enemy(p, s, player, mask, dice, style)


@rule
def place_near_enemy(p: Rules, s: State, player: int, mask: Array, dice: Dice, style: int) -> int:
    """Where the way to the enemy is shortest, but not in the enemy's reach; barracks of the weaker side far behind."""
    places, enemy_reach, building_sites = offers(s, mask), danger(p, s, player), sites(p, s, player, style)
    safe = empty()
    for row in range(s.rows):
        safe[row] = places[row] & ~enemy_reach[row] & ~building_sites[row]
    if not is_any(s, safe):
        safe = places
    goals, ground = goals_of(s, player), passable(s, player, vacant(s, player))
    if s.making >= BARRACKS_PRESS:
        leave_roads(s, safe, ground, CAMP_SIDE if s.making == CAMP else HOUSE_SIDE)
    if s.making == WORKSHOP and TREBUCHETS[style] + TOWERS[style] > 0:
        goals = empty()
        add_beside(s, goals, s.building)
    if s.making == BARRACKS_PRESS and is_cautious(s, player, dice, style):
        return farthest(s, dice, safe, goals, ground)
    if reach_of(s, goals, safe, ground, ground, FARTHEST) == NOBODY:
        return one_of_both(s, dice, safe, safe)
    if s.making >= BARRACKS_PRESS:
        for _ in range(pick(dice, SLACK + 1)):
            spread(s, goals, ground)
    return one_of_both(s, dice, goals, safe)


@rule
def leave_roads(s: State, places: Array, ground: Array, side: int) -> None:
    """Of the places for a building only those stay that have open ground all around, if there are any: it should not
    stand in a ford or pass.
    """
    roomy = empty()
    for row in range(s.rows - side + 1):
        roomy[row] = places[row]
        for near in range(max(row - 1, 0), min(row + side + 1, s.rows)):
            line = ground[near] | ONE << s.columns  # what is off the map is in nobody's way
            roomy[row] &= line << ONE | ONE
            for right in range(side + 1):
                roomy[row] &= line >> (right * ONE)
    if is_any(s, roomy):
        for row in range(s.rows):
            places[row] = roomy[row]


@rule
def offers(s: State, mask: Array) -> Array:
    """The fields that can be chosen."""
    rows = empty()
    for field in range(s.rows * s.columns):
        if mask[field] == 1:
            add(s, rows, field)
    return rows


@rule
def is_cautious(s: State, player: int, dice: Dice, style: int) -> bool:
    """Whether new barracks go where the enemy comes last."""
    is_weaker = s.army[player] < s.army[1 - player]
    return pick(dice, 100) < (BACK_IF_WEAKER[style] if is_weaker else BACK[style])


@rule
def farthest(s: State, dice: Dice, places: Array, goals: Array, ground: Array) -> int:
    """One of these places near the castle to which the way from the goals is longest."""
    near = empty()
    add_beside(s, near, s.building)
    for _ in range(HOME):
        spread(s, near, ground)
    last = places.copy()
    while True:
        left = empty()
        for row in range(s.rows):
            left[row] = places[row] & near[row] & ~goals[row]
        if not is_any(s, left):
            break
        last = left
        if not spread(s, goals, ground):
            break
    return one_of_both(s, dice, last, last)
