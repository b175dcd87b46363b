"""When something is due, and how much time is left (M13-M16)."""

from garrison.core.engine.record import int64
from garrison.core.engine.rule import rule
from garrison.games.minefield.state import Rules, State

NO_LIMIT = -1


@rule
def is_due(period: int, turn: int) -> bool:
    """M13: once every `period` time units; a period of 0 means never."""
    return period > 0 and turn % period == 0


@rule
def is_enemy_due(p: Rules, turn: int) -> bool:
    """M13, M16: every time that the period has passed, which gets shorter with each enemy, down to the least."""
    if p.enemy_haste == 0 or p.enemy_period == 0:
        return is_due(p.enemy_period, turn)
    period, least, left = int64(p.enemy_period), min(p.enemy_period, p.least_enemy_period), turn
    while left > period and period > least:  # the enemies before that one
        left -= period
        period = max(period - p.enemy_haste, least)
    return left % period == 0


@rule
def do_enemies_rest(p: Rules, turn: int) -> bool:
    """M15: in every 4th time unit or so, with the parameter `enemy_rest`."""
    return is_due(p.enemy_rest, turn)


@rule
def time_left(p: Rules, s: State) -> int:
    """M14: the time units until the time limit; NO_LIMIT if there is none."""
    return max(p.time_limit - s.turn, 0) if p.time_limit > 0 else NO_LIMIT
