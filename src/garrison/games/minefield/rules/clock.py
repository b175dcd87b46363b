"""When something is due, and how much time is left (M13, M14)."""

from garrison.core.engine.rule import rule
from garrison.games.minefield.state import Rules, State

NO_LIMIT = -1


@rule
def is_due(period: int, turn: int) -> bool:
    """M13: once every `period` time units; a period of 0 means never."""
    return period > 0 and turn % period == 0


@rule
def time_left(p: Rules, s: State) -> int:
    """M14: the time units until the time limit; NO_LIMIT if there is none."""
    return max(p.time_limit - s.turn, 0) if p.time_limit > 0 else NO_LIMIT
