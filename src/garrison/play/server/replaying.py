"""Replays on the server: of finished matches (`m-` and the match) and of opened files (`f-` and a checksum)."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from typing import Any, NamedTuple

from sqlalchemy import Connection

from garrison.core.ending import Ending
from garrison.core.errors import GarrisonError
from garrison.core.replay import Move
from garrison.play.server import histories, messages, preparing, queries, replay_rows, replay_work, study_messages
from garrison.play.server.doors import NO_MATCH, NoMatch, door_of
from garrison.play.server.heavy_work import HeavyWork
from garrison.play.server.info import SeatState
from garrison.play.server.replay_work import Beginning, latest
from garrison.play.server.settings import Settings
from garrison.play.server.store import Store

MOST_FRAMES = 200  # in one answer
NOT_OVER = "This match is not over, and its replay would reveal the rolls to come."
KEPT = 16  # texts that stay in memory, since a replay that is watched is asked for again and again
KEPT_FRAMES = 64  # stretches of replays that stay in memory, since many people watch the same ones


class NoReplay(GarrisonError):
    """There is no such replay."""


class NotOver(GarrisonError):
    """The replay may not be seen yet."""


class KeptReplay(NamedTuple):
    """A replay as text, and its game."""

    game: str
    text: str


class Reels:
    """Replays that are being watched. Everything that takes time is done in the process for it."""

    def __init__(self, store: Store, heavy: HeavyWork, settings: Settings) -> None:
        self.store, self._heavy, self._settings = store, heavy, settings
        self._kept: OrderedDict[str, KeptReplay] = OrderedDict()
        self._frames: OrderedDict[tuple[str, int, int, int], bytes] = OrderedDict()

    async def keep(self, text: bytes) -> str:
        """Keep a replay that somebody opened, if it is one; its name. Only what was understood of it is kept."""
        game, can_continue = await self._heavy.do(replay_work.game_of, text, "This file")
        if can_continue:
            await preparing.ready(game)
        stored = await self._heavy.do(replay_work.understood, text, "This file")
        name = f"f-{hashlib.sha256(stored.encode()).hexdigest()[:24]}"
        most = self._settings.most_replays
        await self.store.write(lambda connection: replay_rows.keep_replay(connection, name, stored, most))
        return name

    async def find(self, name: str, invite: str) -> KeptReplay:
        """A replay by its name; a private match's replay is only for those invited, who have the key `invite`."""
        kind, _, match = name.partition("-")
        if kind == "m":
            (await self.store.read(lambda connection: door_of(connection, match))).check(invite)
        if name not in self._kept:
            self._kept[name] = await (self._match(match) if kind == "m" else self._file(name))
        return latest(self._kept, name, KEPT)

    async def _match(self, match: str) -> KeptReplay:
        row, moves, end = await self.store.read(lambda connection: _finished(connection, match))
        return KeptReplay(row["game"], await self._heavy.do(replay_work.of_match, row, moves, end))

    async def _file(self, name: str) -> KeptReplay:
        text = await self.store.read(lambda connection: replay_rows.load_replay(connection, name))
        if text is None:
            raise NoReplay("There is no such replay here.")
        await self.store.write(lambda connection: replay_rows.use_replay(connection, name))
        return KeptReplay((await self._heavy.do(replay_work.game_of, text, name))[0], text)

    async def beginning(self, name: str, invite: str, number: int) -> Beginning:
        """What a match that continues a replay starts with: its first `number` actions."""
        return await self._heavy.do(replay_work.beginning, (await self.find(name, invite)).text, number)

    async def view(self, name: str, invite: str = "") -> messages.ReplayView:
        """What a replay is."""
        text = await self.ready(name, invite)
        return await self._heavy.do(replay_work.view, name, text, await _who_played(self.store, name))

    async def frames(self, name: str, first: int, count: int, player: int, invite: str) -> bytes:
        """A stretch of a replay, as it travels."""
        text = await self.ready(name, invite)
        asked = (name, first, max(0, min(count, MOST_FRAMES)), player)
        if asked not in self._frames:
            self._frames[asked] = await self._heavy.do(replay_work.frames, name, text, *asked[1:])
        return latest(self._frames, asked, KEPT_FRAMES)

    async def turns(self, name: str, invite: str) -> list[study_messages.TurnView]:
        """The turns of a replay."""
        text = await self.ready(name, invite)
        return await self._heavy.do(replay_work.turns, name, text)

    async def ready(self, name: str, invite: str) -> str:
        """The text of a replay, once its game has been compiled."""
        found = await self.find(name, invite)
        await preparing.ready(found.game)
        return found.text


def _finished(connection: Connection, match: str) -> tuple[Any, list[Move], Ending | None]:
    row = queries.load_row(connection, match)
    if row is None:
        raise NoMatch(NO_MATCH)
    if row["finished"] is None:
        raise NotOver(NOT_OVER)
    return dict(row), *histories.load_moves(connection, match)


async def _who_played(store: Store, name: str) -> list[SeatState] | None:
    """Who sat in the seats of a match; None for a file."""
    kind, _, match = name.partition("-")
    return await store.read(lambda connection: queries.load_seats(connection, match)) if kind == "m" else None
