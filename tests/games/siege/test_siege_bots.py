"""The captain plays a real game: it beats one who plays randomly but raises units, on every map, in both modes."""

from collections import Counter

import pytest

import garrison
from garrison import bots
from garrison.core.discovery import find
from garrison.play.match import Match, Seat

CAPTAIN, RECRUIT = "captain", "recruit"
GROUNDS = [(place, mode) for place in find("siege").facts.options["map"] for mode in ("standard", "siege")]


def play(game, seed, seats):
    match = Match(game, seed, [Seat(bot) for bot in seats])
    while match.bot_acts():
        pass
    return match.position.outcome


def wins_and_reasons(place, mode, games):
    """How often the captain beats the recruit, with sides changed, and how it does."""
    game, reasons, wins = garrison.load("siege", map=place, mode=mode), Counter(), 0
    for seed in range(games):
        side = seed % 2
        outcome = play(game, seed, [RECRUIT, CAPTAIN] if side else [CAPTAIN, RECRUIT])
        if outcome.winners == (side,):
            wins += 1
            reasons[outcome.reason] += 1
    return wins, reasons


def test_the_captain_is_the_first_choice():
    assert bots.names(find("siege"))[:2] == (CAPTAIN, RECRUIT)


@pytest.mark.parametrize("place, mode", GROUNDS)
def test_the_captain_beats_the_recruit(place, mode):
    wins, reasons = wins_and_reasons(place, mode, 2)
    assert wins == 2
    assert reasons["army"] + reasons["homeless"] >= 1, "by elimination or capture"


def test_two_captains_come_to_an_end():
    outcome = play(garrison.load("siege"), 1, [CAPTAIN, CAPTAIN])
    assert outcome.reason in ("army", "homeless")


@pytest.mark.long
@pytest.mark.parametrize("place, mode", GROUNDS)
def test_the_captain_beats_the_recruit_in_95_of_100(place, mode):
    wins, reasons = wins_and_reasons(place, mode, 300)
    print(f"{place}, {mode}: captain beats recruit in {wins} of 300, {dict(reasons)}")
    assert wins >= 285
    assert reasons["army"] + reasons["homeless"] > 150


@pytest.mark.long
@pytest.mark.parametrize("place, mode", GROUNDS)
def test_90_of_100_games_between_captains_end_in_time(place, mode):
    game = garrison.load("siege", map=place, mode=mode)
    reasons = Counter(play(game, seed, [CAPTAIN, CAPTAIN]).reason for seed in range(100))
    print(f"{place}, {mode}: captain against captain, {dict(reasons)}")
    assert reasons["army"] + reasons["homeless"] >= 90
