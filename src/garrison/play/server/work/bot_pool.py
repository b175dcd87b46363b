"""Where bots think: in processes that give way to everything else. Levels think less when many want to; addresses take
turns, and each has the same share of the time, however many of its matches are waiting for bots."""

from __future__ import annotations

import asyncio
import pickle
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple, TypeVar
from zlib import crc32

from garrison import bots
from garrison.bots.advice import advise
from garrison.bots.first_step import first_step
from garrison.bots.limits import Limits, within
from garrison.core import discovery
from garrison.core.batches.parallel import cores
from garrison.core.game import Game
from garrison.core.position import Position
from garrison.play.server.work import worker_process
from garrison.play.server.work.fair_queue import FairQueue
from garrison.play.server.work.text_replies import TextReply, reply
from garrison.play.server.work.worker import NeverBegun, Worker, WorkerLost

Answer = TypeVar("Answer")
NICENESS = 10
SHORTEST_ADVICE = 0.02  # seconds
TICK_SHARE = 0.3  # of a tick is the longest that a level may think in real time
LONGEST = 60.0  # seconds for a decision; no level takes that long, but anybody's bots can be installed
GLANCE = 15.0  # seconds between looks at how long a process has been busy
KEPT_GAMES = 64  # games, each with its rules, that a process keeps


class TooSlow(Exception):
    """A bot took so long that its process was ended, since others wait for it."""


class Advised(NamedTuple):
    """A whole move: its actions, what they would do in words, and how they are typed."""

    actions: tuple[int, ...]
    words: str
    notation: str


class Thinker:
    """A process in which one bot at a time decides; the others wait in its queue."""

    def __init__(self) -> None:
        self._worker = Worker(NICENESS)
        self.submit, self.queue = self._worker.submit, FairQueue()

    def stop(self) -> None:
        """Nobody waits for an answer any more."""
        self.queue.send_away()
        self._worker.stop()

    async def asked(self, question: Callable[..., Answer], *arguments: Any) -> Answer:
        """An answer from the process; one that ends meanwhile is replaced once, or as often as others cause it. Whoever
        cancels this ends the search too."""
        attempts = 2
        while True:
            try:
                return await self._in_time(asyncio.wrap_future(self.submit(question, *arguments)))
            except NeverBegun:
                continue
            except WorkerLost:
                attempts -= 1
                if not attempts:
                    raise

    async def _in_time(self, answer: asyncio.Future[Answer]) -> Answer:
        """Wait for an answer. If the process is busy for too long with whatever comes first, it is ended."""
        try:
            while not (await asyncio.wait({answer}, timeout=GLANCE))[0]:
                if self._worker.busy_for >= LONGEST:
                    self._worker.kill(TooSlow)
            return answer.result()
        finally:
            answer.cancel()


class Thinking:
    """A bounded number of processes; what does not fit waits."""

    def __init__(self, workers: int | None = None) -> None:
        # One core is left for people's moves.
        self._thinkers = [Thinker() for _ in range(workers or max(1, cores() - 1))]
        self.busy = 0  # decisions that are being made, or wait for it
        self._decisions: Counter[str] = Counter()  # how many of them each address waits for

    async def decide(
        self,
        bot: str,
        position: Position,
        player: int,
        seed: int,
        match: str,
        tick_ms: int = 0,
        addresses: Collection[str] = (),
    ) -> int:
        """What a bot chooses, with as much of its budget as the others leave it. A match is always thought about in the
        same process, where the bot remembers what it was about to do. `addresses` are those that wait for it."""
        longest, data = TICK_SHARE * tick_ms if tick_ms else float("inf"), _packed(position)
        thinker = self._thinker(match)
        with self.place_for(addresses) as address:
            async with thinker.queue.place(address):
                return await thinker.asked(_decided, bot, *data, player, seed, self.share(address), longest)

    async def advise(
        self, position: Position, player: int, seconds: float, match: str, addresses: Collection[str] = ()
    ) -> Advised:
        """The best move for a player that the hardest level's search finds within this many seconds, or a share."""
        thinker, data = self._thinker(match), _packed(position)
        with self.place_for(addresses) as address:
            async with thinker.queue.place(address):
                return await thinker.asked(_advised, *data, player, seconds, self.share(address))

    async def read(
        self,
        position: Position,
        player: int,
        line: str,
        since: Sequence[str],
        key: str,
        match: str,
        addresses: Collection[str] = (),
    ) -> TextReply:
        """What a typed line comes to. `key` says whose it is, since a move in words may take several actions."""
        thinker, data = self._thinker(match), _packed(position)
        with self.place_for(addresses) as address:
            async with thinker.queue.place(address):
                return await thinker.asked(_read, *data, player, line, since, key)

    def _thinker(self, match: str) -> Thinker:
        return self._thinkers[crc32(match.encode()) % len(self._thinkers)]

    @contextmanager
    def place_for(self, addresses: Collection[str]) -> Iterator[str]:
        """Count a decision for the one of these addresses that waits for the fewest: so nobody can slow a match down by
        watching it."""
        address = min(addresses, key=lambda one: self._decisions[one], default="")
        self._decisions[address] += 1
        self.busy += 1
        try:
            yield address
        finally:
            self.busy -= 1
            self._decisions[address] -= 1
            self._decisions = +self._decisions

    def share(self, address: str) -> float:
        """How much of its budget a level gets at the moment where this address waits for it: the less, the more it
        waits for besides, compared with the others."""
        usual = self._decisions.total() / len(self._decisions)
        return min(1.0, len(self._thinkers) / max(self.busy, 1) * usual / self._decisions[address])

    def rehearse(self, game: str) -> None:
        """Let every level of a game decide once in every process, so that all it needs is in memory. Wait for it: what
        bots have to decide in the meantime comes before the next rehearsal."""
        for rehearsal in [thinker.submit(_rehearsed, game) for thinker in self._thinkers]:
            with suppress(WorkerLost, TooSlow, CancelledError):
                rehearsal.result()

    def stop(self) -> None:
        """Nobody plays any more."""
        for thinker in self._thinkers:
            thinker.stop()


def _packed(position: Position) -> tuple[bytes, bytes]:
    """A game and a position for another process."""
    return pickle.dumps(position.game), position.to_bytes()


# --- In the other process.


def _decided(bot: str, game: bytes, position: bytes, player: int, seed: int, share: float, longest: float) -> int:
    known_game = _game(game)
    choose = bots.find(bot, known_game.package)
    with within(Limits(share, longest, worker_process.is_abandoned)):
        return choose(known_game.from_bytes(position), player, Random(seed))


def _advised(game: bytes, position: bytes, player: int, seconds: float, share: float) -> Advised:
    with within(Limits(share, is_stopped=worker_process.is_abandoned)):
        start = _game(game).from_bytes(position)
        best = advise(start, player, max(share * seconds, SHORTEST_ADVICE))[0]
    actions, words = first_step(start, player, best.move)
    return Advised(actions, words, start.notation(player, actions))


def _read(game: bytes, position: bytes, player: int, line: str, since: Sequence[str], key: str) -> TextReply:
    return reply(_game(game).from_bytes(position), player, line, since, key)


@lru_cache(KEPT_GAMES)
def _game(data: bytes) -> Game:
    game: Game = pickle.loads(data)
    return game


def _rehearsed(game: str) -> None:
    bots.rehearse(discovery.find(game))
