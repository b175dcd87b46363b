"""What is typed: walks that stop, and buying, selling, putting on and placing, several in a line."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from garrison.core.engine.events import Event
from garrison.core.plain import plain
from garrison.core.words.moves import Course, NamedMove, Steps
from garrison.core.words.notation import place
from garrison.core.words.reader import unknown
from garrison.core.words.viewpoint import Viewpoint
from garrison.games.loop.rules.enemies import is_boss
from garrison.games.loop.show.words import BUILDINGS
from garrison.games.loop.state.constants import NOTHING, SLOT_OF, Press
from garrison.games.loop.state.happenings import Happening
from garrison.games.loop.words.terms import action_called, card_of, fields_for, item_of, named

GO = re.compile(r"(?:go|advance) until (.+)", re.IGNORECASE)
HEALTH = re.compile(r"health ?< ?(\d{1,6})")
BUY = re.compile(r"buy (.+)", re.IGNORECASE)
SELL = re.compile(r"sell (?:(\d{1,3}|all) )?([a-z ]+)", re.IGNORECASE)
WEAR = re.compile(r"(?:wear|put on) (.+)", re.IGNORECASE)
PLACE = re.compile(r"place ([a-z' ]+?) (\d{1,2},\d{1,2})", re.IGNORECASE)
MOST_UNITS, MOST_THINGS = 2000, 64  # of one course
MOST_FIELDS = 8  # that are named where one is wrong
STOPS: dict[str, Callable[[Event], bool]] = {  # what may stop a walk
    "card": lambda event: event.kind == Happening.GOT_CARD,
    "item": lambda event: event.kind == Happening.GOT_ITEM,
    "shop": lambda event: event.kind == Happening.SHOP,
    "cycle": lambda event: event.kind == Happening.CYCLE,
    "battle": lambda event: event.kind == Happening.BATTLE_WON,
    "boss": lambda event: event.kind == Happening.APPEARED and bool(plain(is_boss)(event.enemy)),
}


def read(view: Viewpoint, text: str) -> NamedMove | None:
    """A course, or a card with its field; None for buttons and fields."""
    words = text.lower()
    if match := GO.fullmatch(words):
        return _walk(view, text, _parts(match[1].replace(" or ", ", ")))
    if match := SELL.fullmatch(words):
        count = 1 if match[1] is None else MOST_THINGS if match[1] == "all" else int(match[1])
        kind = match[2].strip().removesuffix("s")
        return _in_turn(view, text, f"sell {f'{match[1]} ' if match[1] else ''}{kind}", [f"sell {kind}"] * count)
    if match := BUY.fullmatch(words):
        wishes = [f"buy {kind}" for part in _parts(match[1]) for kind in _counted(part)]
        return _in_turn(view, text, f"buy {', '.join(_parts(match[1]))}", wishes)
    if match := WEAR.fullmatch(words):
        return _dressing(view, text, _parts(match[1]))
    if match := PLACE.fullmatch(words):
        row, column = map(int, match[2].split(","))
        return _placing(view, text, match[1].strip(), row, column)
    return None


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _counted(part: str) -> list[str]:
    """`3 potion` as three of them."""
    number, _, kind = part.partition(" ")
    return [kind] * min(int(number), MOST_THINGS) if number.isdecimal() and kind else [part]


def _course(notation: str, words: str, condition: str, course: Course) -> NamedMove:
    return NamedMove(notation, words, (), condition, course)


def _walk(view: Viewpoint, text: str, stops: list[str]) -> NamedMove:
    for stop in stops:
        if stop not in STOPS and not HEALTH.fullmatch(stop):
            raise unknown(view, text, f"a walk goes on until {', '.join(STOPS)} or health < N, not {stop!r}")
    until = ", ".join(stops)
    return _course(f"go until {until}", f"Goes on until one of: {until}.", until, partial(_go, stops=stops))


def _go(view: Viewpoint, stops: list[str]) -> Steps:
    """Time unit by time unit; where time stands still, it stops."""
    for _ in range(MOST_UNITS):
        if not view.may_act or Press.ADVANCE not in view.position.actions(view.player):
            return "time stands still until something is decided" if view.may_act else ""
        yield int(Press.ADVANCE)
        for stop in stops:
            if _has_come(view, stop):
                return stop
    return f"{MOST_UNITS} time units have passed"


def _has_come(view: Viewpoint, stop: str) -> bool:
    """Whether the last step brought what a walk was to stop at."""
    limit = HEALTH.fullmatch(stop)
    return view.state.health < int(limit[1]) if limit else any(map(STOPS[stop], view.position.events))


def _in_turn(view: Viewpoint, text: str, notation: str, wishes: list[str]) -> NamedMove:
    """Buttons that are pressed one after the other, as they are called when their turn comes."""
    wishes = wishes[:MOST_THINGS]
    action = action_called(view, wishes[0]) if wishes else None
    if action is None:
        raise unknown(view, text, f"there is nothing called {(wishes or [text])[0]!r} now")
    if len(wishes) == 1:
        return named(view, (action,))

    def course(view: Viewpoint) -> Steps:
        for number, wish in enumerate(wishes):
            action = action_called(view, wish)
            if action is None:
                return f"{wish} is not possible any more, after {number} of {len(wishes)}"
            yield action
        return ""

    return _course(notation, f"{notation.capitalize()}.", "one of them is not possible", course)


def _dressing(view: Viewpoint, text: str, kinds: list[str]) -> NamedMove:
    """L18: items that are put on; `all` fills what is empty with the oldest that fit."""
    if kinds != ["all"]:
        return _in_turn(view, text, f"wear {', '.join(kinds)}", [f"wear {kind}" for kind in kinds])

    def course(view: Viewpoint) -> Steps:
        while (action := _fitting(view)) is not None:
            yield action
        return ""

    return _course("wear all", "Puts on whatever has an empty place.", "nothing fits any more", course)


def _fitting(view: Viewpoint) -> int | None:
    """The button of the oldest item whose place is empty."""
    s = view.state
    legal = view.position.actions(view.player) if view.may_act and not s.shopping else []
    buttons = (action for action in legal if item_of(s, action))
    return next((action for action in buttons if not s.worn[SLOT_OF[item_of(s, action)]]), None)


def _placing(view: Viewpoint, text: str, card: str, row: int, column: int) -> NamedMove:
    """A card that is chosen and put on a field, or the chosen one."""
    s, field = view.state, row * view.columns + column
    legal = view.position.actions(view.player)
    if s.chosen != NOTHING and BUILDINGS[int(s.cards[s.chosen])] == card:
        button, fields = [], legal
    else:
        button = [action for action in legal if card_of(s, action) and BUILDINGS[card_of(s, action)] == card][:1]
        fields = fields_for(view, button[0]) if button else []
    if not fields:
        raise unknown(view, text, f"there is no card called {card!r} in hand that may be placed")
    if column >= view.columns or field not in fields:
        where = " ".join(place(one, view.columns) for one in fields[:MOST_FIELDS])
        raise unknown(view, text, f"a {card} can't stand on {row},{column}, but for example on {where}")
    return named(view, (*button, field))
