"""Learning in the terminal: lessons, explanations, and choices that are taken back."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

import garrison
from garrison.play.learning.lesson import lesson_of
from garrison.play.match import Match
from garrison.play.terminal.app import TerminalApp
from garrison.play.terminal.learn import LessonScreen
from garrison.play.terminal.play import PlayScreen
from garrison.play.terminal.session import Session
from playing import NAMES

SIZE = (120, 40)


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
            await pilot.press("enter")
        assert screen.taking.is_over
        assert screen.side_view().notice.endswith(screen.taking.lesson.ends)
        await pilot.press("enter")
        assert pilot.app.screen is not screen

    shown(screen, enter)


def test_something_else_is_answered() -> None:
    screen = LessonScreen(lesson_of("minefield"))

    async def press(pilot: Any) -> None:
        await pilot.press("up")
        assert screen.taking.place == 0
        assert screen.taking.said in screen.side_view().notice
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
