"""Pictures of positions as PNG files: for people to send, and for the previews that messengers show of links."""

from __future__ import annotations

import importlib.util
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from functools import cache
from pathlib import Path

from garrison.core.discovery import find
from garrison.look.picture import to_png
from garrison.look.scene import Scene
from garrison.play.server import replay_work
from garrison.play.server.heavy_work import HeavyWork
from garrison.play.server.live import LiveMatch
from garrison.play.server.replaying import Reels

COST = 20  # of a picture that has to be drawn, in frames of a replay
KEPT = 64  # pictures that stay in memory, since many people look at the same ones
WIDTH, LARGEST = 1000, 52  # pixels that a board takes, roughly, and of a field at most
Pay = Callable[[], None]  # raises if somebody asks for more than they may


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
    """Draws in the process for work that takes long, and keeps what it drew. `pay` is called before it draws."""

    def __init__(self, heavy: HeavyWork, reels: Reels) -> None:
        self._heavy, self._reels = heavy, reels
        self._kept: OrderedDict[tuple[str, int], bytes] = OrderedDict()

    async def of_match(self, match: LiveMatch, pay: Pay) -> bytes:
        """What everybody may see of a match at the moment."""
        position, sprites = match.journal.public, find(match.info.game).folder / "sprites"
        key = match.id, match.journal.told(())
        return await self._picture(key, pay, lambda: self._heavy.do(drawn, position.scene(-1), sprites))

    async def of_replay(self, name: str, invite: str, number: int, pay: Pay) -> bytes:
        """A place in a replay."""
        text = await self._reels.ready(name, invite)
        return await self._picture((name, number), pay, lambda: self._heavy.do(drawn_replay, name, text, number))

    async def _picture(self, key: tuple[str, int], pay: Pay, draw: Callable[[], Awaitable[bytes]]) -> bytes:
        if key not in self._kept:
            pay()
            self._kept[key] = await draw()
        return replay_work.latest(self._kept, key, KEPT)
