"""What the player is asked, and the odds before the dice fall."""

from __future__ import annotations

from garrison.games.siege import BUTTONS, SEATS
from garrison.games.siege.scene_reach import View
from garrison.games.siege.scene_words import building as building_name
from garrison.games.siege.scene_words import engine, plural, unit
from garrison.games.siege.state import DIE, FIELD_CAPACITY, NOBODY, Building, Engine, Phase, Reason, Unit

ENDINGS = {Reason.ARMY: "{} has no land unit", Reason.HOMELESS: "{} was without castle and camp for too long"}


def prompt(view: View) -> str:
    """One or two sentences: who is to act, and what is asked for."""
    s = view.s
    if s.over:
        return _ending(view)
    who = SEATS[int(s.waiting) >> 1]
    return f"{who}: {_question(view)}"


def _ending(view: View) -> str:
    s = view.s
    if not s.winners:
        return "A draw: " + (
            "the turns are used up." if s.reason == Reason.TURNS else "the game has reached its limit."
        )
    winner = int(s.winners) >> 1
    words = ENDINGS.get(Reason(int(s.reason)), "the castle has held to the last turn")
    return f"{SEATS[winner]} wins: {words.format(SEATS[1 - winner])}."


def _question(view: View) -> str:
    s, p = view.s, view.p
    questions = {
        Phase.CASTLE: _castle_question,
        Phase.SET_UP: lambda view: "choose what to build, or end the set-up.",
        Phase.CAMP: lambda view: f"place a free camp, at least {int(p.castle_distance)} fields from the castle.",
        Phase.UNITS: _units_question,
        Phase.WHICH: lambda view: "whose turn is it on this field?",
        Phase.LAND: _land_question,
        Phase.ENGINE: _engine_question,
        Phase.MOVED: _moved_question,
        Phase.ACT: lambda view: f"{_action_words(view)}, or be done.",
        Phase.TARGET: lambda view: f"choose whom to attack. {odds(view)}",
        Phase.BUILDINGS: lambda view: "choose a building that acts, or end the turn.",
        Phase.MAKE: lambda view: f"what does the {building_name(view.building_kind[int(s.building)])} do?",
        Phase.WAY: lambda view: f"which way does the {_thing(view)} lie?",
        Phase.PLACE: lambda view: f"click where the {_thing(view)} goes (its top left field).",
    }
    return questions[Phase(int(s.phase))](view).strip()


def _thing(view: View) -> str:
    return BUTTONS[int(view.s.making) - FIELD_CAPACITY].label.lower()


def _castle_question(view: View) -> str:
    if view.s.building_kind[0] == Building.CASTLE:
        return f"place your castle, at least {int(view.p.castle_distance)} fields from the other one."
    return "place your castle (click its top left field)."


def _units_question(view: View) -> str:
    if view.s.ship != NOBODY:
        return "play those inside the ship, or be done with it."
    return "choose a unit and play its turn, or end the units' part."


def _land_question(view: View) -> str:
    s = view.s
    name = unit(view.unit_kind[int(s.unit)])
    steps = f"{plural(int(s.steps_left), 'step')} left, then " if s.steps_left else ""
    return f"{name}: {steps}attack or be done. {odds(view)}"


def _engine_question(view: View) -> str:
    s = view.s
    if s.engine == NOBODY:
        return f"ship: move up to {plural(int(s.steps_left), 'field')}, turn, play those inside, or be done."
    kind = view.engine_kind[int(s.engine)]
    turn = "" if kind == Engine.TOWER else " or turn (click where its end goes)"
    return f"{engine(kind)}: move{turn}, {_action_words(view)}, or be done."


def _moved_question(view: View) -> str:
    more = f"move on ({plural(int(view.s.steps_left), 'step')} left), or " if view.s.steps_left else ""
    return f"{more}choose who of the crew is exhausted; done exhausts all."


def _action_words(view: View) -> str:
    """What a siege unit can do, with its odds."""
    kind = view.engine_kind[int(view.s.engine)]
    if kind == Engine.TOWER:
        return "choose a unit inside that attacks"
    if kind == Engine.RAM:
        wall, other = (_chance(int(number)) for number in (view.p.ram_breaks_wall, view.p.ram_breaks))
        return f"ram what is in front of it (a wall falls {wall}, others {other})"
    return f"hurl from one of its ends ({'; '.join(_throws(view))})"


def odds(view: View) -> str:
    """G12: how likely the chosen archers hit."""
    s = view.s
    if s.unit == NOBODY or view.unit_kind[int(s.unit)] != Unit.ARCHERS:
        return ""
    return f"Archers hit {_chance(int(view.p.archers_hit))}."


def _chance(lowest: int) -> str:
    """A die's odds in words.

    >>> _chance(5)
    'in 2 of 6 (33%)'
    """
    good = DIE + 1 - lowest
    return f"in {good} of {DIE} ({round(100 * good / DIE)}%)"


def _throws(view: View) -> list[str]:
    """G15: for each end of the trebuchet what which roll would hit."""
    ends = view.engine_fields(int(view.s.engine))
    names = ("left", "right") if ends[1] == ends[0] + 1 else ("up", "down")
    shots = view.shots(int(view.s.engine))
    return [
        f"{name}: {_hits(view, [shot for shot in shots if shot[0] == end])}"
        for end, name in zip(ends, names, strict=True)
    ]


def _hits(view: View, shots: list[tuple[int, int, int]]) -> str:
    found = [f"{roll} hits {words}" for _, roll, field in shots if (words := _target(view, field))]
    chance = f"{len(found)} of {DIE}"
    return f"{', '.join(found)}, {chance}" if found else f"nothing to hit, {chance}"


def _target(view: View, field: int) -> str:
    """G15: what would be destroyed on a field; an empty text if nothing is there."""
    if view.ship_at[field]:
        return "a ship"
    if view.siege_at[field]:
        return f"a {engine(view.siege_on(field))}"
    if view.unit_at[field]:
        return f"{SEATS[view.owner_on(field)]}'s {unit(view.unit_kind[view.unit_at[field] - 1])}"
    return ""
