"""The turns of rams and ships in Siege's policy: who is played, and what they do."""

from garrison.core.engine.record import Array, int64
from garrison.core.engine.rule import rule
from garrison.games.siege.skill.engines import is_shut_out, manned_ram, ram_on, ready_field
from garrison.games.siege.skill.ships import land, sail, ship_to_sail
from garrison.games.siege.skill.styles import HAS_ENGINES
from garrison.games.siege.state import NOBODY, Engine, Phase, Press, State

DONE, PLAY_UNIT = int(Press.DONE), int(Press.PLAY_UNIT)
PLAY_ENGINE, PLAY_SHIP = int(Press.PLAY_ENGINE), int(Press.PLAY_SHIP)


@rule
def choose_engine(s: State, player: int, style: int) -> int:
    """The field of a ram or ship that is to have its turn, or NOBODY."""
    if not HAS_ENGINES[style] or s.engines == 0:
        return int64(NOBODY)
    field = manned_ram(s, player)
    if field != NOBODY and is_shut_out(s, player):
        return field
    ship = ship_to_sail(s, player)
    return int64(NOBODY) if ship == NOBODY else ready_field(s, player, ship)


@rule
def which(s: State, player: int, style: int) -> int:
    """G16-G18: of those on a field, the ram or ship that is to have its turn, or the land unit."""
    if not HAS_ENGINES[style]:
        return PLAY_UNIT
    siege = s.siege_at[s.spot] - 1
    if siege >= 0 and s.engine_kind[siege] == Engine.RAM and is_shut_out(s, player):
        return PLAY_ENGINE
    ship = s.ship_at[s.spot] - 1
    return PLAY_SHIP if ship >= 0 and ship == ship_to_sail(s, player) else PLAY_UNIT


@rule
def play_engine(s: State, player: int, mask: Array, style: int) -> int:
    """The turn of a ram or ship; during a ship's turn, who aboard is next."""
    if not HAS_ENGINES[style]:
        return DONE
    if s.engine != NOBODY:
        if s.engine_kind[s.engine] != Engine.RAM:
            return DONE
        if s.phase == Phase.MOVED:
            return ready_field(s, player, s.engine)
        return ram_on(s, player, mask)
    return land(s, player) if s.phase == Phase.UNITS else sail(s, player, mask)
