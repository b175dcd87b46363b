"""The smallest training that goes through everything."""

from __future__ import annotations

from garrison.train.settings import TrainingSettings

SMALL = TrainingSettings(
    "minefield",
    positions=8,
    teacher="medium",
    effort=0.1,
    longest=4,
    iterations=1,
    passes=9,
    batch=4,
    width=8,
    depth=4,
    fewest=1,
    workers=1,
    games=1,
)
