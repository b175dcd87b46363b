"""What orders do, in words, with the odds where a die decides; never what a roll will be."""

from __future__ import annotations

from collections.abc import Sequence

from garrison.core.plain import plain
from garrison.core.position import Position
from garrison.games.siege.rules.building import has_two_ways
from garrison.games.siege.rules.fighting import lowest_break, lowest_hit, lowest_throw
from garrison.games.siege.rules.phases import income
from garrison.games.siege.show.odds import rolls
from garrison.games.siege.show.words import building, plural, price, thing, unit, with_article
from garrison.games.siege.state import DIE, FIELD_CAPACITY, Engine, Happening, Phase, Press, Rules, Unit
from garrison.games.siege.words.draft import Draft
from garrison.games.siege.words.engines import WAYS, actions_of, is_turn
from garrison.games.siege.words.names import Thing, name_of, unit_name
from garrison.games.siege.words.notation import LIES, TOOL_NAMES, next_thing


def attack_words(p: Rules, attacker: int, victim: int, where: str) -> str:
    """G11, G12: what a land unit's attack does.

    >>> import garrison
    >>> attack_words(garrison.load("siege").record[0], Unit.ARCHERS, Unit.CAVALRY, "3,4")
    'shoots at the cavalry on 3,4, which it hits in 2 of 6'
    """
    name = f"the {unit(victim)} on {where}"
    if attacker != Unit.ARCHERS:
        return f"strikes down {name}"
    return f"shoots at {name}, which it hits in {rolls(int(plain(lowest_hit)(p, attacker)))}"


def order_words(position: Position, player: int, actions: Sequence[int]) -> str:
    """What an order does, as a sentence."""
    draft, parts, name = Draft(position, player), list[str](), ""
    for action in actions:
        current = next_thing(draft)
        name = name_of(current) if current is not None else name
        if action not in draft.legal:
            break
        words = _words(draft, current, action)
        while parts and parts[-1].startswith(SAID_BY.get(words.partition(" ")[0], ("-",))):
            parts.pop()
        parts += [words] if words else []
        draft.click(action)
    if not name and not parts and (current := next_thing(draft)):
        name = name_of(current)
    parts += capture_words(draft)
    nothing = "stays" if actions[-1] == Press.DONE else "has its turn"
    return f"{name} {' and '.join(parts) or nothing}.".strip() if parts or name else ""


def capture_words(draft: Draft) -> list[str]:
    """G22: which castles and camps are taken with the last click; nothing where that hangs on dice."""
    if draft.is_blind or not draft.actions:
        return []
    events = [event for event in draft.position.events if event.kind == Happening.CAPTURED]
    return [f"captures the {building(event.building)} on {event.at('place')}" for event in events]


def _words(draft: Draft, current: Thing | None, action: int) -> str:
    """What a click does."""
    s, phase = draft.s, draft.phase
    if action in ENDS:
        return ENDS[action]
    if phase == Phase.LAND and action < FIELD_CAPACITY:
        return _land_words(draft, int(s.unit), action)
    if phase == Phase.TARGET:
        return _land_words(draft, int(s.unit), action)
    if phase in (Phase.PLACE, Phase.CASTLE, Phase.CAMP):
        return place_words(draft, action)
    if action in TOOL_NAMES:
        return tool_words(draft, action)
    if action in (Press.ACROSS, Press.UPRIGHT):
        return f"lets it lie {LIES[action - Press.ACROSS]}"
    if action == Press.DONE:
        return "" if phase == Phase.LAND else "has nothing more to do"
    return _engine_words(draft, current, action) if current is not None and current.is_engine else ""


SAID_BY = {"goes": ("goes",), "makes": ("pays", "lets")}  # what need not be said before
ENDS = {
    int(Press.END_UNITS): "Ends the units' part: the buildings are next",
    int(Press.END_TURN): "Ends the turn",
    int(Press.END_SETUP): "Ends the set-up",
}


def _land_words(draft: Draft, slot: int, field: int) -> str:
    s, where = draft.s, draft.place(field)
    if not s.unit_at[field]:
        return f"goes to {where}"
    victim = int(s.unit_kind[s.unit_at[field] - 1])
    words = attack_words(draft.p, int(s.unit_kind[slot]), victim, where)
    return f"{unit_name(int(s.unit_kind[slot]), slot)} {words}" if draft.phase == Phase.TARGET else words


def place_words(draft: Draft, field: int) -> str:
    """G19, G21, G23, G24: what is put onto a field."""
    where = draft.place(field)
    if draft.phase != Phase.PLACE:
        return f"Builds a {'castle' if draft.phase == Phase.CASTLE else 'camp'} on {where}"
    lies = f" {LIES[int(draft.s.way)]}" if plain(has_two_ways)(int(draft.s.making)) else ""
    return f"makes {with_article(thing(int(draft.s.making)))} on {where}{lies}"


def tool_words(draft: Draft, action: int) -> str:
    """G20: what it costs, or brings."""
    if action == Press.COINS:
        return f"brings {plural(castle_yield(draft), 'coin')}"
    return f"pays {plural(price(draft.p, action), 'coin')} for {with_article(thing(action))}"


def castle_yield(draft: Draft) -> int:
    """G29: what a castle brings in this turn."""
    return int(plain(income)(draft.p, draft.s, draft.player, draft.p.castle_coins))


def _engine_words(draft: Draft, current: Thing, action: int) -> str:
    """G13-G15, G17: what a siege unit or ship does."""
    s, where = draft.s, draft.place(action) if action < FIELD_CAPACITY else ""
    if Press.UP <= action <= Press.LEFT:
        return f"moves {WAYS[action - Press.UP]}"
    if action in (Press.TURN_LEFT, Press.TURN_RIGHT):
        return f"turns {'left' if action == Press.TURN_LEFT else 'right'}"
    if action >= FIELD_CAPACITY:
        return ""
    soldier, kind = int(s.unit_at[action]) - 1, int(s.engine_kind[current.slot])
    if draft.phase == Phase.MOVED:
        return f"exhausts {unit_name(int(s.unit_kind[soldier]), soldier)}" if soldier >= 0 else ""
    if kind in (Engine.TOWER, Engine.SHIP):
        return ""
    if is_turn(draft, current, action):
        return f"turns so that an end goes to {where}"
    return _action_words(draft, current, action)


def _action_words(draft: Draft, current: Thing, action: int) -> str:
    """G14: how likely what is rammed falls. G15: how many rolls hit anything."""
    s, p = draft.s, draft.p
    if s.engine_kind[current.slot] == Engine.RAM:
        kind = int(s.building_kind[s.building_at[action] - 1])
        lowest = int(plain(lowest_break)(p, kind))
        return f"rams the {building(kind)} on {draft.place(action)}, which falls in {rolls(lowest)}"
    names = actions_of(draft, current)
    way = next(name for name, field in names.items() if field == action)
    part = 0 if way in ("left", "up") else 1
    lowest = int(plain(lowest_throw)(p, s, current.slot, part))
    return f"hurls {way}, {'which can hit something' if lowest <= DIE else 'where nothing is to be hit'}"
