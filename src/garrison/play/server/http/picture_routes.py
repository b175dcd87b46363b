"""The addresses of pictures of positions."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from garrison.play.server.http.responses import Answer, Asked

PNG = "image/png"
MINUTE, HOUR = "public, max-age=60", "public, max-age=3600"


async def show_picture(asked: Asked) -> Any:
    """A picture of a match."""
    await asked.knock(asked.invite)
    return _response(asked, await asked.services.pictures.of_match(await asked.match()), MINUTE)


async def show_replay_picture(asked: Asked) -> Any:
    """A picture of a place in a replay."""
    name, number = asked.path("replay"), asked.number("number", -1)
    return _response(asked, await asked.services.pictures.of_replay(name, asked.invite, number), HOUR)


def _response(asked: Asked, picture: bytes, age: str) -> Response:
    kept = "private, no-store" if asked.invite else age
    return Response(picture, media_type=PNG, headers={"cache-control": kept})


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
