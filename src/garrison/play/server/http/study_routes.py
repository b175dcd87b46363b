"""The HTTP API for looking at a game afterwards: the turns of a replay, its analysis, better moves."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from garrison.play.server.http.responses import FRESH, JSON, Answer, Asked
from garrison.play.server.http.routes import DOWNLOAD_COST
from garrison.play.server.wire import study_messages

ANALYSIS_COST = 500  # frames of a replay cost as much


async def show_turns(asked: Asked) -> Any:
    """The turns of a replay."""
    asked.spend(DOWNLOAD_COST)
    turns = await asked.services.reels.turns(asked.path("replay"), asked.invite)
    return Response(turns, media_type=JSON, headers=FRESH)


async def show_analysis(asked: Asked) -> Any:
    """What a search thinks of a replay, as far as it has got."""
    return await asked.services.analyses.view(asked.path("replay"), asked.invite)


async def start_analysis(asked: Asked) -> Any:
    """Have a replay analysed."""
    asked.spend(ANALYSIS_COST)
    return await asked.services.analyses.start(asked.path("replay"), asked.invite, asked.address)


async def show_better(asked: Asked) -> Any:
    """A better move than the one that was played."""
    asked.spend(DOWNLOAD_COST)
    frames = await asked.services.analyses.better(asked.path("replay"), asked.invite, asked.number("first", 0))
    return Response(frames, media_type=JSON, headers=FRESH)


STUDYING = (
    Answer(
        "GET",
        "/api/replays/{replay}/turns",
        "The turns of a replay, in words; of a real-time game, those in which something happened.",
        show_turns,
        list[study_messages.TurnView],
    ),
    Answer(
        "GET",
        "/api/replays/{replay}/analysis",
        "What a search thinks of a replay, as far as it has got.",
        show_analysis,
        study_messages.AnalysisView,
    ),
    Answer(
        "POST",
        "/api/replays/{replay}/analysis",
        "Have a replay analysed, in the background; one at a time.",
        start_analysis,
        study_messages.AnalysisView,
    ),
    Answer(
        "GET",
        "/api/replays/{replay}/better",
        "A better move than a turn that the analysis criticises, like a stretch of a replay.",
        show_better,
        study_messages.Frames,
        queries=(("first", int, "the turn's first action"),),
    ),
)
