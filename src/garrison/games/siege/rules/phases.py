"""The course of a game of Siege: the building part of a turn, the end of a turn and of the game (G20, G25-G30)."""

from garrison.core.engine.events import finish, log
from garrison.core.engine.record import Array
from garrison.core.engine.rule import rule
from garrison.games.siege.rules.building import (
    can_make,
    has_place,
    has_two_ways,
    is_unit,
    make,
    mark_places,
)
from garrison.games.siege.state import (
    ACROSS,
    BUILDING_COLUMNS,
    BUILDING_ROWS,
    MOST_UNITS,
    NOBODY,
    UPRIGHT,
    Building,
    Happening,
    Mode,
    Phase,
    Press,
    Reason,
    Rules,
    State,
)

# --- Turns


@rule
def begin_turn(s: State, player: int) -> None:
    """G25: a turn begins with the units; all buildings may act once (G20)."""
    s.turn += 1
    s.waiting = 1 << player
    s.phase = Phase.UNITS
    s.housed = 1 if s.bases[player] > 0 else 0
    for building in range(s.building_top):
        s.building_acted[building] = 0


@rule
def end_unit_part(p: Rules, s: State, player: int) -> None:
    """G25: then the buildings act. G24: in siege mode a castle only yields a coin."""
    log(s, Happening.UNITS_ENDED, player)
    s.phase = Phase.BUILDINGS
    if p.mode == Mode.SIEGE:
        for building in range(s.building_top):
            if s.building_kind[building] == Building.CASTLE and s.building_owner[building] == player:
                earn(s, player, income(p, s, player, p.siege_coins))


@rule
def earn(s: State, player: int, coins: int) -> None:
    """G20, G24: coins for a player."""
    s.coins[player] += coins
    log(s, Happening.COINS, player, coins, s.coins[player])


@rule
def income(p: Rules, s: State, player: int, coins: int) -> int:
    """G29: what a castle brings, or nothing once its owner has had that many turns."""
    return coins if p.income_turns == 0 or s.turns[player] < p.income_turns else 0


@rule
def end_turn(p: Rules, s: State, player: int) -> None:
    """G25: exhaustion is lifted, the end is tested for, and the other player is next."""
    for unit in range(player * MOST_UNITS, player * MOST_UNITS + s.unit_top[player]):
        s.unit_spent[unit] = 0
    s.turns[player] += 1
    log(s, Happening.TURN_ENDED, player, s.turns[player])
    look_for_loss(p, s, player)
    if s.over == 0 and s.turns[0] >= p.max_turns and s.turns[1] >= p.max_turns:
        end_at_last_turn(p, s)
    if s.over == 0:
        begin_turn(s, 1 - player)


@rule
def look_for_loss(p: Rules, s: State, player: int) -> None:
    """G26: without an army, or for three turns without a castle and camp."""
    if s.housed == 0:
        s.homeless[player] += 1
    if is_army_missing(p, s, player, s.turns[player]):
        win(s, 1 - player, Reason.ARMY)
    elif s.homeless[player] >= p.homeless_turns:
        win(s, 1 - player, Reason.HOMELESS)


@rule
def is_army_missing(p: Rules, s: State, player: int, turns: int) -> bool:
    """G26: no land unit, though the player has owned one or has had this many turns to raise one."""
    return s.army[player] == 0 and (s.armed[player] == 1 or turns >= p.army_turns)


@rule
def end_at_last_turn(p: Rules, s: State) -> None:
    """G27: a draw; in siege mode the defender wins if the castle is theirs. The castle has index 0."""
    lead = ahead(s) if p.settle_draws == 1 else 0
    if p.mode == Mode.SIEGE and s.building_owner[0] == 0:
        win(s, 0, Reason.TURNS)
    elif lead != 0:
        win(s, 0 if lead > 0 else 1, Reason.STRENGTH)
    else:
        log(s, Happening.DRAWN)
        finish(s, Reason.TURNS, 0)


@rule
def ahead(s: State) -> int:
    """G30: by how many castles Blue is ahead; if by none, by how many land units."""
    castles = 0
    for building in range(s.building_top):
        if s.building_kind[building] == Building.CASTLE:
            castles += 1 if s.building_owner[building] == 0 else -1
    return castles if castles != 0 else s.army[0] - s.army[1]


@rule
def win(s: State, player: int, reason: int) -> None:
    """The game is over."""
    log(s, Happening.WON, player, reason)
    finish(s, reason, 1 << player)


# --- The building part


@rule
def first_button(s: State, building: int) -> int:
    """G20: the first button of what a building makes."""
    kind = s.building_kind[building]
    if kind == Building.CASTLE:
        return Press.BARRACKS
    if kind == Building.WORKSHOP:
        return Press.TOWER
    if kind == Building.PORT:
        return Press.SHIP
    return Press.INFANTRY


@rule
def last_button(s: State, building: int) -> int:
    """G20: the last button of what a building makes; a camp that has made a land unit can only make another."""
    kind = s.building_kind[building]
    if kind == Building.CASTLE:
        return Press.LADDER
    if kind == Building.WORKSHOP:
        return Press.TREBUCHET
    if kind == Building.PORT or (kind == Building.CAMP and s.made == 0):
        return Press.SHIP
    return Press.CAVALRY


@rule
def can_building_act(p: Rules, s: State, player: int, building: int) -> bool:
    """G20: once a turn, if there is anything that it can do."""
    if s.building_owner[building] != player or s.building_kind[building] == 0 or s.building_acted[building] == 1:
        return False
    if s.building_kind[building] == Building.CASTLE:
        return do_castles_act(p, s)
    return can_make_any(p, s, player, building)


@rule
def do_castles_act(p: Rules, s: State) -> bool:
    """G20; G24: in siege mode only in the set-up."""
    return p.mode == Mode.STANDARD or s.turn == 0


@rule
def can_make_any(p: Rules, s: State, player: int, building: int) -> bool:
    """G20: whether it can make anything at all."""
    for button in range(first_button(s, building), last_button(s, building) + 1):
        if can_make(p, s, player, building, button):
            return True
    return False


@rule
def mark_buildings(p: Rules, s: State, player: int, mask: Array) -> None:
    """G20: every field of a building that can act, or the end of the turn."""
    for building in range(s.building_top):
        if can_building_act(p, s, player, building):
            kind, field = s.building_kind[building], s.building_field[building]
            for row in range(BUILDING_ROWS[kind, 0]):
                for column in range(BUILDING_COLUMNS[kind, 0]):
                    mask[field + row * s.columns + column] = 1
    mask[Press.END_TURN] = 1


@rule
def mark_things(p: Rules, s: State, player: int, mask: Array) -> None:
    """G20: what the chosen building can make; a castle can take coins, and barracks can be done after the first."""
    if not is_half_turn(p, s):
        for button in range(first_button(s, s.building), last_button(s, s.building) + 1):
            if can_make(p, s, player, s.building, button):
                mask[button] = 1
    if s.building_kind[s.building] == Building.CASTLE:
        mask[Press.COINS] = 1
    if s.made > 0:
        mask[Press.DONE] = 1


@rule
def is_half_turn(p: Rules, s: State) -> bool:
    """G28: the first turn, in which there is only a castle; it may be that it only takes coins."""
    return p.half_first_turn == 1 and s.turn == 1 and p.mode == Mode.STANDARD


@rule
def choose_thing(p: Rules, s: State, player: int, action: int) -> None:
    """G20: what the chosen building makes."""
    if action == Press.DONE:
        end_action(s)
    elif action == Press.COINS:
        earn(s, player, income(p, s, player, p.castle_coins))
        end_action(s)
    else:
        choose_way(p, s, player, action)


@rule
def choose_way(p: Rules, s: State, player: int, button: int) -> None:
    """The player is asked which way something long lies only if there is room both ways."""
    s.making = button
    s.way = ACROSS
    s.phase = Phase.PLACE
    if has_two_ways(button):
        across = has_place(p, s, player, s.building, button, ACROSS)
        if not across:
            s.way = UPRIGHT
        elif has_place(p, s, player, s.building, button, UPRIGHT):
            s.phase = Phase.WAY


@rule
def set_way(s: State, action: int) -> None:
    """It lies across, or up and down."""
    s.way = ACROSS if action == Press.ACROSS else UPRIGHT
    s.phase = Phase.PLACE


@rule
def mark_ways(mask: Array) -> None:
    """Both ways."""
    mask[Press.ACROSS] = 1
    mask[Press.UPRIGHT] = 1


@rule
def mark_chosen_places(p: Rules, s: State, player: int, mask: Array) -> None:
    """G19, G21: where the chosen thing may be put."""
    mark_places(p, s, player, s.building, s.making, s.way, mask)


@rule
def place_thing(p: Rules, s: State, player: int, field: int) -> None:
    """G20: it is made; barracks, and camps used as such, may make up to two land units."""
    button = s.making
    make(p, s, player, s.building, button, s.way, field)
    s.making = 0
    s.way = ACROSS
    if is_unit(button):
        s.made += 1
        if s.made < p.barracks_units and can_make_any(p, s, player, s.building):
            s.phase = Phase.MAKE
            return
    end_action(s)


@rule
def choose_building(s: State, field: int) -> None:
    """G20: this building acts."""
    s.building = s.building_at[field] - 1
    s.made = 0
    s.phase = Phase.MAKE


@rule
def end_action(s: State) -> None:
    """G20: it has acted."""
    s.building_acted[s.building] = 1
    s.building = NOBODY
    s.made = 0
    s.phase = Phase.BUILDINGS
