"""Siege's policy and its levels: legal on every map, and nothing embarrassing."""

from random import Random

import pytest
from siege_drawing import draw, value

import garrison
from garrison import bots
from garrison.bots.search import Budget, method
from garrison.core.discovery import find
from garrison.core.engine.lane import COMPILED
from garrison.core.levels import NAMES as LEVELS
from garrison.core.plain import plain
from garrison.games.siege.skill.engines import is_before_wall
from garrison.games.siege.skill.fields import vacant
from garrison.games.siege.skill.recruits import must_raise
from garrison.games.siege.skill.styles import ARCHERS, GUNNER
from garrison.games.siege.skill.worth import threats
from garrison.games.siege.state import ACROSS, MOST_UNITS, UPRIGHT, Building, Phase, Press

compiled_only = pytest.mark.skipif(not COMPILED, reason="whole games in plain Python take minutes")
STYLES = range(len(ARCHERS))
MAPS = ("plain", "river", "islands", "pass", "random")
HOME = "K1 K1 K1 . . . . . . .\nK1 K1 K1 . . . . . . .\nK1 K1 K1 . . . . . . .\n"


def turn(position, level, player=0):
    """The units' part of a player's turn, played by a level."""
    bot = bots.find(level, find("siege"))
    while not position.over and position.waiting == (player,) and value(position, "phase") <= Phase.TARGET:
        position.play(player, bot(position, player, Random(1)))
    return position


@pytest.mark.parametrize("needed", [1, 2, 3])
def test_G22_no_more_units_threaten_a_castle_than_it_takes_to_capture_it(needed):
    board = ". i a c .\n. K2 K2 K2 .\n. K2 K2 K2 .\n. K2 K2 K2 ."
    position = draw(board, rules={"capture_units": needed})
    assert plain(threats)(position.game.record[0], position.state[0], 0) == needed


def test_G7_both_fields_of_a_gate_are_open_to_its_owner_and_nobody_else():
    board = "G1 G1 . G2 G2 .\n. H = = = ."
    position = draw(board)
    state = position.state[0]
    for player, own in ((0, {0, 1}), (1, {3, 4})):
        rows = plain(vacant)(state, player)
        works = {column for column in (0, 1, 3, 4) if int(rows[0]) >> column & 1}
        assert works == own
        assert int(rows[1]) & 0b011110 == 0b000010, "a ladder is entered from anywhere, a wall is not"


def test_G14_a_ram_that_would_lie_there_is_before_a_wall_at_either_end():
    position = draw(". . = = = . .\n. . . . . . .\n# . . . . . .\n# . . . . . .\n# . . . . . .", player=0)
    state = position.state[0]
    assert plain(is_before_wall)(state, 0, 5, ACROSS), "its left end touches the wall"
    assert plain(is_before_wall)(state, 0, 0, ACROSS), "and so does its right end here"
    assert plain(is_before_wall)(state, 0, 7, UPRIGHT), "its lower end touches the upright wall"
    assert plain(is_before_wall)(state, 0, 10, UPRIGHT), "its upper end touches the wall that lies across"
    assert not plain(is_before_wall)(state, 0, 9, ACROSS), "beside a wall is not before it"
    assert not plain(is_before_wall)(state, 0, 19, ACROSS), "nothing is near"


@compiled_only
@pytest.mark.parametrize("mode", ["standard", "siege"])
@pytest.mark.parametrize("name", MAPS)
def test_the_policy_plays_legal_actions_only(name, mode):
    position = garrison.load("siege", map=name, mode=mode).new(1)
    thinkers = [method("policy", position.game, {"style": style}) for style in STYLES]
    for number in range(1500):
        if position.over:
            break
        player = position.waiting[0]
        position.play(player, thinkers[number % len(STYLES)].think(position, player, Budget(1), number)[0].action)
    assert value(position, "turn") > 5


@compiled_only
@pytest.mark.parametrize("level", LEVELS)
def test_the_last_enemy_is_struck_and_the_game_is_won(level):
    position = turn(draw(HOME + "i I . . . . . . . .", player=0), level)
    assert value(position, "army", 1) == 0


@compiled_only
@pytest.mark.parametrize("level", LEVELS)
def test_the_last_unit_does_not_walk_into_the_enemys_reach(level):
    far = "K1 K1 K1 . . . . . . . . . K2 K2 K2\n" * 3 + ". . . . . . . . . . . . . . .\n"
    position = turn(draw(far + "i . . . . . I . . . . . . . .", player=0), level)
    column = int(position.state["unit_field"][0, 0]) % 15
    assert 6 - column > 3  # two steps and a blow


@compiled_only
@pytest.mark.parametrize("dice", range(4))
def test_a_workshop_for_trebuchets_stands_beside_the_castle(dice):
    """Not where the way to the enemy is shortest: what it makes would lie there without a crew."""
    land = ". " * 12
    board = f"K1 K1 K1 . . B1 B1 {land}\nK1 K1 K1 . . B1 B1 {land}\nK1 K1 K1 . . . . {land}\n" + 3 * (
        ". " * 16 + "K2 K2 K2\n"
    )
    position = draw(board, part=Phase.BUILDINGS, coins=[22, 0])
    thinker, chance = method("policy", position.game, {"style": GUNNER}), Random(dice)
    while value(position, "turn") == 1:
        position.play(0, thinker.think(position, 0, Budget(1), chance.getrandbits(60))[0].action)
    s = position.state[0]
    place = int(s.building_field[s.building_kind.tolist().index(Building.WORKSHOP)])
    assert place // 19 <= 4
    assert place % 19 <= 4


@compiled_only
def test_hard_keeps_somebody_beside_a_castle_with_enemies_near():
    position = turn(draw(HOME + "i i . . . . . I . I", player=0), "hard")
    beside = [30, 31, 32, 3, 13, 23]
    assert any(0 < value(position, "unit_at", field) <= MOST_UNITS for field in beside)


@compiled_only
def test_a_game_against_an_idle_side_is_won_on_every_map():
    for name in MAPS:
        position, dice = garrison.load("siege", map=name).new(2), Random(2)
        bot = bots.find("hard", position.game.package)
        while not position.over:
            player = position.waiting[0]
            position.play(player, bot(position, player, dice) if player == 1 else idle(position))
        assert position.outcome.winners == (1,)


STRONGER = HOME.replace(". . . . . . .", ". . . . K2 K2 K2") + "i i i i i i . . . .\n. . . . . . . . . I"


@compiled_only
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_ends_a_won_game(level):
    position, dice = draw(STRONGER, player=0), Random(3)
    bot = bots.find(level, position.game.package)
    while not position.over:
        player = position.waiting[0]
        position.play(player, bot(position, player, dice) if player == 0 else idle(position, 1))
    assert position.outcome.winners == (0,)
    assert value(position, "turns", 0) < 20


def idle(position, player=0):
    """What ends the turn soonest."""
    return max(position.actions(player), key=lambda action: (action in (Press.END_UNITS, Press.END_TURN), -action))


@pytest.mark.parametrize(
    "facts, is_urgent",
    [
        ({}, False),
        ({"rules": {"army_turns": 1}}, True),
        ({"rules": {"army_turns": 2}}, False),
        ({"turns": [9, 9]}, True),
        ({"armed": [1, 1]}, True),
    ],
)
def test_G26_it_is_known_when_ending_a_turn_without_a_land_unit_would_lose(facts, is_urgent):
    position = draw(HOME, player=0, **facts)
    assert bool(plain(must_raise)(position.game.record[0], position.state[0], 0)) == is_urgent
    position = draw(HOME + "i . . . . . . . . .", player=0, **facts)
    assert not plain(must_raise)(position.game.record[0], position.state[0], 0)


@compiled_only
@pytest.mark.parametrize("mode", ["standard", "siege"])
@pytest.mark.parametrize("name", [*LEVELS, "recruit"])
def test_G26_no_level_loses_in_its_first_turns_of_seed(name, mode):
    for ground in ("plain", "islands"):
        position, dice = garrison.load("siege", variant="seed", map=ground, mode=mode).new(3), Random(3)
        bot = bots.find(name, position.game.package)
        while not position.over and position.state["turns"][0].min() < 2:
            player = position.waiting[0]
            position.play(player, bot(position, player, dice))
        assert not position.over
