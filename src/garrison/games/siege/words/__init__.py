"""Siege in words: orders such as `k1 26,16x26,15; rest>26,20; end; b3 cav 15,19 15,20; castle coins; end`.

Things have names, such as k1 for cavalry, which they keep as long as they live. An order for something else ends with
done what is under way.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from garrison.core.words.moves import NamedMove
from garrison.core.words.reader import unknown
from garrison.core.words.viewpoint import Viewpoint
from garrison.errors import UnknownMove, shown
from garrison.games.siege.state import Press
from garrison.games.siege.words.answers import answers
from garrison.games.siege.words.draft import NEAREST, Draft, Refusal, rests
from garrison.games.siege.words.forecasts import attackers, forecasts
from garrison.games.siege.words.lines import lines, things
from garrison.games.siege.words.listing import moves
from garrison.games.siege.words.macros import read_macro
from garrison.games.siege.words.news import news
from garrison.games.siege.words.notation import written
from garrison.games.siege.words.orders import clicks_of
from garrison.games.siege.words.short_rules import rules
from garrison.games.siege.words.survey import survey_of
from garrison.games.siege.words.told import order_words

ANYBODY = re.compile(r"[a-z]\d{1,3}\s*x\s*(>.*)?", re.IGNORECASE)  # who attacks whom it reaches

__all__ = [
    "answers",
    "attackers",
    "forecasts",
    "is_ending",
    "lines",
    "moves",
    "news",
    "notation",
    "read",
    "rests",
    "rules",
    "things",
]


def is_ending(view: Viewpoint, text: str) -> bool:
    """Whether an order ends a part of a turn in which something could still be done."""
    if text.lower().split()[:1] != ["end"]:
        return False
    return bool(survey_of(view).next_up) or any(move.is_eventful for move in view.moves)


def notation(view: Viewpoint, actions: Sequence[int]) -> str:
    """Clicks as orders."""
    return written(view.position, view.player, actions)


def read(view: Viewpoint, text: str) -> NamedMove | None:
    """An order; None for what is read as in any game."""
    if ANYBODY.fullmatch(text):
        return read_macro(view, text)
    try:
        draft = clicks_of(view.position, view.player, text)
    except Refusal as refusal:
        raise refused(view, text, refusal) from None
    if draft is None or not draft.actions:
        return read_macro(view, text)
    return _named(view, draft)


def _named(view: Viewpoint, draft: Draft) -> NamedMove:
    """An order that can be carried out; what it puts aside with done before is not written."""
    position, player, actions = view.position, view.player, tuple(draft.actions)
    aside = Draft(position, player)
    while not aside.is_at_rest and len(aside.actions) < len(actions) - 1 and actions[len(aside.actions)] == Press.DONE:
        aside.click(int(Press.DONE))
    rest = actions[len(aside.actions) :]
    text = written(aside.position, player, rest)
    words = "" if view.is_brief else order_words(aside.position, player, rest)
    is_complete = player not in draft.position.waiting
    return NamedMove(text, words or f"{text}.", actions, is_complete=is_complete)


def refused(view: Viewpoint, text: str, refusal: Refusal) -> UnknownMove:
    """Why an order can't be carried out, with orders that could be instead."""
    instead = refusal.instead or _others_of(view, text)
    if not instead:
        return unknown(view, text, str(refusal))
    return UnknownMove(f"{shown(text)} is not a move now: {refusal}. The nearest moves: {', '.join(instead)}.")


def _others_of(view: Viewpoint, text: str) -> list[str]:
    """The first moves of what an order begins with."""
    name = f"{text.split()[0].lower()} "
    return [move.notation for move in view.moves if move.notation.startswith(name)][:NEAREST]
