"""What can be wrong with a position of Siege while it is played: who is to act, and what is chosen."""

from garrison.core.engine.rule import rule
from garrison.games.siege.rules.building import can_afford, has_place, has_two_ways
from garrison.games.siege.rules.phases import first_button, last_button
from garrison.games.siege.rules.pieces import owner_of
from garrison.games.siege.rules.setup import ATTACKER, DEFENDER, camps_needed, has_set_up_place
from garrison.games.siege.state import (
    ACROSS,
    NOBODY,
    UPRIGHT,
    WORKS_FROM,
    Building,
    Clash,
    Engine,
    Mode,
    Phase,
    Press,
    Rules,
    State,
)


@rule
def clash_in_play(p: Rules, s: State) -> int:
    """What is chosen is there and goes with the phase, and so does whoever is to act."""
    found = clash_in_chosen(s)
    if found == Clash.NONE:
        found = clash_in_phase(s)
    if found == Clash.NONE:
        found = clash_in_set_up(p, s) if s.turn == 0 else clash_in_turn(p, s)
    if found == Clash.NONE and s.over == 0 and not is_right_player(p, s):
        found = Clash.WAITING
    if found == Clash.NONE and (s.phase == Phase.WAY or s.phase == Phase.PLACE):
        found = clash_in_making(p, s)
    return found


# --- What is chosen


@rule
def clash_in_chosen(s: State) -> int:
    """Whatever is chosen is there."""
    if s.spot >= s.rows * s.columns:
        return Clash.SPOT
    if s.unit != NOBODY and s.unit_kind[s.unit] == 0:
        return Clash.UNIT
    if s.ship != NOBODY and s.engine_kind[s.ship] != Engine.SHIP:
        return Clash.SHIP
    if s.engine != NOBODY and (s.engine_kind[s.engine] == 0 or s.engine_kind[s.engine] == Engine.SHIP):
        return Clash.ENGINE
    if s.building != NOBODY and (s.building >= WORKS_FROM or s.building_kind[s.building] == 0):
        return Clash.BUILDING
    return Clash.NONE


@rule
def clash_in_phase(s: State) -> int:
    """G16-G18, G20, G24: in every phase exactly what its questions are about is chosen.

    Siege units and ships move, siege units act; a land unit's own turn has none, but it may be aboard a ship.
    """
    phase = s.phase
    if (s.spot != NOBODY) != (phase == Phase.WHICH):
        return Clash.SPOT
    if (s.unit != NOBODY) != (phase == Phase.LAND or phase == Phase.TARGET):
        return Clash.UNIT
    if phase == Phase.ENGINE or phase == Phase.MOVED:
        if s.engine == NOBODY and s.ship == NOBODY:
            return Clash.ENGINE
    elif (s.engine != NOBODY) != (phase == Phase.ACT or phase == Phase.TARGET):
        return Clash.ENGINE
    if s.ship != NOBODY and (phase < Phase.UNITS or phase > Phase.TARGET):
        return Clash.SHIP
    if (s.building != NOBODY) != (phase == Phase.SET_UP or phase >= Phase.MAKE):
        return Clash.BUILDING
    return Clash.NONE if phase == Phase.WAY or phase == Phase.PLACE or s.making == 0 else Clash.MAKING


# --- How far the game has got


@rule
def clash_in_set_up(p: Rules, s: State) -> int:
    """G23, G24: a castle, what its owner builds, and camps; the first castle has index 0."""
    has_castle = s.building_kind[0] == Building.CASTLE
    if s.phase == Phase.CASTLE:
        return Clash.NONE if has_castle or s.building_top == 0 else Clash.BUILDING_KIND
    if p.mode != Mode.SIEGE or not has_castle or (s.phase >= Phase.UNITS and s.phase < Phase.WAY):
        return Clash.PHASE
    if s.phase == Phase.CAMP:
        return Clash.NONE if camps_needed(p, s) > 0 else Clash.BASES
    return Clash.NONE if s.building == 0 and s.building_owner[0] == DEFENDER else Clash.BUILDING


@rule
def clash_in_turn(p: Rules, s: State) -> int:
    """G25: one player's units, then that player's buildings."""
    if s.building_kind[0] != Building.CASTLE:
        return Clash.BUILDING_KIND
    if s.phase < Phase.UNITS:
        return Clash.PHASE
    return Clash.NONE if s.building == NOBODY or s.made < p.barracks_units else Clash.MADE


@rule
def is_right_player(p: Rules, s: State) -> bool:
    """G23-G25: who founds, builds and places camps; in a turn, whose piece is chosen, but never both at once."""
    if s.turn == 0:
        is_second = s.building_kind[0] == Building.CASTLE and p.mode == Mode.STANDARD
        return s.waiting == 1 << (ATTACKER if s.phase == Phase.CAMP or is_second else DEFENDER)
    if s.unit != NOBODY:
        return s.waiting == 1 << owner_of(s.unit)
    if s.building != NOBODY:
        return s.waiting == 1 << s.building_owner[s.building]
    return s.waiting != 3


# --- What is being made


@rule
def clash_in_making(p: Rules, s: State) -> int:
    """G19-G21, G24: something that the building makes and its owner can pay for, and for which there is room."""
    first = Press.BARRACKS if s.turn == 0 else first_button(s, s.building)
    last = Press.LADDER if s.turn == 0 else last_button(s, s.building)
    if s.making < first or s.making > last or not can_afford(p, s, s.building_owner[s.building], s.making):
        return Clash.MAKING
    across = is_room(p, s, ACROSS)
    upright = has_two_ways(s.making) and is_room(p, s, UPRIGHT)
    if s.phase == Phase.WAY:
        return Clash.NONE if across and upright else Clash.PHASE
    return Clash.NONE if (across if s.way == ACROSS else upright) else Clash.WAY


@rule
def is_room(p: Rules, s: State, way: int) -> bool:
    """Whether there is a place for what is being made, lying this way."""
    if s.turn == 0:
        return has_set_up_place(p, s, s.making, way)
    return has_place(p, s, s.building_owner[s.building], s.building, s.making, way)
