"""What a thread needs while it searches: a position to play on, a mask, dice and room for values."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import NamedTuple

import numpy as np

from garrison.bots.search.mind import Mind, mind_for
from garrison.bots.search.trial import Trial
from garrison.core.engine import memory
from garrison.core.engine.calls import entry_address
from garrison.core.engine.record import DICE
from garrison.core.game import Game
from garrison.core.position import Position


class Horizon(NamedTuple):
    """How far simulations go, and in which styles of the policy."""

    turns: int = 0  # that are looked ahead
    steps: int = 0  # at most
    plan_turns: int = 0  # for which a plan holds
    usual: int = 0  # the style of everybody without a plan
    free: int = 0  # the style in which a plan goes on that began with any action


NEARBY = Horizon()


class Scratch:
    """One thread's memory for simulations, and its trial of a position for a player; of none, somebody sets one."""

    def __init__(
        self,
        game: Game,
        root: Position | None = None,
        player: int = 0,
        mind: Mind | None = None,
        horizon: Horizon = NEARBY,
    ) -> None:
        self.game, self.mind = game, mind or mind_for(game)
        self.state = memory.empty(game.state_dtype)
        self.mask = np.zeros(game.facts.actions, dtype=np.uint8)
        self.values = np.zeros(game.facts.players[1])
        self.dice = memory.empty(DICE, 2)
        self.trial = Trial(
            game=game.handle.address,
            value=entry_address(game.skill.value),
            policy=entry_address(game.skill.policy),
            hide=entry_address(game.skill.hide),
            mind=self.mind.address,
            root=memory.reference(self.state if root is None else root.state),
            player=player,
            turns=horizon.turns,
            steps=horizon.steps,
            plan_turns=horizon.plan_turns,
            usual=horizon.usual,
            free=horizon.free,
            state=memory.reference(self.state),
            mask=memory.whole(self.mask),
            dice=memory.whole(self.dice),
            values=memory.whole(self.values),
        )


@cache
def _pool(threads: int, process: int) -> ThreadPoolExecutor:
    """The threads of a process; a forked one needs its own, because threads do not survive a fork."""
    return ThreadPoolExecutor(threads, thread_name_prefix="garrison-search")


def shared(work: Callable[[int, int, int], None], count: int, threads: int) -> None:
    """Call `work(thread, first, last)` on parts of 0 .. count-1, one part per thread."""
    threads = max(1, min(threads, count))
    if threads == 1:
        work(0, 0, count)
        return
    edges = [count * index // threads for index in range(threads + 1)]
    list(_pool(threads, os.getpid()).map(work, range(threads), edges[:-1], edges[1:]))
