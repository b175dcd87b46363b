"""Replays on the server: of finished matches (`m-` and the match) and of files that were opened (`f-` and a sum)."""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict

from sqlalchemy import Connection

from garrison.core.errors import BadOption, GarrisonError
from garrison.core.replay import Reel, Replay, parse
from garrison.play.server import messages, preparing, queries
from garrison.play.server.info import SeatState
from garrison.play.server.patching import patch
from garrison.play.server.secret import is_same
from garrison.play.server.store import Store
from garrison.play.server.views import seat_views

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
    text = await store.read(lambda connection: queries.load_replay(connection, name))
    if text is None:
        raise NoReplay("There is no such replay here.")
    return parse(text)


def _of_match(connection: Connection, match: str) -> Replay:
    row = queries.load_row(connection, match)
    if row is None:
        raise NoReplay("There is no such match here.")
    if row["finished"] is None:
        raise NotOver(NOT_OVER)
    return queries.recorded(row, queries.load_moves(connection, match))


async def keep(store: Store, text: bytes) -> str:
    """Keep a replay that somebody opened, if it is one; its name."""
    replay = await asyncio.to_thread(parse, text, "This file")
    if not replay.warning:
        await preparing.ready(replay.game.name)
        await asyncio.to_thread(replay.verify)
    stored = replay.to_json() if not replay.warning else text.decode()
    name = f"f-{hashlib.sha256(stored.encode()).hexdigest()[:24]}"
    await store.write(lambda connection: queries.keep_replay(connection, name, stored))
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
        return await asyncio.to_thread(_frames, reel, first, max(0, min(count, MOST_FRAMES)), player)


async def _who_played(store: Store, name: str, invite: str) -> list[SeatState] | None:
    """Who sat in the seats of a match; None for a file, and for strangers to a private match."""
    kind, _, match = name.partition("-")
    if kind != "m":
        return None
    info = await store.read(lambda connection: queries.load_info(connection, match))
    return None if info is None or (info.private and not is_same(invite, info.invite)) else info.seats


def _replay_view(name: str, reel: Reel, sitting: list[SeatState] | None) -> messages.ReplayView:
    replay, end = reel.replay, reel.look(reel.length)
    facts = replay.game.facts
    known = sitting or [SeatState("person")] * replay.game.players
    return messages.ReplayView(
        id=name,
        game=replay.game.name,
        title=facts.title,
        variant=replay.game.variant,
        seats=seat_views(known, facts),
        named=sitting is not None,
        length=reel.length,
        warning=replay.warning,
        winners=list(end.outcome.winners) if end.outcome else [],
        scores=list(end.scores),
    )


def _frames(reel: Reel, first: int, count: int, player: int) -> messages.Frames:
    position = reel.look(first)
    view = position.scene(player).to_data()
    start = messages.Frames(first, view, [])
    for number in range(first, min(first + count, reel.length)):
        move = reel.replay.moves[number]
        position.play(move.player, move.action)
        new = position.scene(player).to_data()
        start.frames.append(messages.Frame(number + 1, patch(view, new)))
        view = new
    return start
