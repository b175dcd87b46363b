"""Crews in Siege: the turns of siege units and ships, and those inside them (G13, G17, G18)."""

from garrison.core.engine.events import log
from garrison.core.engine.record import Array
from garrison.core.engine.rule import rule
from garrison.games.siege.rules.capture import capture
from garrison.games.siege.rules.fighting import attack, can_act, hurl, mark_actions, ram_building
from garrison.games.siege.rules.moving import (
    can_move,
    can_turn,
    can_turn_ship,
    is_held,
    move_engine,
    turn_ship,
    turn_to,
    turned_end,
)
from garrison.games.siege.rules.pieces import engine_part, engine_size
from garrison.games.siege.rules.turns import (
    choose_on,
    go_on,
    has_ready_inside_ship,
    is_ready,
    mark_inside_ship,
    ready_inside,
)
from garrison.games.siege.state import NOBODY, Engine, Happening, Phase, Press, Rules, State


@rule
def chosen_engine(s: State) -> int:
    """The siege unit whose turn it is, or else the ship."""
    return s.engine if s.engine != NOBODY else s.ship


@rule
def mark_engine_turn(p: Rules, s: State, player: int, mask: Array) -> None:
    """G17, G18: move, turn, act, play those inside a ship, or done."""
    engine = chosen_engine(s)
    mark_moves(s, player, engine, mask)
    mark_turns(s, player, engine, mask)
    if s.engine != NOBODY:
        mark_actions(p, s, engine, mask)
    else:
        mark_inside_ship(s, player, mask)
    mask[Press.DONE] = 1


@rule
def mark_moves(s: State, player: int, engine: int, mask: Array) -> None:
    """G8, G9: the directions in which it can move."""
    if not is_held(s, engine):
        for direction in range(4):
            if can_move(s, player, engine, s.engine_field[engine], direction):
                mask[Press.UP + direction] = 1


@rule
def mark_turns(s: State, player: int, engine: int, mask: Array) -> None:
    """G10: a ram or trebuchet by the field where its end will lie, a ship by a button; a tower not at all."""
    kind = s.engine_kind[engine]
    if kind == Engine.SHIP:
        if can_turn_ship(s, engine):
            mask[Press.TURN_LEFT] = 1
            mask[Press.TURN_RIGHT] = 1
    elif kind != Engine.TOWER:
        for pivot in range(2):
            for turn in range(2):
                if can_turn(s, player, engine, pivot, turn):
                    mask[turned_end(s, engine, pivot, turn)] = 1


@rule
def engine_turn(p: Rules, s: State, player: int, action: int) -> None:
    """G17, G18: what a siege unit or ship that has not moved yet does."""
    engine = chosen_engine(s)
    if action == Press.DONE:
        end_engine_turn(p, s, player)
    elif action >= Press.UP and action < Press.TURN_LEFT:
        engine_moves(p, s, player, action - Press.UP)
    elif action >= Press.TURN_LEFT:
        turn_ship(s, engine, action == Press.TURN_RIGHT)
        has_moved(p, s, player, 0)
    elif s.engine == NOBODY:
        choose_on(p, s, player, action)
    elif is_turn_field(s, engine, action):
        turn_to(s, engine, action)
        has_moved(p, s, player, 0)
    else:
        engine_acts(p, s, player, action)


@rule
def is_turn_field(s: State, engine: int, field: int) -> bool:
    """G10: whether a click on a field asks a ram or trebuchet to turn; the fields of its action are in its line."""
    if s.engine_kind[engine] == Engine.TOWER:
        return False
    for pivot in range(2):
        for turn in range(2):
            if turned_end(s, engine, pivot, turn) == field:
                return True
    return False


@rule
def engine_moves(p: Rules, s: State, player: int, direction: int) -> None:
    """G8, G9: one field."""
    move_engine(s, chosen_engine(s), direction)
    has_moved(p, s, player, s.steps_left - 1)


@rule
def has_moved(p: Rules, s: State, player: int, steps_left: int) -> None:
    """G17, G18: a move or turn exhausts one of those inside; the player chooses which, unless there is only one."""
    s.steps_left = steps_left
    s.phase = Phase.MOVED
    engine = chosen_engine(s)
    if steps_left == 0 and ready_inside(s, player, engine) == 1:
        part = 0
        while not is_ready(s, player, engine_part(s, engine, part)):
            part += 1
        exhaust_one(p, s, player, engine_part(s, engine, part))


@rule
def mark_crew(s: State, player: int, mask: Array) -> None:
    """G17, G18: keep moving, choose who gets exhausted, or done, which exhausts all."""
    engine = chosen_engine(s)
    if s.steps_left > 0:
        mark_moves(s, player, engine, mask)
    for part in range(engine_size(s, engine)):
        field = engine_part(s, engine, part)
        if is_ready(s, player, field):
            mask[field] = 1
    mask[Press.DONE] = 1


@rule
def moved_engine_turn(p: Rules, s: State, player: int, action: int) -> None:
    """G17, G18: a further step, or who inside gets exhausted."""
    if action == Press.DONE:
        end_engine_turn(p, s, player)
    elif action >= Press.UP:
        engine_moves(p, s, player, action - Press.UP)
    else:
        exhaust_one(p, s, player, action)


@rule
def exhaust_one(p: Rules, s: State, player: int, field: int) -> None:
    """G17, G18: one of those inside is exhausted; then the others act, or play their turns."""
    unit = s.unit_at[field] - 1
    s.unit_spent[unit] = 1
    s.steps_left = 0
    log(s, Happening.TIRED, s.unit_kind[unit], field)
    if s.engine != NOBODY:
        keep_acting(p, s, player)
    elif has_ready_inside_ship(s, player):
        s.phase = Phase.UNITS
    else:
        end_engine_turn(p, s, player)


@rule
def keep_acting(p: Rules, s: State, player: int) -> None:
    """G17: the action of a siege unit, if an unexhausted unit is inside and there is something to do."""
    if ready_inside(s, player, s.engine) > 0 and can_act(p, s, s.engine):
        s.phase = Phase.ACT
    else:
        end_engine_turn(p, s, player)


@rule
def engine_acts(p: Rules, s: State, player: int, field: int) -> None:
    """G13: a tower's unit is chosen. G14, G15: rams and trebuchets roll, and their turn is over."""
    kind = s.engine_kind[s.engine]
    if kind == Engine.TOWER:
        s.unit = s.unit_at[field] - 1
        s.phase = Phase.TARGET
        return
    if kind == Engine.RAM:
        ram_building(p, s, field)
    else:
        hurl(p, s, s.engine, 0 if field == engine_part(s, s.engine, 0) else 1)
    end_engine_turn(p, s, player)


@rule
def unit_in_tower_acts(p: Rules, s: State, player: int, field: int) -> None:
    """G13: its action exhausts it; the others inside may act too."""
    attack(p, s, s.unit, field)
    s.unit_spent[s.unit] = 1
    s.unit = NOBODY
    keep_acting(p, s, player)


@rule
def end_engine_turn(p: Rules, s: State, player: int) -> None:
    """G17, G18: then all inside are exhausted."""
    engine = chosen_engine(s)
    exhaust_inside(s, engine)
    s.steps_left = 0
    if s.engine != NOBODY:
        s.engine = NOBODY
    else:
        s.ship = NOBODY
    capture(p, s, player)
    go_on(s, player)


@rule
def exhaust_inside(s: State, engine: int) -> None:
    """G17, G18: all land units inside; nobody if it was destroyed."""
    for part in range(engine_size(s, engine)):
        unit = s.unit_at[engine_part(s, engine, part)] - 1
        if unit >= 0:
            s.unit_spent[unit] = 1
