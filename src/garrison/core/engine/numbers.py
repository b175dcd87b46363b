"""The numbers of an observation, for a game that has none: its planes say everything."""

from __future__ import annotations

from garrison.core.engine.record import Array, Record, StateRecord
from garrison.core.engine.rule import rule


@rule
def without_numbers(p: Record, s: StateRecord, player: int, numbers: Array) -> None:
    """There is nothing to write."""
