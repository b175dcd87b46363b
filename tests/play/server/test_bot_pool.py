"""Bots on a server: they think in other processes, less when there are many, and not at all when nobody waits."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from serving import SHARED_THINKING, Threaded, wait_until

from garrison import bots
from garrison.bots.level_bots import LevelBot
from garrison.bots.limits import Limits, Stopped, within
from garrison.bots.search import Budget, method
from garrison.core.levels import Level
from garrison.core.position import Position
from garrison.play.server.work import bot_pool
from garrison.play.server.work.bot_pool import Thinking
from playing import game_of

# Bots of another package, as far as the process in which bots think can tell: it finds them by an entry point.
OTHERS = """
import os, time
from garrison.bots.limits import current

def tells_its_limits(position, player, dice):
    limits = current()
    return round(100 * limits.share) * 1000 + (round(limits.milliseconds) if limits.milliseconds < 1e6 else 0)

def never_decides(position, player, dice):
    open(os.environ["THINKING"] + "/begun", "w").close()
    while not current().is_stopped():
        time.sleep(0.001)
    open(os.environ["THINKING"] + "/stopped", "w").close()
    return position.actions(player)[0]

def never_listens(position, player, dice):
    open(os.environ["THINKING"] + "/deaf", "w").close()
    time.sleep(600)

def is_killed(position, player, dice):
    if os.path.exists(os.environ["THINKING"] + "/killed"):
        return position.actions(player)[0]
    open(os.environ["THINKING"] + "/killed", "w").close()
    os._exit(9)
"""
POINTS = """[garrison.bots]
tells = other_bots:tells_its_limits
never = other_bots:never_decides
killed = other_bots:is_killed
deaf = other_bots:never_listens
"""


@pytest.fixture
def others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder in which other bots are installed, and where they leave traces."""
    package = tmp_path / "other_bots-1.0.dist-info"
    package.mkdir()
    (tmp_path / "other_bots.py").write_text(OTHERS)
    (package / "METADATA").write_text("Name: other-bots\nVersion: 1.0\n")
    (package / "entry_points.txt").write_text(POINTS)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("THINKING", str(tmp_path))
    bots.installed.cache_clear()
    Thinking.stop(SHARED_THINKING)  # the next process finds them
    yield tmp_path
    Thinking.stop(SHARED_THINKING)
    bots.installed.cache_clear()


def test_the_more_want_to_think_the_less_each_gets(others: Path) -> None:
    pool, position = Thinking(workers=2), game_of("skirmish").new(1)
    for waiting, share in ((0, 100), (1, 100), (3, 50), (7, 25)):
        pool.busy = waiting
        assert asyncio.run(pool.decide("tells", position, 0, 1, "m")) // 1000 == share
    pool.busy = 0
    assert asyncio.run(pool.decide("tells", position, 0, 1, "m", tick_ms=100)) % 1000 == 30
    pool.stop()


def test_whoever_is_cancelled_stops_to_think(others: Path) -> None:
    async def cancelled() -> int:
        pool = Thinking(workers=1)
        task = asyncio.create_task(pool.decide("never", game_of("skirmish").new(1), 0, 1, "m"))
        await asyncio.to_thread(wait_until, (others / "begun").exists, "the beginning of a search")
        assert not (others / "stopped").exists()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await asyncio.to_thread(wait_until, (others / "stopped").exists, "the end of the search")
        pool.stop()
        return pool.busy

    assert asyncio.run(cancelled()) == 0


def test_a_bot_whose_process_is_killed_thinks_again(others: Path) -> None:
    pool, position = Thinking(workers=1), game_of("skirmish").new(1)
    assert asyncio.run(pool.decide("killed", position, 0, 1, "m")) in position.actions(0)
    pool.stop()


def test_a_bot_that_never_answers_keeps_the_others_waiting_only_for_a_while(
    others: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_pool, "GLANCE", 0.02)

    async def both() -> int:
        pool, position = Thinking(workers=1), game_of("skirmish").new(1)
        deaf = asyncio.create_task(pool.decide("deaf", position, 0, 1, "deaf"))
        while not (others / "deaf").exists():
            await asyncio.sleep(0.01)
        monkeypatch.setattr(bot_pool, "LONGEST", 0.1)
        other = asyncio.create_task(pool.decide("tells", position, 0, 1, "other"))
        with pytest.raises(bot_pool.TooSlow):
            await deaf
        monkeypatch.setattr(bot_pool, "LONGEST", 60.0)
        found = await other
        pool.stop()
        return found

    assert asyncio.run(both()) > 0


@pytest.mark.parametrize("name", ["halving", "beam", "playouts"])
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

    monkeypatch.setattr(LevelBot, "new_method", Method)
    position = game_of("minefield").new(1)
    with within(Limits(share=0.25, milliseconds=30)):
        LevelBot(Level("Slow.", milliseconds=1000))(position, 0, Random(1))
        LevelBot(Level("Quick.", milliseconds=100))(position, 0, Random(1))
        LevelBot(Level("Counting.", simulations=100))(position, 0, Random(1))
    counted = Budget(simulations=25, milliseconds=30)  # whoever counts keeps to the time, too
    assert budgets == [Budget(milliseconds=30), Budget(milliseconds=25), counted]


def test_a_match_that_is_left_stops_its_search(others: Path, site: Threaded) -> None:
    made = site.make("skirmish", "bot:never,person")
    player = site.sit(made, 1)
    wait_until((others / "begun").exists, "the beginning of a search")
    assert not (others / "stopped").exists()
    player.close()
    wait_until((others / "stopped").exists, "the end of the search")
