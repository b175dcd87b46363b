"""What belongs to one running server, for those who answer requests."""

from __future__ import annotations

from dataclasses import dataclass

from garrison.play.server.match.pictures import Pictures
from garrison.play.server.match.registry import Registry
from garrison.play.server.store.readiness import Readiness
from garrison.play.server.work.analyses import Analyses
from garrison.play.server.work.guard import Guard
from garrison.play.server.work.replays import Reels
from garrison.play.server.work.trials import Trials


@dataclass(frozen=True)
class Services:
    """Matches, replays and everything else that a handler may need."""

    registry: Registry
    guard: Guard
    reels: Reels
    analyses: Analyses
    trials: Trials
    pictures: Pictures
    readiness: Readiness
