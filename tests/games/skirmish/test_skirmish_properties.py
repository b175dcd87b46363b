"""Any sequence of legal actions keeps every invariant and ends."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from skirmish_drawing import drawn, game_of

from garrison import load
from garrison.core.engine.lane import COMPILED
from garrison.core.replay import Move

pytestmark = pytest.mark.lane

CROWDED = """
O0 T0 .. G0 ..
G1 .. H0 .. E0
.. D0 .. O1 ..
E1 .. G2 .. H1
"""
SHORT = {"max_moves": 12, "max_steps": 40}
GAMES = {
    "crowded": game_of(CROWDED, rules=SHORT),
    "without turns": game_of(CROWDED, rules={**SHORT, "alternate": False}),
    "Zorde begins": game_of(CROWDED, to_move="zorde", rules=SHORT),
    "duel": load("skirmish", setup="duel", rules=SHORT),
    "random": load("skirmish", setup="random", rules=SHORT),
    "strong": game_of(CROWDED, rules={**SHORT, "attack": [90, 90, 90, 90, 90, 90], "shot_attack": 90}),
}

few = settings(max_examples=25 if COMPILED else 5, deadline=None)
games = st.sampled_from(sorted(GAMES))
seeds = st.integers(0, 2**64 - 1)
choices = st.lists(st.integers(0, 1000), min_size=1, max_size=40)


def course(game, seed, numbers):
    """A whole game: every position with the action that led to it. Each number chooses among the legal actions."""
    position = game.new(seed)
    yield position, None
    turn = 0
    while not position.over:
        number = numbers[turn % len(numbers)] + turn // len(numbers)
        player = position.waiting[number % len(position.waiting)]
        legal = position.actions(player)
        action = legal[number % len(legal)]
        position.play(player, action)
        turn += 1
        yield position, Move(player, action)


def check_invariants(position):
    """Who stands where, everybody's health, and who may act agree with each other."""
    s, p = position.state[0], position.game.record[0]
    count, size = int(s.count), int(s.width)
    alive = [who for who in range(count) if s.health[who] > 0]
    assert {who + 1: int(s.fields[who]) for who in alive} == {
        int(s.standing[field]): field for field in range(len(s.standing)) if s.standing[field]
    }
    assert all(0 <= s.fields[who] < size * size for who in alive)
    assert all(s.fields[who] == -1 and s.health[who] == 0 for who in range(count) if who not in alive)
    assert all(s.health[who] <= p.health[s.kinds[who] - 1] for who in alive)
    sides = [sum((s.kinds[who] <= 3) == side for who in alive) for side in (False, True)]
    assert s.living.tolist() == sides
    assert not s.event_overflow
    check_who_may_act(position, alive)


def check_who_may_act(position, alive):
    s, p = position.state[0], position.game.record[0]
    if position.over:
        assert position.waiting == ()
        assert position.actions(0) == position.actions(1) == []
        return
    if s.chosen >= 0:
        assert s.chosen in alive
        assert position.waiting == (int(s.kinds[s.chosen] <= 3),)
        assert 0 <= s.steps_made < p.steps[s.kinds[s.chosen] - 1]
    else:
        assert min(s.living) > 0
        assert len(position.waiting) == (1 if p.alternate else 2)
    assert all(position.actions(player) for player in position.waiting)


@few
@given(games, seeds, choices)
def test_any_game_keeps_the_invariants_and_ends(name, seed, numbers):
    for position, _ in course(GAMES[name], seed, numbers):
        check_invariants(position)
        assert position.steps <= SHORT["max_steps"]
        assert position.state["moves"][0] <= SHORT["max_moves"]
    assert position.outcome.reason in ("limit", "elimination", "moves")
    living = position.state["living"][0].tolist()
    if position.outcome.reason == "elimination":
        assert position.outcome.winners == tuple(side for side in (0, 1) if living[side])
    else:
        assert position.outcome.winners == ()


@few
@given(games, seeds, choices)
def test_a_move_changes_only_what_it_may(name, seed, numbers):
    """Nobody comes back; choosing changes nothing on the board; only Zorde gain health, 10 at most."""
    before = None
    for position, _ in course(GAMES[name], seed, numbers):
        now = position.copy()
        if before is not None:
            gained = now.state["health"][0] - before.state["health"][0]
            kinds = now.state["kinds"][0]
            assert gained.max() <= 10
            assert all(kinds[who] <= 3 for who in range(64) if gained[who] > 0)
            assert not ((before.state["health"][0] == 0) & (gained > 0)).any()
            if before.state["chosen"][0] < 0:
                assert drawn(now) == drawn(before)
        before = now


@pytest.mark.once
@settings(max_examples=10, deadline=None)
@given(games, seeds, choices)
def test_a_scene_has_everybody_who_lives(name, seed, numbers):
    for position, _ in course(GAMES[name], seed, numbers):
        (board,) = position.scene().boards
        assert len(board.pieces) == position.state["living"][0].sum()
