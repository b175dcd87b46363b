"""Loop's worlds as text: drawings become positions, positions become drawings.

    H==s=       H the castle, = the path, . grass; on the path: @ the Character (on the castle if it is not drawn),
    =   =       s z v D E enemies, $ gold, ! a potion, h village, B barracks, x trap;
    =@=z=       beside it: P zombie pit, C vampire castle, T tower, f campfire

The path is followed from the castle, first to the right. A digit is a path tile with several things, listed in `also`.
Nothing happens by itself in a drawn game, unless a test switches it on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from textwrap import dedent
from typing import Any

import numpy as np

import garrison
from garrison.core.batches.batch import Batch
from garrison.core.engine.rng import state_giving
from garrison.core.game import Game
from garrison.core.position import Position
from garrison.games.loop.state.constants import (
    BUILT,
    DOGGIE_BIT,
    ELAN_BIT,
    PICKUP,
    Enemy,
    Goal,
    Ground,
    Item,
    Press,
    Road,
    Slot,
    Stand,
)

BILLION = 1_000_000_000
ENEMIES = "szvDE"
BUILDINGS = "PCThBxf"  # in the order of the rulebook: pit, castle, tower, village, barracks, trap, campfire
PICKUPS = "$!"
ITEMS = ("", *(item.name.lower() for item in Item))
SLOTS = tuple(slot.name.lower() for slot in Slot)
# The rulebook's tables, written down a second time on purpose: where items are worn, and the health of enemies.
SLOT_OF = {
    **dict.fromkeys(("sword", "stake", "staff", "anduril"), Slot.WEAPON),
    "armour": Slot.ARMOUR,
    **dict.fromkeys(("shield", "stump"), Slot.SHIELD),
    "helmet": Slot.HELMET,
}
HEALTH = {"s": 20, "z": 30, "v": 90, "D": 150, "E": 500}
QUIET = {
    "slugs": [0, 0],
    "gold_tiles": 0,
    "potion_tile_chance": 0,
    "doggie_cycle": BILLION,
    "elan_cycle": BILLION,
    "shop_gap": BILLION,
    "goal_kinds": [Goal.CYCLES],
    "goal_numbers": [BILLION],
    "rare_items": [0, 0, 0],
    "card_odds": [[0] * 7] * 5,
    "sword_chance": 0,
    "experience_percent": 0,
    "slug_forward": 0,
    "slug_back": 0,
    "turn_chance": 0,
    "critical_chance": 0,
    "shielded_critical_chance": 0,
    "stun_chance": 0,
    "trance_chance": 0,
}
GRASS, PATH, CASTLE = ".", "=", "H"
RING = """
    H====
    =...=
    =...=
    =====
"""


def lines_of(text: str) -> list[str]:
    """The lines of a drawing, made equally long."""
    lines = [line.strip() for line in dedent(text).strip().split("\n")]
    width = max(len(line) for line in lines)
    return [line.ljust(width, GRASS) for line in lines]


def path_of(lines: Sequence[str]) -> list[tuple[int, int]]:
    """The path's tiles as columns and rows, from the castle on, first to the right."""
    tiles = {(x, y) for y, line in enumerate(lines) for x, mark in enumerate(line) if mark not in GRASS + "PCTf "}
    start = next((x, y) for x, y in sorted(tiles) if lines[y][x] == CASTLE)
    path = [start]
    while len(path) < len(tiles):
        x, y = path[-1]
        near = [(x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)]
        path.append(next(tile for tile in near if tile in tiles and tile not in path))
    return path


@cache
def _game(width: int, height: int, path: tuple[tuple[int, int], ...], rules: str, mode: str, loud: bool) -> Game:
    world = {
        "width": width,
        "height": height,
        "path_length": len(path),
        "path_x": [x for x, _ in path],
        "path_y": [y for _, y in path],
        "building_kinds": [],
        "building_x": [],
        "building_y": [],
    }
    return garrison.load("loop", variant="former", mode=mode, rules={**({} if loud else QUIET), **world, **eval(rules)})


def game_of(text: str, mode: str = "standard", loud: bool = False, **rules: object) -> Game:
    """The game whose world is drawn, without what stands in it; a `loud` one keeps the rulebook's chances."""
    lines = lines_of(text)
    return _game(len(lines[0]), len(lines), tuple(path_of(lines)), repr(rules), mode, loud)


def draw(
    text: str = RING,
    *,
    also: Mapping[str, str] | None = None,
    battle: bool = False,
    health: int = 100,
    soldiers: Sequence[int] = (),
    turned: Sequence[int] = (),
    enemy_health: Sequence[int] = (),
    cards: str = "",
    items: Sequence[str] = (),
    worn: Sequence[str] = (),
    powers: Mapping[str, str] | None = None,
    shop: bool = False,
    turn: int = 100,
    chance: Iterable[tuple[int, int]] = (),
    mode: str = "standard",
    loud: bool = False,
    state: Mapping[str, int] | None = None,
    **rules: object,
) -> Position:
    """The drawn position.

    Enemies arrive in reading order. `battle` lets those on the Character's tile fight, `powers` says whose power a
    rare item borrows, `chance` are the next draws, each as (how many, which), `state` single numbers of the record.
    """
    lines = lines_of(text)
    position = game_of(text, mode, loud, **rules).new(seed=1)
    s, path = position.state[0], path_of(lines)
    for y, line in enumerate(lines):
        for x, mark in enumerate(line):
            for thing in (also or {}).get(mark, mark):
                _put(position, path, x, y, thing)
    _fill(s, enemy_health, soldiers, turned, cards, items, worn)
    for item, power in (powers or {}).items():
        s.borrowed[ITEMS.index(item) - Item.RING] = ITEMS.index(power)
    s.health, s.turn, s.steps, s.shopping = health, turn, turn, int(shop)
    if battle:
        _begin_battle(s, int(position.game.record[0].width))
    for name, number in (state or {}).items():
        position.state[name][0] = number
    s.rng = state_giving(list(chance))
    return position


def _put(position: Position, path: list[tuple[int, int]], x: int, y: int, thing: str) -> None:
    s, p = position.state[0], position.game.record[0]
    field = y * int(p.width) + x
    if thing in BUILDINGS:
        _build(s, p, path, field, BUILDINGS.index(thing) + 1)
    elif thing == "@":
        s.place = path.index((x, y))
    elif thing in PICKUPS:
        s.road[path.index((x, y))] |= {"$": Road.GOLD, "!": Road.POTION}[thing]
        s.pickup_count += 1
    elif thing in ENEMIES:
        index = int(s.enemy_count)
        s.enemy_count += 1
        s.serial += 1
        s.enemy_kinds[index] = ENEMIES.index(thing)
        s.enemy_places[index] = path.index((x, y))
        s.enemy_health[index] = p.enemy_health[ENEMIES.index(thing)]
        s.enemy_serials[index] = s.serial
        if thing in "DE":
            s.bosses_come |= {"D": DOGGIE_BIT, "E": ELAN_BIT}[thing]


def _build(s: Any, p: Any, path: list[tuple[int, int]], field: int, building: int) -> None:
    """What placing a card does, said once more in the test's own way."""
    width, kind = int(p.width), BUILDINGS[building - 1]
    sites = {**dict.fromkeys("hBx", (Ground.ROAD,)), **dict.fromkeys("PCT", (Ground.ROADSIDE,))}
    assert s.tiles[field] in sites.get(kind, (Ground.MEADOW, Ground.ROADSIDE)), "it may not stand there"
    s.free[s.tiles[field]] -= 1
    s.tiles[field] = BUILT + building
    if kind in "PCT":
        s.sites[s.site_count] = field
        s.site_count += 1
    for place, (x, y) in enumerate(path):
        distance = (x - field % width) ** 2 + (y - field // width) ** 2
        if kind == "f" and distance <= int(p.campfire_radius) ** 2:
            s.road[place] |= Road.WARM
        if kind == "f" and distance <= int(p.support_radius[Enemy.VAMPIRE]) ** 2:
            s.road[place] |= Road.SCARY
        if kind in "hBx" and distance == 0:
            s.road[place] |= {"h": Road.VILLAGE, "B": Road.BARRACKS, "x": Road.TRAP}[kind]


def _fill(s: Any, enemy_health: Any, soldiers: Any, turned: Any, cards: str, items: Any, worn: Any) -> None:
    s.enemy_health[: len(enemy_health)] = enemy_health
    s.soldier_count = len(soldiers)
    for index, points in enumerate(soldiers):
        s.soldier_health[index] = points
        s.soldier_turned[index] = index in turned
        s.soldier_serials[index] = 101 + index
    s.card_count = len(cards)
    s.cards[: len(cards)] = [BUILDINGS.index(card) + 1 for card in cards]
    s.item_count = len(items)
    s.items[: len(items)] = [ITEMS.index(item) for item in items]
    for item in worn:
        s.worn[SLOT_OF[item]] = ITEMS.index(item)


def _begin_battle(s: Any, width: int) -> None:
    s.fighting = 1
    for index in range(int(s.enemy_count)):
        s.enemy_stands[index] = Stand.FIGHTING if s.enemy_places[index] == s.place else Stand.ROAMING


def picture(position: Position) -> str:
    """The world as text: the Character, else the last enemy, a pick-up, a building, the ground."""
    s, p = position.state[0], position.game.record[0]
    width, height = int(p.width), int(p.height)
    ground = [GRASS, GRASS, PATH, CASTLE, *BUILDINGS]
    rows = [[ground[int(s.tiles[y * width + x])] for x in range(width)] for y in range(height)]
    for place in range(int(p.path_length)):
        x, y = int(p.path_x[place]), int(p.path_y[place])
        if s.road[place] & PICKUP:
            rows[y][x] = "$" if s.road[place] & PICKUP == Road.GOLD else "!"
    for index in range(int(s.enemy_count)):
        place = int(s.enemy_places[index])
        rows[int(p.path_y[place])][int(p.path_x[place])] = ENEMIES[int(s.enemy_kinds[index])]
    if s.place:
        rows[int(p.path_y[s.place])][int(p.path_x[s.place])] = "@"
    return "\n".join("".join(row) for row in rows)


def drawing(text: str) -> str:
    """A drawing as `picture` gives it."""
    return "\n".join(lines_of(text))


def played(position: Position, *actions: str | int) -> Position:
    """The same position, after these actions."""
    for action in actions:
        position.play(0, action)
    return position


def ticked(position: Position, times: int = 1) -> Position:
    """The same position, some ticks later."""
    return played(position, *["advance"] * times)


def value(position: Position, name: str) -> int:
    """One number of the position."""
    return int(position.state[name][0])


def enemies(position: Position) -> str:
    """The kinds of the enemies on the map and in the battle, in order of arrival, without the fallen."""
    s = position.state[0]
    return "".join(
        ENEMIES[int(s.enemy_kinds[i])] for i in range(int(s.enemy_count)) if s.enemy_stands[i] != Stand.FALLEN
    )


def enemy_healths(position: Position) -> list[int]:
    """Their health, those that have fallen included."""
    return [int(points) for points in position.state["enemy_health"][0][: value(position, "enemy_count")]]


def enemy_places(position: Position) -> list[int]:
    return [int(place) for place in position.state["enemy_places"][0][: value(position, "enemy_count")]]


def soldiers(position: Position) -> list[int]:
    """The soldiers' health; turned ones below 0."""
    s = position.state[0]
    signs = [-1 if turned else 1 for turned in s.soldier_turned]
    return [signs[i] * int(s.soldier_health[i]) for i in range(int(s.soldier_count))]


def hand(position: Position) -> str:
    s = position.state[0]
    return "".join(BUILDINGS[int(card) - 1] for card in s.cards[: int(s.card_count)])


def inventory(position: Position) -> list[str]:
    s = position.state[0]
    return [ITEMS[int(item)] for item in s.items[: int(s.item_count)]]


def equipment(position: Position) -> dict[str, str]:
    s = position.state[0]
    return {slot: ITEMS[int(s.worn[i])] for i, slot in enumerate(SLOTS) if s.worn[i]}


def legal(position: Position) -> set[str]:
    """What may be done now, by name; fields as `field 7`."""
    return {position.game.action_name(action) for action in position.actions(0)}


def told(position: Position) -> list[str]:
    """The last step's events as sentences."""
    return [position.game.describe(event) for event in position.events]


def branches(position: Position, count: int, seed: int = 1, times: int = 1) -> Batch:
    """Ticks in many copies of a position, each with chances of its own."""
    batch = position.game.batch(count, seed)
    chances = batch.states["rng"].copy()
    batch.states[:] = position.state
    batch.states["rng"] = chances
    for _ in range(times):
        batch.step(np.full(count, Press.ADVANCE))
    return batch
