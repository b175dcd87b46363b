"""An order as clicks: what is called by its name gets its turn, `end` ends a part of it, and clicks are clicks.

An order for something else ends with done what is under way; a land unit's turn ends with its order.
"""

from __future__ import annotations

import re

from garrison.core.position import Position
from garrison.core.words.notation import FIELD
from garrison.games.siege import BUTTONS
from garrison.games.siege.show.prompt import prompt
from garrison.games.siege.show.view import View
from garrison.games.siege.show.words import building
from garrison.games.siege.state import FIELD_CAPACITY, Building, Phase, Press
from garrison.games.siege.words.draft import Draft, Refusal
from garrison.games.siege.words.engines import play_engine
from garrison.games.siege.words.land import field_of, play_unit
from garrison.games.siege.words.names import LETTERS, NAME, OWNED, Thing, called_after, thing_called
from garrison.games.siege.words.works import is_building_word, play_building, tool_called

TOKEN = re.compile(
    rf"\s*(\d{{1,3}},\d{{1,3}}|[{LETTERS}]\d{{1,3}}|\d{{1,2}}|x(?=\s*(?:\d|up|right|down|left))|[a-z_]+|[-.])",
    re.IGNORECASE,
)
COMMA = re.compile(r"(?<=\d)\s*,\s*(?=\d)")
BUTTON_ACTIONS = {button.name: FIELD_CAPACITY + number for number, button in enumerate(BUTTONS)}
ENDS = {"": (Press.END_UNITS, Press.END_TURN, Press.END_SETUP), "units": (Press.END_UNITS,)} | {
    "turn": (Press.END_TURN,),
    "setup": (Press.END_SETUP,),
}
BUILDING_WORDS = {building(kind): kind for kind in OWNED}
PLACED = {Phase.CASTLE: building(Building.CASTLE), Phase.CAMP: building(Building.CAMP)}  # in the set-up, without a tool


def words_of(text: str) -> list[str] | None:
    """The words of an order; None if it has something else in it.

    >>> words_of("k1 26,16x26, 15"), words_of("t1 k3 x 14,5"), words_of("u2 x right"), words_of("k1!")
    (['k1', '26,16', 'x', '26,15'], ['t1', 'k3', 'x', '14,5'], ['u2', 'x', 'right'], None)
    """
    text, words, end = COMMA.sub(",", text.lower().strip()), [], 0
    while end < len(text):
        match = TOKEN.match(text, end)
        if match is None:
            return None
        words.append(match[1])
        end = match.end()
    return words


def clicks_of(position: Position, player: int, text: str) -> Draft | None:
    """The clicks of an order, tried out; None if the text is no order, and a `Refusal` if it can't be carried out."""
    words, draft = words_of(text), Draft(position, player)
    if not words:
        return None
    if words[0] == "end":
        _end(draft, "".join(words[1:]))
    elif draft.phase in PLACED and words[0] == PLACED[draft.phase]:
        _click(draft, words[1:])
    elif thing := _thing(draft, words[0]):
        _play(draft, thing, words[1:])
    elif draft.phase == Phase.SET_UP and tool_called(words[0]):
        play_building(draft, Thing("c", int(draft.s.building)), words)
    elif all(FIELD.fullmatch(word) or word in BUTTON_ACTIONS for word in words):
        _click(draft, words)
    else:
        return None
    return draft


def _thing(draft: Draft, word: str) -> Thing | None:
    """What an order begins with: a name, or what a building is: then the first of them that can still act."""
    if NAME.fullmatch(word):
        thing = thing_called(draft.s, draft.player, word)
        if thing is None:
            raise Refusal(f"you have nothing called {word}")
        return thing
    if word not in BUILDING_WORDS or not is_building_word(draft, word):
        return None
    things = called_after(draft.s, draft.player, word)
    if not things:
        raise Refusal(f"you have no {word}")
    fields = draft.legal if draft.phase == Phase.BUILDINGS else []
    active = [thing for thing in things if int(draft.s.building_field[thing.slot]) in fields]
    under_way = [thing for thing in things if thing.slot == draft.s.building]
    return [*under_way, *active, *things][0]


def _play(draft: Draft, thing: Thing, words: list[str]) -> None:
    (play_unit if thing.is_unit else play_engine if thing.is_engine else play_building)(draft, thing, words)


def _end(draft: Draft, part: str) -> None:
    """G24, G25: the end of the units' part, of the turn or of the set-up."""
    if part not in ENDS:
        raise Refusal("it is end, end units, end turn or end setup")
    draft.put_aside()
    button = next((button for button in ENDS[part] if button in draft.legal), None)
    if button is None:
        wanting = "there are no barracks and no camp yet" if draft.phase == Phase.SET_UP else _asked(draft)
        raise Refusal(wanting)
    draft.click(button)


def _click(draft: Draft, words: list[str]) -> None:
    """Clicks as in any game."""
    for word in words:
        if FIELD.fullmatch(word):
            field = field_of(draft, word)
            fields = [action for action in draft.legal if action < FIELD_CAPACITY]
            draft.try_click(field, f"{word} is none of the fields; {_asked(draft)}", _near(draft, field, fields))
        elif word in BUTTON_ACTIONS:
            draft.try_click(BUTTON_ACTIONS[word], _asked(draft))
        else:
            raise Refusal(f"{word!r} is neither a field nor a button")


def _near(draft: Draft, field: int, fields: list[int]) -> list[str]:
    return [draft.place(near) for near in draft.near(field, fields)]


def _asked(draft: Draft) -> str:
    """What is asked."""
    return f"asked is: {prompt(View(draft.p, draft.s, draft.position.reach)).rstrip('.')}"
