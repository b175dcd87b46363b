"""What can be wrong with a position of Siege while it is played: who is to act, and what is chosen."""

from garrison.core.engine.rule import rule
from garrison.games.siege.rules.building import can_afford, has_place, has_two_ways
from garrison.games.siege.rules.phases import first_button, last_button
from garrison.games.siege.rules.pieces import owner_of
from garrison.games.siege.rules.setup import DEFENDER, has_set_up_place
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

# --- What is chosen


@rule
def clash_in_chosen(s: State) -> int:
    """Whatever is chosen is there."""
    if s.spot >= s.rows * s.columns or (s.spot != NOBODY) != (s.phase == Phase.WHICH):
        return Clash.SPOT
    if s.unit != NOBODY and s.unit_kind[s.unit] == 0:
        return Clash.UNIT
    if s.ship != NOBODY and s.engine_kind[s.ship] != Engine.SHIP:
        return Clash.SHIP
    if s.engine != NOBODY and (s.engine_kind[s.engine] == 0 or s.engine_kind[s.engine] == Engine.SHIP):
        return Clash.ENGINE
    if s.building != NOBODY and (s.building >= WORKS_FROM or s.building_kind[s.building] == 0):
        return Clash.BUILDING
    is_making = s.phase == Phase.WAY or s.phase == Phase.PLACE
    return Clash.NONE if is_making or s.making == 0 else Clash.MAKING


@rule
def is_anybodys_turn_but(s: State, player: int) -> bool:
    """Whether somebody other than this player is to act; when the game is over, nobody is."""
    return s.over == 0 and s.waiting != 1 << player


# --- The set-up


@rule
def clash_in_set_up(p: Rules, s: State) -> int:
    """G23, G24: who places what; the first castle has index 0."""
    if s.unit != NOBODY or s.engine != NOBODY or s.ship != NOBODY:
        return Clash.UNIT
    has_castle = s.building_kind[0] == Building.CASTLE
    if s.phase == Phase.CASTLE:
        if s.building != NOBODY or (s.building_top > 0 and not has_castle):
            return Clash.BUILDING
        is_second = has_castle and p.mode == Mode.STANDARD
        return Clash.WAITING if is_anybodys_turn_but(s, 1 if is_second else 0) else Clash.NONE
    if p.mode != Mode.SIEGE or not has_castle:
        return Clash.PHASE
    if s.phase == Phase.CAMP:
        if s.building != NOBODY or s.bases[1] >= p.free_camps:
            return Clash.BASES
        return Clash.WAITING if is_anybodys_turn_but(s, 1) else Clash.NONE
    return clash_in_defence(p, s)


@rule
def clash_in_defence(p: Rules, s: State) -> int:
    """G24: the castle's owner builds what can be paid for, where there is room."""
    if s.building != 0 or s.building_owner[0] != 0:
        return Clash.BUILDING
    if is_anybodys_turn_but(s, 0):
        return Clash.WAITING
    if s.phase == Phase.SET_UP:
        return Clash.NONE
    if s.phase != Phase.WAY and s.phase != Phase.PLACE:
        return Clash.PHASE
    if s.making < Press.BARRACKS or not can_afford(p, s, DEFENDER, s.making):
        return Clash.MAKING
    across = has_set_up_place(p, s, s.making, ACROSS)
    upright = has_two_ways(s.making) and has_set_up_place(p, s, s.making, UPRIGHT)
    return clash_in_way(s, across, upright)


@rule
def clash_in_way(s: State, across: int, upright: int) -> int:
    """G19, G21: the way is asked for if there is room both ways; the one chosen has room."""
    if s.phase == Phase.WAY:
        return Clash.NONE if across and upright else Clash.PHASE
    is_room = across if s.way == ACROSS else upright
    return Clash.NONE if is_room else Clash.WAY


# --- A turn


@rule
def clash_in_turn(p: Rules, s: State) -> int:
    """G25: one player's units, then that player's buildings."""
    if s.building_kind[0] != Building.CASTLE:
        return Clash.BUILDING_KIND
    if s.phase < Phase.UNITS:
        return Clash.PHASE
    return clash_in_unit_part(s) if s.phase < Phase.BUILDINGS else clash_in_building_part(p, s)


@rule
def clash_in_unit_part(s: State) -> int:
    """G16-G18: whose turn is being played."""
    if s.building != NOBODY:
        return Clash.BUILDING
    if (s.unit != NOBODY) != (s.phase == Phase.LAND or s.phase == Phase.TARGET):
        return Clash.UNIT
    if not is_engine_chosen_rightly(s):
        return Clash.ENGINE
    if s.unit != NOBODY:
        return Clash.WAITING if is_anybodys_turn_but(s, owner_of(s.unit)) else Clash.NONE
    return clash_in_waiting(s)


@rule
def is_engine_chosen_rightly(s: State) -> bool:
    """G17, G18: siege units and ships move, siege units act; a land unit's own turn has none, but may be aboard."""
    if s.phase == Phase.ENGINE or s.phase == Phase.MOVED:
        return s.engine != NOBODY or s.ship != NOBODY
    return (s.engine != NOBODY) == (s.phase == Phase.ACT or s.phase == Phase.TARGET)


@rule
def clash_in_waiting(s: State) -> int:
    """G25: never both players at once."""
    return Clash.WAITING if s.waiting == 3 else Clash.NONE


@rule
def clash_in_building_part(p: Rules, s: State) -> int:
    """G20: which building acts, and what it makes."""
    if s.unit != NOBODY or s.engine != NOBODY or s.ship != NOBODY:
        return Clash.UNIT
    if (s.building == NOBODY) != (s.phase == Phase.BUILDINGS):
        return Clash.BUILDING
    if s.building == NOBODY:
        return clash_in_waiting(s)
    if is_anybodys_turn_but(s, s.building_owner[s.building]):
        return Clash.WAITING
    if s.made >= p.barracks_units:
        return Clash.MADE
    return Clash.NONE if s.phase == Phase.MAKE else clash_in_making(p, s, s.building_owner[s.building])


@rule
def clash_in_making(p: Rules, s: State, player: int) -> int:
    """G20, G21: what is being made is something that the building makes and its owner can pay for."""
    is_known = first_button(s, s.building) <= s.making <= last_button(s, s.building)
    if not is_known or not can_afford(p, s, player, s.making):
        return Clash.MAKING
    across = has_place(p, s, player, s.building, s.making, ACROSS)
    upright = has_two_ways(s.making) and has_place(p, s, player, s.building, s.making, UPRIGHT)
    return clash_in_way(s, across, upright)
