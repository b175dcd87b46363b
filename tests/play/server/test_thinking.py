"""Bots on a server: they think in a few threads, less when there are many, and not at all when nobody waits."""

from __future__ import annotations

import asyncio
import threading
import time
from random import Random
from typing import Any

import pytest
from serving import Threaded, wait_until

from garrison import bots
from garrison.bots.levels import LevelBot
from garrison.bots.limits import Limits, Stopped, current, within
from garrison.bots.search import Budget, method
from garrison.core.levels import Level
from garrison.core.position import Position
from garrison.play.server.thinking import Thinking
from playing import game_of


def test_the_more_want_to_think_the_less_each_gets() -> None:
    pool = Thinking(workers=2)
    for others, share in ((0, 100), (1, 100), (3, 50), (7, 25)):
        pool.busy = others
        assert asyncio.run(pool.decide(lambda: round(100 * current().share))) == share


def test_in_real_time_a_bot_takes_a_share_of_a_tick() -> None:
    pool = Thinking(workers=1)
    assert asyncio.run(pool.decide(lambda: round(current().milliseconds), tick_ms=100)) == 30
    assert current().milliseconds == float("inf")


def test_whoever_is_cancelled_stops_to_think() -> None:
    seen = threading.Event()

    def choose() -> int:
        limits = current()
        while not limits.is_stopped():
            time.sleep(0.001)
        seen.set()
        return 0

    async def cancelled() -> int:
        pool = Thinking(workers=1)
        task = asyncio.create_task(pool.decide(choose))
        await asyncio.sleep(0.05)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        return pool.busy

    assert asyncio.run(cancelled()) == 0
    assert seen.wait(5)


@pytest.mark.parametrize("name", ["halving", "beam"])
def test_a_search_that_is_stopped_ends_soon(name: str) -> None:
    position = game_of("skirmish", setup="classic").new(3)
    search = method(name, position.game)

    def think_again_and_again() -> None:
        while True:
            search.think(position, position.waiting[0], Budget(simulations=1_000_000), 1)

    start = time.monotonic()
    with within(Limits(is_stopped=lambda: time.monotonic() > start + 0.05)), pytest.raises(Stopped):
        think_again_and_again()
    assert time.monotonic() < start + 5


def test_a_level_keeps_to_its_share_of_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    budgets: list[Budget] = []

    class Method:
        def __init__(self, *_: Any) -> None:
            """It knows nothing."""

        def follow(self, position: Position, player: int) -> int | None:
            return None

        def think(self, position: Position, player: int, budget: Budget, seed: int) -> list[Any]:
            budgets.append(budget)
            return method("policy", position.game).think(position, player, budget, seed)

    monkeypatch.setattr(LevelBot, "_new_method", Method)
    position = game_of("minefield").new(1)
    with within(Limits(share=0.25, milliseconds=30)):
        LevelBot(Level("Slow.", milliseconds=1000))(position, 0, Random(1))
        LevelBot(Level("Quick.", milliseconds=100))(position, 0, Random(1))
        LevelBot(Level("Counting.", simulations=100))(position, 0, Random(1))
    assert budgets == [Budget(milliseconds=30), Budget(milliseconds=25), Budget(simulations=25)]


def test_a_match_that_is_left_stops_its_search(site: Threaded, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, stopped = threading.Event(), threading.Event()

    def choose(position: Position, player: int, dice: Random) -> int:
        begun.set()
        limits = current()
        while not limits.is_stopped():
            time.sleep(0.001)
        stopped.set()
        return position.actions(player)[0]

    monkeypatch.setattr(bots, "find", lambda name, entry: choose)
    made = site.make("skirmish", "bot:random,person")
    player = site.sit(made, 1)
    assert begun.wait(10)
    assert not stopped.is_set()
    player.close()
    wait_until(stopped.is_set, "the end of the search")
