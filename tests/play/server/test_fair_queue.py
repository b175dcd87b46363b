"""Who comes next where many want the same thing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from garrison.play.server.wire.refusal import TooBusy, TooMany
from garrison.play.server.work import fair_queue
from garrison.play.server.work.fair_queue import FairQueue


class Scene:
    """A queue whose place is taken, and what became of those who wanted it."""

    def __init__(self, places: int = 1, share: int = 0) -> None:
        self.queue, self.share = FairQueue(places), share
        self.order: list[str] = []
        self.refused: list[str] = []
        self.at_once = self.most = 0
        self.first = asyncio.Event()
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def block(self, address: str = "first") -> None:
        """Take a place until `first` is set."""
        self.want(address, self.first.wait)
        await settle()

    def want(self, name: str, work: Callable[[], Awaitable[object]] = lambda: asyncio.sleep(0)) -> None:
        """Somebody (`a1` is at the address `a`) wants a place."""
        self.tasks[name] = asyncio.ensure_future(self._visit(name, work))

    async def _visit(self, name: str, work: Callable[[], Awaitable[object]]) -> None:
        try:
            async with self.queue.place(name.rstrip("0123456789"), self.share):
                self.at_once += 1
                self.most = max(self.most, self.at_once)
                self.order.append(name)
                await work()
                self.at_once -= 1
        except (TooMany, TooBusy) as error:
            self.refused.append(f"{name}: {type(error).__name__}")

    async def end(self) -> None:
        """Let everybody go on."""
        self.first.set()
        await asyncio.gather(*self.tasks.values(), return_exceptions=True)
        assert self.queue.size == 0


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


def test_addresses_take_turns() -> None:
    async def run() -> list[str]:
        scene = Scene()
        await scene.block()
        for name in ("a1", "a2", "a3", "b1", "c1", "b2"):
            scene.want(name)
        await settle()
        await scene.end()
        return scene.order

    assert asyncio.run(run()) == ["first", "a1", "b1", "c1", "a2", "b2", "a3"]


def test_each_address_has_at_most_one_place() -> None:
    async def run() -> tuple[list[str], int]:
        scene = Scene(places=3)
        await scene.block("a0")
        for name in ("a1", "a2", "b1", "c1", "d1"):
            scene.want(name, lambda: asyncio.sleep(0.01))
        await asyncio.sleep(0.1)
        order = list(scene.order)
        await scene.end()
        return order, scene.most

    assert asyncio.run(run()) == (["a0", "b1", "c1", "d1"], 3), "the others go on while one address waits for itself"


def test_whoever_wants_more_than_a_share_is_refused_and_nobody_else() -> None:
    async def run() -> Scene:
        scene = Scene(share=3)
        await scene.block()
        for name in ("a1", "a2", "a3", "a4", "b1"):
            scene.want(name)
        await settle()
        await scene.end()
        return scene

    scene = asyncio.run(run())
    assert scene.refused == ["a4: TooMany"]
    assert scene.order == ["first", "a1", "b1", "a2", "a3"]


def test_without_room_whoever_wants_most_gives_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_queue, "MOST", 5)

    async def run() -> Scene:
        scene = Scene(share=4)
        await scene.block()
        for name in ("a1", "a2", "a3", "b1", "c1", "d1", "e1", "f1"):
            scene.want(name)
        await settle()
        await scene.end()
        return scene

    scene = asyncio.run(run())
    assert sorted(scene.refused) == ["a2: TooMany", "a3: TooMany", "e1: TooBusy", "f1: TooBusy"]
    assert scene.order == ["first", "a1", "b1", "c1", "d1"], "each of the others has one place in the queue"


def test_whoever_no_longer_waits_is_passed_over() -> None:
    async def run() -> list[str]:
        scene = Scene()
        await scene.block()
        for name in ("a1", "b1", "c1"):
            scene.want(name)
        await settle()
        scene.tasks["a1"].cancel()
        await settle()
        scene.first.set()
        scene.tasks["b1"].cancel()  # just as its turn comes
        await scene.end()
        return scene.order

    assert [name for name in asyncio.run(run()) if name != "b1"] == ["first", "c1"]


def test_those_who_wait_are_sent_away() -> None:
    async def run() -> list[str]:
        scene = Scene()
        await scene.block()
        scene.want("a1")
        await settle()
        scene.queue.send_away()
        await settle()
        assert scene.tasks["a1"].cancelled()
        scene.want("a2")
        await scene.end()
        return scene.order

    assert asyncio.run(run()) == ["first", "a2"]
