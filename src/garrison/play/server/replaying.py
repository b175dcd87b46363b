"""Replays on the server: of finished matches (`m-` and the match) and of opened files (`f-` and a checksum)."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from typing import Any, TypeVar

from sqlalchemy import Connection

from garrison.core.errors import BadOption, GarrisonError
from garrison.core.replay import Move, Reel, Replay, parse
from garrison.play.server import messages, preparing, queries
from garrison.play.server.dear import DearWork
from garrison.play.server.doors import NO_MATCH, NoMatch, door_of
from garrison.play.server.info import SeatState
from garrison.play.server.patching import patch
from garrison.play.server.settings import Settings
from garrison.play.server.store import Store
from garrison.play.server.views import seat_views

MOST_FRAMES = 200  # in one answer
NOT_OVER = "This match is not over, and its replay would reveal the rolls to come."
KEPT = 16  # replays that stay in memory, since people scrub back and forth
KEPT_FRAMES = 64  # stretches of replays that stay in memory, since many people watch the same ones
Key = TypeVar("Key")
Value = TypeVar("Value")


class NoReplay(GarrisonError):
    """There is no such replay."""


class NotOver(GarrisonError):
    """The replay may not be seen yet."""


async def find_replay(store: Store, dear: DearWork, name: str, invite: str) -> Replay:
    """A replay by its name; a private match's replay is only for those invited."""
    kind, _, rest = name.partition("-")
    if kind == "m":
        row, moves = await store.read(lambda connection: _of_match(connection, rest, invite))
        return await dear.do(lambda: queries.recorded(row, moves))
    text = await store.read(lambda connection: queries.load_replay(connection, name))
    if text is None:
        raise NoReplay("There is no such replay here.")
    return await dear.do(lambda: parse(text))


def _of_match(connection: Connection, match: str, invite: str) -> tuple[Any, list[Move]]:
    door_of(connection, match).check(invite)
    row = queries.load_row(connection, match)
    if row is None:
        raise NoMatch(NO_MATCH)
    if row["finished"] is None:
        raise NotOver(NOT_OVER)
    return row, queries.load_moves(connection, match)


class Reels:
    """Replays that are being watched."""

    def __init__(self, store: Store, dear: DearWork, settings: Settings) -> None:
        self.store, self._dear, self._settings = store, dear, settings
        self._kept: OrderedDict[str, Reel] = OrderedDict()
        self._frames: OrderedDict[tuple[str, int, int, int], messages.Frames] = OrderedDict()

    async def keep(self, text: bytes) -> str:
        """Keep a replay that somebody opened, if it is one; its name. Only what was understood of it is kept."""
        replay = await self._dear.do(lambda: parse(text, "This file"))
        if replay.can_continue:
            await preparing.ready(replay.game.name)
            await self._dear.do(replay.verify)
        stored = await self._dear.do(replay.to_json)
        name = f"f-{hashlib.sha256(stored.encode()).hexdigest()[:24]}"
        most = self._settings.most_replays
        await self.store.write(lambda connection: queries.keep_replay(connection, name, stored, most))
        return name

    async def get(self, name: str, invite: str) -> Reel:
        """A replay to move around in; `invite` is the key that a private match's players have."""
        if name in self._kept and name.startswith("m-"):
            (await self.store.read(lambda connection: door_of(connection, name[2:]))).check(invite)
        if name not in self._kept:
            replay = await find_replay(self.store, self._dear, name, invite)
            await preparing.ready(replay.game.name)
            self._kept[name] = await self._dear.do(lambda: Reel(replay))
            if name.startswith("f-"):
                await self.store.write(lambda connection: queries.use_replay(connection, name))
        return _latest(self._kept, name, KEPT)

    async def view(self, name: str, invite: str = "") -> messages.ReplayView:
        """What a replay is."""
        reel = await self.get(name, invite)
        sitting = await _who_played(self.store, name)
        return await self._dear.do(lambda: _replay_view(name, reel, sitting))

    async def frames(self, name: str, first: int, count: int, player: int, invite: str) -> messages.Frames:
        """A stretch of a replay."""
        reel = await self.get(name, invite)
        if not -1 <= player < reel.replay.game.players:
            raise BadOption(f"There is no player {player} in this replay.")
        first, count = max(0, min(first, reel.length)), max(0, min(count, MOST_FRAMES))
        asked = (name, first, count, player)
        if asked not in self._frames:
            self._frames[asked] = await self._dear.do(lambda: _frames(reel, first, count, player))
        return _latest(self._frames, asked, KEPT_FRAMES)


def _latest(kept: OrderedDict[Key, Value], key: Key, most: int) -> Value:
    """Something kept, now marked as the latest; the oldest go when there are too many."""
    kept.move_to_end(key)
    while len(kept) > most:
        kept.popitem(last=False)
    return kept[key]


async def _who_played(store: Store, name: str) -> list[SeatState] | None:
    """Who sat in the seats of a match; None for a file."""
    kind, _, match = name.partition("-")
    return await store.read(lambda connection: queries.load_seats(connection, match)) if kind == "m" else None


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
        move.play(position)
        new = position.scene(player).to_data()
        start.frames.append(messages.Frame(number + 1, patch(view, new)))
        view = new
    return start
