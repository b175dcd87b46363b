"""What may be answered in Siege: attacks in reach, what engines and buildings can do, and how orders are written."""

from __future__ import annotations

from collections.abc import Iterator

from garrison.core.plain import plain
from garrison.core.words.viewpoint import Viewpoint
from garrison.games.siege.rules.building import has_two_ways
from garrison.games.siege.rules.phases import do_castles_act
from garrison.games.siege.rules.turns import ready_inside
from garrison.games.siege.show.words import building, price, unit
from garrison.games.siege.state import FIELD_CAPACITY, Building, Engine, Phase, Press
from garrison.games.siege.words.draft import Draft, Refusal
from garrison.games.siege.words.fields import by_rows
from garrison.games.siege.words.forecasts import danger_words
from garrison.games.siege.words.names import building_name, engine_name, unit_name
from garrison.games.siege.words.notation import LIES, TOOL_NAMES, click_word, engine_words, next_thing
from garrison.games.siege.words.orders import clicks_of
from garrison.games.siege.words.survey import Survey, survey_of
from garrison.games.siege.words.told import castle_yield

MOST_FIELDS = 150  # of something that a castle builds
MOST_TARGETS, MOST_ATTACKERS, MOST_STANDS = 16, 4, 2
PLACES = (Phase.CASTLE, Phase.CAMP, Phase.PLACE)  # in which a field is asked for
ORDERS = (
    "Answer with orders, ; between them; what is not legal when its turn has come is left out, and said. "
    "{unit} 9,4x9,5 goes to 9,4 and attacks 9,5; {unit} x9,5 attacks from the nearest field; {unit} 9,4 goes; {unit} . "
    "stays; rest>9,4 sends all others; all cavalry x attacks whom they reach, a1,a2 x9,5 one enemy; rest x>9,4 attacks "
    "or else goes; stay until an enemy within 5. end ends the units' part, then {building} cav 9,4 9,5; "
    "{building} 2 inf;{castle} end. Without a number, it is the first building of its kind that can act."
)
CASTLE = " castle wall 9,4 upright; castle coins;"
SET_UP = "Answer with what to build, ; between them: barracks 9,4; wall 9,6 upright. end ends the set-up."
ENGINES = "Engines, what each can do first; after a move, by and a name says who inside is exhausted by it:"
THEN = "Then, after end, your buildings, by the top left field of what they make:"


def answers(view: Viewpoint) -> list[str]:
    """What can be done, and examples of how it is written."""
    survey, phase = survey_of(view), Phase(int(view.state.phase))
    if phase in PLACES:
        return [*_places(view, survey)]
    if survey.next_up or phase == Phase.UNITS:
        return [*_attacks(view, survey), *_engines(survey), *_chosen(survey), *_then(survey), _orders(survey)]
    if phase in (Phase.BUILDINGS, Phase.MAKE, Phase.SET_UP):
        return [*_makings(survey), SET_UP if phase == Phase.SET_UP else _orders(survey)]
    return [f"Answer with one of: {'; '.join(f'{move.notation} ({move.words})' for move in view.moves)}"]


def _orders(survey: Survey) -> str:
    """How orders are written, with a name that is one's own."""
    view = survey.map
    slots = survey.next_up or view.units(survey.player)
    name = unit_name(view.unit_kind[slots[0]], slots[0]) if slots else "k1"
    kinds = (Building.BARRACKS, Building.CAMP)
    own = [slot for slot, owner in enumerate(view.building_owner) if owner == survey.player]
    makers = [slot for slot in own if view.building_kind[slot] in kinds]
    maker = building_name(view.building_kind[makers[0]], makers[0]) if makers else building(Building.BARRACKS)
    castle = CASTLE if plain(do_castles_act)(survey.p, survey.s) else ""
    return ORDERS.format(unit=name, building=maker, castle=castle)


# --- Units


def _attacks(view: Viewpoint, survey: Survey) -> Iterator[str]:
    """By target, who could attack it and from where."""
    if not survey.next_up:
        return
    targets = sorted(survey.targets.items())
    note = " (in brackets: who of theirs could attack there next)" if view.has_forecasts else ""
    yield f"Attacks in reach, by target, from where{note}:" if targets else "Attacks in reach: none."
    for field, by in targets[:MOST_TARGETS]:
        victim = unit(survey.map.unit_kind[survey.map.unit_at[field] - 1])
        each = [_attacker(view, survey, slot, stands) for slot, stands in list(by.items())[:MOST_ATTACKERS]]
        more = f"; {len(by) - MOST_ATTACKERS} more" if len(by) > MOST_ATTACKERS else ""
        yield f"- {victim} {survey.place(field)}: {'; '.join(each)}{more}"
    if len(targets) > MOST_TARGETS:
        yield f"- and {len(targets) - MOST_TARGETS} more targets"
    if survey.siege_fields:
        takers = [move for move in view.moves if "captures" in move.words]
        yield from (f"- {move.notation}: {move.words}" for move in takers[:MOST_ATTACKERS])


def _attacker(view: Viewpoint, survey: Survey, slot: int, stands: list[int]) -> str:
    """Somebody, and the fields to attack from: those with the fewest dangers first."""
    ways, kind = survey.ways(slot), survey.map.unit_kind[slot]
    if view.has_forecasts:
        stands = sorted(stands, key=lambda field: (sum(survey.danger(field)), len(ways.to(field)), field))
    risks = {field: f" ({danger_words(survey, field)})" if view.has_forecasts else "" for field in stands[:MOST_STANDS]}
    places = [f"{'here' if field == ways.start else survey.place(field)}{risk}" for field, risk in risks.items()]
    more = f" +{len(stands) - MOST_STANDS}" if len(stands) > MOST_STANDS else ""
    return f"{unit_name(kind, slot)} {', '.join(places)}{more}"


def _engines(survey: Survey) -> Iterator[str]:
    """G17, G18: what each siege unit and ship that is manned can do first."""
    lines = [*_engine_lines(survey)] if survey.s.phase == Phase.UNITS else []
    yield from [ENGINES, *lines] if lines else []


def _engine_lines(survey: Survey) -> Iterator[str]:
    s = survey.s
    for slot, kind in enumerate(survey.map.engine_kind):
        if kind and plain(ready_inside)(s, survey.player, slot):
            name = engine_name(kind, slot)
            try:
                draft = clicks_of(survey.position, survey.player, name)
            except Refusal:
                continue
            if draft is not None:
                yield f"- {name}: {_options(draft)}"


def _options(draft: Draft) -> str:
    """What a siege unit or ship that has its turn can do, as it is written, but for those aboard a ship."""
    thing = next_thing(draft)
    if thing is None:
        return ""
    kind, each = draft.s.engine_kind[thing.slot], list[str]()
    for action in draft.legal:
        words = " ".join(engine_words(draft, thing, action)) or click_word(draft.position, action)
        if action >= FIELD_CAPACITY or kind not in (Engine.TOWER, Engine.SHIP):
            each.append(words)
        elif kind == Engine.TOWER:
            each.append(f"{words} x and its enemy")
    return ", ".join(each)


def _chosen(survey: Survey) -> Iterator[str]:
    """Who is in the middle of its turn."""
    s = survey.s
    if s.phase == Phase.LAND:
        goals = by_rows(survey.ways(int(s.unit)).goals, survey.columns)
        name = unit_name(int(s.unit_kind[s.unit]), int(s.unit))
        yield f"It is the turn of {name}, which can still go to {goals or 'no other field'}; done ends it."


# --- Buildings


def _then(survey: Survey) -> Iterator[str]:
    """What the buildings could make as all things stand, once the units' part is over."""
    draft = Draft(survey.position, survey.player)
    if Press.END_UNITS in draft.legal:
        draft.click(Press.END_UNITS)
        lines = [*_makings(Survey(draft.position, survey.player))]
        yield from [THEN, *lines] if lines else []


def _makings(survey: Survey) -> Iterator[str]:
    """G20: what each building makes, for how many coins, and where."""
    if survey.s.phase == Phase.SET_UP:
        yield from _built(survey, Draft(survey.position, survey.player), "castle")
    for slot in survey.active:
        kind = survey.map.building_kind[slot]
        name, draft = f"{building(kind)} {building_name(kind, slot)}", Draft(survey.position, survey.player)
        if draft.phase == Phase.BUILDINGS:
            draft.click(survey.map.building_field[slot])
        yield from _built(survey, draft, name)


def _built(survey: Survey, draft: Draft, name: str) -> Iterator[str]:
    """What one building makes; things for which there are the same places together."""
    by_places: dict[str, list[str]] = {}
    for tool in draft.legal:
        if tool in TOOL_NAMES and (tool != Press.COINS or castle_yield(draft)):
            by_places.setdefault(_where(survey, draft, tool), []).append(_price(draft, tool))
    for where, things in by_places.items():
        yield f"- {name}: {', '.join(things)}{where}"


def _price(draft: Draft, tool: int) -> str:
    if tool == Press.COINS:
        return f"coins (+{castle_yield(draft)})"
    return f"{TOOL_NAMES[tool]} for {price(draft.p, tool)}"


def _distance(survey: Survey, tool: int) -> int:
    """G19: the greatest distance from the castle."""
    return int(survey.p.build_distance[tool - Press.BARRACKS])


def _where(survey: Survey, draft: Draft, tool: int) -> str:
    """The fields for its top left field; of what may stand nearly anywhere, how far from the castle."""
    if tool == Press.COINS:
        return ""
    if tool >= Press.WALL:
        return f" on free grass within {_distance(survey, tool)} of the castle"
    choice = Draft(draft.position, draft.player)
    choice.click(tool)
    if choice.phase != Phase.WAY:
        lies = f" {LIES[int(choice.s.way)]}" if plain(has_two_ways)(tool) else ""
        if len(choice.legal) > MOST_FIELDS:
            return f" on {len(choice.legal)} fields within {_distance(survey, tool)} of the castle"
        return f"{lies} on {by_rows(choice.legal, survey.columns)}"
    ways = []
    for way in choice.legal:
        lying = Draft(choice.position, choice.player)
        lying.click(way)
        ways.append(f" {LIES[way - Press.ACROSS]} on {by_rows(lying.legal, survey.columns)}")
    return ",".join(ways)


def _places(view: Viewpoint, survey: Survey) -> Iterator[str]:
    """The fields that may be chosen, of something large its top left field."""
    fields = [action for action in view.position.actions(view.player) if action < FIELD_CAPACITY]
    yield f"Answer with a field: {by_rows(fields, survey.columns)}. Such as {survey.place(fields[0])}."
