"""What can be wrong with a position of Siege whose numbers are all within their ranges."""

from garrison.core.engine.record import Array
from garrison.core.engine.rule import rule
from garrison.games.siege.rules import ground, phases, pieces, setup
from garrison.games.siege.rules.building import can_afford
from garrison.games.siege.state import NOBODY, WORKS_FROM, Building, Clash, Engine, Mode, Phase, Rules, State
from garrison.games.siege.state.terrain import SMALLEST, Ground


@rule
def clash(p: Rules, s: State) -> int:
    """The map is taken and what stands on it is put there again; then what is chosen, and by whom."""
    if p.rows > 0:
        ground.take_map(p, s)
    elif s.rows < SMALLEST or s.columns < SMALLEST:
        return Clash.ROWS
    clear_map(s)
    if not are_units_apart(s):
        return Clash.UNIT_FIELD
    if not are_engines_apart(s):
        return Clash.ENGINE_FIELD
    wrong = clash_in_buildings(s)
    pieces.rope_off_all(s)
    ground.refresh_all(s)
    if wrong == Clash.NONE:
        wrong = clash_in_chosen(s)
    if wrong == Clash.NONE:
        wrong = clash_in_phase(p, s)
    if wrong == Clash.NONE and (s.phase == Phase.WAY or s.phase == Phase.PLACE):
        wrong = press_again(p, s)
    return wrong


# --- What stands on the map


@rule
def clear_map(s: State) -> None:
    """Nothing stands anywhere, and nothing is counted yet."""
    s.unit_at[:] = s.siege_at[:] = s.ship_at[:] = s.building_at[:] = 0
    s.army[:] = s.estate[:] = s.bases[:] = s.unit_top[:] = 0
    s.free[:] = s.near[:] = 0
    s.engines = s.engine_top = s.works = s.works_top = s.building_top = 0


@rule
def claim(s: State, marks: Array, first: int, field: int, mark: int) -> bool:
    """Note on one of a piece's fields that it is there, if it is on the map and nobody else's; `first` is top left."""
    if field >= s.rows * s.columns or field % s.columns < first % s.columns or marks[field] != 0:
        return False
    marks[field] = mark
    return True


@rule
def are_units_apart(s: State) -> bool:
    """G4, G5: every land unit stands on a field of its own."""
    for unit in range(s.unit_kind.shape[0]):
        if s.unit_kind[unit] == 0:
            pieces.clear_unit(s, unit)
        elif claim(s, s.unit_at, s.unit_field[unit], s.unit_field[unit], unit + 1):
            pieces.count_unit(s, unit)
        else:
            return False
    return True


@rule
def are_engines_apart(s: State) -> bool:
    """G8, G9: every siege unit and ship lies on fields of its own, ships on water."""
    for engine in range(s.engine_kind.shape[0]):
        is_ship, first = s.engine_kind[engine] == Engine.SHIP, s.engine_field[engine]
        for part in range(pieces.engine_size(s, engine)):
            field = pieces.engine_part(s, engine, part)
            if not claim(s, s.ship_at if is_ship else s.siege_at, first, field, engine + 1):
                return False
            if is_ship and s.ground[field] != Ground.WATER:
                return False
        if s.engine_kind[engine] == 0:
            pieces.clear_engine(s, engine)
        else:
            pieces.count_engine(s, engine)
    return True


@rule
def clash_in_buildings(s: State) -> int:
    """G4, G19: every building stands on fields of its own, at an index for its sort, with an owner if it has one."""
    for building in range(s.building_kind.shape[0]):
        kind, castle = s.building_kind[building], s.building_castle[building]
        if kind == 0:
            pieces.clear_building(s, building)
            continue
        if ground.is_apart(kind) != (building < WORKS_FROM):
            return Clash.BUILDING_KIND
        if pieces.has_owner(kind) != (s.building_owner[building] != NOBODY):
            return Clash.BUILDING_OWNER
        if castle != NOBODY and s.building_kind[castle] != Building.CASTLE:
            return Clash.BUILDING_CASTLE
        for part in range(pieces.building_size(s, building)):
            field = pieces.building_part(s, building, part)
            if not claim(s, s.building_at, s.building_field[building], field, building + 1):
                return Clash.BUILDING_FIELD
        pieces.count_building(s, building)
    return Clash.NONE


# --- What is chosen, and by whom


@rule
def clash_in_chosen(s: State) -> int:
    """G16-G18, G20, G24: in every phase exactly what its questions are about is chosen, and it is there.

    Siege units and ships move, siege units act; a land unit's own turn has none, but it may be aboard a ship.
    """
    phase = s.phase
    is_crewed = Phase.ENGINE <= phase <= Phase.TARGET
    if (s.spot != NOBODY) != (phase == Phase.WHICH) or s.spot >= s.rows * s.columns:
        return Clash.SPOT
    is_unit_due = phase == Phase.LAND or phase == Phase.TARGET
    if (s.unit != NOBODY) != is_unit_due or (is_unit_due and s.unit_kind[s.unit] == 0):
        return Clash.UNIT
    if s.ship != NOBODY and not (Phase.UNITS <= phase <= Phase.TARGET and s.engine_kind[s.ship] == Engine.SHIP):
        return Clash.SHIP
    if s.engine != NOBODY and not (is_crewed and 0 < s.engine_kind[s.engine] < Engine.SHIP):
        return Clash.ENGINE
    if s.engine == NOBODY and is_crewed and (phase >= Phase.ACT or s.ship == NOBODY):
        return Clash.ENGINE
    is_making = phase == Phase.SET_UP or phase >= Phase.MAKE
    if (s.building != NOBODY) != is_making or s.building >= WORKS_FROM:
        return Clash.BUILDING
    return Clash.BUILDING if is_making and s.building_kind[s.building] == 0 else Clash.NONE


@rule
def clash_in_phase(p: Rules, s: State) -> int:
    """G23-G25: how far the game has got, and who is to act: whoever's piece is chosen, but never both at once."""
    if s.phase < Phase.WAY:
        s.making = 0
    if s.over == 0 and s.turn > 0 and s.unit != NOBODY:
        s.waiting = 1 << pieces.owner_of(s.unit)
    elif s.over == 0 and s.turn > 0 and s.building != NOBODY:
        s.waiting = 1 << s.building_owner[s.building]
    elif s.waiting == 3:
        return Clash.WAITING
    if s.turn == 0:
        return clash_in_set_up(p, s)
    if s.building_kind[0] != Building.CASTLE:
        return Clash.BUILDING_KIND
    if s.building != NOBODY:
        s.made = min(s.made, p.barracks_units - 1)
    return Clash.NONE if s.phase >= Phase.UNITS else Clash.PHASE


@rule
def clash_in_set_up(p: Rules, s: State) -> int:
    """G23, G24: a castle, what its owner builds, and camps; the first castle has index 0."""
    has_castle = s.building_kind[0] == Building.CASTLE
    is_second = has_castle and p.mode == Mode.STANDARD
    if s.over == 0:
        s.waiting = 1 << (setup.ATTACKER if s.phase == Phase.CAMP or is_second else setup.DEFENDER)
    if s.phase == Phase.CASTLE:
        return Clash.NONE if has_castle or s.building_top == 0 else Clash.BUILDING_KIND
    if p.mode != Mode.SIEGE or not has_castle or Phase.UNITS <= s.phase < Phase.WAY:
        return Clash.PHASE
    if s.phase == Phase.CAMP:
        return Clash.NONE if setup.camps_needed(p, s) > 0 else Clash.BASES
    return Clash.NONE if s.building == 0 and s.building_owner[0] == setup.DEFENDER else Clash.BUILDING


@rule
def press_again(p: Rules, s: State) -> int:
    """G19-G21, G24: the button of what is being made is pressed again; which way it lies may have been chosen since."""
    button, phase, way, who = s.making, s.phase, s.way, s.building_owner[s.building]
    first, last = phases.first_button(s, s.building), phases.last_button(s, s.building)
    if not first <= button <= last or not can_afford(p, s, who, button):
        return Clash.MAKING
    if s.turn == 0:
        setup.set_up(p, s, button)
    else:
        phases.choose_way(p, s, who, button)
    if phase == Phase.PLACE and s.phase == Phase.WAY:
        s.phase, s.way = phase, way
    return Clash.NONE
