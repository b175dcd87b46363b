"""Pictures of positions as PNG files, for people to send and for the previews that messengers show of links; and links
as QR codes."""

from __future__ import annotations

import importlib.util
from functools import cache
from pathlib import Path

from garrison.core.discovery import find
from garrison.look.picture import to_png
from garrison.look.scene import Scene
from garrison.play.server.match.live import LiveMatch
from garrison.play.server.work import replay_work
from garrison.play.server.work.answers import Answers
from garrison.play.server.work.codes import coded
from garrison.play.server.work.heavy_work import HeavyWork
from garrison.play.server.work.replays import Reels
from garrison.play.server.work.visitor import visitor

COST = 20  # of a picture that has to be drawn, in frames of a replay
KEPT = 64  # pictures that stay in memory, since many people look at the same ones
WIDTH, LARGEST = 1000, 52  # pixels that a board takes, roughly, and of a field at most


@cache
def can_draw() -> bool:
    """Whether this installation can make PNG files."""
    return importlib.util.find_spec("resvg_py") is not None


def drawn(scene: Scene, sprites: Path) -> bytes:
    """A picture of a scene, which may consist of panels alone."""
    columns = max((board.columns for board in scene.boards[:1]), default=1)
    return to_png(scene, sprites, field_size=min(LARGEST, WIDTH // columns))


def drawn_replay(name: str, text: str, number: int) -> bytes:
    """A picture of a place in a replay; negative numbers count from the end."""
    reel = replay_work.reel_of(name, text)
    place = number if number >= 0 else reel.length + 1 + number
    game = reel.replay.game
    return drawn(reel.look(max(0, min(place, reel.length))).scene(-1), game.package.folder / "sprites")


class Pictures:
    """Draws in the process for work that takes long, and keeps what it drew; what has to be drawn costs something. QR
    codes have a process of their own: whoever invites a friend never waits behind somebody's long replay."""

    def __init__(self, heavy: HeavyWork, reels: Reels) -> None:
        self._heavy, self._reels, self._coding = heavy, reels, HeavyWork()
        self._images = Answers[tuple[str, int], bytes](KEPT)
        self._codes = Answers[str, str](KEPT)

    async def of_match(self, match: LiveMatch) -> bytes:
        """What everybody may see of a match at the moment."""
        position, sprites = match.journal.public, find(match.info.game).folder / "sprites"

        async def draw() -> bytes:
            visitor().spend(COST)
            return await self._heavy.do(drawn, position.scene(-1), sprites)

        return await self._images.get((match.id, match.journal.told(())), draw)

    async def of_replay(self, name: str, invite: str, number: int) -> bytes:
        """A place in a replay."""
        text = await self._reels.ready(name, invite)

        async def draw() -> bytes:
            visitor().spend(COST)
            return await self._heavy.do(drawn_replay, name, text, number)

        return await self._images.get((name, number), draw)

    async def of_link(self, link: str) -> str:
        """A link of this server as a QR code."""

        async def draw() -> str:
            visitor().spend(COST)
            return await self._coding.do(coded, link)

        return await self._codes.get(link, draw)

    def stop(self) -> None:
        """Draw no more codes."""
        self._coding.stop()
