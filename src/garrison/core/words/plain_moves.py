"""The moves of any game: each result of the next whole move, with a notation and what happens in words.

The order favours nobody: moves in which something happens first, then by their clicks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from garrison.core.engine.events import Event, EventKind
from garrison.core.words.moves import NamedMove
from garrison.core.words.notation import AIM, action_token, labels, notation, place
from garrison.core.words.results import MoveResult

if TYPE_CHECKING:
    from garrison.core.words.viewpoint import Viewpoint

FEW = 3  # moves: fewer are not worth a group
LONGEST_GROUP = 240  # characters in which all moves of a group are written; of a larger one, how they go on


def plain_moves(view: Viewpoint) -> Sequence[NamedMove]:
    """Every result once, by its shortest clicks."""
    usual, texts = _usual(view), dict[Event, str]()
    moves = [_named(view, result, usual, texts) for result in view.results]
    return [move for _, move in sorted(zip(view.results, moves, strict=True), key=_order)]


def _usual(view: Viewpoint) -> set[EventKind]:
    """The kinds of events that happen with every move."""
    kinds = [{event.kind for event in result.events} for result in view.results]
    return set.intersection(*kinds) if len(kinds) > 1 else set()


def _named(view: Viewpoint, result: MoveResult, usual: set[EventKind], texts: dict[Event, str]) -> NamedMove:
    """A result as a move: events that are seen, but for the usual ones, make it eventful."""
    sights = view.game.feedback.sights
    for event in result.events:
        if event not in texts:
            texts[event] = view.game.describe(event) if event.kind.told else ""
    notable = [event for event in result.events if event.kind in sights and event.kind not in usual]
    sentences = [texts[event] for event in notable if texts[event]]
    words = " ".join(dict.fromkeys(sentences)) or f"{labels(view, result.actions).capitalize()}."
    return NamedMove(
        notation(view, result.actions),
        words,
        result.actions,
        is_eventful=bool(notable),
        is_complete=result.is_complete,
    )


def _order(pair: tuple[MoveResult, NamedMove]) -> tuple[bool, tuple[int, ...]]:
    result, move = pair
    return not move.is_eventful, result.actions


def aimed(view: Viewpoint, first: int, last: int) -> NamedMove | None:
    """The move that begins with one action and ends on a field: the most eventful one, then the shortest."""
    those = [move for move in view.moves if move.actions[:1] == (first,) and last in move.actions[-2:]]
    ending = [move for move in those if end_of(view, move) == last]
    return min(ending, key=lambda move: (not move.is_eventful, len(move.actions), move.actions), default=None)


def end_of(view: Viewpoint, move: NamedMove) -> int:
    """The last field that a move clicks; -1 if it clicks none."""
    return next((action for action in reversed(move.actions) if action < view.game.facts.fields), -1)


def listed(view: Viewpoint, moves: Sequence[NamedMove], most: int) -> list[str]:
    """Moves as lines of text: one for each in which something happens, and the others by what they begin with."""
    single = [move for move in moves if move.is_eventful or len(move.actions) == 1]
    eventful = [move for move in single if move.is_eventful]
    lines = _eventful_lines(view, eventful, most)
    short = [f"{move.notation}{_label(view, move)}" for move in single if not move.is_eventful]
    lines += ["; ".join(short)] if short else []
    lines += _groups(view, [move for move in moves if not move.is_eventful and len(move.actions) > 1])
    rest = len(lines) - most
    return lines if rest <= 0 else [*lines[:most], f"and {rest} more lines: ask for the moves of one of them."]


def _eventful_lines(view: Viewpoint, moves: list[NamedMove], most: int) -> list[str]:
    """A line for each; where they are too many, for each first action that more than a few of them share."""
    lines = list[str]()
    for first, group in _by_first(moves).items():
        if len(moves) > most and len(group) > FEW and len(group[0].actions) > 1:
            lines.append(_beginning(view, first, group))
        else:
            lines += [f"{move.notation}{_more(view, move)}" for move in group]
    return lines


def _more(view: Viewpoint, move: NamedMove) -> str:
    return f": {move.words}" if move.words else ""


def _label(view: Viewpoint, move: NamedMove) -> str:
    """A button's label, where it says more than its name."""
    words = labels(view, move.actions)
    return "" if words.replace(" ", "-").lower() == move.notation.lower() else f" ({words})"


def _groups(view: Viewpoint, moves: Iterable[NamedMove]) -> list[str]:
    """Moves in which nothing else happens, by their first action: where they end."""
    return [_group(view, first, group) for first, group in _by_first(moves).items()]


def _by_first(moves: Iterable[NamedMove]) -> dict[int, list[NamedMove]]:
    by_first: dict[int, list[NamedMove]] = {}
    for move in moves:
        by_first.setdefault(move.actions[0], []).append(move)
    return by_first


def _group(view: Viewpoint, first: int, group: list[NamedMove]) -> str:
    ends = Counter(end_of(view, move) for move in group)
    token = action_token(view, first)
    if len(group) < FEW or -1 in ends or len(ends) < len(group):
        every = "; ".join(move.notation for move in group)
        return every if len(every) <= LONGEST_GROUP else _beginning(view, first, group)
    fields = " ".join(place(end, view.columns) for end in sorted(ends))
    return f"{token}{AIM}any of {len(group)} fields, and nothing else happens: {fields}"


def _beginning(view: Viewpoint, first: int, group: list[NamedMove]) -> str:
    """Of many moves, what may come second, which may be played by itself, and one of them as an example."""
    second = dict.fromkeys(action_token(view, move.actions[1]) for move in group)
    return f"{action_token(view, first)} and then {', '.join(second)}: {len(group)} moves, such as {group[0].notation}"
