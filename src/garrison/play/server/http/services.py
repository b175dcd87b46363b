"""What belongs to one running server: made at its start, for all who answer requests."""

from __future__ import annotations

from dataclasses import dataclass, field

from garrison.play.server.match.pictures import Pictures
from garrison.play.server.match.registry import Registry
from garrison.play.server.store.readiness import Readiness
from garrison.play.server.store.store import Store
from garrison.play.server.wire.settings import Settings
from garrison.play.server.work.analyses import Analyses
from garrison.play.server.work.bot_pool import Thinking
from garrison.play.server.work.guard import Guard
from garrison.play.server.work.heavy_work import HeavyWork
from garrison.play.server.work.replays import Reels
from garrison.play.server.work.trials import Trials


@dataclass(frozen=True)
class Workers:
    """The processes beside a server, each started when it is first needed."""

    bots: Thinking = field(default_factory=Thinking)
    replays: HeavyWork = field(default_factory=HeavyWork)
    analyses: HeavyWork = field(default_factory=HeavyWork)

    def stop(self) -> None:
        """End them, whatever they are doing."""
        self.bots.stop()
        self.replays.stop()
        self.analyses.stop()


class Services:
    """Matches, replays and everything else that a request may need."""

    def __init__(self, settings: Settings, store: Store, workers: Workers) -> None:
        self.settings, self.store, self.workers = settings, store, workers
        self.guard = Guard(settings)
        self.registry = Registry(store, settings, self.guard, workers.bots)
        self.readiness = Readiness(store, settings.busy_after, settings.least_free)
        self.reels = Reels(store, workers.replays, settings)
        self.pictures = Pictures(workers.replays, self.reels)
        self.trials = Trials(settings)
        self.analyses = Analyses(self.reels, workers.analyses, settings)
        self._watch()

    def _watch(self) -> None:
        """Report numbers that change on their own."""
        watch, store = self.store.metrics.watch, self.store
        watch("garrison_matches", "Matches in memory.", lambda: len(self.registry.matches))
        watch("garrison_connections", "Open WebSockets.", self.guard.connections.total)
        watch("garrison_writer_queue", "Items waiting to be written.", lambda: store.waiting)
        watch("garrison_dear_queue", "Replays waiting to be read or drawn.", lambda: self.workers.replays.waiting)

    async def stop(self) -> None:
        """End all of it; what is queued for the database is still written."""
        await self.registry.stop()
        self.analyses.stop()
        self.pictures.stop()
        self.trials.stop()
        self.workers.stop()
        self.store.stop()
