"""What buildings do as orders: `b3 cav 15,19 15,20`, `b3 2 inf`, `w4 ram 12,5 upright`, `castle coins`.

In the set-up the castle's name may be left out: `wall 9,4 across`.
"""

from __future__ import annotations

import re

from garrison.core.plain import plain
from garrison.core.words.notation import FIELD
from garrison.games.siege import TOOLS
from garrison.games.siege.rules.building import can_afford, is_unit
from garrison.games.siege.show.refusals import refusal
from garrison.games.siege.show.words import plural, price, thing
from garrison.games.siege.state import FIELD_CAPACITY, Phase, Press
from garrison.games.siege.words.draft import Draft, Refusal
from garrison.games.siege.words.land import field_of
from garrison.games.siege.words.names import Thing, kind_words, name_of

WAYS = {"across": int(Press.ACROSS), "upright": int(Press.UPRIGHT)}
SHORTEST = 3  # letters of a word for what is made
# What a building makes, by its name, and taking coins.
TOOL_ACTIONS = {tool.name: int(Press.COINS) + number for number, tool in enumerate(TOOLS)}
COUNT = re.compile(r"\d{1,2}")


def tool_called(word: str) -> int | None:
    """The button that a word or its beginning stands for.

    >>> tool_called("cav") == Press.CAVALRY, tool_called("ba") is None
    (True, True)
    """
    names = [name for name in TOOL_ACTIONS if name == word or (len(word) >= SHORTEST and name.startswith(word))]
    return TOOL_ACTIONS[names[0]] if names else None


def play_building(draft: Draft, building: Thing, words: list[str]) -> None:
    """G20, G21, G24: what is said, in order; a building that could do more may go on in another order."""
    begin_building(draft, building)
    tool = int(draft.s.making)
    while words:
        word = words.pop(0)
        if word == "done":
            draft.try_click(Press.DONE, f"{name_of(building)} has nothing to be done with")
        elif word in WAYS:
            _lie(draft, word)
        elif FIELD.fullmatch(word):
            _put(draft, building, tool, word, words)
        elif COUNT.fullmatch(word):
            _make_some(draft, building, int(word), words)
        else:
            tool = _choose(draft, building, word)


def begin_building(draft: Draft, building: Thing) -> None:
    """G20: it is chosen, unless it is already."""
    s = draft.s
    if s.building == building.slot and draft.phase in (Phase.SET_UP, Phase.MAKE, Phase.WAY, Phase.PLACE):
        return
    draft.put_aside()
    if draft.phase != Phase.BUILDINGS:
        raise Refusal("buildings have their turns after the units: end the units' part first, with end")
    field = int(s.building_field[building.slot])
    draft.try_click(field, refusal(draft.p, s, draft.player, field) or "it does nothing in this mode")


def _choose(draft: Draft, building: Thing, word: str) -> int:
    """What is made."""
    tool = tool_called(word)
    if tool is None:
        raise Refusal(f"{word!r} is nothing that a {kind_words(building)} makes", _tools(draft, building))
    draft.try_click(tool, _why_not(draft, building, tool), _tools(draft, building))
    return tool


def _why_not(draft: Draft, building: Thing, tool: int) -> str:
    """Why something can't be made now."""
    name, s = kind_words(building), draft.s
    if draft.phase == Phase.PLACE:
        what, number = thing(int(s.making)), f"{name_of(building)} 1 {thing(int(s.making))} 1 {thing(tool)}"
        return f"say where the {what} goes before what is made next, or how many: {number}"
    if tool == Press.COINS:
        return f"only a castle takes coins, not {name}"
    own = int(s.coins[draft.player])
    if own < price(draft.p, tool):
        return f"{thing(tool)} costs {plural(price(draft.p, tool), 'coin')}, and you have {own}"
    if not plain(can_afford)(draft.p, s, draft.player, tool):
        return f"there are as many of {thing(tool)} as there may be"
    return f"the {name} makes no {thing(tool)} now, or there is no room for it"


def _tools(draft: Draft, building: Thing) -> list[str]:
    names = [name for name, action in TOOL_ACTIONS.items() if action in draft.legal]
    return [f"{name_of(building)} {name}" for name in names[:4]]


def _lie(draft: Draft, word: str) -> None:
    """Which way it lies; asked only if there is room both ways."""
    if draft.phase == Phase.WAY:
        draft.click(WAYS[word])
    elif draft.phase != Phase.PLACE or int(draft.s.way) != WAYS[word] - Press.ACROSS:
        raise Refusal(f"there is no room for it to lie {word}")


def _put(draft: Draft, building: Thing, tool: int, word: str, words: list[str]) -> None:
    """It is put onto a field, and another one of the same onto the next."""
    if draft.phase == Phase.MAKE and tool:
        draft.try_click(tool, _why_not(draft, building, tool))
    if words[:1] and words[0] in WAYS:
        _lie(draft, words.pop(0))
    if draft.phase == Phase.WAY:
        raise Refusal(f"a {thing(int(draft.s.making))} lies across or upright: say which, after its field")
    if draft.phase != Phase.PLACE:
        raise Refusal(f"say what is made before {word}", _tools(draft, building))
    field = field_of(draft, word)
    what = thing(int(draft.s.making))
    others = [f"{name_of(building)} {what} {draft.place(one)}" for one in draft.near(field, draft.legal)]
    draft.try_click(field, f"there is no room for {what} with its top left field on {word}", others)


def _make_some(draft: Draft, building: Thing, count: int, words: list[str]) -> None:
    """So many land units, on the first fields beside the building that are free."""
    word = words.pop(0) if words else ""
    tool = tool_called(word)
    if tool is None or not count or tool == Press.COINS or not plain(is_unit)(tool):
        raise Refusal("a number is followed by infantry, archers or cavalry; all else needs a field")
    for _ in range(count):
        if draft.phase != Phase.MAKE or draft.s.building != building.slot:
            raise Refusal(f"the {kind_words(building)} makes no more in this turn")
        _choose(draft, building, word)
        draft.click(next(action for action in draft.legal if action < FIELD_CAPACITY))


def is_building_word(draft: Draft, word: str) -> bool:
    """Whether a word names a building that is to act, not what a castle is to build."""
    tool = TOOL_ACTIONS.get(word)
    return word == "castle" or (tool is not None and tool >= Press.BARRACKS and tool not in draft.legal)
