"""Clicks as orders: the shortest order that reads back to the same clicks, else the clicks themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from garrison.core.plain import plain
from garrison.core.position import Position
from garrison.core.words.notation import place
from garrison.games.siege import BUTTONS
from garrison.games.siege.rules.building import has_two_ways
from garrison.games.siege.show.pieces import BUILDING_LETTERS, ENGINE_LETTERS, UNIT_LETTERS
from garrison.games.siege.state import FIELD_CAPACITY, NOBODY, Building, Engine, Phase, Press, Unit
from garrison.games.siege.words.draft import Draft, Refusal
from garrison.games.siege.words.engines import WAYS, actions_of, is_turn
from garrison.games.siege.words.names import Thing, name_of, unit_name
from garrison.games.siege.words.orders import clicks_of
from garrison.games.siege.words.works import TOOL_ACTIONS

TOOL_NAMES = {action: name for name, action in TOOL_ACTIONS.items()}
ENDS = (Press.END_UNITS, Press.END_TURN, Press.END_SETUP)
CLICKED = (Phase.CASTLE, Phase.CAMP, Phase.WHICH, Phase.WAY, Phase.PLACE)  # in which a click says it best
LIES = ("across", "upright")


def written(position: Position, player: int, actions: Sequence[int]) -> str:
    """Clicks of one turn as orders, with ; between them."""
    return "; ".join(_orders(position, player, tuple(actions)))


def _orders(position: Position, player: int, actions: tuple[int, ...]) -> Iterator[str]:
    while actions:
        draft = _first_order(position, player, actions)
        if draft is None:  # a die was rolled: what follows is as it was clicked
            yield " ".join(click_word(position, action) for action in actions)
            return
        yield order(position, player, tuple(draft.actions))
        position, actions = draft.position, actions[len(draft.actions) :]


def _first_order(position: Position, player: int, actions: tuple[int, ...]) -> Draft | None:
    """The first clicks that belong together; None if they are not legal, as far as is known."""
    draft = Draft(position, player)
    for action in actions:
        if action not in draft.legal:
            return None
        draft.click(action)
        if draft.is_at_rest or _can_wait(draft):
            break
    return draft


def _can_wait(draft: Draft) -> bool:
    """Whether what is under way may go on in another order."""
    s = draft.s
    is_aboard, is_making = s.ship != NOBODY and s.phase == Phase.UNITS, s.phase == Phase.MAKE and s.made > 0
    return bool(is_aboard or is_making or s.phase == Phase.ACT)


def order(position: Position, player: int, actions: tuple[int, ...]) -> str:
    """These clicks as one order."""
    for text in _guesses(position, player, actions):
        try:
            draft = clicks_of(position, player, text)
        except Refusal:
            continue
        if draft is not None and tuple(draft.actions) == actions:
            return text
    return " ".join(click_word(position, action) for action in actions)


def click_word(position: Position, action: int) -> str:
    """A click in one word."""
    if action >= FIELD_CAPACITY:
        return BUTTONS[action - FIELD_CAPACITY].name
    return place(action, int(position.state[0].columns))


def _guesses(position: Position, player: int, actions: tuple[int, ...]) -> Iterator[str]:
    """What these clicks may be as an order, the shortest first."""
    if actions[0] in ENDS:
        yield "end"
    if len(actions) == 1 and (actions[0] == Press.DONE or position.state[0].phase in CLICKED):
        yield click_word(position, actions[0])
        return
    draft, words, thing = Draft(position, player), list[str](), None
    for action in actions:
        thing = thing or next_thing(draft)
        if action not in draft.legal:
            return
        words += _words(draft, thing, action)
        draft.click(action)
    thing = thing or next_thing(draft)
    if thing is not None:
        moves = len([word for word in words if word in WAYS])
        if thing.is_engine and moves and words[:moves] == [word for word in words if word in WAYS]:
            corner = draft.place(int(draft.s.engine_field[thing.slot]))
            yield " ".join([name_of(thing), corner, *words[moves:]])
        elif thing.is_unit:
            yield from _land_guesses(name_of(thing), words)
        yield " ".join([name_of(thing), *words])


def _land_guesses(name: str, words: list[str]) -> Iterator[str]:
    """G16: with the last field alone, or with all of the way."""
    steps = [word for word in words if word[0].isdigit()]
    attack = "".join(word for word in words if word[0] == "x")
    if not steps:
        yield f"{name} {attack or '.'}"
        return
    yield f"{name} {steps[-1]}{attack}"
    yield f"{name} {'-'.join(steps)}{attack}"


def next_thing(draft: Draft) -> Thing | None:
    """Whose turn it is."""
    s = draft.s
    if s.unit != NOBODY and s.phase == Phase.LAND:
        return Thing(UNIT_LETTERS[Unit(int(s.unit_kind[s.unit]))], int(s.unit))
    slot = int(s.engine if s.engine != NOBODY else s.ship)
    if slot != NOBODY:
        return Thing(ENGINE_LETTERS[Engine(int(s.engine_kind[slot]))], slot)
    if s.building != NOBODY:
        return Thing(BUILDING_LETTERS[Building(int(s.building_kind[s.building]))], int(s.building))
    return None


def _words(draft: Draft, thing: Thing | None, action: int) -> list[str]:
    """What a click says in an order; nothing if it only chooses whose turn it is."""
    s, phase = draft.s, draft.phase
    if phase == Phase.LAND:
        if action == Press.DONE:
            return []
        return [f"x{draft.place(action)}" if s.unit_at[action] else draft.place(action)]
    if phase == Phase.PLACE:
        return [draft.place(action), *([LIES[int(s.way)]] if plain(has_two_ways)(int(s.making)) else [])]
    if action in TOOL_NAMES or (action == Press.DONE and phase != Phase.MOVED):
        return [TOOL_NAMES.get(action, "done")]
    return engine_words(draft, thing, action) if thing is not None and thing.is_engine else []


def engine_words(draft: Draft, thing: Thing, action: int) -> list[str]:
    """G17, G18: what a click says in the turn of a siege unit or ship."""
    s, phase = draft.s, draft.phase
    if Press.UP <= action <= Press.LEFT:
        return [WAYS[action - Press.UP]]
    if action in (Press.TURN_LEFT, Press.TURN_RIGHT):
        return ["turn", "left" if action == Press.TURN_LEFT else "right"]
    if phase == Phase.MOVED:
        return ["by", "all" if action == Press.DONE else _unit_on(draft, action)]
    if phase == Phase.TARGET:
        return [f"x{draft.place(action)}"]
    if action >= FIELD_CAPACITY:
        return []
    kind = int(s.engine_kind[thing.slot])
    if kind in (Engine.TOWER, Engine.SHIP):
        return [_unit_on(draft, action)]
    if is_turn(draft, thing, action):
        return ["turn", draft.place(action)]
    name = next(name for name, click in actions_of(draft, thing).items() if click == action)
    return [f"x {name}" if kind == Engine.TREBUCHET else f"x{name}"]


def _unit_on(draft: Draft, field: int) -> str:
    slot = int(draft.s.unit_at[field]) - 1
    return unit_name(int(draft.s.unit_kind[slot]), slot) if slot >= 0 else draft.place(field)
