"""What the player is asked."""

from __future__ import annotations

import math

from garrison.core.plain import plain
from garrison.games.siege import SEATS
from garrison.games.siege.rules.building import is_building
from garrison.games.siege.rules.phases import can_building_act
from garrison.games.siege.show.about import closing
from garrison.games.siege.show.footprint import footprint
from garrison.games.siege.show.odds import chance, hits, rolls
from garrison.games.siege.show.view import View
from garrison.games.siege.show.words import building, engine, plural, thing, unit
from garrison.games.siege.state import NOBODY, Building, Engine, Mode, Phase, Plane, Press, Reason, Unit

FIRST_OF_ALL = "choose your castle, and let it build barracks: without them there is no army."
FIRST = ", barracks first: they raise your army"
NOTHING_LEFT = "no building can do anything more: end the turn."
ENDINGS = {
    Reason.ARMY: "{} has no land unit",
    Reason.HOMELESS: "{} was without a castle or camp for too long",
    Reason.STRENGTH: "after the last turn {} has fewer castles or, with as many, fewer land units",
}


def prompt(view: View) -> str:
    """One or two sentences: what is asked, to follow the name of the player to act, or how the game ended."""
    return f"{_result(view)}: {ending(view)}" if view.s.over else QUESTIONS[Phase(int(view.s.phase))](view)


def asked(view: View) -> int:
    """Who is asked."""
    return NOBODY if view.s.over else int(view.s.waiting) >> 1


def ending(view: View) -> str:
    """How the game ended, to follow who won; nothing until then."""
    s = view.s
    if not s.over:
        return ""
    if not s.winners:
        return "there are no turns left." if s.reason == Reason.TURNS else "the game has reached its limit."
    words = ENDINGS.get(Reason(int(s.reason)), "the castle has held until the last turn")
    return f"{words.format(SEATS[1 - (int(s.winners) >> 1)])}."


def _result(view: View) -> str:
    return f"{SEATS[int(view.s.winners) >> 1]} wins" if view.s.winners else "A draw"


# --- The set-up


def _castle(view: View) -> str:
    if view.building_kind[0]:
        return f"place your castle, at distance {int(view.p.castle_distance)} or more (choose its top left field)."
    return "place your castle (choose its top left field)."


def _set_up(view: View) -> str:
    return "choose what to build; once you have barracks or a camp, you may end the set-up."


def _camp(view: View) -> str:
    number, camps = int(view.s.bases[1]) + 1, int(view.p.free_camps)
    which = "a free camp" if camps == 1 else f"free camp {number} of {camps}"
    return f"place {which}, at distance {int(view.p.castle_distance)} or more from the castle (its top left field)."


# --- The units' part


def _units(view: View) -> str:
    if view.s.ship != NOBODY:
        return "play those inside the ship, or press done."
    return _whose_turns(view) + closing(view.p, int(view.s.turns[view.player]))


def _whose_turns(view: View) -> str:
    then = "camps and barracks act" if view.p.mode == Mode.SIEGE else "the buildings act"
    own = view.units(view.player)
    if not own:
        return f"you have no units yet: go on, then {then}."
    if all(view.unit_spent[soldier] for soldier in own):
        return f"all your units have had their turn: go on, then {then}."
    return f"choose a unit and play its turn, or go on; then {then}."


def _which(view: View) -> str:
    return "several units are on this field: which one is to act?"


def _land(view: View) -> str:
    s, kind = view.s, view.unit_kind[int(view.s.unit)]
    wishes = [f"move on ({plural(int(s.steps_left), 'step')} left)"] if s.steps_left else []
    if view.marked(view.unit_field[int(s.unit)], Plane.TARGETS):
        wishes.append(_attack(view, kind))
    return f"{unit(kind)}: {', '.join(wishes)}, or press done."


def _attack(view: View, kind: int) -> str:
    """G11, G12: the prompt includes the odds."""
    return f"shoot (hits in {chance(int(view.p.archers_hit))})" if kind == Unit.ARCHERS else "strike an enemy down"


def _engine(view: View) -> str:
    s = view.s
    if s.engine == NOBODY:
        return f"ship: move up to {plural(int(s.steps_left), 'field')} or turn, play those inside, or press done."
    kind = view.engine_kind[int(s.engine)]
    turn = "move" if kind == Engine.TOWER else "move, turn (choose where an end goes)"
    action = f", {words}" if (words := _action(view)) else ""
    return f"{engine(kind)}: {turn}{action}, or press done."


def _moved(view: View) -> str:
    more = f"move on ({plural(int(view.s.steps_left), 'step')} left), or " if view.s.steps_left else ""
    return f"{more}choose who inside gets exhausted by the move; done exhausts all."


def _act(view: View) -> str:
    return f"{engine(view.engine_kind[int(view.s.engine)])}: {_action(view)}, or press done."


def _action(view: View) -> str:
    """What a siege unit can do, with its odds."""
    slot = int(view.s.engine)
    kind, here = view.engine_kind[slot], view.engine_fields(slot)[0]
    clicks = view.marked(here, Plane.ACTIONS)
    if kind == Engine.TOWER:
        archers = any(view.unit_kind[view.unit_at[field] - 1] == Unit.ARCHERS for field in clicks)
        odds = f" (archers hit in {chance(int(view.p.archers_hit))})" if archers else ""
        return f"choose a unit inside to attack with{odds}" if clicks else ""
    if kind == Engine.RAM:
        lowest = view.plane(here, Plane.ACTIONS)
        return "; or ".join(_rammed(view, field, lowest[field]) for field in clicks)
    return f"hurl (choose an end; hits: {hits(view, slot)})"


def _rammed(view: View, field: int, lowest: int) -> str:
    """G14: what is in front of the ram, and the odds."""
    return f"ram the {building(view.building_on(field))} (falls in {rolls(lowest)})"


def _target(view: View) -> str:
    kind = view.unit_kind[int(view.s.unit)]
    return f"{unit(kind)} in the tower: choose a target and {_attack(view, kind)}."


# --- The building part


def _buildings(view: View) -> str:
    idle = idle_buildings(view)
    if not idle:
        return NOTHING_LEFT
    is_first = _has_no_army(view) and any(view.building_kind[slot] == Building.CASTLE for slot in idle)
    return FIRST_OF_ALL if is_first else "choose a marked building to act, or end the turn."


def idle_buildings(view: View) -> list[int]:
    """G20: the buildings that can still act in this turn; none while one of them acts."""
    s = view.s
    if s.phase != Phase.BUILDINGS or s.over:
        return []
    slots = (
        slot for slot, owner in enumerate(view.building_owner) if owner == view.player and view.building_kind[slot]
    )
    return [slot for slot in slots if plain(can_building_act)(view.p, s, view.player, slot)]


def _make(view: View) -> str:
    s = view.s
    kind, coins = view.building_kind[int(s.building)], plural(int(s.coins[int(s.waiting) >> 1]), "coin")
    verb = "build" if kind == Building.CASTLE else "make"
    alternative = ", or press done" if s.made else FIRST if kind == Building.CASTLE and _has_no_army(view) else ""
    return f"{building(kind)}: choose what to {verb}{alternative}. You have {coins}."


def _has_no_army(view: View) -> bool:
    """Whether a player has nobody, and nothing that raises anybody."""
    buildings = zip(view.building_kind, view.building_owner, strict=True)
    return not view.units(view.player) and not any(
        kind in (Building.BARRACKS, Building.CAMP) and owner == view.player for kind, owner in buildings
    )


def _way(view: View) -> str:
    return f"which way does the {thing(int(view.s.making))} lie?"


def _place(view: View) -> str:
    making = int(view.s.making)
    name, where = thing(making), "beside the building"
    if plain(is_building)(making):
        where = f"at distance {view.p.build_distance[making - Press.BARRACKS]} or less from the castle"
    corner = " (its top left field)" if math.prod(footprint(view)) > 1 else ""
    goes = "go" if name == "archers" else "goes"
    return f"choose where the {name} {goes}, {where}{corner}."


QUESTIONS = {
    Phase.CASTLE: _castle,
    Phase.SET_UP: _set_up,
    Phase.CAMP: _camp,
    Phase.UNITS: _units,
    Phase.WHICH: _which,
    Phase.LAND: _land,
    Phase.ENGINE: _engine,
    Phase.MOVED: _moved,
    Phase.ACT: _act,
    Phase.TARGET: _target,
    Phase.BUILDINGS: _buildings,
    Phase.MAKE: _make,
    Phase.WAY: _way,
    Phase.PLACE: _place,
}
