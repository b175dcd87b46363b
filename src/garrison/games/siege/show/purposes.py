"""What something is done for, to follow its sentence in a hint."""

from __future__ import annotations

from garrison.core.engine.events import Event
from garrison.core.plain import plain
from garrison.games.siege.rules.capture import is_enemy_base
from garrison.games.siege.show.words import building
from garrison.games.siege.state import Building, Engine, Happening, Rules, State, Unit

BUILT = {
    Building.CASTLE: "It builds everything else, and must not be lost.",
    Building.CAMP: "It raises units nearer to the enemy, and makes engines too.",
    Building.BARRACKS: "So infantry, archers and cavalry can be raised there next.",
    Building.WORKSHOP: "So engines can be made there next: they break walls, or climb them.",
    Building.PORT: "So ships can be made there next.",
    Building.WALL: "It stands in the enemy's way.",
    Building.GATE: "Only your own units pass it.",
    Building.LADDER: "It leads up onto the walls beside it.",
}
RAISED = {
    Unit.INFANTRY: "{} of your units beside an enemy castle take it.",
    Unit.ARCHERS: "They shoot before the enemy is beside them.",
    Unit.CAVALRY: "It goes further than the others.",
}
MADE = {
    Engine.TOWER: "Units inside step over walls.",
    Engine.RAM: "With a crew inside, it breaks what is in front of it.",
    Engine.TREBUCHET: "With a crew inside, it hits what is far away.",
    Engine.SHIP: "It carries units across the water.",
}


def purpose(p: Rules, s: State, event: Event) -> str:
    """What an event is good for; "" where that is plain. The record is the one after it."""
    if event.kind == Happening.BUILT:
        return BUILT[Building(event.building)]
    if event.kind == Happening.MADE_UNIT:
        return RAISED[Unit(event.unit)].format(int(p.capture_units))
    if event.kind == Happening.MADE_ENGINE:
        return MADE[Engine(event.engine)]
    if event.kind == Happening.COINS:
        return "They pay for what you build and raise later."
    if event.kind == Happening.UNITS_ENDED:
        return "They build, raise units and take coins."
    return _march(s, event) if event.kind == Happening.STEPPED else ""


def _march(s: State, event: Event) -> str:
    """That a step leads towards an enemy castle or camp, if it does."""
    near = [
        (_distance(s, event.end, slot), slot)
        for slot in range(len(s.building_kind))
        if plain(is_enemy_base)(s, event.player, slot)
    ]
    if not near or min(near)[0] >= _distance(s, event.start, min(near)[1]):
        return ""
    slot = min(near)[1]
    return f"So it comes closer to the enemy's {building(int(s.building_kind[slot]))}."


def _distance(s: State, field: int, slot: int) -> int:
    """From a field to the middle of a building."""
    (row, column), columns = divmod(field, int(s.columns)), int(s.columns)
    top, left = divmod(int(s.building_field[slot]), columns)
    return abs(row - top - 1) + abs(column - left - 1)
