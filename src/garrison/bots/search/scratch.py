"""What a thread needs while it searches: a position to play on, a mask, dice and room for values."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from garrison.core.engine import memory
from garrison.core.engine.cache import Origin
from garrison.core.engine.record import DICE
from garrison.core.game import Game

# What the machine code of the search is made from.
ORIGIN = Origin("search", Path(__file__).parent, parts=(), module="garrison.bots.search.methods")
DICE_OF_PLAN, DICE_OF_OTHERS = 0, 1


class Scratch:
    """One thread's memory for simulations."""

    def __init__(self, game: Game, positions: int = 1) -> None:
        self.states = memory.rows(memory.empty(game.state_dtype, positions))
        self.mask = np.zeros((1, game.facts.actions), dtype=np.uint8)
        self.values = np.zeros((1, game.facts.players[1]))
        self.dice = memory.empty(DICE, 2)


@cache
def _pool(threads: int, process: int) -> ThreadPoolExecutor:
    """The threads of a process; a forked one needs its own, because threads do not survive a fork."""
    return ThreadPoolExecutor(threads, thread_name_prefix="garrison-search")


def shared(work: Callable[[int, int, int], Any], count: int, threads: int) -> None:
    """Call `work(thread, first, last)` on parts of 0 .. count-1, one part per thread."""
    threads = max(1, min(threads, count))
    if threads == 1:
        work(0, 0, count)
        return
    edges = [count * index // threads for index in range(threads + 1)]
    list(_pool(threads, os.getpid()).map(work, range(threads), edges[:-1], edges[1:]))
