"""Learning in the terminal: lessons, explanations, and choices that are taken back."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

import garrison
from garrison.core.discovery import find
from garrison.play.learning.attempt import FAILED, OPEN, SOLVED
from garrison.play.learning.lesson import lesson_of
from garrison.play.learning.mission import missions_of
from garrison.play.learning.puzzle import puzzles_of
from garrison.play.match import Match
from garrison.play.terminal.app import TerminalApp
from garrison.play.terminal.board import BoardView
from garrison.play.terminal.board_screen import BoardScreen
from garrison.play.terminal.challenges import ChallengeList, ChallengeScreen, star_words
from garrison.play.terminal.dialogs import Rulebook
from garrison.play.terminal.learn import LessonScreen
from garrison.play.terminal.play import PlayScreen
from garrison.play.terminal.session import Session
from garrison.play.terminal.side import Side
from garrison.play.user import mission_stars, remember_stars, solved_puzzles
from playing import NAMES

SIZE = (80, 24)  # the smallest usual terminal


def shown(screen: Any, deed: Callable[[Any], Awaitable[None]]) -> None:
    """Do something on a screen."""

    async def run() -> None:
        async with TerminalApp(screen).run_test(size=SIZE) as pilot:
            await pilot.pause()
            await deed(pilot)

    asyncio.run(run())


@pytest.mark.parametrize("name", NAMES)
def test_a_lesson_is_taken_with_the_enter_key(name: str) -> None:
    screen = LessonScreen(lesson_of(name))

    async def enter(pilot: Any) -> None:
        for _ in range(40):
            if screen.taking.is_over:
                break
            assert screen.taking.words in seen(screen), "all of it"
            await pilot.press("enter")
        assert screen.taking.is_over
        assert screen.side_view().notice.endswith(screen.taking.lesson.ends)
        await pilot.press("enter")
        assert pilot.app.screen is not screen

    shown(screen, enter)


@pytest.mark.parametrize("name", NAMES)
def test_a_mission_is_told_in_full(name: str) -> None:
    """The one with the most words."""
    longest = max(missions_of(find(name)), key=lambda one: len(one.task + one.why + star_words(one)))
    screen = ChallengeScreen(longest)

    async def look(pilot: Any) -> None:
        assert screen.side_view().notice in seen(screen)
        assert screen.side_view().turn in seen(screen)
        await pilot.press("?")
        assert screen.side_view().notice in seen(screen)

    shown(screen, look)


def seen(screen: BoardScreen) -> str:
    """What the terminal shows, as one line."""
    widgets = (screen.query_one(BoardView), screen.query_one(Side))
    return " ".join(word for one in widgets for y in range(one.size.height) for word in one.render_line(y).text.split())


def test_something_else_is_answered() -> None:
    screen = LessonScreen(lesson_of("minefield"))

    async def press(pilot: Any) -> None:
        await pilot.press("up")
        assert screen.taking.place == 0
        assert screen.taking.answer in screen.side_view().notice
        await pilot.press("right")
        assert screen.taking.place == 1

    shown(screen, press)


def test_a_choice_is_taken_back_by_choosing_again_or_by_escape() -> None:
    session = Session(Match(garrison.load("skirmish"), 1))
    screen = PlayScreen(session, ticking=False)
    first, *_, last = session.scene.boards[0].legal_fields

    async def choose(pilot: Any) -> None:
        assert session.click(0, first)
        assert not session.click(0, first), "a click on it takes it back"
        assert not session.is_choosing
        assert session.click(0, first)
        assert session.click(0, last), "another one instead"
        assert session.scene.boards[0].chosen_fields == (last,)
        await pilot.press("escape")
        assert not session.match.replay.moves
        assert pilot.app.screen is screen

    shown(screen, choose)


def test_things_explain_themselves() -> None:
    session = Session(Match(garrison.load("skirmish", setup="duel"), 1))
    [field] = session.scene.boards[0].legal_fields
    assert "3 steps" in session.place(0, field)
    session.click(0, field)
    assert "without the attack" in session.pressed(session.scene.buttons[-1].action)


def test_a_puzzle_is_chosen_from_the_list_failed_taken_back_and_solved(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("GARRISON_DATA_DIR", str(tmp_path))
    first, *others = puzzles_of(find("skirmish"))
    listed = ChallengeList("Skirmish", [first, *others], others[0])

    async def solve(pilot: Any) -> None:
        chosen: list[Any] = []
        await pilot.app.push_screen(listed, chosen.append)
        await pilot.press("down", "enter")
        assert chosen == [first], "today's is above the others"
        screen = ChallengeScreen(first)
        await pilot.app.push_screen(screen)
        assert first.task in screen.side_view().notice
        screen.act(-1)
        assert screen.side_view().notice != first.task, "why that can't be played"
        while screen.attempt.state == OPEN:
            screen.act(screen.attempt.position.actions(first.opening.player)[-1])
        assert screen.prompt_text()[0].startswith("Not quite. ")
        assert " of 2 enemies defeated." in screen.prompt_text()[0]
        await pilot.press("u")
        assert screen.attempt.state == OPEN
        while screen.attempt.progress.steps:
            await pilot.press("backspace")
        for action in first.solution:
            screen.act(action)
        assert screen.attempt.state == SOLVED
        await pilot.press("enter")
        assert pilot.app.screen is not screen

    shown(Rulebook(find("skirmish")), solve)
    assert solved_puzzles() == {f"skirmish/{first.id}"}


def test_in_a_puzzle_of_real_time_a_key_lets_time_pass() -> None:
    puzzle = puzzles_of(find("minefield"))[0]
    screen = ChallengeScreen(puzzle)

    async def wait(pilot: Any) -> None:
        await pilot.press(".")
        assert screen.attempt.progress.steps == 1
        await pilot.press("u")
        assert screen.attempt.progress.steps == 0

    shown(screen, wait)


def test_a_mission_earns_stars_and_leads_to_the_next(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GARRISON_DATA_DIR", str(tmp_path))
    first, second, *_ = missions_of(find("boneyard"))
    screen = ChallengeScreen(first, [second])

    async def solve(pilot: Any) -> None:
        assert first.why in screen.side_view().notice
        await pilot.press("?")
        assert "Try hero 2,2 to 1,1." in screen.side_view().notice
        while screen.attempt.state == OPEN:
            screen.act(screen.attempt.position.actions(0)[0])
        if screen.attempt.state == FAILED:
            await pilot.press("!")
            assert "how it can be done" in screen.side_view().notice
            assert not mission_stars(), "which earns nothing"
        while screen.attempt.progress.steps:
            await pilot.press("u")
        for action in first.solution:
            screen.act(action)
        assert screen.prompt_text()[0].startswith("★★★ N: the next one.")
        await pilot.press("n")
        assert screen.next_one is second
        assert pilot.app.screen is not screen

    shown(screen, solve)
    assert mission_stars() == {first.name: 3}
    remember_stars(first.name, 1)
    assert mission_stars() == {first.name: 3}, "the best attempt counts"
