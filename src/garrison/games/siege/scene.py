"""Siege for people: a record becomes a scene."""

from __future__ import annotations

from garrison.core.events import events_of
from garrison.core.scene import Board, Line, Panel, Piece, Scene, Terrain
from garrison.games.siege import SEATS
from garrison.games.siege.scene_prompt import prompt
from garrison.games.siege.scene_range import range_fields
from garrison.games.siege.scene_reach import View
from garrison.games.siege.scene_words import UNTOLD, describe, engine, unit
from garrison.games.siege.scene_words import building as building_name
from garrison.games.siege.state import (
    BUILDING_COLUMNS,
    BUILDING_ROWS,
    ENGINE_COLUMNS,
    ENGINE_ROWS,
    MOST_UNITS,
    NOBODY,
    Building,
    Engine,
    Happening,
    Mode,
    Phase,
    Unit,
)

__all__ = ["UNTOLD", "describe", "scene"]

LEGEND = {
    ".": Terrain("grass", "grass", "·", "green"),
    "~": Terrain("water", "water", "~", "blue"),
    "^": Terrain("rock", "rock", "^", "grey"),
}
COLOURS = ("blue", "red")
UNIT_GLYPHS = {Unit.INFANTRY: "i", Unit.ARCHERS: "a", Unit.CAVALRY: "k"}
ENGINE_GLYPHS = {Engine.TOWER: "T", Engine.RAM: "R", Engine.TREBUCHET: "U", Engine.SHIP: "S"}
BUILDING_GLYPHS = {
    Building.CASTLE: "C",
    Building.BARRACKS: "B",
    Building.WORKSHOP: "W",
    Building.PORT: "P",
    Building.CAMP: "M",
    Building.WALL: "#",
    Building.GATE: "G",
    Building.LADDER: "H",
}
LAND_LAYER, SHIP_LAYER, SIEGE_LAYER, UNIT_LAYER = range(4)
# The fields that events name, by their places among an event's numbers.
PLACES = {
    Happening.BUILT: "c",
    Happening.MADE_UNIT: "c",
    Happening.MADE_ENGINE: "c",
    Happening.STEPPED: "bc",
    Happening.MOVED: "bc",
    Happening.TURNED: "bc",
    Happening.TIRED: "b",
    Happening.STRUCK: "bd",
    Happening.SHOT: "cd",
    Happening.RAMMED: "d",
    Happening.HURLED: "c",
    Happening.UNIT_LOST: "c",
    Happening.ENGINE_LOST: "b",
    Happening.BUILDING_LOST: "c",
    Happening.CAPTURED: "c",
}


def scene(p, s, player) -> Scene:
    """The map and a panel for each player and for the turn."""
    view = View(p, s)
    panels = (_turn_panel(p, s), *(_panel(view, side) for side in range(2)))
    return Scene(boards=(_board(view),), panels=panels, prompt=prompt(view))


def _board(view: View) -> Board:
    rows = ["".join(".~^"[sign] for sign in view.ground[i * view.columns :][: view.columns]) for i in range(view.rows)]
    return Board(
        view.rows,
        view.columns,
        tuple(rows),
        LEGEND,
        (*_buildings(view), *_engines(view), *_units(view)),
        marked_fields=_marked(view),
        chosen_fields=_chosen(view),
        range_fields=tuple(range_fields(view)),
    )


def _marked(view: View) -> tuple[int, ...]:
    """What the last step touched."""
    found = {
        getattr(event, name)
        for event in events_of(view.s)
        for name in PLACES.get(Happening(event.kind), "")
        if getattr(event, name) >= 0
    }
    return tuple(sorted(found))


def _chosen(view: View) -> tuple[int, ...]:
    """The chosen unit, or else the engine, ship or building, or the clicked field."""
    s = view.s
    if s.unit != NOBODY:
        return (view.unit_field[int(s.unit)],)
    if s.engine != NOBODY:
        return tuple(view.engine_fields(int(s.engine)))
    if s.ship != NOBODY:
        return tuple(view.engine_fields(int(s.ship)))
    if s.building != NOBODY:
        return tuple(view.building_fields(int(s.building)))
    return (int(s.spot),) if s.spot != NOBODY else ()


# --- Pieces


def _buildings(view: View) -> list[Piece]:
    s, pieces = view.s, []
    for slot, number in enumerate(view.building_kind):
        if number:
            kind, way, owner = Building(number), int(s.building_way[slot]), view.building_owner[slot]
            row, column = divmod(view.building_field[slot], view.columns)
            words = f"{SEATS[owner]}'s {building_name(kind)}" if owner >= 0 else building_name(kind)
            acted = owner >= 0 and bool(s.building_acted[slot]) and int(s.waiting) >> owner & 1
            pieces.append(
                Piece(
                    f"b{slot}",
                    kind.name.lower(),
                    row,
                    column,
                    words + (", has acted" if acted else ""),
                    BUILDING_GLYPHS[kind],
                    COLOURS[owner] if owner >= 0 else "grey",
                    owner=owner,
                    height=int(BUILDING_ROWS[kind][way]),
                    width=int(BUILDING_COLUMNS[kind][way]),
                    turn=way,
                    badge="z" if acted else "",
                    layer=LAND_LAYER,
                )
            )
    return pieces


def _engines(view: View) -> list[Piece]:
    s, pieces = view.s, []
    for slot, number in enumerate(view.engine_kind):
        if number:
            kind, way = Engine(number), int(s.engine_way[slot])
            row, column = divmod(int(s.engine_field[slot]), view.columns)
            owners = {view.owner_on(field) for field in view.engine_fields(slot)} - {-1}
            owner = owners.pop() if len(owners) == 1 else -1
            pieces.append(
                Piece(
                    f"e{slot}",
                    kind.name.lower(),
                    row,
                    column,
                    f"{engine(kind)}, {_crew(view, slot, owner)}",
                    ENGINE_GLYPHS[kind],
                    COLOURS[owner] if owner >= 0 else "brown",
                    owner=owner,
                    height=int(ENGINE_ROWS[kind][way]),
                    width=int(ENGINE_COLUMNS[kind][way]),
                    turn=way,
                    layer=SHIP_LAYER if kind == Engine.SHIP else SIEGE_LAYER,
                )
            )
    return pieces


def _crew(view: View, slot: int, owner: int) -> str:
    """Who is inside, in words."""
    inside = [view.unit_at[field] - 1 for field in view.engine_fields(slot) if view.unit_at[field]]
    if not inside:
        return "empty"
    ready = sum(not view.unit_spent[soldier] for soldier in inside)
    whose = f"{SEATS[owner]}'s" if owner >= 0 else "both sides'"
    return f"{whose}, {len(inside)} of {len(view.engine_fields(slot))} fields manned, {ready} not exhausted"


def _units(view: View) -> list[Piece]:
    pieces = []
    for slot, number in enumerate(view.unit_kind):
        if number:
            kind, owner, spent = Unit(number), slot // MOST_UNITS, bool(view.unit_spent[slot])
            row, column = divmod(view.unit_field[slot], view.columns)
            label = f"{SEATS[owner]}'s {unit(kind)}, moves {int(view.p.unit_move[kind - 1])}"
            glyph = UNIT_GLYPHS[kind].upper() if owner else UNIT_GLYPHS[kind]
            pieces.append(
                Piece(
                    f"u{slot}",
                    kind.name.lower(),
                    row,
                    column,
                    label + (", exhausted" if spent else ""),
                    glyph,
                    COLOURS[owner],
                    owner=owner,
                    badge="z" if spent else "",
                    layer=UNIT_LAYER,
                )
            )
    return pieces


# --- Panels


def _turn_panel(p, s) -> Panel:
    modes = {Mode.STANDARD: "standard", Mode.SIEGE: "siege"}
    who = next((side for side in range(2) if int(s.waiting) >> side & 1), -1)
    done = int(s.turns[max(who, 0)])
    part = "set-up" if s.turn == 0 else "buildings" if s.phase >= Phase.BUILDINGS else "units"
    lines = [
        Line("mode", modes[Mode(int(p.mode))]),
        Line("turn", f"{min(done + 1, int(p.max_turns))} of {int(p.max_turns)}"),
        Line("part", "over" if s.over else part),
        Line("to act", SEATS[who] if who >= 0 else "nobody", colour=COLOURS[who] if who >= 0 else "white"),
    ]
    return Panel("Turn", tuple(lines))


def _panel(view: View, side: int) -> Panel:
    s, colour = view.s, COLOURS[side]
    own = view.units(side)
    ready = sum(not view.unit_spent[soldier] for soldier in own)
    counts = {kind: sum(view.unit_kind[soldier] == kind for soldier in own) for kind in Unit}
    lines = [Line("coins", str(int(s.coins[side])), colour=colour)]
    lines += [Line(unit(kind), str(count), sprite=kind.name.lower(), colour=colour) for kind, count in counts.items()]
    lines.append(Line("not exhausted", f"{ready} of {len(own)}"))
    for kind in (Building.CASTLE, Building.CAMP, Building.BARRACKS, Building.WORKSHOP, Building.PORT):
        count = sum(
            number == kind and view.building_owner[slot] == side for slot, number in enumerate(view.building_kind)
        )
        if count:
            lines.append(Line(building_name(kind), str(count), sprite=kind.name.lower(), colour=colour))
    if s.homeless[side]:
        lines.append(Line("turns without castle and camp", f"{int(s.homeless[side])} of {int(view.p.homeless_turns)}"))
    return Panel(SEATS[side], tuple(lines), owner=side)
