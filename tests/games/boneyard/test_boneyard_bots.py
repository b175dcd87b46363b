"""The bot `keeper` plays sensibly: it defends itself far better than chance would; and the levels."""

import time
from random import Random

import boneyard_keeper
import pytest
from boneyard_drawing import draw, stocked, value

import garrison
from garrison import bots
from garrison.bots.search import Budget, method
from garrison.bots.search.alone import asked
from garrison.bots.search.halving import PlanTrial
from garrison.core.discovery import find
from garrison.core.engine.lane import COMPILED
from garrison.core.levels import NAMES as LEVELS
from garrison.games.boneyard.bots import SOLO
from garrison.games.boneyard.skill.styles import KEEPER as STYLE
from garrison.games.boneyard.state import Ask, Phase
from garrison.play.match import Match, Seat
from playing import Drawn

RANDOM, KEEPER = "random", "keeper"
EVERY = 6  # this many actions lie between two that are compared
compiled_only = pytest.mark.skipif(not COMPILED, reason="a search in plain Python takes minutes")


def play(game, seed, seats):
    match = Match(game, seed, [Seat(bot) for bot in seats])
    while match.bot_acts():
        pass
    return match.position


def share_of_wins(games, players=3):
    """Against random players, with seats rotated; a shared win counts as none."""
    game, wins = garrison.load("boneyard", variant="former", players=players), 0
    for seed in range(games):
        seats = [KEEPER if who == seed % players else RANDOM for who in range(players)]
        wins += play(game, seed, seats).outcome.winners == (seed % players,)
    return wins / games


def share_of_survivals(games, bot, traps="basic"):
    game = garrison.load("boneyard", variant="former", players=1, traps=traps)
    return sum(play(game, seed, [bot]).outcome.reason == "survived" for seed in range(games)) / games


def test_the_keeper_is_offered():
    assert KEEPER in bots.names(find("boneyard"))


@compiled_only
@pytest.mark.parametrize(("players", "traps"), [(1, "all"), (2, "basic"), (3, "all")])
def test_the_compiled_keeper_chooses_what_the_plain_one_does(players, traps):
    """From the same dice, at every few actions and for every dragon of a game in which some mistakes are made."""
    position, dice = garrison.load("boneyard", variant="former", players=players, traps=traps).new(4), Random(4)
    method("policy", position.game)
    for number in range(60):
        if position.over:
            break
        player, state = dice.choice(position.waiting), dice.getrandbits(60) | 1
        action, _ = asked(position.game, position, player, STYLE, state)
        if number % EVERY == 0 or position.state["asks"][0, player] == Ask.DIRECTION:
            assert action == boneyard_keeper.choose(position, player, Drawn(state))
        position.play(player, action if dice.random() < 0.8 else dice.choice(position.actions(player)))


@compiled_only
def test_the_keeper_wins_against_two_random_players():
    assert share_of_wins(12) >= 0.6


@compiled_only
def test_the_keeper_survives_alone_where_chance_does_not():
    assert share_of_survivals(8, KEEPER, "all") >= 0.4
    assert share_of_survivals(100, RANDOM, "all") <= 0.05


@compiled_only
def test_the_keeper_kills_a_skeleton_at_the_gate():
    """Only from one field can the hero stop the skeleton that is about to reach the tower."""
    position = draw(". . . . .\n. . Gv . .\n. . . . .\n. @ . . .", players=1, rules={"solo_layers": 1})
    position.state["phase"] = Phase.HERO
    assert bots.find(KEEPER, position.game.package)(position, 0, Random(1)) == 12


@compiled_only
def test_the_keeper_places_a_trap_where_it_helps():
    position = stocked(draw(". . . . .\n. Gv . . .", players=3), "bomb")
    choose = bots.find(KEEPER, position.game.package)
    for _ in range(2):
        position.play(0, choose(position, 0, Random(1)))
    for who in (1, 2):
        position.play(who, "pass")
    assert value(position, "counts") == 0


@compiled_only
def test_the_keeper_answers_for_dragon_and_graveyard():
    position = draw("G> D . . .\nB> C . . .", "/ . . . .", players=3)
    choose = bots.find(KEEPER, position.game.package)
    for who in range(3):
        position.play(who, "pass")
    asked = []
    while position.state["asks"][0, 0]:
        action = choose(position, 0, Random(1))
        asked.append(position.game.action_name(action))
        position.play(0, action)
    assert asked[0] in ("up", "right", "down", "left")
    assert asked[1] == "graveyard 2"  # Bramble has more points


@compiled_only
def test_the_keeper_does_not_look_at_chance_or_at_the_others_choices():
    """Whatever the generator's state and the others' choices are, it does the same."""
    position = garrison.load("boneyard", variant="former", players=3).new(11)
    choose = bots.find(KEEPER, position.game.package)
    wanted = choose(position, 0, Random(1))
    other = position.copy()
    other.state["rng"] = 12345
    other.play(1, other.actions(1)[0])
    assert choose(other, 0, Random(1)) == wanted


@pytest.mark.long
def test_the_keeper_wins_at_least_80_percent_of_500_games():
    wins = share_of_wins(500)
    print(f"keeper against two random players: {wins:.1%} of 500")
    assert wins >= 0.8


@pytest.mark.long
def test_the_keeper_survives_alone_clearly_more_often_than_chance():
    own, chance = share_of_survivals(200, KEEPER), share_of_survivals(2000, RANDOM)
    print(f"alone, 10 rounds: keeper {own:.1%}, random {chance:.2%}")
    assert own >= chance + 0.2


@compiled_only
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_kills_a_skeleton_at_the_gate(level):
    """Only from one field can the hero stop the skeleton that is about to reach the tower: anything else is lost."""
    position = draw(". . . . .\n. . Gv . .\n. . . . .\n. @ . . .", players=1, rules={"solo_layers": 1})
    position.state["phase"] = Phase.HERO
    assert bots.find(level, position.game.package)(position, 0, Random(1)) == 12


def played_to_the_end(position, level):
    dice, choose = Random(1), bots.find(level, position.game.package)
    while not position.over:
        position.play(0, choose(position, 0, dice))
    return position


@compiled_only
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_takes_a_win_in_one_round(level):
    """Whoever stops the skeleton at the gate has survived."""
    rules = {"solo_layers": 1, "solo_rounds": 1}
    position = draw(". . . . .\n. . Gv . .\n. . . . .\n. @ . . .", players=1, rules=rules)
    position.state["phase"] = Phase.HERO
    assert played_to_the_end(position, level).outcome.reason == "survived"


@compiled_only
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_ends_a_won_game(level):
    """Nobody comes any more, and one skeleton is there that the hero can meet."""
    rules = {"solo_layers": 1, "solo_houses": 1, "solo_rounds": 3}
    position = draw(". . . . .\n. . Gv . .\n. . . . .\n. @ . . .", players=1, rules=rules)
    position.state["phase"] = Phase.HERO
    assert played_to_the_end(position, level).outcome.winners == (0,)


@compiled_only
@pytest.mark.parametrize("level", ["medium", "hard"])
def test_a_good_level_does_not_look_at_chance_or_at_the_others_choices(level):
    position = garrison.load("boneyard", variant="former", players=3).new(11)
    choose = bots.find(level, position.game.package)
    wanted = choose(position, 0, Random(1))
    other = position.copy()
    other.state["rng"] = 12345
    other.play(1, other.actions(1)[0])
    assert choose(other, 0, Random(1)) == wanted


@compiled_only
def test_hard_does_what_a_keeper_would_where_that_is_better():
    """After hardly any simulations the trees know little; the keeper knows what the bomb is for."""
    position = stocked(draw(". . . . .\n. . . . .\n. G> . . .", players=3, rules={"layers": 1}), "bomb")
    bomb = position.game.action("bomb")
    asking, alone = (
        method("decoupled", position.game, {"turns": 3, **more}) for more in ({"style": STYLE, "each": 1}, {})
    )
    assert all(asking.think(position, 0, Budget(8), seed)[0].action == bomb for seed in range(12))
    assert any(alone.think(position, 0, Budget(8), seed)[0].action != bomb for seed in range(12))


@compiled_only
def test_alone_hard_makes_no_more_simulations_than_it_says(monkeypatch):
    """So a decision takes no longer than the figure in benchmarks/history/level-series.md on the same machine."""
    position, made = garrison.load("boneyard", variant="former", players=1).new(3), []
    run = PlanTrial.run

    def counted(trial, which, first_number, last_number, threads):
        made.append(len(which) * (last_number - first_number))
        run(trial, which, first_number, last_number, threads)

    monkeypatch.setattr(PlanTrial, "run", counted)
    bots.find("hard", position.game.package)(position, 0, Random(1))
    assert 0.8 * SOLO.simulations < sum(made) <= SOLO.simulations


@pytest.mark.long
def test_alone_hard_takes_less_than_a_second_of_processor_time():
    position, dice, taken = garrison.load("boneyard", variant="former", players=1).new(3), Random(3), []
    choose = bots.find("hard", position.game.package)
    while not position.over:
        start = time.process_time()
        action = choose(position, 0, dice)
        taken.append(time.process_time() - start)
        position.play(0, action)
    print(f"hard alone: {sum(taken) / len(taken):.2f} s a decision, at most {max(taken):.2f}")
    assert sum(taken) / len(taken) < 1
