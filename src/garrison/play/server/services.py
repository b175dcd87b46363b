"""What belongs to one running server, for those who answer requests."""

from __future__ import annotations

from dataclasses import dataclass

from garrison.play.server.analysing import Analyses
from garrison.play.server.experimenting import Trials
from garrison.play.server.guard import Guard
from garrison.play.server.pictures import Pictures
from garrison.play.server.readiness import Readiness
from garrison.play.server.registry import Registry
from garrison.play.server.replaying import Reels


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
