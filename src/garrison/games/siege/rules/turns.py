"""Unit turns in Siege: which can be played, and those of land units (G16, G25). Crews are in crews.py."""

from garrison.core.engine.record import Array
from garrison.core.engine.rule import rule
from garrison.games.siege.rules.capture import capture
from garrison.games.siege.rules.fighting import attack, has_target, mark_targets
from garrison.games.siege.rules.ground import neighbour
from garrison.games.siege.rules.moving import can_step, engine_steps, step_unit, unit_steps
from garrison.games.siege.rules.pieces import engine_part, engine_size, owner_of
from garrison.games.siege.state import MOST_UNITS, NOBODY, Phase, Press, Rules, State

# --- Which turns can be played


@rule
def is_ready(s: State, player: int, field: int) -> bool:
    """G16: a land unit of the player that is not exhausted."""
    unit = s.unit_at[field] - 1
    return unit >= 0 and owner_of(unit) == player and s.unit_spent[unit] == 0


@rule
def ready_inside(s: State, player: int, engine: int) -> int:
    """G17, G18: how many unexhausted land units are inside; 0 if an enemy is."""
    count = 0
    for part in range(engine_size(s, engine)):
        unit = s.unit_at[engine_part(s, engine, part)] - 1
        if unit >= 0:
            if owner_of(unit) != player:
                return 0
            count += 1 - s.unit_spent[unit]
    return count


@rule
def can_play_siege_unit(s: State, player: int, field: int) -> bool:
    """G17: whether the siege unit on a field can have its turn."""
    return s.siege_at[field] != 0 and ready_inside(s, player, s.siege_at[field] - 1) > 0


@rule
def can_play_ship(s: State, player: int, field: int) -> bool:
    """G18: whether the ship on a field can have its turn; not during a ship's turn."""
    return s.ship == NOBODY and s.ship_at[field] != 0 and ready_inside(s, player, s.ship_at[field] - 1) > 0


@rule
def mark_units(s: State, player: int, mask: Array) -> None:
    """G25: every field of a unit whose turn can be played."""
    for unit in range(player * MOST_UNITS, player * MOST_UNITS + s.unit_top[player]):
        if s.unit_kind[unit] != 0 and s.unit_spent[unit] == 0:
            field = s.unit_field[unit]
            mask[field] = 1
            if can_play_siege_unit(s, player, field):
                mark_engine_fields(s, s.siege_at[field] - 1, mask)
            if can_play_ship(s, player, field):
                mark_engine_fields(s, s.ship_at[field] - 1, mask)


@rule
def mark_engine_fields(s: State, engine: int, mask: Array) -> None:
    """All fields of a siege unit or ship."""
    for part in range(engine_size(s, engine)):
        mask[engine_part(s, engine, part)] = 1


@rule
def mark_inside_ship(s: State, player: int, mask: Array) -> None:
    """G18: the ship's own fields with a unit whose turn can be played; of a siege unit, the part that is aboard."""
    for part in range(engine_size(s, s.ship)):
        field = engine_part(s, s.ship, part)
        if is_ready(s, player, field) or can_play_siege_unit(s, player, field):
            mask[field] = 1


# --- Choosing


@rule
def choose_on(p: Rules, s: State, player: int, field: int) -> None:
    """G16-G18: begin the turn of the unit on a field; if there are several, ask which."""
    unit, siege = is_ready(s, player, field), can_play_siege_unit(s, player, field)
    ship = can_play_ship(s, player, field)
    if (1 if unit else 0) + (1 if siege else 0) + (1 if ship else 0) > 1:
        s.spot = field
        s.phase = Phase.WHICH
    elif unit:
        begin_unit(p, s, field)
    elif siege:
        begin_siege_unit(p, s, field)
    else:
        begin_ship(p, s, field)


@rule
def mark_which(s: State, player: int, mask: Array) -> None:
    """The buttons for those on the clicked field whose turns can be played."""
    if is_ready(s, player, s.spot):
        mask[Press.PLAY_UNIT] = 1
    if can_play_siege_unit(s, player, s.spot):
        mask[Press.PLAY_ENGINE] = 1
    if can_play_ship(s, player, s.spot):
        mask[Press.PLAY_SHIP] = 1


@rule
def choose_which(p: Rules, s: State, action: int) -> None:
    """One of those on the clicked field."""
    field = s.spot
    s.spot = NOBODY
    if action == Press.PLAY_UNIT:
        begin_unit(p, s, field)
    elif action == Press.PLAY_ENGINE:
        begin_siege_unit(p, s, field)
    else:
        begin_ship(p, s, field)


@rule
def begin_unit(p: Rules, s: State, field: int) -> None:
    """G16: a land unit's turn."""
    s.unit = s.unit_at[field] - 1
    s.steps_left = unit_steps(p, s, s.unit)
    s.phase = Phase.LAND


@rule
def begin_siege_unit(p: Rules, s: State, field: int) -> None:
    """G17: a siege unit's turn."""
    s.engine = s.siege_at[field] - 1
    s.steps_left = engine_steps(p, s, s.engine)
    s.phase = Phase.ENGINE


@rule
def begin_ship(p: Rules, s: State, field: int) -> None:
    """G18: a ship's turn."""
    s.ship = s.ship_at[field] - 1
    s.steps_left = engine_steps(p, s, s.ship)
    s.phase = Phase.ENGINE


# --- Land units


@rule
def mark_unit_turn(p: Rules, s: State, player: int, mask: Array) -> None:
    """G16: the next fields of its move, the enemies it may attack, or done."""
    origin = s.unit_field[s.unit]
    if s.steps_left > 0:
        for direction in range(4):
            field = neighbour(s, origin, direction)
            if field != NOBODY and can_step(s, player, origin, field):
                mask[field] = 1
    mark_targets(p, s, s.unit, mask)
    mask[Press.DONE] = 1


@rule
def unit_turn(p: Rules, s: State, player: int, action: int) -> None:
    """G16: a step, the action, or done. A turn with nothing left to do ends by itself."""
    if action == Press.DONE:
        end_unit_turn(p, s, player)
    elif s.unit_at[action] != 0:
        attack(p, s, s.unit, action)
        end_unit_turn(p, s, player)
    else:
        step_unit(s, s.unit, action)
        s.steps_left -= 1
        if s.steps_left == 0 and not has_target(p, s, s.unit):
            end_unit_turn(p, s, player)


@rule
def end_unit_turn(p: Rules, s: State, player: int) -> None:
    """G16: then it is exhausted."""
    s.unit_spent[s.unit] = 1
    s.unit = NOBODY
    s.steps_left = 0
    capture(p, s, player)
    go_on(s, player)


@rule
def go_on(s: State, player: int) -> None:
    """After a unit's turn: those inside the ship whose turn it is, else any unit."""
    s.phase = Phase.UNITS
    if s.ship == NOBODY:
        return
    if not has_ready_inside_ship(s, player):  # nor has a ship that one of those aboard destroyed: it has no fields
        s.ship = NOBODY


@rule
def has_ready_inside_ship(s: State, player: int) -> bool:
    """G18: whether anybody inside the chosen ship can still have a turn."""
    for part in range(engine_size(s, s.ship)):
        field = engine_part(s, s.ship, part)
        if is_ready(s, player, field) or can_play_siege_unit(s, player, field):
            return True
    return False
