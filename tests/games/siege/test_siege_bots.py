"""Siege's bots: the captain knows its trade, beats the recruit on every map, and its games against itself end."""

from collections import Counter
from random import Random

import pytest
from siege_drawing import draw, picture, text, value

import garrison
from garrison import bots
from garrison.core.discovery import find
from garrison.core.plain import plain
from garrison.games.siege.skill.fields import add_beside, broad_land, empty, reach_of, spread, vacant
from garrison.games.siege.skill.marches import FARTHEST
from garrison.games.siege.skill.recruits import leave_roads
from garrison.games.siege.state import NOBODY, Building, Phase
from playing import bots_play

CAPTAIN, RECRUIT = "captain", "recruit"
MAPS = ("plain", "river", "islands", "pass", "random")
MODES = ("standard", "siege")
EVERY = [(name, mode) for name in MAPS for mode in MODES]
BY_FORCE = ("army", "homeless")  # elimination and capture; the others are the limits


def duels(name, mode, games, first=0):
    """How the captain fares against the recruit, with sides changed: its side, and why it won or 'lost'."""
    game, found = garrison.load("siege", variant="former", map=name, mode=mode), Counter()
    for seed in range(first, first + games):
        side = seed % 2
        outcome = bots_play(game, seed, (CAPTAIN, RECRUIT) if side == 0 else (RECRUIT, CAPTAIN)).outcome
        found[side, outcome.reason if outcome.winners == (side,) else "lost"] += 1
    return found


def reunions(name, mode, games, first=0):
    """How games between captains end."""
    game = garrison.load("siege", variant="former", map=name, mode=mode)
    return Counter(bots_play(game, seed, (CAPTAIN, CAPTAIN)).outcome.reason for seed in range(first, first + games))


def turn(position, last=Phase.TARGET, bot=CAPTAIN):
    """The captain, or another one, plays until its part of the turn is over."""
    player, choose = position.waiting[0], bots.find(bot, position.game.package)
    while not position.over and position.waiting == (player,) and value(position, "phase") <= last:
        position.play(player, choose(position, player, Random(1)))
    return position


def test_the_bots_are_offered():
    assert {CAPTAIN, RECRUIT} <= set(bots.names(find("siege")))


# --- What the captain does in its turn


def test_it_strikes_whom_it_can_reach():
    after = turn(draw("K1 K1 K1 . . . .\nK1 K1 K1 . . . .\nK1 K1 K1 i . . I", player=0))
    assert value(after, "army", 1) == 0


def test_it_takes_a_castle_that_three_can_reach():
    board = """
    . . . . . . . .
    K2 K2 K2 i . . . .
    K2 K2 K2 . i . . .
    K2 K2 K2 . . i . .
    """
    after = turn(draw(board))
    assert (value(after, "bases", 0), value(after, "bases", 1)) == (1, 0)


def test_it_kills_the_last_guard_first():
    board = """
    . . . . . . . .
    K2 K2 K2 i . . . .
    K2 K2 K2 i . . . .
    K2 K2 K2 . i i . .
    . . A . . . . .
    """
    after = turn(draw(board))
    assert (value(after, "army", 1), value(after, "bases", 0)) == (0, 1)


def test_a_weak_army_keeps_out_of_reach():
    home, field = "K1 K1 K1 ", ". . . . . . . . "
    board = f"{home}{field}I I\n{home}i . . . i . . . I I\n{home}{field}I I"
    assert value(turn(draw(board)), "unit_field", 1) % 13 == 7  # the enemies strike three steps far
    fewer = board.replace(f"{field}I I", f"{field}. I", 1).replace(f"{field}I I", f"{field}. .", 1)
    assert value(turn(draw(fewer, turns=[20, 20])), "unit_field", 1) % 13 == 9  # but it does not wait for ever


def test_archers_shoot_before_the_others_strike():
    """The roll is a miss, so the infantry still finds its enemy."""
    after = turn(draw("K1 K1 K1 . . .\nK1 K1 K1 a . .\nK1 K1 K1 i . I", dice=(1,)))
    assert value(after, "army", 1) == 0


@pytest.mark.parametrize("bot", [CAPTAIN, "medium"])
def test_a_crew_sails_to_the_enemys_shore(bot):
    board = """
    K1 K1 K1 . ~ ~ ~ ~ . K2 K2 K2
    K1 K1 K1 . Si Si Si ~ . K2 K2 K2
    K1 K1 K1 . ~ ~ ~ ~ . K2 K2 K2
    """
    after = turn(draw(board), bot=bot)
    assert picture(after) != text(board)
    assert any(value(after, "unit_field", unit) % 12 > 6 for unit in range(3))


def test_it_raises_units_and_takes_coins():
    board = (
        "K1 K1 K1 . B1 B1 . .\nK1 K1 K1 . B1 B1 . .\nK1 K1 K1 . . . . .\n"
        + ". . . . . . . .\n" * 3
        + ". . . . . K2 K2 K2\n" * 3
    )
    after = turn(draw(board, part=Phase.BUILDINGS, coins=[6, 0]), Phase.PLACE)
    assert value(after, "army", 0) == 2
    assert value(after, "coins", 0) >= 6  # two units cost at most 4, and the castle takes 4


def test_all_strike_whom_they_can_reach():
    board = """
    ^ . I . . . K2 K2 K2
    . c . i . I K2 K2 K2
    ^ ^ ^ ^ . . K2 K2 K2
    """
    assert value(turn(draw(board)), "army", 1) == 0


def test_what_can_not_be_spent_otherwise_becomes_a_camp():
    """Where barracks stand and 56 coins are left, they pay for a camp and those who hold it; it acts at once."""
    land = ". " * 14
    board = (
        f"K1 K1 K1 . B1 B1 {land}\nK1 K1 K1 . B1 B1 {land}\nK1 K1 K1 . . . {land}\n"
        f". . . . B1 B1 {land}\nB1 B1 . . B1 B1 {land}\nB1 B1 . . . . {land}\n"
        + (". " * 20 + "\n") * 4
        + (". " * 17 + "K2 K2 K2\n") * 3
    )
    for coins, camps in ((55, 0), (70, 1)):
        after = turn(draw(board, part=Phase.BUILDINGS, coins=[coins, 0]), Phase.PLACE)
        assert picture(after).count("M1") == 9 * camps
    assert value(after, "army", 0) == 8  # two from each barracks, two from the camp


FORD = """
. . . . . . . .
. . . . . . . .
. . . . . . . .
^ ^ ^ . . ^ ^ ^
^ ^ ^ . . ^ ^ ^
. . . . . . . .
. . . . . . . .
. . . . . . . .
"""


def test_buildings_leave_fords_and_passes_open():
    """What would stand in one is left out of the places, unless there is nothing else."""
    s = draw(FORD).state[0]
    ground = plain(vacant)(s, 0)
    open_places, in_ford = {(0, 0), (0, 6), (6, 3)}, {(1, 3), (2, 3), (3, 3), (4, 3), (5, 3), (5, 2)}
    assert left(s, open_places | in_ford, ground) == open_places
    assert left(s, in_ford, ground) == in_ford


def left(s, places, ground):
    """Which of these places for barracks are left."""
    rows = plain(empty)()
    for row, column in places:
        rows[row] |= 1 << column
    plain(leave_roads)(s, rows, ground, 2)
    return {(row, column) for row in range(8) for column in range(8) if int(rows[row]) >> column & 1}


@pytest.mark.parametrize("income_turns, coins, barracks", [(0, 36, 2), (4, 36, 1), (4, 50, 2)])
def test_G29_where_coins_end_further_barracks_take_their_price_from_the_army(income_turns, coins, barracks):
    land = ". " * 8
    board = (
        f"K1 K1 K1 . B1 B1 {land}\nK1 K1 K1 . B1 B1 {land}\nK1 K1 K1 . . . {land}\n"
        + (". " * 14 + "\n") * 3
        + (". " * 11 + "K2 K2 K2\n") * 3
    )
    after = turn(draw(board, part=Phase.BUILDINGS, rules={"income_turns": income_turns}, coins=[coins, 0]), Phase.PLACE)
    assert picture(after).count("B1") == 4 * barracks


# --- What it founds


def founded(name, mode):
    """Captains set a game up."""
    position, dice = garrison.load("siege", map=name, mode=mode).new(1), Random(1)
    choose = bots.find(CAPTAIN, position.game.package)
    while not value(position, "turn"):
        position.play(position.waiting[0], choose(position, position.waiting[0], dice))
    return position


@pytest.mark.parametrize("name", ["plain", "river", "pass"])
def test_castles_stand_where_a_broad_road_leads_from_one_to_the_other(name):
    s = founded(name, "standard").state[0]
    road = plain(broad_land)(s, 1)
    first, second = plain(empty)(), plain(empty)()
    for castle, beside in enumerate((first, second)):
        plain(add_beside)(s, beside, castle)
        plain(spread)(s, beside, s.free)
    assert plain(reach_of)(s, first, second, road, road, FARTHEST) != NOBODY


@pytest.mark.parametrize("name, ports", [("islands", 1), ("plain", 0)])
def test_G24_a_defender_on_an_island_has_a_port(name, ports):
    kinds = founded(name, "siege").state["building_kind"][0].tolist()
    assert kinds.count(Building.PORT) == ports
    assert kinds.count(Building.BARRACKS) == 2


# --- Whole games


@pytest.mark.parametrize(("name", "mode"), EVERY[:1])
def test_the_captain_beats_the_recruit(name, mode):
    """In both seats; everywhere, and often, in the long tests."""
    found = duels(name, mode, 2)
    assert sum(found[side, reason] for side in (0, 1) for reason in BY_FORCE) == 2, found


@pytest.mark.parametrize("mode", MODES)
def test_a_game_between_captains_ends(mode):
    found = reunions(MAPS[0], mode, 1, first=1)
    assert sum(found[reason] for reason in BY_FORCE) == 1, found


@pytest.mark.long
@pytest.mark.parametrize(("name", "mode"), EVERY)
def test_the_captain_wins_at_least_95_percent_of_300_games(name, mode):
    found = duels(name, mode, 300)
    won = sum(found.values()) - found[0, "lost"] - found[1, "lost"]
    by_force = sum(found[side, reason] for side in (0, 1) for reason in BY_FORCE)
    print(f"{name} {mode}: won {won / 300:.1%}, by capture or elimination {by_force / 300:.1%}", dict(found))
    assert won >= 0.95 * 300
    assert by_force >= 0.9 * 300
    assert min(150 - found[side, "lost"] for side in (0, 1)) >= 0.9 * 150  # also as defender and as attacker


@pytest.mark.long
@pytest.mark.parametrize(("name", "mode"), EVERY)
def test_at_least_90_percent_of_300_games_between_captains_end(name, mode):
    found = reunions(name, mode, 300)
    ended = sum(found[reason] for reason in BY_FORCE)
    print(f"{name} {mode}: ended {ended / 300:.1%}", dict(found))
    assert ended >= 0.9 * 300
