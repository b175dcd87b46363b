"""A position of Siege as lines: turn and coins, the map, and what stands where under which name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from garrison.core.plain import plain
from garrison.core.words.text import board_lines
from garrison.core.words.viewpoint import Viewpoint
from garrison.games.siege import SEATS
from garrison.games.siege.rules.pieces import is_base
from garrison.games.siege.show.pieces import BUILDING_LETTERS, ENGINE_LETTERS, UNIT_LETTERS
from garrison.games.siege.show.prompt import prompt
from garrison.games.siege.show.words import building, engine, unit
from garrison.games.siege.state import MOST_UNITS, Building, Engine, Phase, Unit
from garrison.games.siege.state.terrain import Ground
from garrison.games.siege.words.names import building_name, engine_name, unit_name
from garrison.games.siege.words.survey import Survey, survey_of
from garrison.look.scene import Board, Terrain

SIGNS = {Ground.GRASS: ".", Ground.WATER: "~", Ground.ROCK: "^"}
LEGEND = {sign: Terrain(sign, sign, sign) for sign in ".~^#HhcCbBwWpPmMgGtTrRuUsSiIaAkK"}


def lines(view: Viewpoint) -> list[str]:
    """Turn and coins, the map, one's own things by name, the other's by place."""
    survey = survey_of(view)
    return [
        _turn(view, survey),
        *board_lines(_board(survey), view.line_width),
        *things(view),
        f"Asked: {_prompt(survey)}" if view.may_act else _prompt(survey),
    ]


def things(view: Viewpoint) -> list[str]:
    """What stands where: one's own by name, the other's by place."""
    survey = survey_of(view)
    return [*_own(survey), *_theirs(survey), *_nobodys(survey)]


def _prompt(survey: Survey) -> str:
    return prompt(survey.map)


def _turn(view: Viewpoint, survey: Survey) -> str:
    p, s, own = survey.p, survey.s, survey.player
    part = "the set-up" if s.turn == 0 else "the buildings' part" if s.phase >= Phase.BUILDINGS else "the units' part"
    number = f"Turn {min(int(s.turns[own]) + 1, int(p.max_turns))} of {int(p.max_turns)}" if s.turn else "Set-up"
    who = f"You are {SEATS[own]}, {'capital' if own else 'small'} letters on the map"
    coins = f"Coins: you {int(s.coins[own])}, {SEATS[1 - own]} {int(s.coins[1 - own])}."
    part = f", {part}" if view.may_act and s.turn else ""
    return f"{number}{part}. {who}. {coins}{_income(survey)}{_homeless(survey)}"


def _income(survey: Survey) -> str:
    """G29: in how many more turns castles bring coins."""
    p, s = survey.p, survey.s
    if not p.income_turns:
        return ""
    turns = [max(int(p.income_turns) - int(s.turns[side]), 0) for side in (survey.player, 1 - survey.player)]
    return f" Turns in which castles still bring coins: you {turns[0]}, {SEATS[1 - survey.player]} {turns[1]}."


def _homeless(survey: Survey) -> str:
    """G26: who has been without a castle and camp."""
    counts = [(SEATS[side], int(survey.s.homeless[side])) for side in range(2) if survey.s.homeless[side]]
    most = int(survey.p.homeless_turns)
    return "".join(f" {seat} was without castle and camp in {count} of {most} turns." for seat, count in counts)


def _board(survey: Survey) -> Board:
    """The map in one character a field: whoever stands there, else what lies or is built there, else the ground."""
    view, columns = survey.map, survey.columns
    signs = [SIGNS[Ground(ground)] for ground in view.ground]
    for slot, kind in enumerate(view.building_kind):
        if kind:
            sign = _letter(BUILDING_LETTERS[Building(kind)], view.building_owner[slot])
            _cover(signs, view.building_fields(slot), sign)
    for slot in sorted(_engines(survey), key=lambda one: -view.engine_kind[one]):  # ships first: others lie on them
        sign = _letter(ENGINE_LETTERS[Engine(view.engine_kind[slot])], view.controller(slot))
        _cover(signs, view.engine_fields(slot), sign)
    for slot in (*view.units(0), *view.units(1)):
        signs[view.unit_field[slot]] = _letter(UNIT_LETTERS[Unit(view.unit_kind[slot])], slot // MOST_UNITS)
    rows = tuple("".join(signs[row * columns : (row + 1) * columns]) for row in range(view.rows))
    return Board(view.rows, columns, rows, LEGEND)


def _letter(letter: str, owner: int) -> str:
    return letter.upper() if owner == 1 else letter


def _cover(signs: list[str], fields: Iterable[int], sign: str) -> None:
    for field in fields:
        signs[field] = sign


# --- Lists


def _own(survey: Survey) -> Iterator[str]:
    """One's own things by name: buildings, engines that one mans, land units."""
    view, own = survey.map, survey.player
    buildings = [_building(survey, slot) for slot in _buildings(survey, own)]
    yield f"Yours: {'; '.join(buildings) or 'no building'}."
    engines = [_engine(survey, slot) for slot in _engines(survey) if _is_mine(survey, slot)]
    if engines:
        yield f"Your engines: {'; '.join(engines)}."
    units = view.units(own)
    for title, mark in (("Ready", 0), ("Exhausted", 1)):
        those = [slot for slot in units if bool(view.unit_spent[slot]) == bool(mark)]
        if those:
            yield f"{title}: {'; '.join(_by_kind(survey, those, is_own=True))}."
    if not units and survey.s.turn:
        yield "You have no land unit."


def _theirs(survey: Survey) -> Iterator[str]:
    """The other's things by place."""
    other, view = 1 - survey.player, survey.map
    things = [_building(survey, slot) for slot in _buildings(survey, other)]
    things += [_engine(survey, slot) for slot in _engines(survey) if view.controller(slot) == other]
    things += _by_kind(survey, survey.enemies, is_own=False)
    yield f"{SEATS[other]}: {'; '.join(things) or 'nothing'}."


def _nobodys(survey: Survey) -> Iterator[str]:
    """Walls, ladders, and engines that nobody or both sides man."""
    view = survey.map
    things = list[str]()
    for kind in (Building.WALL, Building.LADDER):
        slots = [slot for slot, number in enumerate(view.building_kind) if number == kind]
        if slots:
            things.append(f"{building(kind)} {' '.join(_span(survey, view.building_fields(slot)) for slot in slots)}")
    own = (survey.player, 1 - survey.player)
    for slot in _engines(survey):
        if view.controller(slot) not in own:
            name = engine_name(view.engine_kind[slot], slot)
            crew = "with both sides inside" if view.inside(slot) else "empty"
            things.append(f"{engine(view.engine_kind[slot])} {name} {_span(survey, view.engine_fields(slot))} {crew}")
    if things:
        yield f"Nobody's: {'; '.join(things)}."


def _is_mine(survey: Survey, slot: int) -> bool:
    return survey.map.controller(slot) == survey.player


def _buildings(survey: Survey, owner: int) -> list[int]:
    view = survey.map
    return [slot for slot, one in enumerate(view.building_owner) if one == owner and view.building_kind[slot]]


def _engines(survey: Survey) -> list[int]:
    return [slot for slot, kind in enumerate(survey.map.engine_kind) if kind]


def _building(survey: Survey, slot: int) -> str:
    """A building: its name if it is one's own and acts, its place, and who besieges it."""
    view, kind, owner = survey.map, survey.map.building_kind[slot], survey.map.building_owner[slot]
    acts = owner == survey.player and kind != Building.GATE
    name = f" {building_name(kind, slot)}" if acts else ""
    fields = view.building_fields(slot)
    where = _span(survey, fields) if kind == Building.GATE else survey.place(fields[0])
    has_acted = acts and survey.s.building_acted[slot] and survey.player in survey.position.waiting
    return f"{building(kind)}{name} {where}{' (has acted)' if has_acted else ''}{_siege(survey, slot)}"


def _siege(survey: Survey, slot: int) -> str:
    """G22: how many of each side are beside a castle or camp, where any enemy is."""
    view, owner = survey.map, survey.map.building_owner[slot]
    if not plain(is_base)(view.building_kind[slot]):
        return ""
    owners = [view.owner_on(field) for field in view.beside(slot)]
    enemies, own = owners.count(1 - owner), owners.count(owner)
    return f" ({enemies} enemies and {own} of its own beside it)" if enemies else ""


def _engine(survey: Survey, slot: int) -> str:
    view, kind = survey.map, survey.map.engine_kind[slot]
    crew = " ".join(unit_name(view.unit_kind[one], one) for one in view.inside(slot))
    where = _span(survey, view.engine_fields(slot))
    if _is_mine(survey, slot):
        return f"{engine(kind)} {engine_name(kind, slot)} {where} with {crew}"
    return f"{engine(kind)} {where} with {len(view.inside(slot))} inside"


def _span(survey: Survey, fields: list[int]) -> str:
    """The first and the last field of something large."""
    first, last = survey.place(fields[0]), survey.place(fields[-1])
    return first if first == last else f"{first}-{last}"


def _by_kind(survey: Survey, slots: list[int], is_own: bool) -> Iterator[str]:
    """Land units of a kind together; one's own by name."""
    view = survey.map
    for kind in Unit:
        those = [slot for slot in slots if view.unit_kind[slot] == kind]
        if those:
            names = [f"{unit_name(kind, slot)} " if is_own else "" for slot in those]
            places = [survey.place(view.unit_field[slot]) for slot in those]
            each = [f"{name}{where}" for name, where in zip(names, places, strict=True)]
            yield f"{len(those)} {unit(kind)} {(', ' if is_own else ' ').join(each)}"
