"""Every puzzle's solution works, whatever the dice; a day has one puzzle, the same for everybody."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from garrison.core.discovery import find
from garrison.errors import IllegalAction
from garrison.play.learning.attempt import FAILED, OPEN, SOLVED, Attempt, solves
from garrison.play.learning.puzzle import STRIDE, all_puzzles, daily, find_puzzle, puzzles_of
from garrison.play.learning.start_position import read_actions, write_actions
from playing import NAMES

FEWEST = {"skirmish": 12, "boneyard": 12, "siege": 12, "loop": 6, "minefield": 6}


@pytest.mark.parametrize("name", NAMES)
def test_every_solution_works_with_all_dice(name: str) -> None:
    puzzles = puzzles_of(find(name))
    assert len(puzzles) >= FEWEST[name], "the rules have changed since they were found: run tools/puzzles.py"
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    for puzzle in puzzles:
        assert Attempt(puzzle).state == OPEN, puzzle.id
        assert all(solves(puzzle, puzzle.solution, dice) for dice in puzzle.dice), puzzle.id
        assert puzzle.task.endswith("."), puzzle.id
    assert {puzzle.difficulty for puzzle in puzzles} == {1, 2, 3}, "run tools/puzzles.py GAME --grade"


@pytest.mark.parametrize("name", NAMES)
def test_a_puzzle_can_be_failed_and_is_over_then(name: str) -> None:
    """The first legal action, again and again, is hardly ever a solution; here it never is."""
    solving = Attempt(puzzles_of(find(name))[0])
    player = solving.challenge.opening.player
    while solving.state == OPEN:
        solving.act(solving.position.actions(player)[0])
    assert solving.state == FAILED
    with pytest.raises(IllegalAction, match="over"):
        solving.act(0)


def test_a_solution_is_followed_step_by_step() -> None:
    puzzle = all_puzzles()[0]
    solving = Attempt(find_puzzle(puzzle.game.name, puzzle.id))
    for action in puzzle.solution:
        assert solving.state == OPEN
        solving.act(action)
    assert solving.state == SOLVED


def test_every_day_has_a_puzzle_and_all_come_up() -> None:
    first, puzzles = date(2026, 1, 1), all_puzzles()
    assert len(puzzles) % STRIDE
    days = [daily(first + timedelta(days=day)) for day in range(len(puzzles))]
    assert {(one.game.name, one.id) for one in days if one} == {(one.game.name, one.id) for one in puzzles}
    assert days[0] == daily(first)


def test_actions_are_written_and_read() -> None:
    actions = (3, 3, 3, 17, 2, 2)
    assert write_actions(actions) == "3x3 17 2x2"
    assert read_actions("3x3 17 2x2", "here") == actions
