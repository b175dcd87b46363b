"""Loop for people: a record becomes a scene. World, panels and sentences are beside this file."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from garrison.core.engine.events import LIMIT
from garrison.core.plain import plain
from garrison.games.loop import GOODS
from garrison.games.loop.rules.ground import field_at, has_site
from garrison.games.loop.show.about import about
from garrison.games.loop.show.panels import all_panels, item_sprite, sale_price, why_not
from garrison.games.loop.show.pieces import board, living
from garrison.games.loop.show.tips import Reach
from garrison.games.loop.show.words import BUILDINGS, ENEMIES, ITEMS, describe
from garrison.games.loop.state import Rules, State
from garrison.games.loop.state.constants import NOTHING, Building, Ground, Press, Reason
from garrison.look.scene import Scene, SceneButton

__all__ = ["about", "describe", "scene"]

AFTER_BATTLE = "after the battle"
ENDINGS: dict[int, str] = {
    LIMIT: "The game has reached its limit of actions.",
    Reason.KILLED: "The Character is dead.",
    Reason.GOAL: "The goal is reached: you have won!",
}


def scene(p: Rules, s: State, player: int, reach: Reach) -> Scene:
    """The world, and everything the Character has."""
    return Scene(
        boards=(board(p, s, reach),), panels=all_panels(p, s), buttons=tuple(_buttons(p, s)), prompt=_prompt(p, s)
    )


def _buttons(p: Rules, s: State) -> Iterator[SceneButton]:
    """The buttons that say more than their name, and those that only have to wait."""
    yield from () if s.over else _waiting(p, s)
    yield from _cards(s)
    yield from _items(p, s)
    for good, words in enumerate(GOODS):
        waits = why_not(p, s, good) if s.shopping else ""
        yield _button(Press.BUY_SWORD + good, f"buy {words}: {p.prices[good]}", waits=waits)


def _waiting(p: Rules, s: State) -> Iterator[SceneButton]:
    """L12: in battle nothing can be done but wait; what there is stays in sight."""
    if s.fighting and s.potions:
        yield _button(Press.DRINK, "Drink a potion", "potion", waits=AFTER_BATTLE)


def _cards(s: State) -> Iterator[SceneButton]:
    """Equal cards are one stack, with one key."""
    kinds = list(dict.fromkeys(int(card) for card in s.cards[: int(s.card_count)]))
    for index in range(int(s.card_count)):
        card, is_chosen = Building(int(s.cards[index])), bool(index == s.chosen)
        is_first = index == next(place for place in range(index + 1) if s.cards[place] == card)
        keys = (str(kinds.index(card) + 1),) if is_first else ()
        sprite = card.name.lower()
        waits = "" if s.over else _why_not_now(s, card)
        yield _button(Press.CARD_1 + index, BUILDINGS[card], sprite, is_chosen, keys, waits, sprite)


def _why_not_now(s: State, card: int) -> str:
    """L12, L24, L34: why a card can't be chosen now; "" if it can."""
    if s.fighting:
        return AFTER_BATTLE
    if s.shopping:
        return ""  # it is not shown: there is enough to choose from
    if s.chosen != NOTHING:
        return "place the chosen one first"
    return "" if plain(has_site)(s, card) else "no tile is left for it"


def _items(p: Rules, s: State) -> Iterator[SceneButton]:
    waits = AFTER_BATTLE if s.fighting and not s.over else ""
    for index in range(int(s.item_count)):
        item = int(s.items[index])
        words = ITEMS[item]
        price = sale_price(p, s, item)
        label = f"sell {words}: {price}" if s.shopping else f"put on {words}"
        asks = f"This sells the {words} for {price} gold. Press again to sell it." if s.shopping else ""
        yield replace(_button(Press.ITEM_1 + index, label, item_sprite(item), waits=waits), asks=asks)


def _button(
    action: int,
    label: str,
    sprite: str = "",
    is_chosen: bool = False,
    keys: tuple[str, ...] = (),
    waits: str = "",
    stack: str = "",
) -> SceneButton:
    return SceneButton(action, "", label, keys, False, chosen=is_chosen, sprite=sprite, waits=waits, stack=stack)


def _prompt(p: Rules, s: State) -> str:
    if s.over:
        return f"{ENDINGS[int(s.reason)]} {int(s.cycles)} {'cycle' if s.cycles == 1 else 'cycles'}."
    if s.fighting:
        enemies = [ENEMIES[int(s.enemy_kinds[index])] for index in living(s) if s.enemy_stands[index]]
        return f"Battle with {_listed(enemies)}." if enemies else "Battle with turned soldiers."
    if s.shopping:
        return f"The shop is open: {int(s.gold):,} gold. Buy, sell, and leave when you are done."
    if s.chosen != NOTHING:
        return f"Choose a field for the {BUILDINGS[int(s.cards[s.chosen])]}."
    tile = int(s.tiles[int(plain(field_at)(p, int(s.place)))])
    where = "In the Hero's Castle." if tile == Ground.CASTLE else "On the path."
    return f"{where} {_advice(s)}"


def _advice(s: State) -> str:
    """What there is to do while the Character walks."""
    if any(plain(has_site)(s, int(card)) for card in s.cards[: s.card_count]):
        return "Choose a card, then where it goes."
    if s.item_count:
        return "Put on what is better than what you have."
    return "Fights bring cards, gold and gear."


def _listed(names: list[str]) -> str:
    counts = Counter(names)
    return ", ".join(f"{count} {name}s" if count > 1 else name for name, count in counts.items())
