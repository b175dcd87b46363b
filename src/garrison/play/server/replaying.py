"""Replays on the server: of finished matches (`m-` and the match) and of files that were opened (`f-` and a sum)."""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict

import msgspec

from garrison.core.errors import BadOption, GarrisonError
from garrison.core.replay import Reel, Replay, parse
from garrison.play.server import messages, preparing, records
from garrison.play.server.live import SeatState
from garrison.play.server.secret import is_same
from garrison.play.server.store import Store
from garrison.play.server.tables import matches
from garrison.play.server.telling import sentences
from garrison.play.server.views import patch, scene_view

MOST_FRAMES = 200  # in one answer
NOT_OVER = "This match is not over: its replay would betray the dice to come."
KEPT = 16  # replays that stay in memory, as they are scrubbed back and forth


class NoReplay(GarrisonError):
    """There is no such replay."""


class NotOver(GarrisonError):
    """A replay that may not be seen yet."""


async def find_replay(store: Store, name: str) -> Replay:
    """A replay by its name."""
    kind, _, rest = name.partition("-")
    if kind == "m":
        return await store.read(lambda connection: _of_match(connection, rest))
    text = await store.read(lambda connection: records.load_replay(connection, name))
    if text is None:
        raise NoReplay("There is no such replay here.")
    return parse(text)


def _of_match(connection: object, match: str) -> Replay:
    from sqlalchemy import Connection, select

    assert isinstance(connection, Connection)
    row = connection.execute(select(matches).where(matches.c.id == match)).mappings().first()
    if row is None:
        raise NoReplay("There is no such match here.")
    if row["finished"] is None:
        raise NotOver(NOT_OVER)
    return records.recorded(row, records.load_moves(connection, match))


async def keep(store: Store, text: bytes) -> str:
    """Keep a replay that somebody opened, if it is one; its name."""
    replay = await asyncio.to_thread(parse, text, "This file")
    if not replay.warning:
        await preparing.ready(replay.game.name)
        await asyncio.to_thread(replay.verify)
    stored = replay.to_json() if not replay.warning else text.decode()
    name = f"f-{hashlib.sha256(stored.encode()).hexdigest()[:24]}"
    await store.write(lambda connection: records.keep_replay(connection, name, stored))
    return name


class Reels:
    """Replays that are being watched."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._kept: OrderedDict[str, Reel] = OrderedDict()

    async def get(self, name: str) -> Reel:
        """A replay with its places."""
        if name not in self._kept:
            replay = await find_replay(self.store, name)
            await preparing.ready(replay.game.name)
            self._kept[name] = await asyncio.to_thread(Reel, replay)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(name)
        return self._kept[name]

    async def view(self, name: str, invite: str = "") -> messages.ReplayView:
        """What a replay is; `invite` is the key that a private match's players have."""
        reel = await self.get(name)
        sitting = await _who_played(self.store, name, invite)
        return await asyncio.to_thread(_replay_view, name, reel, sitting)

    async def frames(self, name: str, first: int, count: int, player: int) -> messages.Frames:
        """A stretch of a replay."""
        reel = await self.get(name)
        if not -1 <= player < reel.replay.game.players:
            raise BadOption(f"There is no player {player} in this replay.")
        first = max(0, min(first, reel.length))
        return await asyncio.to_thread(_frames, own_place(reel), first, max(0, min(count, MOST_FRAMES)), player)


async def _who_played(store: Store, name: str, invite: str) -> list[SeatState] | None:
    """Who sat in the seats of a match; None for a file, and for strangers to a private match."""
    kind, _, match = name.partition("-")
    if kind != "m":
        return None
    row, sitting = await store.read(lambda connection: records.load_about(connection, match))
    return None if row["private"] and not is_same(invite, row["invite"]) else sitting


def own_place(reel: Reel) -> Reel:
    """The same reel with a place of its own, since several people may watch it."""
    other = Reel.__new__(Reel)
    other.__dict__.update(reel.__dict__)
    return other


def _replay_view(name: str, reel: Reel, sitting: list[SeatState] | None) -> messages.ReplayView:
    replay, end = reel.replay, own_place(reel).go(reel.length)
    facts = replay.game.facts
    known = sitting or [SeatState("person")] * replay.game.players
    seats = [
        messages.SeatView(player, facts.seats[player], seat.kind, seat.name, seat.bot, False, msgspec.UNSET)  # type: ignore[arg-type]
        for player, seat in enumerate(known)
    ]
    winners = list(end.outcome.winners) if end.outcome else []
    return messages.ReplayView(
        name,
        replay.game.name,
        facts.title,
        replay.game.variant,
        seats,
        sitting is not None,
        reel.length,
        replay.warning,
        winners,
        list(end.scores),
    )


def _frames(reel: Reel, first: int, count: int, player: int) -> messages.Frames:
    position = reel.go(first).copy()
    view = scene_view(position.scene(player))
    start = messages.Frames(first, view, sentences(position) if first else [], [])  # type: ignore[arg-type]
    for number in range(first, min(first + count, reel.length)):
        move = reel.replay.moves[number]
        position.play(move.player, move.action)
        new = scene_view(position.scene(player))
        start.frames.append(messages.Frame(number + 1, sentences(position), patch(view, new)))
        view = new
    return start
