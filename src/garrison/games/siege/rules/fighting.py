"""Actions in Siege: striking, shooting, ramming, hurling (G11-G15)."""

from garrison.core.engine.events import log
from garrison.core.engine.record import Array, int64
from garrison.core.engine.rng import roll
from garrison.core.engine.rule import rule
from garrison.games.siege.rules.ground import along, field_distance
from garrison.games.siege.rules.moving import building_kind, end_direction, in_front, is_high
from garrison.games.siege.rules.pieces import (
    engine_part,
    engine_size,
    lose_building,
    lose_ship,
    lose_siege_unit,
    lose_unit,
    owner_of,
)
from garrison.games.siege.state import DIE, NOBODY, Building, Engine, Happening, Rules, State, Struck, Unit

# --- Land units


@rule
def is_enemy_on(s: State, player: int, field: int) -> bool:
    """Whether a land unit of the other player stands on a field."""
    return s.unit_at[field] != 0 and owner_of(s.unit_at[field] - 1) != player


@rule
def can_shoot(p: Rules, s: State, origin: int, field: int) -> bool:
    """G12: within range; from above one field less, from below one field more."""
    distance = field_distance(s, origin, field)
    above, below = is_high(s, origin), is_high(s, field)
    if above and not below:
        distance = max(distance - p.height_bonus, 0)
    elif below and not above:
        distance += p.height_bonus
    return distance <= p.archers_range


@rule
def can_hit(p: Rules, s: State, kind: int, origin: int, field: int) -> bool:
    """G11, G12: whether a land unit of that kind reaches a field with its attack, from another; `level_hit` says it in
    steps, for what looks ahead."""
    if kind == Unit.ARCHERS:
        return can_shoot(p, s, origin, field)
    return field_distance(s, origin, field) == 0


@rule
def level_hit(p: Rules, kind: int) -> int:
    """G11, G12: the most steps to a field of the same height that a land unit of that kind reaches with its attack."""
    return p.archers_range + 1 if kind == Unit.ARCHERS else 1


@rule
def farthest_hit(p: Rules, kind: int) -> int:
    """G11, G12: the most steps to any field that a land unit of that kind may reach with its attack."""
    return level_hit(p, kind) + (p.height_bonus if kind == Unit.ARCHERS else 0)


@rule
def lowest_hit(p: Rules, kind: int) -> int:
    """G11, G12: the lowest roll with which a land unit of that kind hits."""
    return p.archers_hit if kind == Unit.ARCHERS else 1


@rule
def next_target(p: Rules, s: State, unit: int, after: int) -> int:
    """G11, G12: the first field after a field with a land unit that this one may attack, or NOBODY."""
    player, origin, kind = owner_of(unit), int64(s.unit_field[unit]), s.unit_kind[unit]
    reach = farthest_hit(p, kind)
    row, column = origin // s.columns, origin % s.columns
    for near_row in range(max(row - reach, 0), min(row + reach + 1, s.rows)):
        wide = reach - abs(near_row - row)
        start = near_row * s.columns
        for field in range(start + max(column - wide, 0), start + min(column + wide + 1, s.columns)):
            if field > after and is_enemy_on(s, player, field) and can_hit(p, s, kind, origin, field):
                return field
    return NOBODY


@rule
def has_target(p: Rules, s: State, unit: int) -> bool:
    """G11, G12: whether a land unit has anybody to attack."""
    return next_target(p, s, unit, NOBODY) != NOBODY


@rule
def mark_targets(p: Rules, s: State, unit: int, mask: Array) -> None:
    """G11, G12: every land unit that this one may attack."""
    field = next_target(p, s, unit, NOBODY)
    while field != NOBODY:
        mask[field] = 1
        field = next_target(p, s, unit, field)


@rule
def attack(p: Rules, s: State, unit: int, field: int) -> None:
    """G11: infantry and cavalry eliminate at once. G12: archers roll a die."""
    if s.unit_kind[unit] == Unit.ARCHERS:
        shoot(p, s, unit, field)
    else:
        victim = s.unit_at[field] - 1
        log(s, Happening.STRUCK, s.unit_kind[unit], s.unit_field[unit], s.unit_kind[victim], field)
        lose_unit(s, victim)


@rule
def shoot(p: Rules, s: State, unit: int, field: int) -> None:
    """G12: 5 or 6 eliminates."""
    face = roll(s, DIE)
    log(s, Happening.SHOT, face, p.archers_hit, s.unit_field[unit], field)
    if face >= p.archers_hit:
        lose_unit(s, s.unit_at[field] - 1)


# --- Rams


@rule
def ram_target(s: State, ram: int, part: int) -> int:
    """G14: the field in front of one of a ram's ends if what stands there can be rammed, else NOBODY."""
    field = in_front(s, ram, part)
    if field == NOBODY:
        return NOBODY
    kind = building_kind(s, field)
    if kind == 0 or kind == Building.CASTLE or kind == Building.CAMP:
        return NOBODY
    return NOBODY if stands_on(s, ram, s.building_at[field]) else field


@rule
def stands_on(s: State, engine: int, mark: int) -> bool:
    """G14: whether a siege unit is on that building itself, even partly."""
    for part in range(engine_size(s, engine)):
        if s.building_at[engine_part(s, engine, part)] == mark:
            return True
    return False


@rule
def lowest_break(p: Rules, kind: int) -> int:
    """G14: the lowest roll with which a building falls: a wall at 5 or 6, another one at 4, 5 or 6."""
    return p.ram_breaks_wall if kind == Building.WALL else p.ram_breaks


@rule
def ram_building(p: Rules, s: State, field: int) -> None:
    """G14: roll against the building on a field."""
    building = s.building_at[field] - 1
    kind = s.building_kind[building]
    lowest = lowest_break(p, kind)
    face = roll(s, DIE)
    log(s, Happening.RAMMED, face, lowest, kind, field)
    if face >= lowest:
        lose_building(s, building)


# --- Trebuchets


@rule
def stone_field(p: Rules, s: State, trebuchet: int, part: int, face: int) -> int:
    """G15: the field on which a roll brings the stone down, counted from this end; NOBODY if it misses the map."""
    number = p.trebuchet_fields[face - 1]
    if number == 0:
        return NOBODY
    return along(s, engine_part(s, trebuchet, part), end_direction(s.engine_way[trebuchet], part), number)


@rule
def hurl(p: Rules, s: State, trebuchet: int, part: int) -> None:
    """G15: roll for the field; whatever is there is destroyed."""
    face = roll(s, DIE)
    field = stone_field(p, s, trebuchet, part, face)
    victim = struck_on(s, field)
    log(s, Happening.HURLED, face, p.trebuchet_fields[face - 1], field, min(victim, 1))
    if victim == Struck.SHIP:
        lose_ship(s, s.ship_at[field] - 1)
    elif victim == Struck.SIEGE_UNIT:
        lose_siege_unit(s, s.siege_at[field] - 1)
    elif victim == Struck.UNIT:
        lose_unit(s, s.unit_at[field] - 1)


@rule
def struck_on(s: State, field: int) -> int:
    """G15: what a stone destroys on a field: the ship, else the siege unit, else the land unit; 0 if nothing."""
    if field == NOBODY:
        return 0
    if s.ship_at[field] != 0:
        return Struck.SHIP
    if s.siege_at[field] != 0:
        return Struck.SIEGE_UNIT
    return Struck.UNIT if s.unit_at[field] != 0 else 0


@rule
def lowest_throw(p: Rules, s: State, trebuchet: int, part: int) -> int:
    """G15: the lowest roll with which a stone from this end destroys something; 7 if none does."""
    for face in range(1, DIE + 1):
        if struck_on(s, stone_field(p, s, trebuchet, part, face)) != 0:
            return face
    return DIE + 1


# --- What a siege unit can do


@rule
def can_act(p: Rules, s: State, engine: int) -> bool:
    """G13-G15: whether a siege unit has an action; the caller knows that an unexhausted unit is inside."""
    kind = s.engine_kind[engine]
    if kind == Engine.RAM:
        return ram_target(s, engine, 0) != NOBODY or ram_target(s, engine, 1) != NOBODY
    if kind == Engine.TOWER:
        for part in range(engine_size(s, engine)):
            if can_fight(p, s, s.unit_at[engine_part(s, engine, part)] - 1):
                return True
        return False
    return True


@rule
def can_fight(p: Rules, s: State, unit: int) -> bool:
    """G13: somebody inside a tower who is not exhausted and has a target."""
    return unit >= 0 and s.unit_spent[unit] == 0 and has_target(p, s, unit)


@rule
def mark_actions(p: Rules, s: State, engine: int, mask: Array) -> None:
    """G13-G15: a tower's unit, the field in front of a ram, the end from which a trebuchet hurls."""
    kind = s.engine_kind[engine]
    for part in range(engine_size(s, engine)):
        field = engine_part(s, engine, part)
        if kind == Engine.TOWER:
            if can_fight(p, s, s.unit_at[field] - 1):
                mask[field] = 1
        elif kind == Engine.TREBUCHET:
            mask[field] = 1
        elif ram_target(s, engine, part) != NOBODY:
            mask[ram_target(s, engine, part)] = 1
