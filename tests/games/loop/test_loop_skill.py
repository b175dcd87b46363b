"""Loop's policy and its levels: only legal actions, and nothing embarrassing."""

from random import Random

import numpy as np
import pytest
from loop_drawing import draw

import garrison
from garrison import bots
from garrison.bots.search import Budget, method
from garrison.core.discovery import find
from garrison.core.engine.lane import COMPILED
from garrison.core.levels import NAMES as LEVELS
from garrison.core.plain import plain
from garrison.games.loop.skill.danger import loss_ahead
from garrison.games.loop.skill.styles import BEGINNER
from garrison.games.loop.skill.worth import FEATURES, features

compiled_only = pytest.mark.skipif(not COMPILED, reason="a search in plain Python takes minutes")
NEAR_DEATH = {"health": 3, "state": {"potions": 1}}
STYLES = range(BEGINNER + 1)


def choice(position, level):
    return position.game.action_name(bots.find(level, find("loop"))(position, 0, Random(1)))


def alone(position, style):
    return method("policy", position.game, {"style": style}).think(position, 0, Budget(1), 1)[0].action


@compiled_only
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(
    "options", [{}, {"variant": "standard"}, {"world": "small"}, {"world": "large"}, {"variant": "confusing"}], ids=str
)
def test_the_policy_plays_legal_actions_only(style, options):
    position = garrison.load("loop", **{"variant": "former", **options}).new(style)
    for _ in range(1500):
        if position.over:
            break
        position.play(0, alone(position, style))  # which refuses what is not legal


@compiled_only
@pytest.mark.parametrize("level", LEVELS)
def test_nobody_walks_into_certain_death(level):
    assert choice(draw("H@=v==\n=....=\n======", **NEAR_DEATH), level) == "drink"


@compiled_only
@pytest.mark.parametrize("level", LEVELS)
def test_a_win_in_one_tick_is_taken(level):
    position = draw("H=====\n@....=\n======", health=100, state={"cycles": 19}, goal_kinds=[1], goal_numbers=[20])
    position.play(0, bots.find(level, find("loop"))(position, 0, Random(1)))
    assert position.outcome.winners == (0,)


@compiled_only
@pytest.mark.parametrize("level", LEVELS)
def test_a_won_game_is_ended(level):
    position, dice = (
        garrison.load("loop", variant="former", world="small", rules={"enemy_strength": 1}).new(1),
        Random(1),
    )
    bot = bots.find(level, position.game.package)
    while not position.over:
        position.play(0, bot(position, 0, dice))
    assert position.outcome.winners == (0,)


def test_the_policy_keeps_a_potion_for_a_battle_that_comes():
    assert alone(draw("H@====\n=....=\n======", **NEAR_DEATH), 0) != find("loop").facts.fields + 1
    assert alone(draw("H@=v==\n=....=\n======", **NEAR_DEATH), 0) == find("loop").facts.fields + 1


def loss(road, **facts):
    """What the policy expects a battle in the next tick to cost."""
    position = draw(f"H@{road}\n=....=\n======", **facts)
    return plain(loss_ahead)(position.game.record[0], position.state[0])


def test_what_a_battle_may_cost_follows_the_rules():
    hard, criticals = {"enemy_defence": [0, 0, 9, 0, 0]}, {"critical_chance": 100, "critical_extra": [20, 20]}
    assert loss("=v==", **hard) > loss("=v==") > 0
    assert loss("=v==", soldiers=[30], **hard) > loss("=v==", soldiers=[30])
    assert loss("=v==", **criticals) > loss("=v==", critical_chance=15) > loss("=v==")
    assert loss("=v==", worn=["shield"], **criticals) == loss("=v==", worn=["shield"])
    assert loss("=D==", stun_chance=50) > loss("=D==", stun_chance=20) > loss("=D==")


def test_whether_a_battle_may_begin_follows_the_rules():
    assert loss("=s==", battle_radius=[0, 2, 2, 1, 1]) == 0
    assert loss("=s==", battle_radius=[0, 2, 2, 1, 1], slug_back=1) > 0
    assert loss("==s=") == 0
    assert loss("==s=", battle_radius=[2, 2, 2, 1, 1]) > 0


def test_the_features_are_those_that_are_named():
    position = draw(
        "H@=h======\n=T..f....=\n==========",
        health=50,
        worn=["shield"],
        soldiers=[30, 30],
        state={"potions": 3, "cycles": 10},
    )
    seen = np.full(len(FEATURES), -1.0)
    plain(features)(position.game.record[0], position.state[0], seen)
    told = dict(zip(FEATURES, seen.tolist(), strict=True))
    assert told == {
        "health": 0.5,
        "potions": 0.5,
        "armour": 0.0,
        "shield": 1.0,
        "helmet": 0.0,
        "soldiers": 0.25,
        "towers": 0.1,
        "campfires": 0.1,
        "villages": 0.1,
        "cycles": 0.25,
        "bias": 1.0,
    }
