"""The turns of bots in a match: they think elsewhere, while somebody watches, and act after a pause."""

from __future__ import annotations

import asyncio
import logging

from garrison.play.server.match.presence import Presence
from garrison.play.server.store.journal import Journal
from garrison.play.server.wire import server_time
from garrison.play.server.wire.metrics import Metrics
from garrison.play.server.wire.refusal import Refusal
from garrison.play.server.wire.settings import Settings
from garrison.play.server.work.bot_pool import Thinking

logger = logging.getLogger("garrison")


class BotTurns:
    """One decision at a time; after each one, whoever waits for `wake` goes on."""

    def __init__(
        self,
        journal: Journal,
        presence: Presence,
        settings: Settings,
        pool: Thinking,
        metrics: Metrics,
        wake: asyncio.Event,
    ) -> None:
        self._journal, self._presence, self._settings = journal, presence, settings
        self._pool, self._metrics, self._wake = pool, metrics, wake
        self._thinking: asyncio.Task[None] | None = None
        self._series = 0
        self._breakdown = -1  # the number of entries at which a bot broke down

    def go_on(self, is_holder: bool) -> None:
        """Let a bot think whose turn it is, if anybody is to see that, and this process runs the match."""
        journal, info = self._journal, self._journal.info
        playing = [player for player in journal.history.waiting if journal.seats[player].is_bot]
        runs = is_holder and not info.sentence and not info.paused and not journal.is_lost
        if not playing or not runs or not self._presence.is_watched:
            self.stop()
        elif self._thinking is None and self._breakdown != journal.number:
            self._thinking = asyncio.get_running_loop().create_task(self._act(playing[0]))

    def stop(self) -> None:
        """Nobody waits for it any more."""
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None

    async def _act(self, player: int) -> None:
        """Let a bot choose, in another process, and play its choice."""
        journal, start = self._journal, server_time.now()
        number, name = journal.number, journal.seats[player].bot
        try:
            position, seed, info = journal.history.position, journal.dice.getrandbits(60), journal.info
            with self._metrics.bots.time():
                addresses = self._presence.addresses
                action = await self._pool.decide(name, position, player, seed, info.id, info.tick_ms, addresses)
            pause = self._pause() - (server_time.now() - start)
            if pause > 0:
                await asyncio.sleep(pause)
            # Somebody may have acted in the meantime; then the bot looks again.
            current = journal.number == number or action in journal.history.position.actions(player)
            if current and journal.seats[player].is_bot and not journal.info.paused:
                journal.act(player, action)
        except Refusal:
            pass
        except Exception as error:
            self._broke_down(name, error, number)
        finally:
            if self._thinking is asyncio.current_task():
                self._thinking = None
                self._wake.set()

    def _pause(self) -> float:
        """Long enough for people to follow, shorter in a long series."""
        self._series = self._series + 1 if self._was_bot() else 1
        if self._journal.info.tick_ms:
            return self._journal.info.tick_ms / 1000
        if self._journal.info.terms.instant:
            return 0.0
        delay, turn = self._settings.bot_delay, self._settings.bot_turn
        return delay if self._series * delay < turn else delay / 5

    def _was_bot(self) -> bool:
        moves = self._journal.history.moves
        return bool(moves) and self._journal.seats[moves[-1].player].is_bot

    def _broke_down(self, name: str, error: Exception, number: int) -> None:
        self._metrics.failed("bot")
        logger.error("The bot %s broke down in match %s: %r.", name, self._journal.info.id, error)
        self._breakdown = number
