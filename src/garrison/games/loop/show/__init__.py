"""Loop for people: a record becomes a scene. World, panels and sentences are beside this file."""

from collections import Counter
from collections.abc import Iterator

from garrison.core.engine.events import LIMIT
from garrison.games.loop import GOODS
from garrison.games.loop.show.panels import all_panels, item_sprite, sale_price
from garrison.games.loop.show.pieces import Reach, board, living
from garrison.games.loop.show.words import BUILDINGS, ENEMIES, ITEMS, describe
from garrison.games.loop.state.constants import NOTHING, Building, Enemy, Ground, Item, Press, Reason
from garrison.look.scene import Scene, SceneButton

__all__ = ["describe", "scene"]

ENDINGS: dict[int, str] = {
    LIMIT: "The game has reached its limit of actions.",
    Reason.KILLED: "The Character is dead.",
    Reason.GOAL: "The goal is reached: you have won!",
}


def scene(p, s, player, reach: Reach) -> Scene:
    """The world, and everything the Character has."""
    return Scene(
        boards=(board(p, s, reach),), panels=all_panels(p, s), buttons=tuple(_buttons(p, s)), prompt=_prompt(p, s)
    )


def _buttons(p, s) -> Iterator[SceneButton]:
    """The buttons that say more than their name: cards, items and goods."""
    for index in range(int(s.card_count)):
        card = Building(int(s.cards[index]))
        yield _button(Press.CARD_1 + index, BUILDINGS[card], card.name.lower(), bool(index == s.chosen))
    for index in range(int(s.item_count)):
        item = int(s.items[index])
        words = ITEMS[Item(item)]
        label = f"sell {words}: {sale_price(p, s, item)}" if s.shopping else words
        yield _button(Press.ITEM_1 + index, label, item_sprite(item))
    for good, words in enumerate(GOODS):
        yield _button(Press.BUY_SWORD + good, f"buy {words}: {p.prices[good]}")


def _button(action: int, label: str, sprite: str = "", chosen: bool = False) -> SceneButton:
    return SceneButton(action, "", label, (), False, chosen=chosen, sprite=sprite)


def _prompt(p, s) -> str:
    if s.over:
        return f"{ENDINGS[int(s.reason)]} {int(s.cycles)} cycles."
    if s.fighting:
        enemies = [ENEMIES[Enemy(int(s.enemy_kinds[index]))] for index in living(s) if s.enemy_stands[index]]
        return f"Battle with {_listed(enemies)}." if enemies else "Battle with turned soldiers."
    if s.shopping:
        return f"The shop is open: {int(s.gold):,} gold. Buy, sell, and leave when you are done."
    if s.chosen != NOTHING:
        return f"Choose a field for the {BUILDINGS[Building(int(s.cards[s.chosen]))]}."
    tile = int(s.tiles[int(p.path_y[s.place]) * int(p.width) + int(p.path_x[s.place])])
    return (
        "In the Hero's Castle." if tile == Ground.CASTLE else "On the path. Use cards, items and potions at any time."
    )


def _listed(names: list[str]) -> str:
    counted = Counter(names)
    return ", ".join(f"{count} {name}s" if count > 1 else name for name, count in counted.items())
