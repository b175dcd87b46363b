"""Where bots think: in processes that give way to everything else. Levels think less when many want to."""

from __future__ import annotations

import asyncio
import pickle
from concurrent.futures import CancelledError
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from ctypes import c_bool
from functools import lru_cache
from itertools import count
from multiprocessing.sharedctypes import RawArray
from random import Random
from typing import Any
from zlib import crc32

from garrison import bots
from garrison.bots.limits import Limits, within
from garrison.core import discovery
from garrison.core.batch import cores
from garrison.core.game import Game
from garrison.core.position import Position
from garrison.play.server.worker import Worker

NICENESS = 10
TICK_SHARE = 0.3  # of a tick is the longest that a level may think in real time
DECISIONS = 4096  # more than can wait at a time
KEPT_GAMES = 64  # games, each with its rules, that a process keeps


class Thinker:
    """A process in which one bot at a time decides; the others wait."""

    def __init__(self) -> None:
        self._stopped = RawArray(c_bool, DECISIONS)  # which decisions nobody waits for any more, by number
        self._numbers = count()
        self._worker = Worker(NICENESS, _share, self._stopped)
        self.submit = self._worker.submit
        self.stop = self._worker.stop

    async def decide(self, bot: str, position: Position, player: int, seed: int, share: float, longest: float) -> int:
        """What a bot chooses; a process that was killed is replaced once. Whoever cancels this ends the search too."""
        number = next(self._numbers) % DECISIONS
        given = bot, pickle.dumps(position.game), position.to_bytes(), player, seed, share, longest, number
        self._stopped[number] = False
        try:
            try:
                return await asyncio.wrap_future(self.submit(_decided, *given))
            except BrokenProcessPool:
                self._worker.forget()
                return await asyncio.wrap_future(self.submit(_decided, *given))
        finally:
            self._stopped[number] = True


class Thinking:
    """A bounded number of processes; what does not fit waits."""

    def __init__(self, workers: int | None = None) -> None:
        # One core is left for people's moves.
        self._thinkers = [Thinker() for _ in range(workers or max(1, cores() - 1))]
        self.busy = 0  # decisions that are being made, or wait for it

    async def decide(self, bot: str, position: Position, player: int, seed: int, match: str, tick_ms: int = 0) -> int:
        """What a bot chooses, with as much of its budget as the others leave it. A match is always thought about in the
        same process, where the bot remembers what it was about to do."""
        thinker = self._thinkers[crc32(match.encode()) % len(self._thinkers)]
        longest = TICK_SHARE * tick_ms if tick_ms else float("inf")
        self.busy += 1
        try:
            return await thinker.decide(bot, position, player, seed, self.share, longest)
        finally:
            self.busy -= 1

    @property
    def share(self) -> float:
        """How much of its budget a level gets at the moment."""
        return min(1.0, len(self._thinkers) / max(self.busy, 1))

    def rehearse(self, game: str) -> None:
        """Let every level of a game decide once in every process, so that all it needs is in memory. Wait for it: what
        bots have to decide in the meantime comes before the next rehearsal."""
        for done in [thinker.submit(_rehearsed, game) for thinker in self._thinkers]:
            with suppress(BrokenProcessPool, CancelledError):
                done.result()

    def stop(self) -> None:
        """Nobody plays any more."""
        for thinker in self._thinkers:
            thinker.stop()


# --- In the other process.

_stopped: Any = None  # shared with the server: which decisions nobody waits for any more


def _share(stopped: Any) -> None:
    global _stopped
    _stopped = stopped


def _decided(
    bot: str, game: bytes, position: bytes, player: int, seed: int, share: float, longest: float, number: int
) -> int:
    loaded = _game(game)
    choose = bots.find(bot, loaded.entry)
    with within(Limits(share, longest, lambda: _stopped[number])):
        return choose(loaded.from_bytes(position), player, Random(seed))


@lru_cache(KEPT_GAMES)
def _game(pickled: bytes) -> Game:
    game: Game = pickle.loads(pickled)
    return game


def _rehearsed(game: str) -> None:
    bots.rehearse(discovery.find(game))


shared = Thinking()  # of this server process
