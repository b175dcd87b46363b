"""Any game keeps every invariant, has no dead end and ends; the dice have the odds of the rules."""

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from siege_drawing import BUILDINGS, ENGINES, draw, noted_rows, play

import garrison
from garrison.core.engine.lane import COMPILED
from garrison.core.replay import Move
from garrison.games.siege.state import FIELD_CAPACITY, MOST_UNITS, WORKS_FROM, Building, Engine, Press
from garrison.games.siege.state.terrain import Ground
from garrison.lab.games.simulate import simulate

pytestmark = pytest.mark.lane

STEPS = 1500 if COMPILED else 120
SIZES = {(kind, way): (rows, columns) for kind, way, rows, columns in BUILDINGS.values()}
ENGINE_SIZES = {(kind, way): (rows, columns) for kind, way, rows, columns in ENGINES.values()}
ENDS = (Press.DONE, Press.END_UNITS, Press.END_TURN, Press.END_SETUP)
NARROW = {"rows": 9, "columns": 26, "castle_distance": 8, "max_steps": STEPS}
seeds = st.integers(0, 2**64 - 1)
modes = st.sampled_from(["standard", "siege"])
few = settings(max_examples=10 if COMPILED else 3, deadline=None)


def ground_of(seed):
    """A narrow map with some water and rock, the grass at both ends."""
    dice = Random(seed)
    middle = [dice.choice([*[Ground.GRASS] * 3, *[Ground.WATER] * 2, Ground.ROCK]) for _ in range(9 * 26)]
    rows = [
        [Ground.GRASS if column < 8 or column > 17 else middle[row * 26 + column] for column in range(26)]
        for row in range(9)
    ]
    for row in rows[3:6]:
        row[6] = row[20] = Ground.WATER
    return [number for row in rows for number in row] + [Ground.GRASS] * (FIELD_CAPACITY - 9 * 26)


def games(mode, seed, **rules):
    return garrison.load("siege", mode=mode, rules={**NARROW, "ground": ground_of(seed), **rules})


def course(position, dice):
    """A game of random actions, in which units tend to be played and made before a part ends."""
    while not position.over:
        player = position.waiting[0]
        actions = position.actions(player)
        busy = [action for action in actions if action not in ENDS]
        action = dice.choice(busy if busy and dice.random() < 0.9 else actions)
        position.play(player, action)
        yield Move(player, action)


def covered(s, kinds, ways, places, sizes, layer, chosen):
    """Every piece covers its own fields in its layer, and nothing else is in the layer."""
    expected = np.zeros_like(layer)
    for place in np.flatnonzero(kinds):
        if chosen(kinds[place]):
            rows, columns = sizes[int(kinds[place]), int(ways[place])]
            top, left = divmod(int(places[place]), int(s.columns))
            assert top + rows <= s.rows
            assert left + columns <= s.columns
            for row in range(top, top + rows):
                for column in range(left, left + columns):
                    assert expected[row * s.columns + column] == 0
                    expected[row * s.columns + column] = place + 1
    assert (expected == layer).all()


def check_invariants(position):
    s = position.state[0]
    standing = s.building_kind
    covered(s, standing, s.building_way, s.building_field, SIZES, s.building_at, lambda kind: True)
    covered(s, s.engine_kind, s.engine_way, s.engine_field, ENGINE_SIZES, s.ship_at, lambda kind: kind == Engine.SHIP)
    covered(s, s.engine_kind, s.engine_way, s.engine_field, ENGINE_SIZES, s.siege_at, lambda kind: kind != Engine.SHIP)
    units = np.flatnonzero(s.unit_kind)
    assert len({int(s.unit_field[unit]) for unit in units}) == len(units)
    assert [int(s.unit_at[s.unit_field[unit]]) for unit in units] == (units + 1).tolist()
    assert np.count_nonzero(s.unit_at) == len(units)
    free, near = noted_rows(s)
    assert s.free[: s.rows].tolist() == free
    assert s.near[: s.rows].tolist() == near
    check_counts(s)
    check_ground(s)
    assert (s.coins >= 0).all()
    assert not s.event_overflow
    assert position.over == (position.waiting == ())
    assert all(position.actions(player) for player in position.waiting), "a dead end"


def check_counts(s):
    for player in range(2):
        owned = s.building_owner == player
        assert s.army[player] == np.count_nonzero(s.unit_kind[player * MOST_UNITS : (player + 1) * MOST_UNITS])
        assert s.estate[player] == np.count_nonzero(owned[:WORKS_FROM] & (s.building_kind[:WORKS_FROM] > 0))
        assert s.bases[player] == np.count_nonzero(owned & np.isin(s.building_kind, (Building.CASTLE, Building.CAMP)))
        assert s.armed[player] >= (s.army[player] > 0)
    assert s.engines == np.count_nonzero(s.engine_kind)
    assert s.works == np.count_nonzero(s.building_kind[WORKS_FROM:])
    for kinds, top in [
        (s.unit_kind[:MOST_UNITS], s.unit_top[0]),
        (s.unit_kind[MOST_UNITS:], s.unit_top[1]),
        (s.engine_kind, s.engine_top),
        (s.building_kind[:WORKS_FROM], s.building_top),
        (s.building_kind[WORKS_FROM:], s.works_top),
    ]:
        assert top == max(np.flatnonzero(kinds), default=-1) + 1


def check_ground(s):
    """G5, G19: what may stand where."""
    ground = s.ground
    assert not ground[s.building_at > 0].any()
    assert (ground[s.ship_at > 0] == Ground.WATER).all()
    afloat = s.ship_at > 0
    assert not ground[(s.siege_at > 0) & ~afloat].any()
    under = s.building_at[s.siege_at > 0]
    assert all(s.building_kind[place - 1] == Building.GATE for place in under if place)
    alone = (s.unit_at > 0) & (s.siege_at == 0) & ~afloat
    assert not ground[alone].any()
    assert all(s.building_kind[place - 1] >= Building.WALL for place in s.building_at[alone] if place)


@few
@given(modes, seeds)
def test_G25_any_game_keeps_the_invariants_and_has_no_dead_end(mode, seed):
    position = games(mode, seed).new(seed)
    for number, _ in enumerate(course(position, Random(seed))):
        if number % 7 == 0 or position.over:
            check_invariants(position)
    assert position.outcome.reason in ("limit", "army", "homeless", "turns", "strength")


@pytest.mark.parametrize("mode", ["standard", "siege"])
def test_G27_random_games_end(mode):
    number = 30 if COMPILED else 1
    rules = {
        "max_turns": 20 if COMPILED else 3,
        **(
            {}
            if COMPILED
            else {"rows": 9, "columns": 26, "castle_distance": 8, "ground": [Ground.GRASS] * FIELD_CAPACITY}
        ),
    }
    assert simulate(garrison.load("siege", mode=mode, rules=rules), number, seed=1).games == number


# --- Odds


MANY, FULL_SIZE = (3000, 60_000) if COMPILED else (80, 2000)
COUNTS = [pytest.param(MANY, id="moderate"), pytest.param(FULL_SIZE, id="full-size", marks=pytest.mark.long)]


def branches(position, action, count):
    """The states after an action in many copies of a position, each with chances of its own."""
    batch = position.game.batch(count, 5)
    chances = batch.states["rng"].copy()
    batch.states[:] = position.state
    batch.states["rng"] = chances
    batch.step(np.full(count, action))
    return batch.states


def assert_share(found, count, share):
    assert abs(found - count * share) <= 5 * (count * share * (1 - share)) ** 0.5 + 1


@pytest.mark.once
@pytest.mark.parametrize("count", COUNTS)
def test_G12_archers_hit_in_2_of_6_cases(count):
    states = branches(play(draw("a . . I", rules={"unit_move": [1] * 3}), (0, 0)), 3, count)
    assert_share(int((states["army"][:, 1] == 0).sum()), count, 2 / 6)


@pytest.mark.once
@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("target, share", [("= = =", 2 / 6), ("G2 G2 .", 3 / 6), ("H . .", 3 / 6)])
def test_G14_rams_break_walls_in_2_of_6_and_others_in_3_of_6_cases(target, share, count):
    states = branches(play(draw(f"Ra R {target}"), (0, 1)), 2, count)
    assert_share(int((states["works"] == 0).sum()), count, share)


@pytest.mark.once
@pytest.mark.parametrize("count", COUNTS)
def test_G15_each_of_the_three_fields_is_hit_in_1_of_6_cases(count):
    states = branches(play(draw("Xa X . . I I I"), (0, 1)), 1, count)
    hits = [int((states["unit_at"][:, field] == 0).sum()) for field in (4, 5, 6)]
    for found in hits:
        assert_share(found, count, 1 / 6)
    assert int((states["army"][:, 1] == 3).sum()) == count - sum(hits)
