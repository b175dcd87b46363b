"""Whatever is played, the position keeps its order."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from loop_drawing import value

import garrison
from garrison.core.engine.lane import COMPILED
from garrison.games.loop import FIELDS
from garrison.games.loop.state.constants import BUILT, NOTHING, PICKUP, Building, Enemy, Plane, Press, Road, Stand

pytestmark = pytest.mark.lane

LIMIT = 400 if COMPILED else 150
MOST = 1_000_000_000_000
LIVELY = {  # much happens early
    "slugs": [2, 6],
    "doggie_cycle": 1,
    "elan_cycle": 2,
    "elan_experience": 0,
    "vampire_period": 1,
    "sword_chance": 90,
    "rare_chance": 60,
    "rare_items": [1, 1, 1],
    "hero_health": 400,
    "enemy_gold": [400, 400, 400, 0, 0],
    "shop_gap_growth": 0,
    "max_steps": LIMIT,
}
GAMES = [
    garrison.load("loop", variant="former", rules={"max_steps": LIMIT}),
    garrison.load("loop", rules={"max_steps": LIMIT, "wear_chance": 50}),
    garrison.load("loop", variant="former", world="small", rules=LIVELY),
    garrison.load("loop", variant="former", world="large", mode="confusing", rules=LIVELY),
    garrison.load("loop", variant="former", mode="survival", rules={**LIVELY, "inventory_room": 3, "most_enemies": 5}),
    garrison.load(
        "loop", variant="former", world="small", mode="berserker", rules={**LIVELY, "card_odds": [[1] * 7] * 5}
    ),
]
games = st.sampled_from(GAMES)
seeds = st.integers(0, 2**64 - 1)
choices = st.lists(st.integers(0, 10**6), max_size=400 if COMPILED else 120)
few = settings(max_examples=20 if COMPILED else 5, deadline=None, database=None, derandomize=True)


def play_on(position, wanted):
    """Play legal actions; a third of them ticks, so that time goes on."""
    for choice in wanted:
        legal = position.actions(0)
        if not legal:
            return
        position.play(0, Press.ADVANCE if choice % 3 == 0 and Press.ADVANCE in legal else legal[choice % len(legal)])


def check(position):
    """Everything that holds in every position."""
    s = position.state[0]
    assert (s.health == 0) == (position.over and position.outcome.reason == "killed")
    assert all(0 <= value(position, name) <= MOST for name in ("gold", "experience"))
    check_things(s)
    check_enemies(s)
    assert position.scores == (s.cycles + 1000.0 * s.winners,)
    if not position.over:
        legal = position.actions(0)
        assert (Press.ADVANCE in legal) == (not s.shopping)
        assert not s.fighting or legal == [Press.ADVANCE]


def check_things(s):
    """L4, L18, L23: nothing behind the last card and item, soldiers who live, one thing at most to pick up."""
    assert ((s.cards > 0) == (np.arange(16) < s.card_count)).all()
    assert ((s.items > 0) == (np.arange(16) < s.item_count)).all()
    assert (s.soldier_health[: s.soldier_count] > 0).all()
    assert s.fighting or not s.soldier_turned[: s.soldier_count].any()
    assert not (s.road & PICKUP == PICKUP).any()


def check_enemies(s):
    """L9: alive unless they have just fallen, and one boss of a kind."""
    count = int(s.enemy_count)
    kinds, healths, stands = s.enemy_kinds[:count], s.enemy_health[:count], s.enemy_stands[:count]
    assert ((healths > 0) | (stands == Stand.FALLEN) | bool(s.over)).all()
    assert s.bosses_killed & ~s.bosses_come == 0
    assert all(np.count_nonzero(kinds == kind) <= 1 for kind in (Enemy.DOGGIE, Enemy.ELAN))


@few
@given(games, seeds, choices)
def test_properties_the_invariants_hold_after_every_step(game, seed, wanted):
    position = game.new(seed)
    check(position)
    for choice in wanted:
        play_on(position, [choice])
        check(position)
        if position.over:
            break


@few
@given(games, seeds)
def test_properties_a_battle_always_ends(game, seed):
    """From every battle that a game of ticks comes to, within a few hundred rounds."""
    position = garrison.load("loop", variant="former", rules={**game.parameters, "max_steps": 10**6}).new(seed)
    rounds = 0
    for _ in range(1500 if COMPILED else 300):
        if position.over:
            return
        position.play(0, "leave" if value(position, "shopping") else "advance")
        rounds = rounds + 1 if value(position, "fighting") else 0
        assert rounds < 300


@few
@given(games, seeds, choices)
def test_properties_L24_a_card_can_be_chosen_when_a_field_could_be_clicked_then(game, seed, wanted):
    position = game.new(seed)
    play_on(position, wanted)
    s = position.state[0]
    if position.over or s.fighting or s.shopping or s.chosen != NOTHING:
        return
    mask = position.mask(0)
    for index in range(int(s.card_count)):
        chosen = position.copy()
        chosen.state["chosen"] = index
        assert mask[Press.CARD_1 + index] == chosen.mask(0)[:FIELDS].any()


@few
@given(games, seeds, choices)
def test_properties_L29_what_is_in_reach_is_where_fires_warm_and_towers_fight(game, seed, wanted):
    position = game.new(seed)
    play_on(position, wanted)
    s, p = position.state[0], position.game.record[0]
    length = int(p.path_length)
    path = p.path_y[:length], p.path_x[:length]
    reach = [position.reach(0, field)[:, *path] for field in range(FIELDS)]
    fires = [reach[field][Plane.CAMPFIRE] for field in np.flatnonzero(s.tiles == BUILT + Building.CAMPFIRE)]
    assert ((s.road[:length] & Road.WARM != 0) == np.any([np.zeros(length), *fires], axis=0)).all()
    if s.fighting:
        towers = np.flatnonzero(s.tiles == BUILT + Building.TOWER)
        assert s.towers == sum(int(reach[field][Plane.TOWER][s.place]) for field in towers)
    assert not np.any(reach[int(p.width * p.height) :])
