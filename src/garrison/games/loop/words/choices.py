"""What may be answered: cards with their fields, items, goods, and time that passes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from garrison.core.words.moves import NamedMove
from garrison.core.words.viewpoint import Viewpoint
from garrison.games.loop import FIELDS
from garrison.games.loop.show.words import BUILDINGS
from garrison.games.loop.state import State
from garrison.games.loop.state.constants import NOTHING, SLOT_OF, Press
from garrison.games.loop.words.courses import STOPS
from garrison.games.loop.words.terms import card_of, fields_for, first_button, item_of, named, sale_of


def moves(view: Viewpoint) -> list[NamedMove]:
    """What is done with cards, items and gold, in the order of the buttons; that time goes on comes last."""
    legal = view.position.actions(view.player)
    every = [named(view, actions) for action in legal for actions in _decisions(view, action)]
    return sorted(every, key=lambda move: not move.is_eventful)


def _decisions(view: Viewpoint, action: int) -> Iterator[tuple[int, ...]]:
    """A button by itself, or a card with each of its fields; of equal cards and items, the first stands for all, and
    nothing is put on in exchange for the same."""
    s = view.state
    card, item = card_of(s, action), item_of(s, action)
    if card:
        is_first = action == first_button(s.cards, card, Press.CARD_1)
        yield from ((action, field) for field in (fields_for(view, action) if is_first else ()))
    elif not item or (action == first_button(s.items, item, Press.ITEM_1) and _is_change(s, item)):
        yield (action,)


def _is_change(s: State, item: int) -> bool:
    """L18: whether it is sold, or put on in another one's place."""
    return bool(s.shopping or s.worn[SLOT_OF[item]] != item)


def answers(view: Viewpoint) -> list[str]:
    """The cards by where they may stand, what may be put on, bought and sold, and the courses."""
    if view.state.fighting:
        return ["Answer: advance; or go until one of: battle (it is won), health < 40."]
    single = [move for move in view.moves if len(move.actions) == 1 and move.actions[0] >= FIELDS]
    fields = [move.actions[0] for move in view.moves if move.actions[0] < FIELDS]
    buttons = "; ".join(_priced(view, move) for move in single)
    walk = "" if view.state.shopping else f"; go until one or more of: {', '.join(STOPS)}, health < 40"
    return [
        f"Answer (several with ; between them): {buttons}{walk}.",
        f"Fields, {_by_rows(view, fields)}." if fields else "",
        *_places(view),
    ]


def _priced(view: Viewpoint, move: NamedMove) -> str:
    """A move, in the shop with its gold, and with how many may be sold."""
    action, s = move.actions[0], view.state
    if action >= Press.BUY_SWORD:
        return f"{move.notation} ({int(view.parameters.prices[action - Press.BUY_SWORD])})"
    item = item_of(s, action) if s.shopping else 0
    count = s.items.tolist().count(item)
    return f"{move.notation} ({f'{count}, ' if count > 1 else ''}{sale_of(view, item)})" if item else move.notation


def _places(view: Viewpoint) -> Iterator[str]:
    """Cards that may stand on the same fields together."""
    if view.state.chosen != NOTHING:
        return
    by_fields: dict[tuple[int, ...], list[str]] = {}
    cards: dict[int, list[int]] = {}
    for move in view.moves:
        if len(move.actions) == 2:
            cards.setdefault(move.actions[0], []).append(move.actions[1])
    for action, where in cards.items():
        by_fields.setdefault(tuple(where), []).append(BUILDINGS[card_of(view.state, action)])
    for fields, names in by_fields.items():
        yield f"place {'/'.join(names)} on, {_by_rows(view, fields)}."


def _by_rows(view: Viewpoint, fields: Iterable[int]) -> str:
    """Many fields in few words: `row: columns, 1: 2-4 7; 2: 1`."""
    rows: dict[int, list[int]] = {}
    for field in fields:
        rows.setdefault(field // view.columns, []).append(field % view.columns)
    return "row: columns, " + "; ".join(f"{row}: {_ranges(columns)}" for row, columns in rows.items())


def _ranges(numbers: list[int]) -> str:
    """Numbers that follow one another, from the first to the last."""
    starts = [number for number in numbers if number - 1 not in numbers]
    ends = [number for number in numbers if number + 1 not in numbers]
    return " ".join(f"{start}-{end}" if start < end else str(start) for start, end in zip(starts, ends, strict=True))
