"""The HTTP API of lessons and puzzles, and of what things in a match are."""

from __future__ import annotations

import asyncio
from typing import Any

from garrison.core.about import explanations
from garrison.play.server.http.responses import Answer, Call
from garrison.play.server.http.routes import ACTIONS
from garrison.play.server.wire.exercise_messages import AboutView, ExerciseView, ExerciseWish, PuzzlesView
from garrison.play.server.work import exercises

EXERCISE_COST = 5  # as much as that many frames of a replay


async def take_lesson(call: Call) -> Any:
    """A lesson, and what is to be done next."""
    game, actions = call.path("game"), (await call.body(ExerciseWish)).actions
    call.spend(EXERCISE_COST + len(actions) / ACTIONS)
    async with call.visitor.place():
        return await asyncio.to_thread(exercises.lesson_view, game, actions)


async def try_puzzle(call: Call) -> Any:
    """A puzzle, and whether it is solved."""
    game, name, actions = call.path("game"), call.path("puzzle"), (await call.body(ExerciseWish)).actions
    call.spend(EXERCISE_COST + len(actions) / ACTIONS)
    async with call.visitor.place():
        return await asyncio.to_thread(exercises.puzzle_view, game, name, actions)


async def list_puzzles(call: Call) -> Any:
    """All puzzles."""
    async with call.visitor.place():
        return await asyncio.to_thread(exercises.puzzles_view)


async def about_match(call: Call) -> Any:
    """What things in a match are."""
    await call.knock(call.invite)
    match = await call.match()
    return AboutView(explanations(match.journal.game))


async def about_replay(call: Call) -> Any:
    """What things in a replay are."""
    return AboutView(await call.services.reels.about(call.path("replay"), call.invite))


LESSONS = (
    Answer(
        "POST",
        "/api/games/{game}/lesson",
        "Take a game's lesson, step by step.",
        take_lesson,
        ExerciseView,
        ExerciseWish,
    ),
    Answer(
        "POST", "/api/games/{game}/puzzles/{puzzle}", "Try to solve a puzzle.", try_puzzle, ExerciseView, ExerciseWish
    ),
    Answer("GET", "/api/puzzles", "All puzzles, and the one of the day.", list_puzzles, PuzzlesView),
    Answer("GET", "/api/matches/{match}/about", "What things in a match are.", about_match, AboutView),
    Answer("GET", "/api/replays/{replay}/about", "What things in a replay are.", about_replay, AboutView),
)
