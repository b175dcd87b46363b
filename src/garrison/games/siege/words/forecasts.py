"""What is public and certain to be possible next: whom the other side could attack, who could come beside castles."""

from __future__ import annotations

from collections.abc import Iterator

from garrison.core.plain import plain
from garrison.core.words.viewpoint import Viewpoint
from garrison.games.siege import SEATS
from garrison.games.siege.rules.pieces import is_base
from garrison.games.siege.show.words import building, unit
from garrison.games.siege.state import Engine, Plane
from garrison.games.siege.words.fields import by_rows
from garrison.games.siege.words.names import unit_name
from garrison.games.siege.words.survey import Survey, survey_of

MOST = 30  # land units in danger that are named


def forecasts(view: Viewpoint) -> list[str]:
    """G11, G12, G15, G22: as all things stand now."""
    survey = survey_of(view)
    return [*_attacked(survey), *_besieged(survey), *_stoned(survey)] if survey.s.turn else []


def attackers(view: Viewpoint, field: int) -> list[str]:
    """G11, G12: the other side's land units that could attack somebody on a field in their next turn."""
    survey = survey_of(view)
    those = [enemy for enemy in survey.enemies if survey.stands(enemy, field)]
    return [f"{unit(survey.map.unit_kind[one])} {survey.place(survey.map.unit_field[one])}" for one in those]


def danger_words(survey: Survey, field: int) -> str:
    """How many archers and others could attack somebody on a field: `3a+2`, or `safe`."""
    archers, others = survey.danger(field)
    return "+".join([*([f"{archers}a"] if archers else []), *([str(others)] if others else [])]) or "safe"


def _attacked(survey: Survey) -> Iterator[str]:
    """G11, G12: who could be attacked where it is."""
    view, other = survey.map, SEATS[1 - survey.player]
    fields = {slot: view.unit_field[slot] for slot in view.units(survey.player)}
    if not fields or not survey.enemies:
        return
    those = [slot for slot, field in fields.items() if survey.danger(field) != (0, 0)]
    if not those:
        yield f"As things stand, {other} could attack none of your units next."
        return
    each = [f"{unit_name(view.unit_kind[one], one)} ({danger_words(survey, fields[one])})" for one in those[:MOST]]
    more = f" and {len(those) - MOST} more" if len(those) > MOST else ""
    yield f"As things stand, {other} could attack next (2a+3: by 2 archers and 3 others): {', '.join(each)}{more}."


def _besieged(survey: Survey) -> Iterator[str]:
    """G22: how many could come beside each castle and camp in their next turn, where enough could."""
    view, need = survey.map, int(survey.p.capture_units)
    for slot, kind in enumerate(view.building_kind):
        if not plain(is_base)(kind) or not kind:
            continue
        owner, fields = view.building_owner[slot], set(view.beside(slot))
        attackers = view.units(1 - owner) if owner == survey.player else survey.ready
        coming = [one for one in attackers if fields & {view.unit_field[one], *survey.ways(one).goals}]
        if len(coming) >= need:
            guards = sum(view.owner_on(field) == owner for field in fields)
            whose, who = ("your", "of theirs") if owner == survey.player else ("their", "of yours")
            name = f"{whose} {building(kind)} {survey.place(view.building_field[slot])}"
            yield f"{len(coming)} {who} could come beside {name}, which {guards} of its own guard."


def _stoned(survey: Survey) -> Iterator[str]:
    """G15: where the stones of the other side's trebuchets can come down from where they are."""
    view, other = survey.map, 1 - survey.player
    for slot, kind in enumerate(view.engine_kind):
        if kind == Engine.TREBUCHET and view.controller(slot) == other:
            first = view.engine_fields(slot)[0]
            planes = survey.position.reach(other, first)[Plane.AIMS, : view.rows, : view.columns]
            fields = [int(field) for field in planes.ravel().nonzero()[0]]
            if fields:
                yield f"Their trebuchet on {survey.place(first)} can hit {by_rows(fields, survey.columns)}."
