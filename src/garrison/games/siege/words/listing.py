"""The moves of Siege: every result of a land unit's turn, what buildings make, and the next clicks of all else.

Attacks come first, then what ends, then everything by the fields that are clicked.
"""

from __future__ import annotations

from collections.abc import Iterator

from garrison.core.plain import plain
from garrison.core.words.moves import NamedMove
from garrison.core.words.viewpoint import Viewpoint
from garrison.games.siege.rules.building import has_two_ways
from garrison.games.siege.rules.turns import ready_inside
from garrison.games.siege.show.words import thing, with_article
from garrison.games.siege.state import FIELD_CAPACITY, Phase, Press
from garrison.games.siege.words.draft import Draft, Refusal
from garrison.games.siege.words.names import building_name, engine_name, name_of, unit_name
from garrison.games.siege.words.notation import CLICKED, LIES, TOOL_NAMES, click_word, next_thing, order
from garrison.games.siege.words.orders import clicks_of
from garrison.games.siege.words.survey import Survey, survey_of
from garrison.games.siege.words.told import (
    attack_words,
    capture_words,
    castle_yield,
    order_words,
    place_words,
    tool_words,
)

PLACED = (Phase.CASTLE, Phase.CAMP, Phase.PLACE)  # in which a field is asked for
FINAL = (Press.END_TURN, Press.END_SETUP)  # after which others act


def moves(view: Viewpoint) -> list[NamedMove]:
    """What may be answered, in an order that favours nobody."""
    survey, phase = survey_of(view), Phase(int(view.state.phase))
    if survey.next_up or phase == Phase.UNITS:
        every = [*_land_moves(survey), *_engines(survey), *_buttons(view)]
    elif phase in (Phase.BUILDINGS, Phase.MAKE):
        every = [*_makings(survey), *_buttons(view)]
    elif phase in PLACED:
        every = [*_placed(view)]
    else:
        every = [_click(view, action) for action in view.position.actions(view.player)]
    return sorted(every, key=_rank)


def _rank(move: NamedMove) -> tuple[int, tuple[int, ...]]:
    return (0 if move.is_eventful else 1 if move.actions[0] >= FIELD_CAPACITY else 2), move.actions


# --- Clicks


def _placed(view: Viewpoint) -> Iterator[NamedMove]:
    """Where what is made may stand."""
    draft = Draft(view.position, view.player)
    name = name_of(maker) if (maker := next_thing(draft)) else ""
    first, legal = Draft(view.position, view.player), draft.legal
    first.click(legal[0])
    is_complete = view.player not in first.position.waiting
    for action in legal:
        words = f"{name} {place_words(draft, action)}.".strip()
        yield NamedMove(draft.place(action), words, (action,), is_eventful=True, is_complete=is_complete)


def _click(view: Viewpoint, action: int) -> NamedMove:
    """A click by itself."""
    position, player = view.position, view.player
    is_simple = position.state[0].phase in CLICKED or action == Press.DONE
    text = click_word(position, action) if is_simple else order(position, player, (action,))
    words = order_words(position, player, (action,)) or f"{text}."
    eventful = position.state[0].phase in (Phase.ACT, Phase.TARGET)
    return NamedMove(text, words, (action,), is_eventful=eventful, is_complete=False)


def _buttons(view: Viewpoint) -> Iterator[NamedMove]:
    """The ends, and done."""
    for action in view.position.actions(view.player):
        if action in (Press.END_UNITS, Press.END_TURN, Press.DONE):
            words = order_words(view.position, view.player, (action,))
            text = "done" if action == Press.DONE else "end"
            yield NamedMove(text, words, (action,), is_complete=action in FINAL)


# --- Land units


def _land_moves(survey: Survey) -> Iterator[NamedMove]:
    """Every end of a land unit's turn: where it is then, and whom it has attacked."""
    for slot in survey.next_up:
        unit = _UnitMoves(survey, slot)
        for goal in (unit.ways.start, *unit.ways.goals):
            yield from unit.attacks(goal)
            yield from unit.rests(goal)


class _UnitMoves:
    """The ends of one land unit's turn."""

    def __init__(self, survey: Survey, slot: int) -> None:
        s, self.survey, self.kind = survey.s, survey, survey.map.unit_kind[slot]
        self.name, self.ways, start = unit_name(self.kind, slot), survey.ways(slot), survey.ways(slot).start
        is_chosen, is_several = s.unit == slot, survey.is_several(start)
        self.first = () if is_chosen else (start, int(Press.PLAY_UNIT)) if is_several else (start,)
        self.most = int(s.steps_left) if is_chosen else int(survey.p.unit_move[self.kind - 1])
        self.victims = {field: by[slot] for field, by in survey.targets.items() if slot in by}
        self.stands = {stand for fields in self.victims.values() for stand in fields}

    def attacks(self, goal: int) -> Iterator[NamedMove]:
        """G11, G12: whom it attacks from a field."""
        for target, fields in self.victims.items() if goal in self.stands else ():
            if goal in fields:
                victim = self.survey.map.unit_kind[self.survey.map.unit_at[target] - 1]
                aim = self.survey.place(target)
                does = attack_words(self.survey.p, self.kind, victim, aim)
                yield self._move(goal, f"x{aim}", does, (target,), is_eventful=True)

    def rests(self, goal: int) -> Iterator[NamedMove]:
        """G16: it goes to a field or stays, and attacks nobody; its turn may end by itself with the last step."""
        is_over = len(self.ways.to(goal)) == self.most and goal not in self.stands and goal != self.ways.start
        if goal != self.ways.start or self.first:  # who is in its turn ends it with done, which is listed by itself
            yield self._move(goal, "", "", () if is_over else (int(Press.DONE),), is_eventful=False)

    def _move(self, goal: int, attack: str, does: str, last: tuple[int, ...], is_eventful: bool) -> NamedMove:
        clicks, where = (*self.first, *self.ways.to(goal), *last), self.survey.place(goal)
        is_going, captures = goal != self.ways.start, _captures(self.survey, goal, clicks)
        parts = [*([f"goes to {where}"] if is_going else []), *([does] if does else []), *captures]
        text = f"{self.name} {where if is_going else ''}{attack}" if is_going or attack else f"{self.name} ."
        words = f"{self.name} {' and '.join(parts) or 'stays'}."
        return NamedMove(text, words, clicks, is_eventful=is_eventful or bool(captures), is_complete=False)


def _captures(survey: Survey, goal: int, clicks: tuple[int, ...]) -> list[str]:
    """G22: which castles and camps are taken with it; tried only where enough others stand beside one."""
    if goal not in survey.siege_fields:
        return []
    draft = Draft(survey.position, survey.player)
    for action in clicks:
        draft.click(action)
    return capture_words(draft)


def _engines(survey: Survey) -> Iterator[NamedMove]:
    """Siege units and ships that can have their turn."""
    s = survey.s
    if s.phase != Phase.UNITS or not survey.is_playing_units:
        return
    for slot, kind in enumerate(survey.map.engine_kind):
        if kind and plain(ready_inside)(s, survey.player, slot):
            name = engine_name(kind, slot)
            draft = _tried(survey, name)
            if draft is not None:
                yield NamedMove(name, f"{name} has its turn.", tuple(draft.actions), is_complete=False)


def _tried(survey: Survey, text: str) -> Draft | None:
    """The clicks of an order; None if it can't be carried out."""
    try:
        return clicks_of(survey.position, survey.player, text)
    except Refusal:
        return None


# --- Buildings


def _makings(survey: Survey) -> Iterator[NamedMove]:
    """G20: what each building makes where; what a castle builds is chosen first, and then its place."""
    for slot in survey.active:
        kind = survey.map.building_kind[slot]
        name, draft = building_name(kind, slot), Draft(survey.position, survey.player)
        if draft.phase == Phase.BUILDINGS:
            draft.click(survey.map.building_field[slot])
        for tool in draft.legal:
            if tool in TOOL_NAMES:
                is_chosen_first = tool >= Press.BARRACKS or tool == Press.COINS
                yield from [_tool(draft, name, tool)] if is_chosen_first else _placings(draft, name, tool)


def _tool(draft: Draft, name: str, tool: int) -> NamedMove:
    words, clicks = f"{name} {tool_words(draft, tool)}.", (*draft.actions, tool)
    is_eventful = tool != Press.COINS or bool(castle_yield(draft))
    return NamedMove(f"{name} {TOOL_NAMES[tool]}", words, clicks, is_eventful=is_eventful, is_complete=False)


def _placings(draft: Draft, name: str, tool: int) -> Iterator[NamedMove]:
    """Something on each field beside a building, lying each way."""
    choice = Draft(draft.position, draft.player)
    choice.click(tool)
    for way in choice.legal if choice.phase == Phase.WAY else (None,):
        lying = Draft(choice.position, choice.player)
        if way is not None:
            lying.click(way)
        first = (*draft.actions, tool, *(() if way is None else (way,)))
        lies = f" {LIES[int(lying.s.way)]}" if plain(has_two_ways)(tool) else ""
        for field in lying.legal:
            where = lying.place(field)
            words = f"{name} makes {with_article(thing(tool))} on {where}{lies}."
            text, clicks = f"{name} {TOOL_NAMES[tool]} {where}{lies}", (*first, field)
            yield NamedMove(text, words, clicks, is_eventful=True, is_complete=False)
