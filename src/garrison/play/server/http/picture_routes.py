"""The addresses of pictures of positions."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from garrison.play.server.http.responses import Answer, Call

PNG = "image/png"
MINUTE, HOUR = "public, max-age=60", "public, max-age=3600"


async def show_picture(call: Call) -> Any:
    """A picture of a match."""
    await call.knock(call.invite)
    return _response(call, await call.services.pictures.of_match(await call.match()), MINUTE)


async def show_replay_picture(call: Call) -> Any:
    """A picture of a place in a replay."""
    name, number = call.path("replay"), call.number("number", -1)
    return _response(call, await call.services.pictures.of_replay(name, call.invite, number), HOUR)


def _response(call: Call, picture: bytes, age: str) -> Response:
    policy = "private, no-store" if call.invite else age
    return Response(picture, media_type=PNG, headers={"cache-control": policy})


PICTURES = (
    Answer("GET", "/api/matches/{match}/picture.png", "A picture of a match as it stands.", show_picture, PNG),
    Answer(
        "GET",
        "/api/replays/{replay}/picture.png",
        "A picture of a place in a replay.",
        show_replay_picture,
        PNG,
        queries=(("number", int, "after how many actions; -1: at the end"),),
    ),
)
