"""Records of Siege in which numbers contradict one another."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from clashing import changed, clash, clash_in
from garrison import load
from garrison.core.engine.events import LIMIT
from garrison.core.plain import plain
from garrison.core.position import Position
from garrison.games.siege.rules.pieces import add_building, add_engine, add_unit
from garrison.games.siege.state import (
    ACROSS,
    MOST_UNITS,
    NOBODY,
    UPRIGHT,
    WORKS_FROM,
    Building,
    Engine,
    Phase,
    Press,
    Unit,
)
from garrison.games.siege.state.terrain import Ground

pytestmark = pytest.mark.lane
COLUMNS = 32
BARRACKS, WALL, GATE = 2, WORKS_FROM, WORKS_FROM + 1  # places of buildings; 0 and 1 are the castles
TOWER, SHIP = 0, 1  # places of engines
ENEMY = MOST_UNITS  # the first unit of the second player


def at(row: int, column: int) -> int:
    return row * COLUMNS + column


def water_in(position: Position) -> int:
    """The first field of a row of three with water."""
    ground = position.state["ground"][0]
    return next(f for f in range(1024) if f % COLUMNS < 30 and (ground[f : f + 3] == Ground.WATER).all())


def begun(mode: str = "standard", map: str = "river") -> Position:
    return _begun(mode, map).copy()


@cache
def _begun(mode: str, map: str) -> Position:
    return load("siege", map=map, mode=mode).new(seed=1)


def founded() -> Position:
    """The first turn, with a few things of every sort on the map."""
    return _founded().copy()


@cache
def _founded() -> Position:
    position = begun()
    for player in (0, 1):
        actions = position.actions(player)
        position.play(player, actions[0] if player == 0 else actions[-1])
    s = position.state[0]
    plain(add_building)(s, Building.BARRACKS, at(20, 2), ACROSS, 0, 0)
    plain(add_building)(s, Building.WALL, at(14, 6), UPRIGHT, 0, 0)
    plain(add_building)(s, Building.GATE, at(14, 8), ACROSS, 0, 0)
    plain(add_engine)(s, Engine.TOWER, at(14, 12), ACROSS)
    plain(add_engine)(s, Engine.SHIP, water_in(position), ACROSS)
    plain(add_unit)(s, 0, Unit.INFANTRY, at(14, 12))
    plain(add_unit)(s, 0, Unit.ARCHERS, at(14, 20))
    plain(add_unit)(s, 1, Unit.CAVALRY, at(14, 21))
    s.event_count = 0
    s.waiting = 1
    return position


def in_phase(phase: int, **changes: Any) -> Position:
    return changed(founded(), phase=phase, **changes)


def besieged(*actions: str) -> Position:
    """The set-up in siege mode: the castle stands."""
    return _besieged(*actions).copy()


@cache
def _besieged(*actions: str) -> Position:
    position = begun(mode="siege")
    position.play(0, position.actions(0)[40])
    for action in actions:
        position.play(position.waiting[0], action)
    return position


def camping() -> Position:
    """The attacker is to place camps."""
    position = besieged("barracks")
    position.play(0, position.actions(0)[0])
    position.play(0, "end_setup")
    return position


def test_positions_to_be_changed_are_sound() -> None:
    chosen: tuple[Position, ...] = (
        in_phase(Phase.LAND, unit=1),
        in_phase(Phase.ENGINE, engine=TOWER),
        in_phase(Phase.MOVED, ship=SHIP),
        in_phase(Phase.ACT, engine=TOWER),
        in_phase(Phase.BUILDINGS),
        in_phase(Phase.MAKE, building=BARRACKS),
        in_phase(Phase.PLACE, building=BARRACKS, making=Press.ARCHERS),
    )
    for position in (begun(), begun(map="random"), founded(), besieged(), camping(), *chosen):
        assert clash(position) == ""


def test_the_map_is_that_of_the_parameters() -> None:
    position = founded()
    assert clash(position, rows=31) == "rows"
    assert clash(position, ground=(0, 1 - min(int(position.state["ground"][0][0]), 1))) == "ground"
    assert clash(begun(map="random"), rows=23) == "rows"


def test_a_map_that_was_drawn_may_have_any_ground() -> None:
    position = begun(map="random")
    free = int(position.state["free"][0][0])
    assert clash(position, ground=(0, Ground.ROCK), free=(0, free & ~1)) == ""


@pytest.mark.parametrize(
    "name, changes",
    [
        ("unit_field", {"unit_field": (0, 1599)}),
        ("free, unit_at", {"unit_field": (0, at(20, 20))}),
        ("unit_field", {"unit_field": (5, 7)}),
        ("unit_spent", {"unit_spent": (5, 1)}),
        ("army", {"army": (0, 3)}),
        ("unit_top", {"unit_top": (1, 0)}),
        ("armed", {"armed": (0, 0)}),
        ("unit_at", {"unit_at": (at(20, 20), 1)}),
    ],
)
def test_units_stand_where_the_fields_say(name: str, changes: dict[str, Any]) -> None:
    assert clash(founded(), **changes) == name


@pytest.mark.parametrize(
    "name, changes",
    [
        ("engine_field", {"engine_field": (TOWER, at(31, 31))}),
        ("free, siege_at", {"engine_field": (TOWER, at(20, 20))}),
        ("engine_field", {"engine_kind": (2, Engine.TOWER), "engine_field": (2, at(14, 12))}),
        ("engine_field", {"engine_field": (SHIP, at(20, 20))}),
        ("siege_at", {"siege_at": (at(20, 20), 1)}),
        ("ship_at", {"engine_way": (SHIP, UPRIGHT)}),
        ("ship_at", {"ship_at": (at(20, 20), 2)}),
        ("engine_field", {"engine_field": (5, 7)}),
        ("engine_way", {"engine_way": (5, UPRIGHT)}),
        ("engines", {"engines": 3}),
        ("engine_top", {"engine_top": 3}),
    ],
)
def test_engines_lie_where_the_fields_say(name: str, changes: dict[str, Any]) -> None:
    assert clash(founded(), **changes) == name


@pytest.mark.parametrize(
    "name, changes",
    [
        ("building_kind", {"building_kind": (BARRACKS, Building.LADDER)}),
        ("building_kind", {"building_kind": (WALL, Building.PORT)}),
        ("building_acted", {"building_acted": (9, 1)}),
        ("building_owner", {"building_owner": (9, 1)}),
        ("building_castle", {"building_castle": (9, 1)}),
        ("building_field", {"building_field": (BARRACKS, at(31, 31))}),
        ("building_field", {"building_field": (GATE, at(14, 6))}),
        ("free, near, building_at", {"building_field": (BARRACKS, at(20, 20))}),
        ("building_owner", {"building_owner": (WALL, 1)}),
        ("building_owner", {"building_owner": (GATE, NOBODY)}),
        ("building_castle", {"building_castle": (BARRACKS, BARRACKS)}),
        ("works", {"works": 1}),
        ("building_top", {"building_top": 4}),
        ("works_top", {"works_top": 3}),
        ("estate", {"estate": (0, 1)}),
        ("bases", {"bases": (1, 0)}),
        ("building_at", {"building_at": (at(20, 20), 1)}),
        ("free", {"free": (0, 0)}),
        ("free", {"free": (39, 1)}),
        ("near", {"near": (31, 1)}),
    ],
)
def test_buildings_stand_where_the_fields_say(name: str, changes: dict[str, Any]) -> None:
    assert clash(founded(), **changes) == name


@pytest.mark.parametrize(
    "name, changes",
    [
        ("spot", {"spot": at(14, 12)}),
        ("spot", {"spot": 1599, "phase": Phase.WHICH}),
        ("unit", {"unit": 5, "phase": Phase.LAND}),
        ("ship", {"ship": TOWER}),
        ("engine", {"engine": SHIP, "phase": Phase.ENGINE}),
        ("engine", {"engine": 5, "phase": Phase.ENGINE}),
        ("building", {"building": 9, "phase": Phase.MAKE}),
        ("building", {"building": GATE, "phase": Phase.MAKE}),
        ("making", {"making": Press.RAM}),
    ],
)
def test_what_is_chosen_is_there(name: str, changes: dict[str, Any]) -> None:
    assert clash(founded(), **changes) == name
    assert clash(founded(), **changes, over=1, waiting=0, reason=LIMIT) == name


def test_castles_are_placed_in_turn() -> None:
    first = begun()
    second = begun()
    second.play(0, second.actions(0)[0])
    assert clash(first, waiting=2) == "waiting"
    assert clash(second) == ""
    assert clash(second, waiting=1) == "waiting"
    assert clash(second, building=0) == "building"
    assert clash(first, unit=NOBODY, phase=Phase.CAMP) == "phase"
    assert clash(founded(), turn=0, unit=1, phase=Phase.LAND) == "phase"


def test_the_first_place_is_a_castles() -> None:
    position = begun()
    plain(add_building)(position.state[0], Building.CAMP, at(14, 2), ACROSS, 0, NOBODY)
    assert clash_in(position) == "building_kind"
    assert clash_in(changed(position, turn=1, phase=Phase.UNITS)) == "building_kind"


@pytest.mark.parametrize(
    "name, changes",
    [
        ("building", {"building": NOBODY}),
        ("waiting", {"waiting": 2}),
        ("phase", {"phase": Phase.MAKE}),
        ("making", {"phase": Phase.PLACE, "making": Press.RAM}),
        ("", {"phase": Phase.PLACE, "making": Press.BARRACKS}),
        ("making", {"phase": Phase.PLACE, "making": Press.BARRACKS, "coins": (0, 0)}),
        ("way", {"phase": Phase.PLACE, "making": Press.BARRACKS, "way": UPRIGHT}),
        ("phase", {"phase": Phase.WAY, "making": Press.BARRACKS}),
        ("", {"phase": Phase.WAY, "making": Press.WALL}),
        ("building", {"phase": Phase.CAMP}),
    ],
)
def test_the_defender_builds_in_peace(name: str, changes: dict[str, Any]) -> None:
    assert clash(besieged(), **changes) == name


def test_the_attacker_places_camps_that_are_missing() -> None:
    assert clash(camping(), waiting=1) == "waiting"
    assert clash(camping(), phase=Phase.SET_UP, building=NOBODY) == "building"
    complete = camping()
    for _ in range(2):
        complete.play(1, complete.actions(1)[0])
    assert clash(complete, turn=0, phase=Phase.CAMP) == "bases"


@pytest.mark.parametrize(
    "name, changes",
    [
        ("phase", {"phase": Phase.CAMP}),
        ("building", {"building": 0}),
        ("unit", {"unit": 1}),
        ("unit", {"phase": Phase.LAND}),
        ("waiting", {"phase": Phase.LAND, "unit": ENEMY}),
        ("engine", {"phase": Phase.ENGINE}),
        ("engine", {"phase": Phase.ACT}),
        ("engine", {"engine": TOWER}),
        ("waiting", {"waiting": 3}),
        ("ship", {"phase": Phase.BUILDINGS, "ship": SHIP}),
        ("building", {"phase": Phase.MAKE}),
        ("building", {"phase": Phase.BUILDINGS, "building": 0}),
        ("waiting", {"phase": Phase.BUILDINGS, "waiting": 3}),
        ("waiting", {"phase": Phase.MAKE, "building": 1}),
        ("made", {"phase": Phase.MAKE, "building": BARRACKS, "made": 2}),
        ("making", {"phase": Phase.PLACE, "building": BARRACKS, "making": Press.RAM}),
        ("making", {"phase": Phase.PLACE, "building": BARRACKS, "making": Press.ARCHERS, "coins": (0, 0)}),
        ("way", {"phase": Phase.PLACE, "building": BARRACKS, "making": Press.ARCHERS, "way": UPRIGHT}),
        ("phase", {"phase": Phase.WAY, "building": BARRACKS, "making": Press.ARCHERS}),
        ("", {"phase": Phase.WAY, "building": 0, "making": Press.WALL}),
    ],
)
def test_a_turn_is_one_players(name: str, changes: dict[str, Any]) -> None:
    assert clash(founded(), **changes) == name


def test_G24_what_is_made_in_the_set_up_agrees_with_the_rest() -> None:
    position, dice, made = load("siege", variant="former", map="plain", mode="siege").new(1), Random(1), 0
    while position.state["turn"][0] == 0:
        if position.state["making"][0]:
            made += 1
            assert position.game.from_bytes(position.to_bytes()) == position
        player = position.waiting[0]
        position.play(player, dice.choice(position.actions(player)))
    assert made


@pytest.mark.parametrize("steps", [1, 2])
def test_a_game_that_its_limit_ends_in_the_set_up_agrees_with_itself(steps: int) -> None:
    position = load("siege", variant="former", map="plain", rules={"max_steps": steps}).new(1)
    while not position.over:
        position.play(position.waiting[0], position.actions(position.waiting[0])[0])
    assert position.game.from_bytes(position.to_bytes()) == position
