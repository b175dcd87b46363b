"""Siege towers of Siege's policy: those inside attack, and it rolls on to the nearest enemy (G13)."""

from garrison.core.engine.record import Array, int64
from garrison.core.engine.rule import rule
from garrison.games.siege.rules.fighting import can_act
from garrison.games.siege.rules.ground import neighbour
from garrison.games.siege.rules.moving import can_move
from garrison.games.siege.rules.pieces import engine_part, engine_size
from garrison.games.siege.rules.turns import ready_inside
from garrison.games.siege.skill.fields import steps_between
from garrison.games.siege.state import MOST_UNITS, NOBODY, Engine, Press, Rules, State

DONE, UP = int(Press.DONE), int(Press.UP)
NEAR = 9  # steps from a siege unit within which an enemy is worth waiting for
AT_HAND = 4  # the same from a tower: its archers would wait in it while the others march
NOWHERE = 10_000  # steps to an enemy where there is none


@rule
def steps_to_enemy(s: State, player: int, field: int) -> int:
    """Steps from a field to the nearest enemy land unit, whatever is between."""
    least = int64(NOWHERE)
    for unit in range((1 - player) * MOST_UNITS, (1 - player) * MOST_UNITS + s.unit_top[1 - player]):
        if s.unit_kind[unit] != 0:
            least = min(least, steps_between(s, field, int64(s.unit_field[unit])))
    return least


@rule
def is_enemy_near(s: State, player: int, engine: int) -> bool:
    """Whether a siege unit should have a crew."""
    reach = AT_HAND if s.engine_kind[engine] == Engine.TOWER else NEAR
    return steps_to_enemy(s, player, int64(s.engine_field[engine])) <= reach


@rule
def way_on(s: State, player: int, tower: int) -> int:
    """The direction in which a tower comes nearer to an enemy that is near, or NOBODY."""
    field = int64(s.engine_field[tower])
    best, choice = steps_to_enemy(s, player, field), int64(NOBODY)
    if best > NEAR or ready_inside(s, player, tower) < 2:  # a move exhausts one of the crew
        return choice
    for direction in range(4):
        if can_move(s, player, tower, s.engine_field[tower], direction):
            steps = steps_to_enemy(s, player, int64(neighbour(s, field, direction)))
            if steps < best:
                best, choice = steps, int64(direction)
    return choice


@rule
def has_tower_turn(p: Rules, s: State, player: int, tower: int) -> bool:
    """Whether a tower has anything to do."""
    return can_act(p, s, tower) or way_on(s, player, tower) != NOBODY


@rule
def roll_on(s: State, player: int, mask: Array) -> int:
    """Somebody inside attacks; otherwise nearer to the enemy, or done."""
    for part in range(engine_size(s, s.engine)):
        field = int64(engine_part(s, s.engine, part))
        if mask[field] == 1:
            return field
    direction = way_on(s, player, s.engine)
    return DONE if direction == NOBODY or mask[UP + direction] == 0 else UP + direction
