"""Lessons, puzzles and explanations over HTTP: nothing of them is kept, and everything that is sent is checked."""

from __future__ import annotations

from typing import Any

import pytest
from serving import Refused, Threaded

from garrison.core.discovery import find
from garrison.play.learning.attempt import OPEN, Attempt
from garrison.play.learning.lesson import lesson_of
from garrison.play.learning.lesson_attempt import Taking
from garrison.play.learning.mission import all_missions
from garrison.play.learning.puzzle import all_puzzles, puzzles_of
from garrison.play.learning.shortfall import why_failed


def lesson(site: Threaded, actions: list[Any], game: str = "skirmish") -> Any:
    return site.ask(f"/api/games/{game}/lesson", {"actions": actions})


def test_a_lesson_is_taken_step_by_step(site: Threaded) -> None:
    taking, actions = Taking(lesson_of("skirmish")), list[int]()
    while not taking.is_over:
        view = lesson(site, actions)
        assert (view["words"], view["step"], view["state"]) == (taking.words, taking.place, "open")
        assert view["ringed_fields"] == list(taking.ringed_fields)
        assert taking.step is not None
        actions.append(taking.step.actions[0])
        taking.act(actions[-1])
    view = lesson(site, actions)
    assert (view["words"], view["state"], view["counted"]) == (taking.words, "solved", len(actions))
    assert view["about"]["human"]
    with pytest.raises(Refused, match="over"):
        lesson(site, [*actions, 1])


def test_what_a_lesson_does_not_ask_for_does_not_count(site: Threaded) -> None:
    view = lesson(site, [3])
    assert (view["counted"], view["said"]) == (0, lesson_of("skirmish").steps[0].otherwise)
    with pytest.raises(Refused, match="not what this lesson asks for"):
        lesson(site, [3, 22])


@pytest.mark.parametrize("actions", [["x"], [-1], [10**20], [1] * 501, "22"])
def test_only_actions_are_read(site: Threaded, actions: Any) -> None:
    with pytest.raises(Refused, match="can't be read"):
        lesson(site, actions)


def test_a_puzzle_is_tried(site: Threaded) -> None:
    listed, puzzle = site.ask("/api/puzzles"), puzzles_of(find("skirmish"))[0]
    assert len(listed["puzzles"]) == len(all_puzzles())
    assert 0 <= listed["daily"] < len(listed["puzzles"])
    path = f"/api/games/skirmish/puzzles/{puzzle.id}"
    assert site.ask(path, {"actions": []})["state"] == "open"
    assert site.ask(path, {"actions": list(puzzle.solution)})["state"] == "solved"
    refused = site.ask(path, {"actions": [puzzle.solution[0], 0]})
    assert refused["said"] == "0,0 can't be chosen now: it is out of reach."
    assert (refused["counted"], refused["state"], refused["patches"]) == (1, "open", [])
    with pytest.raises(Refused, match="can't be chosen now"):
        site.ask(path, {"actions": [0, *puzzle.solution]})
    with pytest.raises(Refused, match="does not exist"):
        site.ask(path, {"actions": [99999]})
    with pytest.raises(Refused, match="no such puzzle"):
        site.ask("/api/games/skirmish/puzzles/nothing", {"actions": []})
    with pytest.raises(Refused, match="no game"):
        site.ask("/api/games/nothing/lesson", {"actions": []})


def test_a_puzzle_that_failed_says_why_and_shows_how(site: Threaded) -> None:
    puzzle = puzzles_of(find("skirmish"))[0]
    path, attempt, tried = f"/api/games/skirmish/puzzles/{puzzle.id}", Attempt(puzzle), list[int]()
    while attempt.state == OPEN:
        tried.append(attempt.position.actions(puzzle.opening.player)[-1])
        attempt.act(tried[-1])
    assert site.ask(path, {"actions": tried})["said"] == f"Not quite. {why_failed(attempt)}"
    hint = site.ask(path, {"help": "hint"})
    assert hint["ringed_fields"] == [attempt.first.scene(0).boards[0].field_of(puzzle.solution[0])]
    assert (hint["state"], hint["counted"]) == ("open", 0)
    shown = site.ask(path, {"help": "solution"})
    assert (shown["state"], shown["counted"], len(shown["patches"])) == ("shown", 0, len(puzzle.solution))


def test_a_mission_is_tried(site: Threaded) -> None:
    missions, mission = site.ask("/api/missions"), all_missions()[0]
    assert [(one["game"], one["id"]) for one in missions] == [(one.game.name, one.id) for one in all_missions()]
    path = f"/api/games/{mission.game.name}/missions/{mission.id}"
    view = site.ask(path, {"actions": []})
    assert (view["state"], view["title"], view["why"]) == ("open", mission.title, mission.why)
    assert view["left"] == f"{mission.turns} turns left"
    view = site.ask(path, {"actions": list(mission.solution)})
    assert (view["state"], view["stars"], len(view["star_words"])) == ("solved", 3, 2)
    with pytest.raises(Refused, match="no such mission"):
        site.ask(f"/api/games/{mission.game.name}/missions/nothing", {"actions": []})


def test_time_passes_until_there_is_something_else_to_do(site: Threaded) -> None:
    puzzle = puzzles_of(find("loop"))[0]
    path = f"/api/games/loop/puzzles/{puzzle.id}"
    view = site.ask(path, {"runs": True})
    assert 0 < view["counted"] <= 30
    assert view["idle"] in (-1, puzzle.game.facts.tick_action)
    again = site.ask(path, {"actions": [puzzle.game.facts.tick_action] * view["counted"]})
    assert again["step"] == view["step"]
    still = site.ask(f"/api/games/skirmish/puzzles/{puzzles_of(find('skirmish'))[0].id}", {"runs": True})
    assert (still["counted"], still["idle"]) == (0, -1), "no time passes in a game of turns"


@pytest.mark.parametrize("path", ["puzzles", "missions"])
def test_each_has_a_picture(site: Threaded, path: str) -> None:
    one = (all_puzzles() if path == "puzzles" else all_missions())[0]
    drawn = site.ask(f"/api/games/{one.game.name}/{path}/{one.id}/picture.svg")
    assert drawn.startswith("<svg")
    with pytest.raises(Refused):
        site.ask(f"/api/games/{one.game.name}/{path}/nothing/picture.svg")


def test_a_match_explains_itself_to_those_who_may_see_it(site: Threaded) -> None:
    made = site.make("minefield", "person", variant="sprint", private=True)
    path = f"/api/matches/{made['match']}/about"
    with pytest.raises(Refused, match="no such match"):
        site.ask(path)
    assert "300 points" in site.ask(path, headers={"x-garrison-invite": made["invite"]})["about"]["mine"]
