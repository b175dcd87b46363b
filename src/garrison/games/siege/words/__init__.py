"""Siege in words: orders such as `k1 26,16x26,15; rest>26,20; end; b3 cav 15,19 15,20; castle coins; end`.

Things have names, such as k1 for cavalry, which they keep as long as they live. An order for something else ends with
done what is under way.
"""

from __future__ import annotations

from collections.abc import Sequence

from garrison.core.words.moves import NamedMove
from garrison.core.words.reader import unknown
from garrison.core.words.viewpoint import Viewpoint
from garrison.errors import UnknownMove, shown
from garrison.games.siege.state import Press
from garrison.games.siege.words.answers import answers
from garrison.games.siege.words.draft import Draft, Refusal, rests
from garrison.games.siege.words.forecasts import forecasts
from garrison.games.siege.words.lines import lines
from garrison.games.siege.words.listing import moves
from garrison.games.siege.words.macros import read_macro
from garrison.games.siege.words.news import news
from garrison.games.siege.words.notation import written
from garrison.games.siege.words.orders import clicks_of
from garrison.games.siege.words.short_rules import rules
from garrison.games.siege.words.told import order_words

__all__ = ["answers", "forecasts", "lines", "moves", "news", "notation", "read", "rests", "rules"]


def notation(view: Viewpoint, actions: Sequence[int]) -> str:
    """Clicks as orders."""
    return written(view.position, view.player, actions)


def read(view: Viewpoint, text: str) -> NamedMove | None:
    """An order; None for what is read as in any game."""
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
    if not refusal.instead:
        return unknown(view, text, str(refusal))
    return UnknownMove(f"{shown(text)} is not a move now: {refusal}. The nearest moves: {', '.join(refusal.instead)}.")
