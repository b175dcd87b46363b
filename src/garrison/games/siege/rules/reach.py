"""How far things reach in Siege: where those on a field can go, what they can hit, where something may be put.

The planes are those of REACH in the facts, 40 x 40 each, the map in the upper left. They are made of the same rules as
`legal`: scenes and bots read them and need not know the rules. A chosen piece has the steps it has left; for any other
the planes say what it could do if it were chosen now.
"""

from garrison.core.engine.record import Array
from garrison.core.engine.rule import rule
from garrison.games.siege.rules.building import around, field_around, is_room_for, mark_places
from garrison.games.siege.rules.crews import chosen_engine
from garrison.games.siege.rules.fighting import (
    can_fight,
    can_hit,
    farthest_hit,
    is_enemy_on,
    lowest_break,
    lowest_hit,
    lowest_throw,
    ram_target,
    stone_field,
    struck_on,
)
from garrison.games.siege.rules.ground import is_apart, mark_spot, neighbour, seen_at, within
from garrison.games.siege.rules.moving import (
    building_kind,
    can_move,
    can_stand,
    can_step,
    can_turn,
    can_turn_ship,
    engine_steps,
    in_front,
    is_held,
    is_open,
    turned_end,
    turned_ship_end,
    unit_steps,
)
from garrison.games.siege.rules.phases import do_castles_act
from garrison.games.siege.rules.pieces import engine_part, engine_size, owner_of, part_offset
from garrison.games.siege.rules.setup import mark_set_up_places
from garrison.games.siege.rules.turns import can_play_siege_unit, ready_inside
from garrison.games.siege.state import (
    DIE,
    FIELD_CAPACITY,
    NOBODY,
    Beside,
    Building,
    Engine,
    Phase,
    Plane,
    Press,
    Rules,
    State,
    Threat,
    Unit,
)


@rule
def reach(p: Rules, s: State, player: int, field: int, planes: Array) -> None:
    """All planes, for the land unit, the siege unit or ship and the building on a field; they come empty."""
    mark_open(s, player, planes[Plane.OPEN])
    if field < s.rows * s.columns:
        mark_threats(p, s, field, planes[Plane.THREATS])
        mark_unit(p, s, s.unit_at[field] - 1, planes)
        mark_engine(p, s, player, engine_on(s, player, field), planes)
        mark_building(p, s, player, s.building_at[field] - 1, planes)


@rule
def mark_open(s: State, player: int, plane: Array) -> None:
    """G7: the fields that the player's land units may enter from anywhere, whoever stands there."""
    for field in range(s.rows * s.columns):
        if is_open(s, player, field):
            mark_spot(s, plane, field, 1)


@rule
def steps_now(s: State) -> int:
    """G16-G18: the steps that a chosen piece has left; none once it acts."""
    return s.steps_left if s.phase == Phase.LAND or s.phase == Phase.ENGINE or s.phase == Phase.MOVED else 0


# --- Land units


@rule
def mark_unit(p: Rules, s: State, unit: int, planes: Array) -> None:
    """G6, G11, G12, G16: where a land unit can go and whom it can attack; nothing once it is exhausted."""
    if unit >= 0 and s.unit_spent[unit] == 0:
        steps = steps_now(s) if unit == s.unit else unit_steps(p, s, unit)
        mark_steps(s, unit, steps, planes[Plane.STEPS], planes[Plane.FIRST_STEPS])
        mark_range(p, s, unit, planes[Plane.RANGE], planes[Plane.TARGETS])


@rule
def mark_steps(s: State, unit: int, steps: int, plane: Array, first_steps: Array) -> None:
    """G6: field by field, those that are one step further each time."""
    origin = s.unit_field[unit]
    for depth in range(steps):
        for row in range(max(origin // s.columns - depth, 0), min(origin // s.columns + depth + 1, s.rows)):
            for column in range(max(origin % s.columns - depth, 0), min(origin % s.columns + depth + 1, s.columns)):
                field = row * s.columns + column
                if field == origin if depth == 0 else plane[row, column] == depth:
                    mark_next_steps(s, unit, field, depth, plane, first_steps)


@rule
def mark_next_steps(s: State, unit: int, field: int, depth: int, plane: Array, first_steps: Array) -> None:
    """G6, G7: the fields beside a field that a land unit reaches after this many steps; of several paths, the first."""
    for direction in range(4):
        near = neighbour(s, field, direction)
        if near != NOBODY and can_step(s, owner_of(unit), field, near):
            first = direction + 1 if depth == 0 else seen_at(s, first_steps, field)
            mark = seen_at(s, plane, near)
            if mark == 0:
                mark_spot(s, plane, near, depth + 1)
                mark_spot(s, first_steps, near, first)
            elif mark == depth + 1:
                mark_spot(s, first_steps, near, min(first, seen_at(s, first_steps, near)))


@rule
def mark_range(p: Rules, s: State, unit: int, plane: Array, targets: Array) -> None:
    """G11, G12: the fields that a land unit reaches with its attack, and the enemies there."""
    origin, kind, most = s.unit_field[unit], s.unit_kind[unit], farthest_hit(p, s.unit_kind[unit])
    for row in range(max(origin // s.columns - most, 0), min(origin // s.columns + most + 1, s.rows)):
        for column in range(max(origin % s.columns - most, 0), min(origin % s.columns + most + 1, s.columns)):
            field = row * s.columns + column
            if field != origin and can_hit(p, s, kind, origin, field):
                plane[row, column] = 1
                if is_enemy_on(s, owner_of(unit), field):
                    targets[row, column] = lowest_hit(p, kind)


@rule
def mark_threats(p: Rules, s: State, field: int, plane: Array) -> None:
    """G11, G12: where a unit on the field can be struck down from, and where archers can shoot at it from."""
    most = farthest_hit(p, Unit.ARCHERS)
    for row in range(max(field // s.columns - most, 0), min(field // s.columns + most + 1, s.rows)):
        for column in range(max(field % s.columns - most, 0), min(field % s.columns + most + 1, s.columns)):
            near = row * s.columns + column
            if near != field:
                strikes, shoots = can_hit(p, s, Unit.INFANTRY, near, field), can_hit(p, s, Unit.ARCHERS, near, field)
                plane[row, column] = (Threat.STRIKE if strikes else 0) | (Threat.SHOT if shoots else 0)


# --- Siege units and ships


@rule
def engine_on(s: State, player: int, field: int) -> int:
    """The siege unit on a field if the player can play it, or else the ship, or NOBODY; the ship while it moves."""
    ship = s.ship_at[field] - 1
    is_moved = ship == s.ship and s.engine == NOBODY and (s.phase == Phase.ENGINE or s.phase == Phase.MOVED)
    return ship if is_moved or not can_play_siege_unit(s, player, field) else s.siege_at[field] - 1


@rule
def mark_engine(p: Rules, s: State, player: int, engine: int, planes: Array) -> None:
    """G8-G10, G13-G15: where the player can move and turn it, and what it can do; nothing without a crew (G17, G18)."""
    if engine < 0 or ready_inside(s, player, engine) == 0:
        return
    is_chosen = engine == chosen_engine(s)
    if not is_held(s, engine):
        steps = steps_now(s) if is_chosen else engine_steps(p, s, engine)
        mark_moves(s, player, engine, steps, planes[Plane.MOVES])
    if not is_chosen or s.phase == Phase.ENGINE:
        mark_turns(s, player, engine, planes[Plane.TURNS])
    mark_aims(p, s, engine, planes[Plane.AIMS], planes[Plane.STRUCK])
    if not is_chosen or s.phase != Phase.MOVED:
        mark_actions(p, s, engine, planes[Plane.ACTIONS])


@rule
def mark_moves(s: State, player: int, engine: int, steps: int, plane: Array) -> None:
    """G8, G9: first where its top left field gets to, counted from 1 for where it is; then all its fields."""
    mark_spot(s, plane, s.engine_field[engine], 1)
    for depth in range(1, steps + 1):
        for field in range(s.rows * s.columns):
            if seen_at(s, plane, field) == depth:
                for direction in range(4):
                    if can_move(s, player, engine, field, direction):
                        near = neighbour(s, field, direction)
                        if seen_at(s, plane, near) == 0:
                            mark_spot(s, plane, near, depth + 1)
    for field in range(s.rows * s.columns - 1, -1, -1):  # a part lies after its top left field
        mark_spot(s, plane, field, least_moves(s, engine, field, plane))


@rule
def least_moves(s: State, engine: int, field: int, plane: Array) -> int:
    """The least number of moves after which a siege unit or ship covers a field; 0 if it never or already does."""
    least = 0
    for part in range(engine_size(s, engine)):
        corner = field - part_offset(s, engine, part)
        if corner >= 0 and seen_at(s, plane, corner) > 0 and (least == 0 or seen_at(s, plane, corner) < least):
            least = seen_at(s, plane, corner)
    return max(least - 1, 0)


@rule
def mark_turns(s: State, player: int, engine: int, plane: Array) -> None:
    """G10: where an end will lie, of a ram or trebuchet turned about either field, of a ship about its middle."""
    kind = s.engine_kind[engine]
    if kind == Engine.SHIP:
        if can_turn_ship(s, engine):
            mark_spot(s, plane, turned_ship_end(s, engine, 0), 1)
            mark_spot(s, plane, turned_ship_end(s, engine, 1), 1)
    elif kind != Engine.TOWER:
        for pivot in range(2):
            for turn in range(2):
                if can_turn(s, player, engine, pivot, turn):
                    mark_spot(s, plane, turned_end(s, engine, pivot, turn), 1)


@rule
def mark_aims(p: Rules, s: State, engine: int, plane: Array, victims: Array) -> None:
    """G14: the fields in front of a ram. G15: where a trebuchet's stones come down."""
    kind = s.engine_kind[engine]
    if kind == Engine.RAM or kind == Engine.TREBUCHET:
        for part in range(2):
            if kind == Engine.RAM:
                mark_spot(s, plane, in_front(s, engine, part), 1)
            else:
                mark_stones(p, s, engine, part, plane, victims)


@rule
def mark_stones(p: Rules, s: State, trebuchet: int, part: int, plane: Array, victims: Array) -> None:
    """G15: a bit for each roll where it brings the stone down, and what it destroys there."""
    for face in range(1, DIE + 1):
        field = stone_field(p, s, trebuchet, part, face)
        if field != NOBODY:
            mark_spot(s, plane, field, seen_at(s, plane, field) | 1 << (face - 1))
            mark_spot(s, victims, field, struck_on(s, field))


@rule
def mark_actions(p: Rules, s: State, engine: int, plane: Array) -> None:
    """G13-G15: a tower's unit, the field in front of a ram, the end from which a trebuchet hurls, with the odds."""
    kind = s.engine_kind[engine]
    for part in range(engine_size(s, engine)):
        field = engine_part(s, engine, part)
        unit = s.unit_at[field] - 1
        if kind == Engine.TOWER and can_fight(p, s, unit):
            mark_spot(s, plane, field, lowest_hit(p, s.unit_kind[unit]))
        elif kind == Engine.TREBUCHET:
            mark_spot(s, plane, field, lowest_throw(p, s, engine, part))
        elif kind == Engine.RAM:
            target = ram_target(s, engine, part)
            mark_spot(s, plane, target, lowest_break(p, building_kind(s, target)) if target != NOBODY else 0)


# --- Buildings


@rule
def mark_building(p: Rules, s: State, player: int, building: int, planes: Array) -> None:
    """G3, G21: what is beside a castle, camp, barracks, workshop or port. G19: how far a castle builds."""
    if building < 0 or not is_apart(s.building_kind[building]):
        return
    is_room = is_room_for(p, s, player, Press.INFANTRY)
    for place in range(around(s, building)):
        field = field_around(s, building, place)
        if field != NOBODY:
            is_place = is_room and can_stand(s, player, field)
            mark_spot(s, planes[Plane.BESIDE], field, Beside.FREE if is_place else Beside.TOUCHES)
    if s.building_kind[building] == Building.CASTLE and do_castles_act(p, s):
        mark_building_range(p, s, building, planes[Plane.BUILDING_RANGE])
    if building == s.building and s.phase == Phase.PLACE:
        mark_sites(p, s, player, planes[Plane.PLACES])


@rule
def mark_building_range(p: Rules, s: State, castle: int, plane: Array) -> None:
    """G19: a bit for each kind of building within whose build distance a field is."""
    top, left = s.building_field[castle] // s.columns, s.building_field[castle] % s.columns
    for place in range(p.build_distance.shape[0]):
        for row in range(s.rows):
            bits = within(s, top, left, row, 1, 1, p.build_distance[place])
            for column in range(s.columns):
                plane[row, column] |= ((bits >> column) & 1) << place


@rule
def mark_sites(p: Rules, s: State, player: int, plane: Array) -> None:
    """G19, G21, G24: where the chosen building may put what it makes."""
    mask = plane.reshape(FIELD_CAPACITY)
    if s.turn == 0:
        mark_set_up_places(p, s, mask)
    else:
        mark_places(p, s, player, s.building, s.making, s.way, mask)
    for field in range(s.rows * s.columns - 1, -1, -1):  # a mask has no gaps between the rows of the map, a plane has
        mark = mask[field]
        mask[field] = 0
        mark_spot(s, plane, field, mark)
