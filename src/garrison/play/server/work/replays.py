"""Replays on the server: of finished matches (`m-` and the match) and of opened files (`f-` and a checksum)."""

from __future__ import annotations

import hashlib
from functools import partial
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection

from garrison.core.discovery import find
from garrison.core.ending import Ending
from garrison.errors import GarrisonError
from garrison.play.server.store import histories, queries, replay_rows
from garrison.play.server.store.access import NO_MATCH, NoMatch, access_of
from garrison.play.server.store.info import SeatState
from garrison.play.server.store.store import Store
from garrison.play.server.store.views import Now, seat_views
from garrison.play.server.wire import messages
from garrison.play.server.wire.settings import Settings
from garrison.play.server.work import replay_work
from garrison.play.server.work.answers import Answers
from garrison.play.server.work.heavy_work import HeavyWork
from garrison.play.server.work.replay_work import Beginning
from garrison.play.server.work.visitor import ENTRY, visitor

MOST_FRAMES = 200  # in one answer
NOT_OVER = "This match is not over, and its replay would reveal the rolls to come."
KEPT_FRAMES = 64  # stretches of replays that stay in memory, since many people watch the same ones


class NoReplay(GarrisonError):
    """There is no such replay."""


class NotOver(GarrisonError):
    """The replay may not be seen yet."""


class KeptReplay(NamedTuple):
    """A replay as text, and its game."""

    game: str
    text: str


class Header(msgspec.Struct):
    """What has to be known of a replay that was stored, before it is read."""

    game: str


class Reels:
    """Replays that are being watched. Everything that takes time is done in the process for it, and costs as much as
    the replay is long; the answers are kept."""

    def __init__(self, store: Store, heavy: HeavyWork, settings: Settings) -> None:
        self.store, self.heavy, self._settings = store, heavy, settings
        self._replays = Answers[str, KeptReplay](replay_work.KEPT)
        self._open = Answers[str, None](replay_work.KEPT)  # in the other process
        self._views = Answers[str, messages.ReplayView](KEPT_FRAMES)
        self._about = Answers[str, dict[str, str]](KEPT_FRAMES)
        self._turns = Answers[str, bytes](replay_work.KEPT)
        self._verifications = Answers[str, bytes](replay_work.KEPT)
        self.kept_frames = Answers[tuple[str, int, int, int], bytes](KEPT_FRAMES)

    async def keep(self, text: bytes) -> str:
        """Keep a replay that somebody opened, if it is one; its name. Only what was understood of it is kept."""
        game = await self.heavy.do(replay_work.game_of, text, "This file")
        replay = await self.heavy.do(replay_work.understood, text, "This file")
        name = f"f-{hashlib.sha256(replay.encode()).hexdigest()[:24]}"
        most = self._settings.most_replays
        await self.store.write(lambda connection: replay_rows.keep_replay(connection, name, replay, most))
        self._replays.keep(name, KeptReplay(game, replay))
        return name

    async def find(self, name: str, invite: str) -> KeptReplay:
        """A replay by its name; a private match's replay is only for those invited, who have the key `invite`."""
        kind, _, match = name.partition("-")
        if kind == "m":
            (await self.store.read(lambda connection: access_of(connection, match))).check(invite)
        return await self._replays.get(name, partial(self._match, match) if kind == "m" else partial(self._file, name))

    async def _match(self, match: str) -> KeptReplay:
        entries = await self.store.read(lambda connection: _finished(connection, match))
        visitor().spend_on(entries * ENTRY)
        async with visitor().place():
            row, moves, end = await self.store.read(lambda connection: _recorded(connection, match))
        return KeptReplay(row["game"], await self.heavy.do(replay_work.of_match, row, moves, end))

    async def _file(self, name: str) -> KeptReplay:
        replay = await self.store.read(lambda connection: _stored(connection, name))
        if replay is None:
            raise NoReplay("There is no such replay here.")
        await self.store.write(lambda connection: replay_rows.use_replay(connection, name))
        return replay

    async def beginning(self, name: str, invite: str, number: int) -> Beginning:
        """What a match that continues a replay starts with: its first `number` actions."""
        return await self.heavy.do(replay_work.beginning, name, await self.ready(name, invite), number)

    async def view(self, name: str, invite: str = "") -> messages.ReplayView:
        """What a replay is."""
        text = await self.ready(name, invite)
        view = await self._views.get(name, lambda: self.heavy.do(replay_work.view, name, text))
        sitting = await _who_played(self.store, name)
        if sitting is None:
            return view
        return msgspec.structs.replace(view, named=True, seats=seat_views(sitting, find(view.game).facts, Now()))

    async def about(self, name: str, invite: str) -> dict[str, str]:
        """What everything in a replay is."""
        text = await self.ready(name, invite)
        return await self._about.get(name, lambda: self.heavy.do(replay_work.about, name, text))

    async def frames(self, name: str, first: int, count: int, player: int, invite: str) -> bytes:
        """A stretch of a replay, as it travels."""
        text = await self.ready(name, invite)
        stretch = (name, first, max(0, min(count, MOST_FRAMES)), player)
        return await self.kept_frames.get(stretch, lambda: self.heavy.do(replay_work.frames, name, text, *stretch[1:]))

    async def turns(self, name: str, invite: str) -> bytes:
        """The turns of a replay, as they travel."""
        text = await self.ready(name, invite)

        async def made() -> bytes:
            visitor().spend_on(len(text))
            return await self.heavy.do(replay_work.turns, name, text)

        return await self._turns.get(name, made)

    async def verification(self, name: str, invite: str) -> bytes:
        """What it takes to play a replay again and compare, as it travels."""
        text = await self.ready(name, invite)

        async def made() -> bytes:
            visitor().spend_on(len(text))
            return await self.heavy.do(replay_work.verification, name, text)

        return await self._verifications.get(name, made)

    async def ready(self, name: str, invite: str) -> str:
        """The text of a replay, once the other process has opened it."""
        replay = await self.find(name, invite)

        async def opened() -> None:
            visitor().spend_on(len(replay.text))
            await self.heavy.do(replay_work.opened, name, replay.text)

        await self._open.get(name, opened)
        return replay.text


def _finished(connection: Connection, match: str) -> int:
    """How many entries the history of a match has; an error unless it is over."""
    row = queries.load_row(connection, match)
    if row is None:
        raise NoMatch(NO_MATCH)
    if row["finished"] is None:
        raise NotOver(NOT_OVER)
    return histories.length_of(connection, match)


def _recorded(connection: Connection, match: str) -> tuple[Any, bytes, Ending | None]:
    moves, end = histories.load_moves(connection, match)
    return dict(queries.load_row(connection, match)), replay_work.packed(moves), end


def _stored(connection: Connection, name: str) -> KeptReplay | None:
    text = replay_rows.load_replay(connection, name)
    return None if text is None else KeptReplay(msgspec.json.decode(text, type=Header).game, text)


async def _who_played(store: Store, name: str) -> list[SeatState] | None:
    """Who sat in the seats of a match; None for a file."""
    kind, _, match = name.partition("-")
    return await store.read(lambda connection: queries.load_seats(connection, match)) if kind == "m" else None
