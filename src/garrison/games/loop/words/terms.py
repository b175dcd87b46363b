"""How one decision is written: `place tower 4,6`, `wear shield`, `sell sword`, `buy potion`, `drink`, `leave`."""

from __future__ import annotations

from collections.abc import Sequence

from garrison.core.plain import plain
from garrison.core.words.moves import NamedMove
from garrison.core.words.notation import label, place, written
from garrison.core.words.viewpoint import Viewpoint
from garrison.games.loop import FIELDS, GOODS, MOST_CARDS, MOST_ITEMS
from garrison.games.loop.rules.shop import sale_gold
from garrison.games.loop.show.words import BUILDINGS, ITEMS, a_building, an_item, use
from garrison.games.loop.state import State
from garrison.games.loop.state.constants import SLOT_OF, Press

NAMES: dict[int, str] = {  # buttons of which there is one only
    **{Press.BUY_SWORD + good: f"buy {name}" for good, name in enumerate(GOODS)},
    Press.ADVANCE: "advance",
    Press.DRINK: "drink",
    Press.LEAVE: "leave",
}


def named(view: Viewpoint, actions: tuple[int, ...]) -> NamedMove:
    """One decision, with what it does."""
    is_eventful = actions[0] != Press.ADVANCE
    return NamedMove(notation(view, actions), _words(view, actions), actions, is_eventful=is_eventful)


def _words(view: Viewpoint, actions: tuple[int, ...]) -> str:
    s, (first, *rest) = view.state, actions
    card = card_of(s, first) if rest else int(s.cards[s.chosen]) if first < FIELDS else 0
    item = item_of(s, first)
    if card:
        where = place(actions[-1], view.columns)
        return f"Builds {a_building(card)} on {where}: {use(view.parameters, card)}."
    if item:
        off = int(s.worn[SLOT_OF[item]])
        instead = f" instead of {an_item(off)}" if off else ""
        return (
            f"Sells {an_item(item)} for {sale_of(view, item)} gold."
            if s.shopping
            else f"Puts on {an_item(item)}{instead}."
        )
    words = label(view, first)
    return f"{words[:1].upper()}{words[1:]}."


def _swap(s: State, item: int) -> str:
    """L18: what an item takes the place of."""
    off = int(s.worn[SLOT_OF[item]])
    return f"Puts on {an_item(item)}{f' instead of {an_item(off)}' if off else ''}."


def sale_of(view: Viewpoint, item: int) -> int:
    """What the shop gives for an item."""
    return int(plain(sale_gold)(view.parameters, view.state, item))


def notation(view: Viewpoint, actions: Sequence[int]) -> str:
    """Decisions one after the other: a card with its field, an item by its name, a button or a field."""
    is_card = len(actions) > 1 and actions[1] < FIELDS and card_of(view.state, actions[0])
    own, rest = (actions[:2], actions[2:]) if is_card else (actions[:1], actions[1:])
    if not rest:
        return _decision(view, own)
    after = view.position.copy()
    for action in own:
        after.play(view.player, action)
    return f"{_decision(view, own)}; {notation(Viewpoint(after, view.player), rest)}"


def _decision(view: Viewpoint, actions: Sequence[int]) -> str:
    s, first = view.state, actions[0]
    card, item = card_of(s, first), item_of(s, first)
    if card and len(actions) == 2 and first == first_button(s.cards, card, Press.CARD_1):
        return f"place {BUILDINGS[card]} {place(actions[1], view.columns)}"
    if item and first == first_button(s.items, item, Press.ITEM_1):
        return f"{'sell' if s.shopping else 'wear'} {ITEMS[item].lower()}"
    return NAMES.get(first, written(view, actions))


def card_of(s: State, action: int) -> int:
    """The card in hand that a button chooses; 0 for other buttons."""
    return int(s.cards[action - Press.CARD_1]) if Press.CARD_1 <= action < Press.CARD_1 + MOST_CARDS else 0


def item_of(s: State, action: int) -> int:
    """The item that a button is for; 0 for other buttons."""
    return int(s.items[action - Press.ITEM_1]) if Press.ITEM_1 <= action < Press.ITEM_1 + MOST_ITEMS else 0


def first_button(things: Sequence[int], thing: int, button: int) -> int:
    """The button of the first such thing; of equal ones, it stands for all."""
    return int(button) + [int(one) for one in things].index(thing)


def fields_for(view: Viewpoint, card: int) -> list[int]:
    """L24: where a card may be placed; the rules say so once it is chosen."""
    position = view.position.copy()
    position.play(view.player, card)
    return [action for action in position.actions(view.player) if action < FIELDS]


def action_called(view: Viewpoint, name: str) -> int | None:
    """The button that may be pressed now and is written so."""
    legal = view.position.actions(view.player) if view.may_act else []
    return next((action for action in legal if action >= FIELDS and notation(view, (action,)) == name), None)
