"""Missions can be solved with all their stars, and are neither won by waiting nor lost at once."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from garrison.core.discovery import find
from garrison.core.soundness import why_unsound
from garrison.errors import BadFile, GarrisonError
from garrison.play.learning.attempt import FAILED, OPEN, SOLVED, Attempt, followed
from garrison.play.learning.challenge import Challenge, read_challenge
from garrison.play.learning.guidance import next_step
from garrison.play.learning.mission import all_missions, find_mission, missions_of
from garrison.play.learning.shortfall import time_left, why_failed

sys.path.insert(0, str(Path(__file__).parents[3] / "tools"))

import missions as tool

MISSIONS = all_missions()
GAMES = sorted({mission.game.name for mission in MISSIONS})
MOST = 500  # actions that the server takes
DUEL: dict[str, Any] = {
    "id": "strike",
    "title": "Strike",
    "task": "Defeat the Troll.",
    "why": "It is weak.",
    "variant": "former",
    "options": {"setup": "duel"},
    "set": {"health": [100, 20], "fields": [12, 2]},
    "opponent": "easy",
    "goal": ["living.1 == 0", "living.0 == 1"],
    "named": ["enemies defeated", ""],
    "turns": 2,
    "two": {"words": "In one move.", "goal": ["turns <= 1"]},
    "three": {"words": "In one move, with one blow.", "goal": ["turns <= 1", "HIT.0 <= 1"]},
    "solution": "12 11 6 7",
}


def duel(**changes: Any) -> Challenge:
    """A mission of two characters, with some of its lines otherwise."""
    return read_challenge(find("skirmish"), {**DUEL, **changes})


@pytest.mark.parametrize("name", GAMES)
def test_the_stored_solutions_earn_all_stars(name: str) -> None:
    missions = missions_of(find(name))
    assert 8 <= len(missions) <= 10, "the rules have changed since they were made: run tools/missions.py"
    assert len({mission.id for mission in missions}) == len({mission.title for mission in missions}) == len(missions)
    for mission in missions:
        attempt = followed(mission, mission.solution)
        assert (attempt.state, attempt.stars) == (SOLVED, 3), f"{mission.name}: run tools/missions.py"
        assert attempt.progress.steps == len(mission.solution) <= MOST, mission.name


@pytest.mark.parametrize(
    ("name", "event", "number", "count"),
    [("boneyard", "PLACED", "trap", 14), ("loop", "BUILT", "building", 7), ("loop", "WORE", "item", 3)],
)
def test_everything_that_can_be_placed_is_taught_somewhere(name: str, event: str, number: str, count: int) -> None:
    """The solutions use it: every trap and every card, and the weapons."""
    taught = set()
    for mission in missions_of(find(name)):
        attempt = Attempt(mission)
        for action in mission.solution:
            attempt.act(action)
            seen = [one for frame in attempt.frames for one in frame.events if one.kind.name == event]
            taught |= {int(getattr(one, number)) for one in seen}
    assert len(taught) >= count, sorted(taught)


@pytest.mark.parametrize("mission", MISSIONS, ids=lambda mission: mission.name)
def test_it_begins_soundly_and_takes_some_doing(mission: Challenge) -> None:
    attempt, game = Attempt(mission), mission.game
    assert attempt.state == OPEN
    assert not why_unsound(game, attempt.position.state)
    idle = game.facts.tick_action if game.facts.tick_ms else -1
    while attempt.state == OPEN and attempt.progress.steps < MOST:
        legal = attempt.position.actions(mission.opening.player)
        attempt.act(idle if idle in legal else legal[-1])
    assert attempt.stars < 3, "whoever waits earns it"
    assert attempt.state != OPEN, "it has an end"


@pytest.mark.parametrize("mission", MISSIONS, ids=lambda mission: mission.name)
def test_it_is_told_in_sentences(mission: Challenge) -> None:
    assert mission.title
    assert not mission.title.endswith(".")
    for text in (mission.task, mission.why, *(star.words for star in mission.stars)):
        assert text.endswith("."), text
        assert len(text) <= 130, text
    assert len(mission.stars) == 2


@pytest.mark.long
@pytest.mark.parametrize("mission", MISSIONS, ids=lambda mission: mission.name)
def test_the_search_finds_all_stars(mission: Challenge) -> None:
    assert tool.solution_of(mission, 240), mission.name


def test_the_search_solves_a_small_one_quickly_and_keeps_what_it_needs() -> None:
    mission = duel(
        two={"words": "In one move.", "goal": ["turns <= 1"]}, three={"words": "Well.", "goal": ["turns <= 1"]}
    )
    line = tool.solution_of(mission, 20)
    assert line is not None
    assert followed(mission, line).stars == 3
    assert tool.shortened(mission, line) == line


def test_stars_are_earned_one_after_the_other() -> None:
    done = followed(duel(), duel().solution)
    assert done.stars == 3
    assert followed(duel(three={"words": "Never.", "goal": ["turns <= 0"]}), duel().solution).stars == 2
    both = {"words": "Never.", "goal": ["turns <= 0"]}
    assert followed(duel(two=both), duel().solution).stars == 1


def test_others_reply_in_the_same_way_every_time_and_turns_are_ones_own() -> None:
    away = "12 17 22 21"
    first, second = (followed(duel(), [int(action) for action in away.split()]) for _ in range(2))
    assert first.position == second.position
    assert first.progress.turns == 1
    assert first.position.state["turn"][0] > first.first.state["turn"][0] + 1, "and the Troll has moved"
    assert first.state == OPEN
    assert time_left(first) == "1 turn left"
    for action in (*first.position.actions(0)[:1], *[99] * 3):
        first.act(action if action != 99 else first.position.actions(0)[-1])
    assert first.state in (FAILED, SOLVED)


def test_why_it_failed_is_told() -> None:
    attempt = followed(duel(turns=1), [12, 17, 22, 21])
    assert attempt.state == FAILED
    assert why_failed(attempt) == "The turn is over. That was 0 of 1 enemies defeated."


def test_a_hint_is_the_next_step_or_the_way_back() -> None:
    mission = duel()
    assert next_step(mission, ()).action == 12
    assert next_step(mission, (12, 11)).action == 6
    assert next_step(mission, (12, 17, 22)).words.startswith("From here it is hard to tell. Take back 2 steps")
    assert next_step(mission, mission.solution).action == -1


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"set": {"healths": [1]}}, "set names healths"),
        ({"set": {"health": {"900": 3}}}, "can't be where it begins"),
        ({"set": {"health": [100, 200_000]}}, "health.1 can't be 200000, but 150"),
        ({"set": {"fields": [2, 2]}}, "fields contradicts"),
        ({"goal": ["lives.1 == 0"]}, "is not a goal"),
        ({"goal": ["living.1 = 0"]}, "is not a goal"),
        ({"opponent": "nobody"}, "no bot called"),
        ({"opponent": ["end_turn"]}, "end_turn"),
    ],
)
def test_what_is_wrong_is_said(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(GarrisonError, match=words):
        Attempt(duel(**changes))


def test_a_game_need_not_have_any() -> None:
    with pytest.raises(BadFile, match="no such mission"):
        find_mission("skirmish", "nothing")
