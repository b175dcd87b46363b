"""Pictures of positions as PNG files: for people to send, and for the previews that messengers show of links."""

from __future__ import annotations

import importlib.util
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from functools import cache
from pathlib import Path
from typing import Any

from starlette.responses import Response

from garrison.core.discovery import find
from garrison.look.picture import to_png
from garrison.look.scene import Scene
from garrison.play.server import replay_work
from garrison.play.server.answering import Answer, Asked
from garrison.play.server.dear import DearWork
from garrison.play.server.replaying import Reels

PNG = "image/png"
COST = 20  # of a picture that has to be drawn, in frames of a replay
KEPT = 64  # pictures that stay in memory, since many people look at the same ones
WIDTH, LARGEST = 1000, 52  # pixels that a board takes, roughly, and of a field at most
MINUTE, HOUR = "public, max-age=60", "public, max-age=3600"


@cache
def can_draw() -> bool:
    """Whether this installation can make PNG files."""
    return importlib.util.find_spec("resvg_py") is not None


def drawn(scene: Scene, sprites: Path) -> bytes:
    """A picture of a scene."""
    return to_png(scene, sprites, field_size=min(LARGEST, WIDTH // scene.boards[0].columns))


def drawn_replay(name: str, text: str, number: int) -> bytes:
    """A picture of a place in a replay; negative numbers count from the end."""
    reel = replay_work.reel_of(name, text)
    place = number if number >= 0 else reel.length + 1 + number
    game = reel.replay.game
    return drawn(reel.look(max(0, min(place, reel.length))).scene(-1), game.package.folder / "sprites")


class Pictures:
    """Draws in the process for work that takes long, and keeps what it drew."""

    def __init__(self, dear: DearWork, reels: Reels) -> None:
        self._dear, self._reels = dear, reels
        self._kept: OrderedDict[tuple[str, int], bytes] = OrderedDict()

    async def match(self, asked: Asked) -> Any:
        """What everybody may see of a match at the moment."""
        await asked.knock(asked.invite)
        live = await asked.match()
        position, sprites = live.journal.public, find(live.info.game).folder / "sprites"
        number = live.journal.told(())
        return await self._picture(
            asked, (live.id, number), MINUTE, lambda: self._dear.do(drawn, position.scene(-1), sprites)
        )

    async def replay(self, asked: Asked) -> Any:
        """A place in a replay."""
        name, number = asked.path("replay"), asked.number("number", -1)
        text = await self._reels.ready(name, asked.invite)
        return await self._picture(asked, (name, number), HOUR, lambda: self._dear.do(drawn_replay, name, text, number))

    async def _picture(
        self, asked: Asked, key: tuple[str, int], age: str, draw: Callable[[], Awaitable[bytes]]
    ) -> Response:
        if key not in self._kept:
            asked.spend(COST)
            self._kept[key] = await draw()
        kept = "private, no-store" if asked.invite else age
        return Response(replay_work.latest(self._kept, key, KEPT), media_type=PNG, headers={"cache-control": kept})


async def show_picture(asked: Asked) -> Any:
    """A picture of a match."""
    return await asked.server.pictures.match(asked)


async def show_replay_picture(asked: Asked) -> Any:
    """A picture of a place in a replay."""
    return await asked.server.pictures.replay(asked)


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
