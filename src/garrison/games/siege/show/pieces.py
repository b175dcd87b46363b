"""Everything that stands on the map of Siege, as pieces of a scene.

Its colour says whose a piece is, and so does something besides: Blue's letters are lower case, Red's are capitals, and
screens have plates or signs for owners. A piece's id is its index in the record, which it keeps as long as it lives.
"""

from __future__ import annotations

from garrison.core.plain import plain
from garrison.games.siege import SEATS
from garrison.games.siege.rules.pieces import is_base
from garrison.games.siege.show.view import View
from garrison.games.siege.show.words import building, engine, unit, with_article
from garrison.games.siege.state import (
    BUILDING_COLUMNS,
    BUILDING_ROWS,
    ENGINE_COLUMNS,
    ENGINE_ROWS,
    MOST_UNITS,
    Building,
    Engine,
    Unit,
)
from garrison.look.scene import Piece

COLOURS = ("blue", "red")
NOBODYS_COLOURS = {"building": "grey", "engine": "brown"}
EXHAUSTED = "z"
NOBODYS = "·"  # after the letter of an engine that nobody controls
UNIT_LETTERS = {Unit.INFANTRY: "i", Unit.ARCHERS: "a", Unit.CAVALRY: "k"}
ENGINE_LETTERS = {Engine.TOWER: "t", Engine.RAM: "r", Engine.TREBUCHET: "u", Engine.SHIP: "s"}
BUILDING_LETTERS = {
    Building.CASTLE: "c",
    Building.BARRACKS: "b",
    Building.WORKSHOP: "w",
    Building.PORT: "p",
    Building.CAMP: "m",
    Building.WALL: "#",
    Building.GATE: "g",
    Building.LADDER: "H",
}
BUILDING_LAYER, SHIP_LAYER, SIEGE_LAYER, UNIT_LAYER = range(4)


def pieces(view: View) -> tuple[Piece, ...]:
    """Buildings, ships and siege units, land units."""
    buildings = [_building(view, slot) for slot, kind in enumerate(view.building_kind) if kind]
    engines = [_engine(view, slot) for slot, kind in enumerate(view.engine_kind) if kind]
    return (*buildings, *engines, *(_unit(view, slot) for slot, kind in enumerate(view.unit_kind) if kind))


def _letter(letter: str, owner: int) -> str:
    """Blue's letters are lower case, Red's are capitals."""
    return letter.upper() if owner == 1 else letter


# --- Buildings


def _building(view: View, slot: int) -> Piece:
    kind, way, owner = Building(view.building_kind[slot]), int(view.s.building_way[slot]), view.building_owner[slot]
    row, column = divmod(view.building_field[slot], view.columns)
    whose = f"{SEATS[owner]}'s {building(kind)}" if owner >= 0 else building(kind)
    words, badge = _building_state(view, slot, kind, owner)
    return Piece(
        f"b{slot}",
        kind.name.lower(),
        row,
        column,
        whose + words,
        _letter(BUILDING_LETTERS[kind], owner),
        COLOURS[owner] if owner >= 0 else NOBODYS_COLOURS["building"],
        owner=owner,
        height=int(BUILDING_ROWS[kind][way]),
        width=int(BUILDING_COLUMNS[kind][way]),
        turn=way,
        badge=badge,
        layer=BUILDING_LAYER,
        name=whose,
        names_owner=True,
    )


def _building_state(view: View, slot: int, kind: Building, owner: int) -> tuple[str, str]:
    """G20, G22: whether it has acted, and how many enemies stand beside a castle or camp; in words and as a badge."""
    enemies = sum(view.owner_on(field) == 1 - owner for field in view.beside(slot)) if plain(is_base)(kind) else 0
    if enemies:
        threshold = int(view.p.capture_units)
        return f", {enemies} of the {threshold} enemies needed to capture it", f"{enemies}/{threshold}"
    has_acted = owner >= 0 and bool(view.s.building_acted[slot]) and int(view.s.waiting) >> owner & 1
    return (", has acted", EXHAUSTED) if has_acted else ("", "")


# --- Siege units and ships


def _engine(view: View, slot: int) -> Piece:
    """G4: the colour of an engine is that of the land units inside, if they are all of one."""
    kind, way, owner = Engine(view.engine_kind[slot]), int(view.s.engine_way[slot]), view.controller(slot)
    row, column = divmod(int(view.s.engine_field[slot]), view.columns)
    letter = ENGINE_LETTERS[kind]
    return Piece(
        f"e{slot}",
        kind.name.lower(),
        row,
        column,
        f"{engine(kind)}, {_crew(view, slot, owner)}",
        _letter(letter, owner) if owner >= 0 else letter.upper() + NOBODYS,
        COLOURS[owner] if owner >= 0 else NOBODYS_COLOURS["engine"],
        owner=owner,
        height=int(ENGINE_ROWS[kind][way]),
        width=int(ENGINE_COLUMNS[kind][way]),
        turn=way,
        layer=SHIP_LAYER if kind == Engine.SHIP else SIEGE_LAYER,
        name=engine(kind),
        names_owner=True,
    )


def _crew(view: View, slot: int, owner: int) -> str:
    """Who is inside, in words."""
    inside = view.inside(slot)
    if not inside:
        return "empty"
    ready = sum(not view.unit_spent[soldier] for soldier in inside)
    whose = f"{SEATS[owner]}'s" if owner >= 0 else "both sides'"
    return f"{whose}, {len(inside)} of {len(view.engine_fields(slot))} fields manned, {ready} not exhausted"


# --- Land units


def _unit(view: View, slot: int) -> Piece:
    kind, owner, is_exhausted = Unit(view.unit_kind[slot]), slot // MOST_UNITS, bool(view.unit_spent[slot])
    row, column = divmod(view.unit_field[slot], view.columns)
    where, sign = _carrier(view, view.unit_field[slot])
    name = f"{SEATS[owner]}'s {unit(kind)}{where}"
    return Piece(
        f"u{slot}",
        kind.name.lower(),
        row,
        column,
        f"{name}, moves {int(view.p.unit_move[kind - 1])}{', exhausted' if is_exhausted else ''}",
        _letter(UNIT_LETTERS[kind], owner) + (EXHAUSTED if is_exhausted else _letter(sign, owner)),
        COLOURS[owner],
        owner=owner,
        badge=EXHAUSTED if is_exhausted else "",
        layer=UNIT_LAYER,
        inside=bool(where),
        name=name,
        names_owner=True,
    )


def _carrier(view: View, field: int) -> tuple[str, str]:
    """G5: what a land unit on a field is in or on, in words and as a letter; nothing on open ground."""
    kind = view.siege_on(field) or (Engine.SHIP if view.ship_at[field] else 0)
    if kind:
        return f" in {with_article(engine(kind))}", ENGINE_LETTERS[Engine(kind)]
    kind = view.building_on(field)
    if kind:
        return f" on {with_article(building(kind))}", BUILDING_LETTERS[Building(kind)].lower()
    return "", ""
