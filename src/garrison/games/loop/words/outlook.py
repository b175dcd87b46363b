"""The rules in force, and what is certain about what comes: what battles cost, and what is met before the castle."""

from __future__ import annotations

from collections.abc import Iterator

from garrison.core.engine import memory
from garrison.core.plain import plain
from garrison.core.position import Position
from garrison.core.words.notation import place
from garrison.core.words.viewpoint import Viewpoint
from garrison.games.loop import ENEMIES
from garrison.games.loop.rules.battle import begins_battle, joins_battle
from garrison.games.loop.rules.blows import damage_to
from garrison.games.loop.rules.enemies import attack_of, full_health, is_boss, remove_enemy
from garrison.games.loop.rules.ground import field_at, squared_distance
from garrison.games.loop.rules.items import attack_against, damage_taken, item_of
from garrison.games.loop.rules.shop import buy, can_buy, leave_shop, shop_may_open
from garrison.games.loop.show.words import ITEMS, named
from garrison.games.loop.state import Rules, State
from garrison.games.loop.state.constants import FIRST_BOSS, POTION_GOOD, SLOT_OF, Enemy, Press, Slot, Stand

NEVER = "never ends"  # a battle in which nothing hurts the enemy


def rules(view: Viewpoint) -> list[str]:
    """How time goes, what enemies are and give, when the shop opens and bosses come."""
    p = view.parameters
    kinds = (
        f"{name} {int(plain(full_health)(p, kind))}, {int(plain(attack_of)(p, kind))}, {int(p.enemy_gold[kind])}"
        for kind, name in enumerate(ENEMIES)
    )
    return [
        "Rules: you walk clockwise, a tile a time unit, and fight by yourself. In a round everybody strikes all on the "
        "other side; who falls strikes once more. Whoever you defeat leaves a card: of slugs such as send enemies, of "
        f"the others such as help. {ENEMIES[FIRST_BOSS]} comes at cycle {p.doggie_cycle}, {ENEMIES[Enemy.ELAN]} from "
        f"{p.elan_cycle} on, with {p.elan_experience:,} experience.",
        f"Enemies (health, attack, gold): {'; '.join(kinds)}.",
    ]


def forecasts(view: Viewpoint) -> list[str]:
    """How long it is to the castle, who is met before, and what a battle with one of each kind costs."""
    s = view.state
    return [f"Next shop after cycle {int(s.shop_next)}. {_way(view)}" if not s.fighting else "", *_battles(view)]


# --- The way to the castle


def _way(view: Viewpoint) -> str:
    """L3, L7: walking on, without slugs, whose steps are drawn. Who appears is drawn, too: at the castle, and in the
    first time unit."""
    position, steps = _without_slugs(view), 0
    while not (position.over or position.state["fighting"][0]) and (position.state["place"][0] != 0 or steps == 0):
        position.play(view.player, int(Press.ADVANCE))
        steps += 1
    s = position.state[0]
    left = int(view.parameters.path_length) - int(view.state.place)
    home = f"The castle is {left} time units away, battles apart"
    if not view.state.turn:
        return f"{home}."
    if not s.fighting or s.place == 0:
        return f"{home}; no battle before, but for slugs."
    fighters = [index for index in range(int(s.enemy_count)) if s.enemy_stands[index] == Stand.FIGHTING]
    names = " and ".join(named(int(s.enemy_kinds[index]), int(s.enemy_serials[index])) for index in fighters)
    where = place(int(plain(field_at)(view.parameters, int(s.place))), view.columns)
    return f"{home}; a battle with {names} in {steps}, on {where}, if no slug stops you."


def _without_slugs(view: Viewpoint) -> Position:
    """A copy on the road, without the enemies whose steps are drawn."""
    position = Position(view.game, memory.copied(view.position.state))
    s = position.state[0]
    if s.shopping:
        plain(leave_shop)(s)
    for index in reversed(range(int(s.enemy_count))):
        if s.enemy_kinds[index] == Enemy.SLUG:
            plain(remove_enemy)(s, index)
    return position


def attackers(view: Viewpoint, field: int) -> list[str]:
    """L10: who would begin a battle with the Character on a field, or join it, from where they are now."""
    p, s = view.parameters, view.state
    names = []
    for index in range(int(s.enemy_count)):
        kind, own = int(s.enemy_kinds[index]), int(plain(field_at)(p, int(s.enemy_places[index])))
        gap = plain(squared_distance)(p, field, own)
        verb = "begin" if plain(begins_battle)(p, kind, gap) else "join" if plain(joins_battle)(p, kind, gap) else ""
        if verb:
            names.append(
                f"{named(kind, int(s.enemy_serials[index]))} at {place(own, view.columns)} would {verb} a battle"
            )
    return names


# --- What battles cost


def _battles(view: Viewpoint) -> list[str]:
    """One enemy of each kind alone: rounds times what gets through, as one is and with what could be worn."""
    p, s = view.parameters, view.state
    kinds = [kind for kind in Enemy if kind < FIRST_BOSS or not s.bosses_killed >> (kind - FIRST_BOSS) & 1]
    now = _costs(p, s, kinds)
    gear = [(words, _worn(view, kinds, items)) for words, items in _gear(view)]
    other = "; ".join(f"with {words} {' '.join(costs)}" for words, costs in gear if costs != now)
    names = ", ".join(ENEMIES[kind] for kind in kinds)
    return [
        f"A battle with one {names} costs you (rounds x loss, bites and stuns apart): {' '.join(now)}.",
        f"The same {other}." if other else "",
    ]


def _gear(view: Viewpoint) -> Iterator[tuple[str, list[int]]]:
    """L20: what could be put on, each by itself: what is carried, or bought with this gold; then the protection that
    one can have together."""
    p, s, customer = view.parameters, view.state, _customer(view)
    goods = {int(plain(item_of)(good)): good for good in range(POTION_GOOD)}
    new = {item: good for item, good in goods.items() if s.worn[SLOT_OF[item]] != item}
    inventory = [item for item in new if item in s.items]
    payable = [item for item in new if item in inventory or plain(can_buy)(p, customer, new[item])]
    for item in payable:
        yield ITEMS[item] if item in inventory else f"{ITEMS[item]} ({int(p.prices[new[item]])})", [item]
    protection = [item for item in payable if SLOT_OF[item] != Slot.WEAPON]
    together = [item for item in protection if item in inventory or _is_bought(p, customer, new[item])]
    if len(together) > 1:
        yield " and ".join(ITEMS[item] for item in together), together


def _is_bought(p: Rules, customer: State, good: int) -> bool:
    """L34: buys something, if that is still possible."""
    if not plain(can_buy)(p, customer, good):
        return False
    plain(buy)(p, customer, good)
    return True


def _customer(view: Viewpoint) -> State:
    """L34: a copy of the position, with what a visit of the shop would still allow."""
    position = Position(view.game, memory.copied(view.position.state))
    s: State = position.state[0]
    if not s.shopping:
        s.shop_due = 1
        plain(shop_may_open)(s)
    return s


def _worn(view: Viewpoint, kinds: list[Enemy], items: list[int]) -> list[str]:
    """What battles cost with these items on."""
    other = memory.copied(view.position.state)[0]
    for item in items:
        other.worn[SLOT_OF[item]] = item
    return _costs(view.parameters, other, kinds)


def _costs(p: Rules, s: State, kinds: list[Enemy]) -> list[str]:
    return [_cost(p, s, int(kind)) for kind in kinds]


def _cost(p: Rules, s: State, kind: int) -> str:
    """L11, L13: the rounds until it falls, and what it does to the Character in each, its last included."""
    strike = int(plain(damage_to)(p, kind, int(plain(attack_against)(p, s, kind, 0))))
    loss = int(plain(damage_taken)(p, s, int(plain(attack_of)(p, kind)), int(plain(is_boss)(kind))))
    return f"{-(-int(plain(full_health)(p, kind)) // strike)}x{loss}" if strike else NEVER
