"""The turns of siege units and ships in Siege's policy: who is played, who goes inside, and what they do."""

from garrison.core.engine.record import Array, Dice, int64
from garrison.core.engine.rule import rule
from garrison.games.siege.rules.pieces import engine_part, engine_size
from garrison.games.siege.rules.turns import ready_inside
from garrison.games.siege.skill.engines import count_inside, is_shut_out, ram_on, ready_field
from garrison.games.siege.skill.fields import add, empty, is_any, one_of_both, reach_of
from garrison.games.siege.skill.ships import land, sail, ship_to_sail
from garrison.games.siege.skill.styles import HAS_ENGINES
from garrison.games.siege.skill.throws import has_throw, hurl_on
from garrison.games.siege.skill.towers import has_tower_turn, is_enemy_near, roll_on
from garrison.games.siege.state import NOBODY, Engine, Phase, Press, Rules, State, Unit

DONE, PLAY_UNIT = int(Press.DONE), int(Press.PLAY_UNIT)
PLAY_ENGINE, PLAY_SHIP = int(Press.PLAY_ENGINE), int(Press.PLAY_SHIP)
CALL = 6  # steps from which somebody comes to man a siege unit


# --- Who is played


@rule
def choose_engine(p: Rules, s: State, player: int, style: int) -> int:
    """The field of a siege unit or ship that is to have its turn, or NOBODY."""
    if s.engines == 0:
        return int64(NOBODY)
    if HAS_ENGINES[style]:
        for engine in range(s.engine_top):
            if has_turn(p, s, player, engine):
                return ready_field(s, player, engine)
    ship = ship_to_sail(s, player)
    return int64(NOBODY) if ship == NOBODY else ready_field(s, player, ship)


@rule
def has_turn(p: Rules, s: State, player: int, engine: int) -> bool:
    """Whether a siege unit with somebody ready inside has something to do."""
    kind = s.engine_kind[engine]
    if kind == 0 or kind == Engine.SHIP or ready_inside(s, player, engine) == 0:
        return False
    if kind == Engine.RAM:
        return is_shut_out(p, s, player)
    if kind == Engine.TREBUCHET:
        return has_throw(p, s, player, engine)
    return has_tower_turn(p, s, player, engine)


@rule
def which(p: Rules, s: State, player: int, style: int) -> int:
    """G16-G18: of those on a field, the siege unit or ship that is to have its turn, or the land unit."""
    siege = s.siege_at[s.spot] - 1
    if siege >= 0 and HAS_ENGINES[style] and has_turn(p, s, player, siege):
        return PLAY_ENGINE
    ship = s.ship_at[s.spot] - 1
    return PLAY_SHIP if ship >= 0 and ship == ship_to_sail(s, player) else PLAY_UNIT


# --- Who goes inside


@rule
def needs_crew(p: Rules, s: State, player: int, engine: int, kind: int) -> bool:
    """Whether a siege unit is of use now, to a land unit of this kind: towers are for archers."""
    engine_kind = s.engine_kind[engine]
    if engine_kind == 0 or engine_kind == Engine.SHIP or count_inside(s, 1 - player, engine) > 0:
        return False
    if engine_kind == Engine.RAM:
        return is_shut_out(p, s, player)
    if engine_kind == Engine.TOWER and kind != Unit.ARCHERS:
        return False
    return is_enemy_near(s, player, engine)


@rule
def seats(p: Rules, s: State, player: int, kind: int) -> Array:
    """The free fields of siege units that need a land unit of this kind."""
    rows = empty()
    for engine in range(s.engine_top):
        if needs_crew(p, s, player, engine, kind):
            for part in range(engine_size(s, engine)):
                field = int64(engine_part(s, engine, part))
                if s.unit_at[field] == 0:
                    add(s, rows, field)
    return rows


@rule
def man_engine(p: Rules, s: State, player: int, dice: Dice, here: int, steps: Array, open_now: Array) -> int:
    """Somebody near a siege unit that is of use goes into it and stays there; else NOBODY."""
    kind = s.unit_kind[s.unit]
    if s.siege_at[here] != 0 and needs_crew(p, s, player, s.siege_at[here] - 1, kind):
        return DONE
    rows = seats(p, s, player, kind)
    if not is_any(s, rows) or reach_of(s, rows, steps, open_now, open_now, CALL) == NOBODY:
        return NOBODY
    return one_of_both(s, dice, rows, steps)


# --- What they do


@rule
def play_engine(p: Rules, s: State, player: int, mask: Array, style: int) -> int:
    """The turn of a siege unit or ship; during a ship's turn, who aboard is next."""
    if s.engine == NOBODY:
        return land(s, player) if s.phase == Phase.UNITS else sail(s, player, mask)
    if s.phase == Phase.MOVED:
        return ready_field(s, player, s.engine)
    kind = s.engine_kind[s.engine]
    if kind == Engine.RAM:
        return ram_on(s, player, mask)
    return hurl_on(p, s, player, mask) if kind == Engine.TREBUCHET else roll_on(s, player, mask)
