"""The HTTP API for looking at a game afterwards: the turns of a replay, its analysis, better moves."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from garrison.play.server.http.responses import FRESH, JSON, Answer, Call
from garrison.play.server.http.routes import DOWNLOAD_COST
from garrison.play.server.wire import study_messages

ANALYSIS_COST = 500  # frames of a replay cost as much


async def show_turns(call: Call) -> Any:
    """The turns of a replay."""
    call.spend(DOWNLOAD_COST)
    turns = await call.services.reels.turns(call.path("replay"), call.invite)
    return Response(turns, media_type=JSON, headers=FRESH)


async def show_analysis(call: Call) -> Any:
    """What a search thinks of a replay, as far as it has got."""
    return await call.services.analyses.view(call.path("replay"), call.invite)


async def start_analysis(call: Call) -> Any:
    """Have a replay analysed."""
    call.spend(ANALYSIS_COST)
    return await call.services.analyses.start(call.path("replay"), call.invite, call.address)


async def show_better(call: Call) -> Any:
    """A better move than the one that was played."""
    call.spend(DOWNLOAD_COST)
    frames = await call.services.analyses.better(call.path("replay"), call.invite, call.number("first", 0))
    return Response(frames, media_type=JSON, headers=FRESH)


async def show_verification(call: Call) -> Any:
    """What it takes to play a replay again."""
    call.spend(DOWNLOAD_COST)
    verification = await call.services.reels.verification(call.path("replay"), call.invite)
    return Response(verification, media_type=JSON, headers=FRESH)


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
    Answer(
        "GET",
        "/api/replays/{replay}/verification",
        "What it takes to play a replay again and compare: seed, secret bits, rules, actions and what they led to.",
        show_verification,
        study_messages.VerificationView,
    ),
)
