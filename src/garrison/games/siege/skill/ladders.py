"""Ladders of Siege's policy: whoever walls keep from the enemy's castle has one put up against them and climbs it."""

from garrison.core.engine.record import Array, Dice, int64
from garrison.core.engine.rule import rule
from garrison.games.siege.rules.building import building_columns
from garrison.games.siege.rules.ground import NOTHING
from garrison.games.siege.rules.pieces import building_part, building_size
from garrison.games.siege.skill.engines import is_obstacle, is_shut_out
from garrison.games.siege.skill.fields import (
    add,
    empty,
    everywhere,
    is_any,
    one_of_both,
    passable,
    spread,
    units_of,
    vacant,
)
from garrison.games.siege.state import ACROSS, NOBODY, WORKS_FROM, Building, Press, Rules, State

LADDER = int(Press.LADDER)
MOST_LADDERS = 2  # of a castle
FARTHEST = 100  # steps that a way may have


@rule
def wants_ladder(p: Rules, s: State, player: int, castle: int) -> bool:
    """Whether a castle puts one more ladder up against the walls that keep its owner out."""
    if s.works == 0 or count_ladders(s, castle) >= MOST_LADDERS or not is_shut_out(p, s, player):
        return False
    return is_any(s, ladder_places(p, s, player, castle))


@rule
def count_ladders(s: State, castle: int) -> int:
    """How many ladders that a castle has built are standing."""
    count = 0
    for work in range(WORKS_FROM, WORKS_FROM + s.works_top):
        count += s.building_kind[work] == Building.LADDER and s.building_castle[work] == castle
    return count


@rule
def ladder_places(p: Rules, s: State, player: int, castle: int) -> Array:
    """G19: the fields in front of the enemy's walls where a castle can build a ladder, and its owner gets to it."""
    rows, near = enemy_walls(s, player), units_of(s, player)
    spread(s, rows, everywhere(s))
    ground = passable(s, player, vacant(s, player))
    for _ in range(FARTHEST):
        if not spread(s, near, ground):
            break
    for row in range(s.rows):
        rows[row] &= near[row] & building_columns(p, s, castle, Building.LADDER, ACROSS, row, NOTHING)
    return rows


@rule
def enemy_walls(s: State, player: int) -> Array:
    """The fields of the walls that the other side has built."""
    rows = empty()
    for work in range(WORKS_FROM, WORKS_FROM + s.works_top):
        if s.building_kind[work] == Building.WALL:
            for part in range(building_size(s, work)):
                field = int64(building_part(s, work, part))
                if is_obstacle(s, player, field):
                    add(s, rows, field)
    return rows


@rule
def place_of_ladder(p: Rules, s: State, player: int, dice: Dice) -> int:
    """Where the army gets to it first."""
    places, near = ladder_places(p, s, player, s.building), units_of(s, player)
    ground = passable(s, player, vacant(s, player))
    for _ in range(FARTHEST):
        place = one_of_both(s, dice, places, near)
        if place != NOBODY or not spread(s, near, ground):
            return place
    return NOBODY
