"""Records of Loop in which numbers contradict one another."""

from __future__ import annotations

from typing import Any

import pytest

from clashing import changed, clash
from garrison import load
from garrison.core.plain import plain
from garrison.core.position import Position
from garrison.games.loop.rules.cards import receive_card
from garrison.games.loop.rules.enemies import appear
from garrison.games.loop.rules.ground import build
from garrison.games.loop.rules.items import receive_item
from garrison.games.loop.state.constants import BUILT, Building, Enemy, Ground, Item, Road, Stand

pytestmark = pytest.mark.lane
MEADOW, ROADSIDE, ROAD = Ground.MEADOW, Ground.ROADSIDE, Ground.ROAD


def begun(**options: Any) -> Position:
    return load("loop", **{"variant": "former", "world": "medium", **options}).new(seed=1)


def tile(position: Position, ground: int) -> int:
    """The first free tile of a ground."""
    size = int(position.game.record["width"][0]) * int(position.game.record["height"][0])
    return int((position.state["tiles"][0][:size] == ground).argmax())


def furnished() -> Position:
    """A world with a building of every sort, enemies, cards and items."""
    position = begun()
    p, s = position.game.record[0], position.state[0]
    for building, ground in (
        (Building.ZOMBIE_PIT, ROADSIDE),
        (Building.TOWER, ROADSIDE),
        (Building.CAMPFIRE, MEADOW),
        (Building.VILLAGE, ROAD),
        (Building.BARRACKS, ROAD),
        (Building.TRAP, ROAD),
    ):
        plain(build)(p, s, building, tile(position, ground))
    for place in (5, 6):
        plain(appear)(p, s, Enemy.ZOMBIE, place)
    for card in (Building.TOWER, Building.TRAP):
        plain(receive_card)(p, s, card)
    plain(receive_item)(p, s, Item.SWORD)
    s.worn[1] = Item.ARMOUR
    s.event_count = 0
    return position


def fighting() -> Position:
    """A battle with a soldier on the Character's side."""
    return changed(furnished(), fighting=1, soldier_count=1, soldier_health=(0, 30), soldier_serials=(0, 3), serial=3)


def test_furnished_worlds_are_sound() -> None:
    assert clash(furnished()) == clash(fighting()) == ""


def test_the_path_is_that_of_the_world() -> None:
    position = furnished()
    assert clash(position, place_of=(tile(position, MEADOW), 3)) == "place_of"
    assert clash(position, place_of=(tile(position, ROAD), 200)) == "place_of"


def test_buildings_stand_where_they_may() -> None:
    position = furnished()
    meadow, road = tile(position, MEADOW), tile(position, ROAD)
    assert clash(position, tiles=(meadow, Ground.ROADSIDE)) == "tiles"
    assert clash(position, tiles=(meadow, BUILT + Building.TRAP)) == "tiles"
    assert clash(position, tiles=(road, BUILT + Building.CAMPFIRE)) == "tiles"


@pytest.mark.parametrize("ground", [MEADOW, ROADSIDE, ROAD])
def test_free_tiles_are_counted(ground: int) -> None:
    assert clash(furnished(), free=(ground, 0)) == "free"


def test_sites_are_listed() -> None:
    position = furnished()
    assert clash(position, site_count=1) == "site_count"
    assert clash(position, sites=(0, tile(position, MEADOW))) == "sites"
    assert clash(position, sites=(0, 255)) == "sites"


def test_the_road_knows_its_buildings_and_pickups() -> None:
    position = furnished()
    assert clash(position, road=(9, Road.TRAP)) == "road"
    assert clash(position, road=(9, Road.GOLD)) == "pickup_count"
    assert clash(position, road=(0, Road.GOLD), pickup_count=1) == "road"
    assert clash(position, road=(9, Road.GOLD), pickup_count=1) == ""
    assert clash(position, place=int(position.game.record["path_length"][0])) == "place"


@pytest.mark.parametrize(
    "name, changes",
    [
        ("enemy_places", {"enemy_places": (0, 127)}),
        ("enemy_ages", {"enemy_ages": (0, 2)}),
        ("enemy_stands", {"enemy_stands": (0, Stand.FIGHTING)}),
        ("enemy_trances", {"enemy_trances": (0, 4)}),
        ("enemy_trances", {"enemy_stands": (0, Stand.TRANCED), "fighting": 1}),
        ("enemy_health", {"enemy_health": (0, 31)}),
        ("enemy_serials", {"enemy_serials": (1, 1)}),
        ("serial", {"serial": 1}),
    ],
)
def test_enemies_are_on_the_path_and_in_order(name: str, changes: dict[str, Any]) -> None:
    assert clash(furnished(), **changes) == name


def test_there_are_no_more_than_the_rules_allow() -> None:
    rules = {"most_enemies": 1, "most_soldiers": 0, "inventory_room": 1}
    arrived = {"enemy_count": 2, "enemy_serials": [(0, 1), (1, 2)], "serial": 2}
    assert clash(begun(rules=rules), **arrived) == "enemy_count"
    assert clash(begun(rules=rules), soldier_count=1) == "soldier_count"
    assert clash(begun(rules=rules), item_count=2, items=[(0, Item.SWORD), (1, Item.SWORD)]) == "item_count"
    assert clash(begun(world="small"), card_count=16) == "card_count, cards"


@pytest.mark.parametrize(
    "name, changes",
    [
        ("soldier_health", {"soldier_health": (0, 31)}),
        ("soldier_serials", {"soldier_serials": (0, 0)}),
        ("serial", {"soldier_serials": (0, 4)}),
    ],
)
def test_soldiers_are_in_order(name: str, changes: dict[str, Any]) -> None:
    assert clash(fighting(), **changes) == name


@pytest.mark.parametrize(
    "name, changes",
    [
        ("health", {"health": 101}),
        ("shopping", {"shopping": 1, "fighting": 1}),
        ("cards", {"cards": (1, 0)}),
        ("chosen", {"chosen": 2}),
        ("items", {"items": (0, 0)}),
        ("worn", {"worn": (0, Item.ARMOUR)}),
        ("borrowed", {"borrowed": (0, Item.STUMP)}),
    ],
)
def test_the_character_has_what_it_may_have(name: str, changes: dict[str, Any]) -> None:
    assert clash(furnished(), **changes) == name


@pytest.mark.parametrize("power", [Item.HELMET, Item.RING])
def test_confusing_rare_items_borrow_from_another(power: int) -> None:
    assert clash(begun(variant="confusing"), borrowed=(0, power)) == "borrowed"
