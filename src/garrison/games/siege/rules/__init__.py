"""Siege's rules: the nine entries, as a table of contents. The numbers G1 .. G30 are those of README.md."""

from garrison.core.engine.record import Array
from garrison.core.engine.rule import rule
from garrison.games.siege.rules import crews, phases, setup, turns
from garrison.games.siege.rules.clashes import clash
from garrison.games.siege.rules.entities import muster
from garrison.games.siege.rules.fighting import mark_actions, mark_targets
from garrison.games.siege.rules.ground import refresh_all, take_map
from garrison.games.siege.rules.observation import measure, observe
from garrison.games.siege.rules.reach import reach
from garrison.games.siege.rules.wilds import draw_map
from garrison.games.siege.state import NOBODY, Mode, Phase, Press, Rules, State

__all__ = ["clash", "legal", "measure", "muster", "new", "observe", "reach", "score", "step"]


@rule
def new(p: Rules, s: State) -> None:
    """G1, G23, G24, G28: the map, the coins, and player 1 is to place a castle."""
    s.unit = NOBODY
    s.engine = NOBODY
    s.ship = NOBODY
    s.building = NOBODY
    s.spot = NOBODY
    s.phase = Phase.CASTLE
    s.waiting = 1
    for player in range(2):
        s.coins[player] = p.start_coins + extra_coins(p, player)
    if p.rows == 0:
        draw_map(s)
    else:
        take_map(p, s)
    refresh_all(s)


@rule
def extra_coins(p: Rules, player: int) -> int:
    """G24, G28: what makes up for what the other side does first, or has."""
    if p.mode == Mode.SIEGE:
        return p.siege_start_coins[player]
    return p.second_coins if player == 0 else 0


@rule
def legal(p: Rules, s: State, player: int, mask: Array) -> None:
    """What is legal now: in the set-up, in the units' part or in the building part."""
    if s.phase < Phase.UNITS or s.turn == 0:
        legal_in_set_up(p, s, player, mask)
    elif s.phase < Phase.BUILDINGS:
        legal_for_units(p, s, player, mask)
    else:
        legal_for_buildings(p, s, player, mask)


@rule
def step(p: Rules, s: State, player: int, action: int) -> None:
    """A click on a field or a press of a button."""
    if s.phase < Phase.UNITS or s.turn == 0:
        set_up(p, s, player, action)
    elif s.phase < Phase.BUILDINGS:
        play_units(p, s, player, action)
    else:
        play_buildings(p, s, player, action)


@rule
def score(p: Rules, s: State, out: Array) -> None:
    """1 for the winner, 0 for the loser, a half each for a draw and during the game."""
    for player in range(2):
        out[player] = 0.5
        if s.winners != 0:
            out[player] = (s.winners >> player) & 1


# --- The set-up


@rule
def legal_in_set_up(p: Rules, s: State, player: int, mask: Array) -> None:
    """G23: two castles. G24: a castle, the defender's buildings, the attacker's camps."""
    if s.phase == Phase.CASTLE:
        if player == 0:
            setup.mark_first_castle(p, s, mask)
        else:
            setup.mark_second(p, s, 0, mask)
    elif s.phase == Phase.SET_UP:
        setup.mark_set_up(p, s, mask)
    elif s.phase == Phase.CAMP:
        setup.mark_second(p, s, setup.camps_needed(p, s) - 1, mask)
    elif s.phase == Phase.WAY:
        phases.mark_ways(mask)
    else:
        setup.mark_set_up_places(p, s, mask)


@rule
def set_up(p: Rules, s: State, player: int, action: int) -> None:
    """G23, G24: place a castle, build, place a camp."""
    if s.phase == Phase.CASTLE:
        setup.place_castle(p, s, player, action)
    elif s.phase == Phase.SET_UP:
        setup.set_up(p, s, action)
    elif s.phase == Phase.CAMP:
        setup.place_camp(p, s, action)
    elif s.phase == Phase.WAY:
        phases.set_way(s, action)
    else:
        setup.place_in_set_up(p, s, action)


# --- The units' part


@rule
def legal_for_units(p: Rules, s: State, player: int, mask: Array) -> None:
    """G16-G18, G25: choose a unit, play its turn, or end this part."""
    if s.phase == Phase.UNITS:
        legal_choices(s, player, mask)
    elif s.phase == Phase.WHICH:
        turns.mark_which(s, player, mask)
    elif s.phase == Phase.LAND:
        turns.mark_unit_turn(p, s, player, mask)
    elif s.phase == Phase.ENGINE:
        crews.mark_engine_turn(p, s, player, mask)
    elif s.phase == Phase.MOVED:
        crews.mark_crew(s, player, mask)
    elif s.phase == Phase.ACT:
        mark_actions(p, s, s.engine, mask)
        mask[Press.DONE] = 1
    else:
        mark_targets(p, s, s.unit, mask)


@rule
def legal_choices(s: State, player: int, mask: Array) -> None:
    """G25: any unit that can have its turn; G18: during a ship's turn those inside it."""
    if s.ship == NOBODY:
        turns.mark_units(s, player, mask)
        mask[Press.END_UNITS] = 1
    else:
        turns.mark_inside_ship(s, player, mask)
        mask[Press.DONE] = 1


@rule
def play_units(p: Rules, s: State, player: int, action: int) -> None:
    """G16-G18, G25: what the chosen unit does."""
    if s.phase == Phase.UNITS:
        choose(p, s, player, action)
    elif s.phase == Phase.WHICH:
        turns.choose_which(p, s, action)
    elif s.phase == Phase.LAND:
        turns.unit_turn(p, s, player, action)
    elif s.phase == Phase.ENGINE:
        crews.engine_turn(p, s, player, action)
    elif s.phase == Phase.MOVED:
        crews.moved_engine_turn(p, s, player, action)
    elif s.phase == Phase.TARGET:
        crews.unit_in_tower_acts(p, s, player, action)
    elif action == Press.DONE:
        crews.end_engine_turn(p, s, player)
    else:
        crews.engine_acts(p, s, player, action)


@rule
def choose(p: Rules, s: State, player: int, action: int) -> None:
    """G25: a unit, the end of this part, or the end of a ship's turn."""
    if action == Press.END_UNITS:
        phases.end_unit_part(p, s, player)
    elif action == Press.DONE:
        crews.end_engine_turn(p, s, player)
    else:
        turns.choose_on(p, s, player, action)


# --- The building part


@rule
def legal_for_buildings(p: Rules, s: State, player: int, mask: Array) -> None:
    """G20, G25: choose a building, what it makes, which way it lies, where; or end the turn."""
    if s.phase == Phase.BUILDINGS:
        phases.mark_buildings(p, s, player, mask)
    elif s.phase == Phase.MAKE:
        phases.mark_things(p, s, player, mask)
    elif s.phase == Phase.WAY:
        phases.mark_ways(mask)
    else:
        phases.mark_chosen_places(p, s, player, mask)


@rule
def play_buildings(p: Rules, s: State, player: int, action: int) -> None:
    """G20, G25: what the chosen building does."""
    if s.phase == Phase.BUILDINGS:
        if action == Press.END_TURN:
            phases.end_turn(p, s, player)
        else:
            phases.choose_building(s, action)
    elif s.phase == Phase.MAKE:
        phases.choose_thing(p, s, player, action)
    elif s.phase == Phase.WAY:
        phases.set_way(s, action)
    else:
        phases.place_thing(p, s, player, action)
