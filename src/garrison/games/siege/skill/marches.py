"""The units' part of a turn in Siege: strike whom you can, march on, and wait out of reach while you are weaker."""

import numpy as np

from garrison.core.engine.record import Array, Dice, int64
from garrison.core.engine.rng import pick
from garrison.core.engine.rule import rule
from garrison.games.siege.rules.fighting import level_hit
from garrison.games.siege.rules.ground import neighbour
from garrison.games.siege.skill.climbs import descend, is_ladder_up, make_room
from garrison.games.siege.skill.engine_turns import choose_engine, man_engine
from garrison.games.siege.skill.fields import (
    add,
    count_bits,
    empty,
    everywhere,
    has,
    is_any,
    one_of_both,
    passable,
    reach_of,
    spread,
    units_of,
    vacant,
)
from garrison.games.siege.skill.ships import embark, who_embarks
from garrison.games.siege.skill.styles import (
    ATTENTION,
    BOLD_IF_STRONG,
    BOLD_IF_WEAK,
    HAS_ENGINES,
    IS_GUARDED,
    STRONG,
    STRONG_ENOUGH,
)
from garrison.games.siege.skill.targets import bases_of, danger, goals_of, intruders
from garrison.games.siege.skill.walls import sites
from garrison.games.siege.state import MOST_UNITS, NOBODY, Press, Rules, State, Unit

DONE, END_UNITS = int(Press.DONE), int(Press.END_UNITS)
FARTHEST = 100  # steps that a way may have
CYCLE, CHARGE = 24, 6  # of this many turns, an army that is strong enough attacks in the last ones
WORTH = np.array([0, 2, 3, 4])  # of a victim, by Unit
ALERT, GUARDS = 6, 2  # steps to the enemy at which a castle or camp is guarded, and by how many
SHOTS_FIRST = 3  # how much more likely archers have their turn before those who strike


@rule
def is_bold(s: State, player: int, dice: Dice, style: int) -> bool:
    """Whether somebody takes a step into the enemy's reach."""
    percent = STRONG_ENOUGH[style] if s.turns[player] % CYCLE >= CYCLE - CHARGE else STRONG[style]
    is_strong = s.army[player] * 100 >= percent * s.army[1 - player]
    odds = BOLD_IF_STRONG[style] if is_strong else BOLD_IF_WEAK[style]
    return pick(dice, 100) < odds


@rule
def stands(p: Rules, s: State, enemies: Array, kind: int) -> Array:
    """The fields from which a land unit of a kind could attack one of these enemies, height and who is there aside."""
    rows, every = enemies.copy(), everywhere(s)
    for _ in range(level_hit(p, kind)):
        spread(s, rows, every)
    return rows


# --- Who is next


@rule
def choose_unit(p: Rules, s: State, player: int, dice: Dice, style: int) -> int:
    """A ram or ship; one who can attack, archers rather first; the foremost; one who embarks; nobody left: the end."""
    choice = choose_engine(p, s, player, style)
    if choice != NOBODY:
        return choice
    enemies, open_now = units_of(s, 1 - player), vacant(s, player)
    choice = attacker(p, s, player, dice, enemies, open_now)
    if choice == NOBODY:
        choice = foremost(s, player, dice, open_now)
    if choice == NOBODY and s.engines > 0:
        choice = who_embarks(s, player)
    return END_UNITS if choice == NOBODY else choice


@rule
def attacker(p: Rules, s: State, player: int, dice: Dice, enemies: Array, open_now: Array) -> int:
    """The field of somebody ready who can reach an enemy, or NOBODY."""
    near, far = stands(p, s, enemies, Unit.INFANTRY), stands(p, s, enemies, Unit.ARCHERS)
    choice, best = int64(NOBODY), 0
    for unit in range(player * MOST_UNITS, player * MOST_UNITS + s.unit_top[player]):
        if s.unit_kind[unit] != 0 and s.unit_spent[unit] == 0:
            is_archer = s.unit_kind[unit] == Unit.ARCHERS
            if can_come_to(p, s, unit, far if is_archer else near, open_now):
                luck = 1 + pick(dice, 100) * (SHOTS_FIRST if is_archer else 1)
                if luck > best:
                    choice, best = int64(s.unit_field[unit]), luck
    return choice


@rule
def can_come_to(p: Rules, s: State, unit: int, goals: Array, open_now: Array) -> bool:
    """Whether a land unit stands on one of these fields or can move to one."""
    field = int64(s.unit_field[unit])
    if has(s, goals, field):
        return True
    steps = p.unit_move[s.unit_kind[unit] - 1]
    first, last = max(field // s.columns - steps, 0), min(field // s.columns + steps + 1, s.rows)
    is_near = False
    for row in range(first, last):
        is_near = is_near or goals[row] & open_now[row] != 0
    if not is_near:
        return False
    rows = empty()
    add(s, rows, field)
    for _ in range(steps):
        spread(s, rows, open_now)
    for row in range(first, last):
        if rows[row] & goals[row] != 0:
            return True
    return False


@rule
def foremost(s: State, player: int, dice: Dice, open_now: Array) -> int:
    """The field of the ready land unit nearest to what the army goes for, or NOBODY."""
    ready = empty()
    for unit in range(player * MOST_UNITS, player * MOST_UNITS + s.unit_top[player]):
        if s.unit_kind[unit] != 0 and s.unit_spent[unit] == 0:
            add(s, ready, int64(s.unit_field[unit]))
    goals = goals_of(s, player)
    if approach(s, player, goals, ready, open_now) == NOBODY:
        return NOBODY
    return one_of_both(s, dice, goals, ready)


# --- Its turn


@rule
def play_unit(p: Rules, s: State, player: int, mask: Array, dice: Dice, style: int) -> int:
    """Attack, go where one can attack, or march."""
    victim = victim_of(s, player, mask, dice)
    if victim != NOBODY:
        return victim
    if s.steps_left == 0:
        return DONE
    here, steps = int64(s.unit_field[s.unit]), ways_on(s, mask)
    if not is_any(s, steps) or pick(dice, 100) >= ATTENTION[style]:
        return DONE
    enemies, open_now = units_of(s, 1 - player), vacant(s, player)
    building_sites = sites(p, s, player, style)
    if has(s, building_sites, here):
        return make_way(s, dice, steps, building_sites)
    for row in range(s.rows):
        steps[row] &= ~building_sites[row]
    if IS_GUARDED[style] and not is_any(s, building_sites):
        order = guard(s, player, dice, here, steps, enemies, open_now)
        if order != NOBODY:
            return order
    if HAS_ENGINES[style] and s.engines > 0:
        order = man_engine(p, s, player, dice, here, steps, open_now)
        if order != NOBODY:
            return order
    rows = stands(p, s, enemies, s.unit_kind[s.unit])
    for row in range(s.rows):
        rows[row] &= open_now[row]
    if reach_of(s, rows, steps, open_now, open_now, s.steps_left) != NOBODY:
        return one_of_both(s, dice, rows, steps)
    return march(p, s, player, dice, style, here, steps, open_now)


@rule
def guard(s: State, player: int, dice: Dice, here: int, steps: Array, enemies: Array, open_now: Array) -> int:
    """With enemies near a castle or camp of ours, somebody stays beside it, or goes there; else NOBODY.

    G22: as long as one of ours is beside it, it can't be taken.
    """
    home, near = bases_of(s, player), bases_of(s, player)
    for _ in range(ALERT):
        spread(s, near, everywhere(s))
    own, is_near, guards = units_of(s, player), False, 0
    for row in range(s.rows):
        is_near = is_near or near[row] & enemies[row] != 0
        guards += count_bits(home[row] & own[row])
    if not is_near or guards > GUARDS or (guards > 0 and not has(s, home, here)):
        return NOBODY
    if has(s, home, here):
        return DONE
    for row in range(s.rows):
        home[row] &= open_now[row]
    if reach_of(s, home, steps, open_now, open_now, ALERT) == NOBODY:
        return NOBODY
    return one_of_both(s, dice, home, steps)


@rule
def make_way(s: State, dice: Dice, steps: Array, building_sites: Array) -> int:
    """A step off the fields that are kept free, if there is one."""
    rows = empty()
    for row in range(s.rows):
        rows[row] = steps[row] & ~building_sites[row]
    return one_of_both(s, dice, rows, rows) if is_any(s, rows) else DONE


@rule
def ways_on(s: State, mask: Array) -> Array:
    """The fields to which the chosen land unit may step."""
    rows = empty()
    for direction in range(4):
        field = neighbour(s, int64(s.unit_field[s.unit]), direction)
        if field != NOBODY and mask[field] == 1 and s.unit_at[field] == 0:
            add(s, rows, field)
    return rows


@rule
def victim_of(s: State, player: int, mask: Array, dice: Dice) -> int:
    """The most valuable enemy that the chosen land unit may attack from where it stands, or NOBODY."""
    choice, best = int64(NOBODY), -1
    home = bases_of(s, player)
    for unit in range((1 - player) * MOST_UNITS, (1 - player) * MOST_UNITS + s.unit_top[1 - player]):
        field = int64(s.unit_field[unit])
        if s.unit_kind[unit] != 0 and mask[field] == 1:
            worth = 2 * WORTH[s.unit_kind[unit]] + pick(dice, 4) + (8 if has(s, home, field) else 0)
            if worth > best:
                choice, best = field, worth
    return choice


@rule
def march(p: Rules, s: State, player: int, dice: Dice, style: int, here: int, steps: Array, open_now: Array) -> int:
    """A step towards what the army goes for; those who are not bold stay out of the enemy's reach.

    So does the last one, whatever comes: without an army the game is lost (G26).
    """
    enemy_reach, home = danger(p, s, player), intruders(s, player)
    if is_on_post(s, player, here):
        room = make_room(s, bases_of(s, 1 - player), here, steps)
        return DONE if room == NOBODY else room
    goals = goals_of(s, player)
    options = steps.copy()
    add(s, options, here)
    if approach(s, player, goals, options, open_now) == NOBODY:
        return embark(s, player, here, steps) if s.engines > 0 else DONE
    if s.army[player] == 1 or (not is_any(s, home) and not is_bold(s, player, dice, style)):
        return keep_away(s, dice, here, steps, goals, enemy_reach)
    return DONE if has(s, goals, here) else one_of_both(s, dice, goals, steps)


@rule
def approach(s: State, player: int, goals: Array, targets: Array, open_now: Array) -> int:
    """Spread goals until they meet one of the targets, down from walls over ladders, too; after how many steps."""
    ground = passable(s, player, open_now)
    if not is_ladder_up(s):
        return reach_of(s, goals, targets, open_now, ground, FARTHEST)
    rows = goals.copy()
    steps = descend(s, player, rows, targets, open_now)
    if steps == NOBODY:
        return reach_of(s, goals, targets, open_now, ground, FARTHEST)
    for row in range(s.rows):
        goals[row] = rows[row]
    return steps


@rule
def is_on_post(s: State, player: int, field: int) -> bool:
    """Whether a field is beside a castle or camp of the other side."""
    return has(s, bases_of(s, 1 - player), field)


@rule
def keep_away(s: State, dice: Dice, here: int, steps: Array, goals: Array, enemy_reach: Array) -> int:
    """A step forward that is out of the enemy's reach, a step back out of it, or none."""
    safe, ahead = empty(), empty()
    for row in range(s.rows):
        safe[row] = steps[row] & ~enemy_reach[row]
        ahead[row] = safe[row] & goals[row]
    if is_any(s, ahead) and not has(s, goals, here):
        return one_of_both(s, dice, ahead, ahead)
    if has(s, enemy_reach, here) and is_any(s, safe):
        return one_of_both(s, dice, safe, safe)
    return DONE
