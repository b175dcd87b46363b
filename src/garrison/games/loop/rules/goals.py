"""The goal of a world (L35)."""

from garrison.core.engine.events import finish, log
from garrison.core.engine.record import int64
from garrison.core.engine.rule import rule
from garrison.games.loop.state import Rules, State
from garrison.games.loop.state.constants import BOTH_BOSSES, Goal, Reason
from garrison.games.loop.state.happenings import Happening


@rule
def see_goal(p: Rules, s: State) -> None:
    """L35: the game is won as soon as the goal holds."""
    if is_goal_reached(p, s):
        log(s, Happening.WON)
        finish(s, Reason.GOAL, 1)


@rule
def is_goal_reached(p: Rules, s: State) -> bool:
    """L35: the nodes in order, subgoals first; bits hold the results not joined yet, the last one lowest."""
    results = int64(0)
    for index in range(p.goal_kinds.shape[0]):
        kind = p.goal_kinds[index]
        if kind == 0:
            break
        if kind < Goal.AND:
            results = results * 2 + reaches(p, s, kind, p.goal_numbers[index])
        else:
            results = joined(results, kind, p.goal_numbers[index])
    return results & 1 == 1


@rule
def reaches(p: Rules, s: State, kind: int, quantity: int) -> bool:
    """L35: whether a simple goal holds."""
    if kind == Goal.CYCLES:
        return s.cycles >= quantity
    if kind == Goal.GOLD:
        return s.gold >= quantity
    if kind == Goal.EXPERIENCE:
        return s.experience >= quantity
    return s.bosses_killed == BOTH_BOSSES


@rule
def joined(results: int, kind: int, count: int) -> int:
    """L35: the last `count` results become one."""
    everything = (1 << count) - 1
    last = results & everything
    holds = last == everything if kind == Goal.AND else last != 0
    return (results >> count) * 2 + holds
