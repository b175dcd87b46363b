"""The odds in Siege, in words, before the dice fall (G12, G14, G15)."""

from __future__ import annotations

from garrison.games.siege import SEATS
from garrison.games.siege.show.reach import View
from garrison.games.siege.show.words import engine, unit, with_article
from garrison.games.siege.state import DIE


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


def throws(view: View, trebuchet: int) -> str:
    """G15: for both ends of a trebuchet, how many rolls would hit somebody, whoever that is."""
    names, shots = end_names(view, trebuchet), view.shots(trebuchet)
    return ", ".join(
        f"{name} {sum(bool(struck(view, field)) for origin, _, field in shots if origin == end)} of {DIE}"
        for end, name in names.items()
    )


def struck(view: View, field: int) -> str:
    """G15: what a stone on a field would destroy; an empty text if nothing is there."""
    slot = view.ship_at[field] or view.siege_at[field]
    if slot:
        owner, name = view.controller(slot - 1), engine(view.engine_kind[slot - 1])
        return f"{SEATS[owner]}'s {name}" if owner >= 0 else with_article(name)
    if view.unit_at[field]:
        return f"{SEATS[view.owner_on(field)]}'s {unit(view.unit_kind[view.unit_at[field] - 1])}"
    return ""
