"""The panels beside the map of Siege: the players, the turn, and what is chosen, with the odds of dice rolls."""

from __future__ import annotations

from garrison.core.plain import plain
from garrison.games.siege import SEATS
from garrison.games.siege.rules.building import is_building
from garrison.games.siege.show.odds import chance, end_names, throws
from garrison.games.siege.show.pieces import COLOURS
from garrison.games.siege.show.view import View
from garrison.games.siege.show.words import building, engine, plural, price, thing, unit
from garrison.games.siege.state import NOBODY, Building, Engine, Mode, Phase, Plane, Press, Unit
from garrison.look.scene import Line, Panel

OWNED = (Building.CASTLE, Building.CAMP, Building.BARRACKS, Building.WORKSHOP, Building.PORT)
NOTHING = "Chosen"  # the title of the panel while nothing is


def panels(view: View) -> tuple[Panel, ...]:
    """Always the same four, so that nothing jumps around."""
    return (_player(view, 0), _player(view, 1), _turn(view), _chosen(view))


def _player(view: View, side: int) -> Panel:
    s, colour = view.s, COLOURS[side]
    own = view.units(side)
    ready = sum(not view.unit_spent[soldier] for soldier in own)
    lines = [Line("coins", str(int(s.coins[side])), colour=colour)]
    if view.p.income_turns and (view.p.siege_coins if view.p.mode == Mode.SIEGE else view.p.castle_coins):
        left = max(int(view.p.income_turns) - int(s.turns[side]), 0)
        lines.append(Line("turns with coins", f"{left} of {int(view.p.income_turns)}"))
    for kind in Unit:
        count = sum(view.unit_kind[soldier] == kind for soldier in own)
        lines.append(Line(unit(kind), str(count), sprite=kind.name.lower(), colour=colour))
    lines.append(Line("not exhausted", f"{ready} of {len(own)}"))
    for building_kind in OWNED:
        slots = [slot for slot, number in enumerate(view.building_kind) if number == building_kind]
        count = sum(view.building_owner[slot] == side for slot in slots)
        if count:
            lines.append(Line(building(building_kind), str(count), sprite=building_kind.name.lower(), colour=colour))
    if s.homeless[side]:
        lines.append(Line("turns without a base", f"{int(s.homeless[side])} of {int(view.p.homeless_turns)}"))
    return Panel(SEATS[side], tuple(lines), owner=side)


def _turn(view: View) -> Panel:
    p, s = view.p, view.s
    who = next((side for side in range(2) if int(s.waiting) >> side & 1), -1)
    most = int(p.max_turns)
    turn = "none yet" if s.turn == 0 else f"{min(int(s.turns[max(who, 0)]) + 1, most)} of {most}"
    part = "set-up" if s.turn == 0 else "2, buildings" if s.phase >= Phase.BUILDINGS else "1, units"
    lines = (
        Line("mode", Mode(int(p.mode)).name.lower()),
        Line("to act", SEATS[who] if who >= 0 else "nobody", colour=COLOURS[who] if who >= 0 else "white"),
        Line("turn", turn),
        Line("part", "over" if s.over else part),
    )
    return Panel("Turn", lines, owner=who)


# --- What is chosen


def _chosen(view: View) -> Panel:
    """The unit, engine or building whose turn it is, and what the dice can bring."""
    title, lines = _chosen_words(view)
    owner = -1 if title == NOTHING else int(view.s.waiting) >> 1
    return Panel(title, lines, owner, near=True)


def _chosen_words(view: View) -> tuple[str, tuple[Line, ...]]:
    s = view.s
    if s.over:
        return NOTHING, (Line("nothing"),)
    if s.unit != NOBODY:
        return unit(view.unit_kind[int(s.unit)]).capitalize(), _unit_lines(view, int(s.unit))
    if s.engine != NOBODY:
        return engine(view.engine_kind[int(s.engine)]).capitalize(), _engine_lines(view, int(s.engine))
    if s.ship != NOBODY:
        return "Ship", (*_crew_lines(view, int(s.ship)), *_move_lines(view))
    if s.building != NOBODY:
        return building(view.building_kind[int(s.building)]).capitalize(), _building_lines(view)
    return NOTHING, (Line("nothing"),)


def _move_lines(view: View) -> list[Line]:
    if view.s.phase not in (Phase.LAND, Phase.ENGINE, Phase.MOVED):
        return []
    return [Line("steps left", str(int(view.s.steps_left)))]


def _crew_lines(view: View, slot: int) -> list[Line]:
    inside = view.inside(slot)
    ready = sum(not view.unit_spent[soldier] for soldier in inside)
    return [Line("inside", str(len(inside))), Line("not exhausted", str(ready))]


def _unit_lines(view: View, soldier: int) -> tuple[Line, ...]:
    """G11, G12: its steps, whom it may attack, and how likely archers are to hit."""
    lines = _move_lines(view)
    lines.append(Line("enemies in reach", str(len(view.marked(view.unit_field[soldier], Plane.TARGETS)))))
    if view.unit_kind[soldier] == Unit.ARCHERS:
        lines.append(Line("a shot hits", chance(int(view.p.archers_hit))))
    else:
        lines.append(Line("a blow hits", "always"))
    return tuple(lines)


def _engine_lines(view: View, slot: int) -> tuple[Line, ...]:
    lines = [*_crew_lines(view, slot), *_move_lines(view)]
    kind = view.engine_kind[slot]
    if kind == Engine.RAM:
        lines.append(Line("a wall falls", chance(int(view.p.ram_breaks_wall))))
        lines.append(Line("others fall", chance(int(view.p.ram_breaks))))
    elif kind == Engine.TREBUCHET:
        lines += _throw_lines(view, slot)
    else:
        lines.append(Line("its archers hit", chance(int(view.p.archers_hit))))
    return tuple(lines)


def _throw_lines(view: View, slot: int) -> list[Line]:
    """G15: what each roll would hit from each end."""
    names = end_names(view, slot)
    return [Line(f"{names[end]}, roll {roll}", victim or "nothing") for end, roll, victim in throws(view, slot)]


def _building_lines(view: View) -> tuple[Line, ...]:
    s, p = view.s, view.p
    lines = [Line("coins", str(int(s.coins[int(s.waiting) >> 1])))]
    if s.made:
        lines.append(Line("made in this turn", f"{int(s.made)} of {int(p.barracks_units)}"))
    if s.phase in (Phase.WAY, Phase.PLACE):
        making = int(s.making)
        lines.append(Line(thing(making), plural(price(p, making), "coin")))
        if plain(is_building)(making):
            lines.append(Line("build distance", str(p.build_distance[making - Press.BARRACKS])))
    return tuple(lines)
