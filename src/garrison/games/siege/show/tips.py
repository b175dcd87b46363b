"""What an attack would do, on the field to click for it, with its odds (G11-G15)."""

from __future__ import annotations

from collections.abc import Iterator

from garrison.games.siege.show.odds import chance, throws
from garrison.games.siege.show.view import View
from garrison.games.siege.show.words import building, unit
from garrison.games.siege.state import DIE, NOBODY, Engine, Phase, Plane, Unit
from garrison.look.scene import FieldTip


def tips(view: View) -> Iterator[FieldTip]:
    """For the chosen unit, ram, tower or trebuchet: every field that makes it attack."""
    s = view.s
    if s.unit != NOBODY and s.phase in (Phase.LAND, Phase.TARGET):
        yield from _targets(view, int(s.unit))
    elif s.engine != NOBODY and s.phase in (Phase.ENGINE, Phase.ACT):
        yield from ACTIONS.get(view.engine_kind[int(s.engine)], _nothing)(view, int(s.engine))


def _targets(view: View, attacker: int) -> Iterator[FieldTip]:
    """G11, G12: infantry and cavalry strike down; archers need luck."""
    here = view.unit_field[attacker]
    lowest = view.plane(here, Plane.TARGETS)
    for field in view.marked(here, Plane.TARGETS):
        victim = unit(view.unit_kind[view.unit_at[field] - 1])
        shoots = view.unit_kind[attacker] == Unit.ARCHERS
        words = f"Hits the {victim} in {chance(lowest[field])}." if shoots else f"Strikes the {victim} down."
        yield FieldTip(field, words, (field,))


def _rammed(view: View, ram: int) -> Iterator[FieldTip]:
    """G14: the building in front of it, all of which would fall."""
    here = view.engine_fields(ram)[0]
    lowest = view.plane(here, Plane.ACTIONS)
    for field in view.marked(here, Plane.ACTIONS):
        falls = tuple(view.building_fields(view.building_at[field] - 1))
        yield FieldTip(field, f"The {building(view.building_on(field))} falls in {chance(lowest[field])}.", falls)


def _hurled(view: View, trebuchet: int) -> Iterator[FieldTip]:
    """G15: for each end, where stones may come down and what each roll destroys."""
    ends = view.engine_fields(trebuchet)
    aims = view.marked(ends[0], Plane.AIMS)
    outcomes = throws(view, trebuchet)
    for end in view.marked(ends[0], Plane.ACTIONS):
        hits = [f"{roll} {victim}" for origin, roll, victim in outcomes if origin == end and victim]
        words = (
            f"Hits in {len(hits)} of {DIE}: roll {', '.join(hits)}." if hits else "No roll hits anything from this end."
        )
        yield FieldTip(end, words, tuple(field for field in aims if (field < ends[0]) == (end == ends[0])))


def _manned(view: View, tower: int) -> Iterator[FieldTip]:
    """G13: those inside who have somebody to attack."""
    here = view.engine_fields(tower)[0]
    lowest = view.plane(here, Plane.ACTIONS)
    for field in view.marked(here, Plane.ACTIONS):
        odds = f": hits in {chance(lowest[field])}" if lowest[field] > 1 else ""
        words = f"Attack with the {unit(view.unit_kind[view.unit_at[field] - 1])}{odds}."
        yield FieldTip(field, words, tuple(view.marked(field, Plane.TARGETS)))


def _nothing(view: View, engine: int) -> Iterator[FieldTip]:
    """A ship attacks nobody."""
    return iter(())


ACTIONS = {Engine.TOWER: _manned, Engine.RAM: _rammed, Engine.TREBUCHET: _hurled}
