"""Why something of one's own can't be chosen."""

from __future__ import annotations

from garrison.games.siege.show.words import building, unit
from garrison.games.siege.state import FIELD_CAPACITY, MOST_UNITS, Phase, Rules, State

CHOICES = (Phase.UNITS, Phase.BUILDINGS)  # in which something is chosen to act


def refusal(p: Rules, s: State, player: int, action: int) -> str:
    """G9, G20: a unit that is exhausted, a building that has acted or has nothing to do."""
    if action >= FIELD_CAPACITY or s.phase not in CHOICES:
        return ""
    soldier, works = int(s.unit_at[action]) - 1, int(s.building_at[action]) - 1
    if s.phase == Phase.UNITS and soldier >= 0 and soldier // MOST_UNITS == player:
        name = unit(int(s.unit_kind[soldier]))
        return f"the {name} is exhausted for this turn" if s.unit_spent[soldier] else f"the {name} can't go anywhere"
    if s.phase == Phase.BUILDINGS and works >= 0 and s.building_owner[works] == player:
        name = building(int(s.building_kind[works]))
        if s.building_acted[works]:
            return f"the {name} has acted in this turn"
        return f"the {name} has nothing to do now: there is no room beside it, or too few coins"
    return ""
