"""What may be said: one rule for all measures, by how wide an interval is.

A share is said within 15 points, a rating within 150, and anything else within three tenths of itself, or of what it
is a change of.
"""

from __future__ import annotations

from math import ceil, isfinite

from garrison.lab.measures.intervals import Estimate

WIDEST = {"%": 0.15, "rating": 150.0}
WIDEST_PART = 0.3
BEGINNING = 40  # games, of which it can be seen how many are needed
ROUND = 10
NOT_YET = "Not measured yet"
MINUTE = 60


def is_narrow(estimate: Estimate, unit: str, scale: float = 0.0) -> bool:
    """Whether a figure is known well enough for a sentence.

    >>> is_narrow(Estimate(0.5, 0.4, 0.6, 100), "%"), is_narrow(Estimate(30.0, 10.0, 50.0, 100), "turns")
    (True, False)
    """
    return estimate.is_known and estimate.reach <= _widest(estimate, unit, scale)


def _widest(estimate: Estimate, unit: str, scale: float) -> float:
    return WIDEST.get(unit, WIDEST_PART * max(abs(estimate.value), abs(scale)))


def games_missing(estimate: Estimate, unit: str, scale: float = 0.0) -> int:
    """Roughly how many more games it takes until a figure is known well enough; twice the games give 0.7 of the width.

    >>> games_missing(Estimate(0.5, 0.2, 0.8, 10), "%"), games_missing(Estimate(0.5, 0.4, 0.6, 100), "%")
    (40, 0)
    """
    if is_narrow(estimate, unit, scale):
        return 0
    widest = _widest(estimate, unit, scale)
    if not isfinite(estimate.reach) or not widest > 0:
        return max(BEGINNING - estimate.games, BEGINNING // 2)
    return ROUND * ceil(estimate.games * ((estimate.reach / widest) ** 2 - 1) / ROUND)


def not_yet(games: int, pace: float = 0.0) -> str:
    """That something is not known, and what it would take; the pace is in seconds a game.

    >>> not_yet(40, 4.5)
    'Not measured yet: about 40 more games, 3 min.'
    """
    time = f", {_time_words(games * pace)}" if pace else ""
    return f"{NOT_YET}: about {games:,} more games{time}."


def _time_words(seconds: float) -> str:
    return f"{max(1, round(seconds))} s" if seconds < MINUTE else f"{round(seconds / MINUTE):,} min"
