"""Any sequence of legal actions ends as it must, and changes only what it may."""

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
    "duel": load("skirmish", variant="former", setup="duel", rules=SHORT),
    "random": load("skirmish", variant="former", setup="random", rules=SHORT),
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


@few
@given(games, seeds, choices)
def test_any_game_ends_and_whoever_lives_alone_wins(name, seed, numbers):
    for position, _ in course(GAMES[name], seed, numbers):
        assert not position.state["event_overflow"][0]
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
