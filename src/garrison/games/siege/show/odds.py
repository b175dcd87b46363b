"""The odds in Siege, in words, before the dice are rolled (G12, G14, G15)."""

from __future__ import annotations

from garrison.games.siege import SEATS
from garrison.games.siege.show.view import View
from garrison.games.siege.show.words import engine, unit, with_article
from garrison.games.siege.state import DIE, Plane, Struck


def rolls(lowest: int) -> str:
    """How many of a die's faces show this number or more.

    >>> rolls(5)
    '2 of 6'
    """
    return f"{DIE + 1 - lowest} of {DIE}"


def chance(lowest: int) -> str:
    """The same, and as a percentage.

    >>> chance(5)
    '2 of 6 (33%)'
    """
    return f"{rolls(lowest)} ({round(100 * (DIE + 1 - lowest) / DIE)}%)"


def end_names(view: View, trebuchet: int) -> dict[int, str]:
    """The fields of a trebuchet's two ends and where they point."""
    first, last = view.engine_fields(trebuchet)
    return {first: "left", last: "right"} if last == first + 1 else {first: "up", last: "down"}


def throws(view: View, trebuchet: int) -> list[tuple[int, int, str]]:
    """G15: end, roll and what would be destroyed, for every roll that brings the stone down on the map."""
    first, last = view.engine_fields(trebuchet)
    aims = view.plane(first, Plane.AIMS)
    return sorted(
        (first if field < first else last, roll, _struck(view, first, field))
        for field in view.marked(first, Plane.AIMS)
        for roll in range(1, DIE + 1)
        if aims[field] >> (roll - 1) & 1
    )


def hits(view: View, trebuchet: int) -> str:
    """G15: for both ends of a trebuchet, how many rolls would hit anything, friend or enemy."""
    victims = throws(view, trebuchet)
    return ", ".join(
        f"{name} {sum(origin == end and bool(victim) for origin, _, victim in victims)} of {DIE}"
        for end, name in end_names(view, trebuchet).items()
    )


def _struck(view: View, trebuchet: int, field: int) -> str:
    """G15: what a stone on a field would destroy, in words; an empty string if nothing is there."""
    what = view.plane(trebuchet, Plane.STRUCK)[field]
    if what == Struck.UNIT:
        return f"{SEATS[view.owner_on(field)]}'s {unit(view.unit_kind[view.unit_at[field] - 1])}"
    if not what:
        return ""
    slot = (view.ship_at if what == Struck.SHIP else view.siege_at)[field] - 1
    owner, name = view.controller(slot), engine(view.engine_kind[slot])
    return f"{SEATS[owner]}'s {name}" if owner >= 0 else with_article(name)
