"""The bot `veteran` sees what a move brings and what the answer would be."""

from random import Random

import numpy as np
import pytest
import skirmish_veteran
from skirmish_drawing import draw, field_of, health_of

import garrison
from garrison import bots
from garrison.bots.search import method
from garrison.bots.search.alone import asked
from garrison.core.discovery import find
from garrison.core.engine.lane import COMPILED
from garrison.core.levels import NAMES as LEVELS
from garrison.core.plain import plain
from garrison.games.skirmish.skill.styles import AIDE, LIFE_WORTH, MARSHAL, SERGEANT, UNIT
from garrison.games.skirmish.skill.styles import VETERAN as STYLE
from garrison.games.skirmish.skill.veteran import note_powers
from garrison.games.skirmish.skill.workspace import WORKSPACE
from garrison.games.skirmish.skill.worth import harm_at
from playing import Drawn, bots_play

VETERAN = "veteran"
FIRE = {"fire_moves": [1, 2, 3, 4], "fire_gap": [9, 8, 7, 6], "fire_harm": 15}  # S19: so that much burns soon
LAST_TROLL = """
.. E0 .. .. .. ..
.. .. .. .. .. ..
.. .. .. .. .. T0
.. .. .. .. .. ..
.. .. .. .. E1 ..
.. .. .. .. .. H0
"""
EVERY = 15  # this many actions lie between two that are compared
compiled_only = pytest.mark.skipif(not COMPILED, reason="a search in plain Python takes minutes")


def turn(position, bot=VETERAN):
    """A bot makes a whole move."""
    player, choose, dice = position.waiting[0], bots.find(bot, position.game.package), Random(1)
    moves = position.state["moves"][0]
    while not position.over and position.state["moves"][0] == moves:
        position.play(player, choose(position, player, dice))
    return position


def test_the_veteran_is_offered():
    assert bots.names(find("skirmish"))[-3:] == (VETERAN, "still", "random")


@compiled_only
@pytest.mark.parametrize(
    ("options", "seed", "style"),
    [
        ({"setup": "duel"}, 1, STYLE),
        ({"setup": "random"}, 2, STYLE),
        ({"setup": "random"}, 5, SERGEANT),
        ({"setup": "random"}, 7, MARSHAL),
        ({"setup": "random"}, 6, AIDE),
        ({"setup": "classic"}, 8, MARSHAL),
        ({"setup": "small", "rules": FIRE}, 3, STYLE),
        ({"setup": "classic", "rules": FIRE}, 4, MARSHAL),
        ({"setup": "random", "rules": FIRE}, 9, STYLE),
        ({"setup": "random", "rules": FIRE}, 10, AIDE),
    ],
)
def test_the_compiled_veteran_chooses_what_the_plain_one_does(options, seed, style):
    """From the same dice, at every few actions of a game in which some mistakes are made."""
    position, dice = garrison.load("skirmish", variant="former", **options).new(seed), Random(seed)
    method("policy", position.game)
    for number in range(90):
        if position.over:
            break
        player, state = position.waiting[0], dice.getrandbits(60) | 1
        action, _ = asked(position.game, position, player, style, state)
        if number % EVERY == 0:
            assert action == skirmish_veteran.choose(position, player, Drawn(state), style)
        position.play(player, action if dice.random() < 0.9 else dice.choice(position.actions(player)))


@compiled_only
@pytest.mark.parametrize("health", [{"E0": 20, "T0": 120}, {"E0": 20, "T0": 12_000}, {"E1": 12_000, "T0": 20}])
def test_it_thinks_of_every_reply_that_ends_the_game(health):
    """Replies that can't be the best are not tried; a fight that ends the game, won or lost, is never among them."""
    position = draw(LAST_TROLL, health, "zorde")
    method("policy", position.game)
    position.play(1, field_of(position, "T0"))
    for state in range(1, 200, 20):
        assert asked(position.game, position, 1, STYLE, state)[0] == skirmish_veteran.choose(position, 1, Drawn(state))


@compiled_only
def test_it_kills_the_last_enemy_when_it_can():
    """The goblin is three steps away, and the human's blow is enough."""
    after = turn(draw("H0 .. .. .. G0", health={"G0": 30}))
    assert after.outcome.winners == (0,)


@compiled_only
def test_it_does_not_begin_a_fight_that_it_would_lose():
    """The troll is hurt, but still stronger: the human strikes or goes, and lives."""
    after = turn(draw("H0 T0 ..\n.. .. ..", health={"T0": 140}))
    assert health_of(after, "H0") == 100


@compiled_only
def test_it_leaves_the_reach_of_somebody_stronger():
    """From beside the human the troll would kill it in its next move; two fields away it can't."""
    after = turn(draw("H0 T0 .. .. .. ..", health={"H0": 20}))
    places = [divmod(field_of(after, name), 6) for name in ("H0", "T0")]
    assert max(abs(mine - other) for mine, other in zip(*places, strict=True)) > 2


@compiled_only
def test_it_strikes_as_many_as_it_can():
    """An elf that goes between two goblins hits both of them with its blows and its shot."""
    after = turn(draw("E0 .. .. ..\n.. G0 .. G1\n.. .. .. ..\n.. .. .. .."))
    assert sum(health_of(after, name) for name in ("G0", "G1")) <= 160 - 6 * 15


@compiled_only
def test_a_move_that_was_begun_is_completed():
    position = draw("D0 .. .. ..\n.. .. .. ..\nG0 .. .. ..", health={"G0": 40})
    position.play(0, 0)
    position.play(0, 4)
    assert health_of(turn(position), "G0") == 0


@compiled_only
@pytest.mark.parametrize("setup", ["classic", "random"])
def test_it_beats_random_play(setup):
    game = garrison.load("skirmish", variant="former", setup=setup)
    won = 0
    for seed in range(2):
        side = seed % 2
        after = bots_play(game, seed, (VETERAN, "random") if side == 0 else ("random", VETERAN))
        won += after.outcome.winners == (side,)
    assert won == 2


@compiled_only
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_kills_the_last_enemy_when_it_can(level):
    assert turn(draw("H0 .. .. .. G0", health={"G0": 30}), level).outcome.winners == (0,)


@compiled_only
@pytest.mark.parametrize("level", ["medium", "hard"])
def test_no_good_level_begins_a_fight_that_it_would_lose(level):
    assert health_of(turn(draw("H0 T0 ..\n.. .. ..", health={"T0": 140}), level), "H0") == 100


@compiled_only
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_ends_a_won_game(level):
    """A goblin that goes anywhere can't hide from two dwarves and an elf."""
    position, dice = draw("D0 .. .. D1\n.. .. .. ..\n.. .. G0 ..\nE0 .. .. .."), Random(1)
    while not position.over:
        player = position.waiting[0]
        position.play(
            player, bots.find(level if player == 0 else "random", position.game.package)(position, player, dice)
        )
    assert position.outcome.winners == (0,)
    assert position.state["moves"][0] < 60


@pytest.mark.parametrize(
    "who, changes, harm",
    [
        ("E0", {}, [60, 60, 45, 30, 15, 15, 0]),
        ("E0", {"strikes_each_step": [0] * 6}, [15, 15, 15, 15, 15, 15, 0]),
        ("E0", {"shoots": [0] * 6}, [60, 60, 45, 30, 15, 0, 0]),
        ("H0", {}, [30, 30, 30, 30, 0, 0, 0]),
        ("H0", {"shoots": [1] * 6, "shot_attack": 7}, [7, 7, 7, 7, 7, 0, 0]),
    ],
)
def test_what_a_move_can_do_to_an_enemy_follows_the_rules(who, changes, harm):
    """One to seven fields away."""
    position = draw("E0 H0 .. T0\n.. .. .. ..\n.. .. .. ..\n.. .. .. ..", rules=changes)
    p, s = position.game.record[0], position.state[0]
    slot = int(s.standing[field_of(position, who)]) - 1
    assert [plain(harm_at)(p, s, slot, distance) for distance in range(1, 8)] == harm


def test_S5_what_a_character_is_worth_alive_counts_its_shot():
    rules = {"shoots": [0, 0, 0, 1, 1, 0], "shot_attack": 7, "healing": 0}
    position = draw("E0 H0 .. T0\n.. .. .. D0\n.. .. .. ..\n.. .. .. ..", rules=rules)
    p, s, r = position.game.record[0], position.state[0], np.zeros(1, WORKSPACE)[0]
    plain(note_powers)(p, s, r, STYLE)
    worths = {"E0": 3 * 15 + 7, "H0": 7, "T0": 20, "D0": 2 * 20}
    for name, blows in worths.items():
        who = int(s.standing[field_of(position, name)]) - 1
        assert r.powers[who] == max(blows * UNIT[STYLE] + LIFE_WORTH[STYLE, s.kinds[who] - 1], 0), name
