"""The HTTP API of lessons, puzzles and missions, and of what things in a match are."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from starlette.responses import Response

from garrison.core.about import explanations
from garrison.play.server.http.picture_routes import HOUR
from garrison.play.server.http.responses import SVG, Answer, Call
from garrison.play.server.http.routes import ACTIONS
from garrison.play.server.wire.exercise_messages import (
    AboutView,
    ExerciseView,
    ExerciseWish,
    MissionView,
    PuzzlesView,
)
from garrison.play.server.work import exercises

EXERCISE_COST, SOLUTION_COST = 5, 40  # as much as that many frames of a replay


async def take_lesson(call: Call) -> Any:
    """A lesson, and what is to be done next."""
    game, actions = call.path("game"), (await call.body(ExerciseWish)).actions
    call.spend(EXERCISE_COST + len(actions) / ACTIONS)
    async with call.visitor.place():
        return await asyncio.to_thread(exercises.lesson_view, game, actions)


async def try_puzzle(call: Call) -> Any:
    """A puzzle, and whether it is solved."""
    return await _try(call, exercises.puzzle_view, call.path("puzzle"))


async def try_mission(call: Call) -> Any:
    """A mission, and how many stars it has earned."""
    return await _try(call, exercises.mission_view, call.path("mission"))


async def _try(call: Call, view: Callable[[str, str, ExerciseWish], ExerciseView], name: str) -> ExerciseView:
    wish = await call.body(ExerciseWish)
    call.spend((SOLUTION_COST if wish.help == "solution" else EXERCISE_COST) + len(wish.actions) / ACTIONS)
    async with call.visitor.place():
        return await asyncio.to_thread(view, call.path("game"), name, wish)


async def list_puzzles(call: Call) -> Any:
    """All puzzles."""
    async with call.visitor.place():
        return await asyncio.to_thread(exercises.puzzles_view)


async def list_missions(call: Call) -> Any:
    """All missions."""
    async with call.visitor.place():
        return await asyncio.to_thread(exercises.missions_view)


async def show_puzzle(call: Call) -> Any:
    """A picture of a puzzle."""
    return await _picture(call, call.path("puzzle"), is_mission=False)


async def show_mission(call: Call) -> Any:
    """A picture of a mission."""
    return await _picture(call, call.path("mission"), is_mission=True)


async def _picture(call: Call, name: str, is_mission: bool) -> Response:
    async with call.visitor.place():
        picture = await asyncio.to_thread(exercises.picture_of, call.path("game"), name, is_mission)
    return Response(picture, media_type=SVG, headers={"cache-control": HOUR})


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
    Answer("POST", "/api/games/{game}/missions/{mission}", "Try a mission.", try_mission, ExerciseView, ExerciseWish),
    Answer("GET", "/api/games/{game}/puzzles/{puzzle}/picture.svg", "A picture of a puzzle.", show_puzzle, SVG),
    Answer("GET", "/api/games/{game}/missions/{mission}/picture.svg", "A picture of a mission.", show_mission, SVG),
    Answer("GET", "/api/missions", "All missions.", list_missions, list[MissionView]),
    Answer("GET", "/api/puzzles", "All puzzles, and the one of the day.", list_puzzles, PuzzlesView),
    Answer("GET", "/api/matches/{match}/about", "What things in a match are.", about_match, AboutView),
    Answer("GET", "/api/replays/{replay}/about", "What things in a replay are.", about_replay, AboutView),
)
