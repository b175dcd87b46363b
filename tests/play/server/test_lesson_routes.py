"""Lessons, puzzles and explanations over HTTP: nothing of them is kept, and everything that is sent is checked."""

from __future__ import annotations

from typing import Any

import pytest
from serving import Refused, Threaded

from garrison.core.discovery import find
from garrison.play.learning.lesson import lesson_of
from garrison.play.learning.lesson_attempt import Taking
from garrison.play.learning.puzzle import all_puzzles, puzzles_of


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
    with pytest.raises(Refused, match="does not exist"):
        site.ask(path, {"actions": [99999]})
    with pytest.raises(Refused, match="no such puzzle"):
        site.ask("/api/games/skirmish/puzzles/nothing", {"actions": []})
    with pytest.raises(Refused, match="no game"):
        site.ask("/api/games/nothing/lesson", {"actions": []})


def test_a_match_explains_itself_to_those_who_may_see_it(site: Threaded) -> None:
    made = site.make("minefield", "person", variant="sprint", private=True)
    path = f"/api/matches/{made['match']}/about"
    with pytest.raises(Refused, match="no such match"):
        site.ask(path)
    assert "300 points" in site.ask(path, headers={"x-garrison-invite": made["invite"]})["about"]["mine"]
