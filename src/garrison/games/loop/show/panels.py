"""The panels beside Loop's world: the Character first, at the top right, with its health and its potions."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from garrison.core.plain import plain
from garrison.games.loop import BUTTONS, FIELDS, GOALS, GOOD_KEYS, GOODS, ITEM_KEYS, SLOTS
from garrison.games.loop.rules.cards import hand_room
from garrison.games.loop.rules.goals import reaches
from garrison.games.loop.rules.shop import can_buy, has_room_for, sale_gold
from garrison.games.loop.show.battle import aftermath, fighters, is_just_over, soldiers
from garrison.games.loop.show.words import BUILDINGS, ITEMS
from garrison.games.loop.state import Rules, State
from garrison.games.loop.state.constants import BOTH_BOSSES, NOTHING, Building, Goal, Item, Press, Slot
from garrison.look.scene import Bar, Line, Panel


def all_panels(p: Rules, s: State) -> tuple[Panel, ...]:
    """What there is to show now."""
    panels = [_character(p, s), Panel("Goal", tuple(goal_lines(p, s)))]
    panels.append(Panel("Equipment", tuple(_equipment(s)), slots=len(Slot)))
    if s.fighting:
        panels.append(Panel("Battle", tuple(fighters(p, s)), near=True))
    elif is_just_over(s):
        panels.append(Panel("The last round", tuple(aftermath(s)), near=True))
    elif s.shopping:
        panels.append(Panel("Shop", tuple(_goods(p, s))))
    elif s.soldier_count:
        panels.append(Panel("Soldiers", tuple(soldiers(p, s))))
    return (*panels, _hand(p, s), _inventory(p, s))


def _character(p: Rules, s: State) -> Panel:
    health, full, potions = int(s.health), int(p.hero_health), int(s.potions)
    lines = (
        Line("Health", f"{health} of {full}", Bar(health, full), **_bag(s, potions)),
        Line("Potions", f"{potions:,}"),
        Line("Gold", f"{int(s.gold):,}", colour="gold"),
        Line("Experience", f"{int(s.experience):,}", colour="teal"),
        Line("Cycles", f"{int(s.cycles):,}"),
        Line("Soldiers", f"{int(s.soldier_count)} of {int(p.most_soldiers)}"),
    )
    return Panel("Character", lines, owner=0, near=True)


def _bag(s: State, potions: int) -> dict[str, Any]:
    """The potions beside the health: pressing them drinks one."""
    key = BUTTONS[Press.DRINK - FIELDS].keys[0] if potions and not s.fighting else ""
    facts = {"colour": "pink", "sprite": "potion", "badge": str(potions)}
    return {**facts, "key": key, "action": int(Press.DRINK), "always": True}


# --- The goal


def goal_lines(p: Rules, s: State) -> Iterator[Line]:
    """The goal and its subgoals, indented, each with its progress."""
    kinds = [int(kind) for kind in p.goal_kinds]
    count = kinds.index(0) if 0 in kinds else len(kinds)
    trees: list[list[tuple[int, Line]]] = []  # the goals not joined yet, as indented lines
    for kind, number in zip(kinds[:count], p.goal_numbers, strict=False):
        if kind < Goal.AND:
            trees.append([(0, _simple_goal(p, s, kind, int(number)))])
            continue
        parts, trees = trees[-int(number) :], trees[: -int(number)]
        trees.append([(0, Line(GOALS[kind])), *((depth + 1, line) for part in parts for depth, line in part)])
    for depth, line in trees[0]:
        yield Line("  " * depth + line.name, line.value, line.bar, line.colour)


def _simple_goal(p: Rules, s: State, kind: int, quantity: int) -> Line:
    """L35: a bar that turns green when the goal is reached."""
    if kind == Goal.BOSSES:
        now, target = int(s.bosses_killed).bit_count(), BOTH_BOSSES.bit_count()
    else:
        now, target = int(getattr(s, GOALS[kind])), quantity
    bar = Bar(min(now, target), target) if target else Bar(1, 1)
    colour = "green" if plain(reaches)(p, s, kind, quantity) else "white"
    return Line(GOALS[kind].capitalize(), f"{now:,} of {target:,}", bar, colour)


# --- What the Character has


def _equipment(s: State) -> Iterator[Line]:
    for slot in Slot:
        item = int(s.worn[slot])
        yield Line(SLOTS[slot].capitalize(), ITEMS[item], sprite=item_sprite(item))


def item_sprite(item: int) -> str:
    """The drawing of an item; none for an empty slot."""
    return Item(item).name.lower() if item else ""


def _hand(p: Rules, s: State) -> Panel:
    """The cards in slots; equal ones share one, and leave as many others unused."""
    count, room = int(s.card_count), int(plain(hand_room)(p))
    cards = tuple(_cards(s))
    return Panel(f"Hand ({count} of {room})", cards, slots=room - count + len(cards))


def _cards(s: State) -> Iterator[Line]:
    """The cards, equal ones together, in the order of their keys; a press chooses one, or gives it up."""
    cards = [int(card) for card in s.cards[: int(s.card_count)]]
    for place, (card, count) in enumerate(Counter(cards).items()):
        is_chosen = s.chosen != NOTHING and cards[int(s.chosen)] == card
        action = int(Press.CARD_1) + (int(s.chosen) if is_chosen else cards.index(card))
        value = "chosen" if is_chosen else f"{count} cards" if count > 1 else ""
        sprite, badge = Building(card).name.lower(), str(count) if count > 1 else ""
        yield Line(
            BUILDINGS[card], value, colour="orange", sprite=sprite, badge=badge, key=str(place + 1), action=action
        )


def _inventory(p: Rules, s: State) -> Panel:
    room = int(p.inventory_room)
    return Panel(f"Inventory ({int(s.item_count)} of {room})", tuple(_items(p, s)), slots=room)


def _items(p: Rules, s: State) -> Iterator[Line]:
    """What is carried; a press puts it on, or sells it in the shop."""
    for index in range(int(s.item_count)):
        item = int(s.items[index])
        price = f"{sale_price(p, s, item)} gold" if s.shopping else ""
        action = int(Press.ITEM_1) + index
        yield Line(ITEMS[item], price, sprite=item_sprite(item), key=ITEM_KEYS[index], action=action)


# --- The shop


def _goods(p: Rules, s: State) -> Iterator[Line]:
    for good, name in enumerate(GOODS):
        waits = why_not(p, s, good)
        colour = "grey" if waits else "gold"
        yield Line(name, f"{p.prices[good]} gold", colour=colour, sprite=name, note=waits, key=GOOD_KEYS[good])


def why_not(p: Rules, s: State, good: int) -> str:
    """L34: why something can't be bought now; "" if it can."""
    if plain(can_buy)(p, s, good):
        return ""
    missing = int(p.prices[good]) - int(s.gold)
    if missing > 0:
        return f"{missing:,} gold short"
    return "no more in this visit" if plain(has_room_for)(p, s, good) else "the inventory is full"


def sale_price(p: Rules, s: State, item: int) -> int:
    """What the shop gives for an item."""
    return int(plain(sale_gold)(p, s, item))
