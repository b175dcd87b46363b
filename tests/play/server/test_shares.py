"""What one visitor asks for costs them, and holds up nobody else: slow work is done elsewhere, and in turns."""

from __future__ import annotations

import asyncio
import gzip
import importlib
import json
import os
import subprocess
import sys
import threading
import time
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import segno
from serving import Refused, Threaded, threaded, wait_until
from test_bot_pool import others as others

import garrison
from garrison.core import replay as core_replay
from garrison.core.replay import Move, Replay
from garrison.play.server.http import socket
from garrison.play.server.store import histories
from garrison.play.server.work import replay_work
from garrison.play.server.work.bot_pool import Thinking
from garrison.play.server.work.heavy_work import HeavyWork
from playing import game_of

STRANGER, FRIEND = ({"x-forwarded-for": address} for address in ("192.0.2.1", "192.0.2.2"))


def replay_text(seed: int = 7, actions: int = 4) -> bytes:
    """A replay; in most of them, all that one does is run against a wall."""
    game = garrison.load("minefield", rules={"start_x": 0, "start_y": 0, "enemy_period": 1_000_000_000})
    return Replay(game, seed, [Move(0, 0)] * actions).to_json().encode()


def upload(site: Threaded, text: bytes, headers: dict[str, str] | None = None) -> str:
    return str(site.ask("/api/replays", text, headers)["id"])


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """What is done in processes for slow work, by its name."""
    counted: Counter[str] = Counter()
    do = HeavyWork.do

    async def counting(heavy: HeavyWork, work: Callable[..., Any], *given: Any, **named: Any) -> Any:
        counted[work.__name__] += 1
        return await do(heavy, work, *given, **named)

    monkeypatch.setattr(HeavyWork, "do", counting)
    return counted


@pytest.fixture
def crowd() -> Iterator[ThreadPoolExecutor]:
    """Many who ask at the same time."""
    with ThreadPoolExecutor(50) as pool:
        yield pool


def together(crowd: ThreadPoolExecutor, count: int, ask: Callable[[int], Any]) -> list[Any]:
    """What many ask at the same time is answered with, or refused with."""

    def one(number: int) -> Any:
        try:
            return ask(number)
        except Refused as error:
            return error.status

    return list(crowd.map(one, range(count)))


class AtOnce:
    """How many times something is done at the same time, at most, and whether the event loop waited for it."""

    def __init__(self, work: Callable[..., Any]) -> None:
        self._work, self._lock = work, threading.Lock()
        self._now = self.most = self.count = 0
        self.in_the_loop = False

    def __call__(self, *given: Any, **named: Any) -> Any:
        with self._lock:
            self._now, self.count = self._now + 1, self.count + 1
            self.most = max(self.most, self._now)
        with suppress(RuntimeError):  # which says that there is none
            self.in_the_loop |= bool(asyncio.get_running_loop())
        time.sleep(0.02)
        try:
            return self._work(*given, **named)
        finally:
            with self._lock:
                self._now -= 1


# --- What a replay is about.


def test_what_a_replay_is_about_is_found_out_once_and_elsewhere(
    site: Threaded, work: Counter[str], crowd: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, read_here = upload(site, replay_text()), []
    monkeypatch.setattr(core_replay, "contents_of", lambda *given: read_here.append(given) or {})
    told = together(crowd, 20, lambda _: site.ask(f"/api/replays/{name}/about"))
    assert all("points" in one["about"]["mine"] for one in told)
    assert read_here == []
    assert work["about"] == 1


def test_a_replay_costs_the_more_the_longer_it_is(tmp_path: Path) -> None:
    with threaded(tmp_path) as site:
        long = [upload(site, replay_text(seed, 6000)) for seed in range(4)]
        short = upload(site, replay_text())
    with threaded(tmp_path, cost_a_second=0.001, cost_at_once=90) as site:
        for name in long[:3]:
            assert site.ask(f"/api/replays/{name}/about")["about"]
        with pytest.raises(Refused, match="a lot to ask for") as refused:
            site.ask(f"/api/replays/{long[3]}/about")
        assert refused.value.status == 429
        assert site.ask(f"/api/replays/{long[0]}/about")["about"], "what was read before costs nothing"
    with threaded(tmp_path, cost_a_second=0.001, cost_at_once=90) as site:
        assert site.ask(f"/api/replays/{short}/about")["about"]
        assert site.services.guard.may_spend("127.0.0.1", 85)


def test_every_answer_about_a_replay_is_kept(site: Threaded, work: Counter[str]) -> None:
    name = upload(site, replay_text())
    for _ in range(2):
        for part in ("", "/about", "/turns", "/frames?count=3"):
            site.ask(f"/api/replays/{name}{part}")
    assert [work[one] for one in ("opened", "view", "about", "turns", "frames")] == [1] * 5


def test_moves_travel_between_processes_as_they_are() -> None:
    moves = [Move(0, 1), Move(1, 2, 300, 2**64 - 1, late=True)]
    assert replay_work.unpacked(replay_work.packed(moves)) == moves


# --- QR codes.


def test_a_qr_code_is_drawn_once_and_elsewhere(
    site: Threaded, work: Counter[str], crowd: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn_here = AtOnce(segno.make)
    monkeypatch.setattr(segno, "make", drawn_here)
    codes = together(crowd, 8, lambda _: site.ask("/api/qr?text=/m/abc"))
    assert len(set(codes)) == 1
    together(crowd, 8, lambda number: site.ask("/api/qr", {"text": f"/m/abc#invite={number}"}))
    assert (work["coded"], drawn_here.count) == (9, 0)


def test_a_qr_code_never_waits_behind_a_long_replay(site: Threaded, tmp_path: Path) -> None:
    heavy = site.services.workers.replays
    os.mkfifo(tmp_path / "pipe")  # whoever reads it waits for somebody who writes
    asyncio.run_coroutine_threadsafe(heavy.do(Path.read_bytes, tmp_path / "pipe"), site.loop)
    wait_until(lambda: heavy.waiting == 1, "work that takes a while")
    try:
        assert site.ask("/api/qr?text=/m/abc").startswith("<svg")
        assert heavy.waiting == 1
    finally:
        (tmp_path / "pipe").write_bytes(b"")


def test_the_process_for_qr_codes_is_small() -> None:
    program = (
        "import sys, garrison.play.server.work.worker_process, garrison.play.server.work.codes; print(*sys.modules)"
    )
    modules = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert not {"numpy", "numba", "msgspec", "starlette", "sqlalchemy"} & set(modules)


def test_qr_codes_cost_something(tmp_path: Path) -> None:
    with threaded(tmp_path, cost_a_second=0.001, cost_at_once=45) as site:
        for path in ("/m/a", "/m/b", "/m/a"):
            assert site.ask(f"/api/qr?text={path}").startswith("<svg")
        with pytest.raises(Refused, match="a lot to ask for"):
            site.ask("/api/qr?text=/m/c")


# --- Queues that everybody shares.


def test_whoever_fills_the_queue_for_replays_is_refused_and_nobody_else(
    tmp_path: Path, crowd: ThreadPoolExecutor
) -> None:
    with threaded(tmp_path, trust_proxy=True, work_an_address=8) as site:
        name, heavy = upload(site, replay_text(), FRIEND), site.services.workers.replays
        frames, refused = f"/api/replays/{name}/frames?count=1&first=", list[int]()

        def ask(number: int) -> Any:
            try:
                return site.ask(f"{frames}{number}&player={number % 2 - 1}", headers=STRANGER)
            except Refused as refusal:
                refused.append(refusal.status)
                raise

        site.ask(f"{frames}0", headers=STRANGER)
        os.mkfifo(tmp_path / "pipe")  # whoever reads it waits for somebody who writes
        asyncio.run_coroutine_threadsafe(heavy.do(Path.read_bytes, tmp_path / "pipe"), site.loop)
        wait_until(lambda: heavy.waiting == 1, "work that takes a while")
        asked: Future[Any] = crowd.submit(together, crowd, 20, ask)
        wait_until(lambda: heavy.waiting == 9, "a stranger's whole share")
        wait_until(lambda: len(refused) == 20 - 8 - 1, "refusals; the first question had been answered before")
        friend = crowd.submit(site.ask, f"{frames}3", None, FRIEND)
        wait_until(lambda: heavy.waiting == 10 or friend.done(), "the question of somebody else")
        (tmp_path / "pipe").write_bytes(b"")
        assert friend.result()["frames"]
        assert [one for one in asked.result() if isinstance(one, int)] == refused == [429] * (20 - 8 - 1)


def test_an_address_reads_one_match_at_a_time(
    site: Threaded, crowd: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = [site.make("minefield", "person")["match"] for _ in range(4)]
    reading = AtOnce(histories.load_match)
    monkeypatch.setattr(histories, "load_match", reading)
    views = together(crowd, 8, lambda number: site.ask(f"/api/matches/{made[number % 4]}"))
    assert [view["id"] for view in views] == made * 2
    assert (reading.most, reading.count, reading.in_the_loop) == (1, 4, False)


@pytest.mark.parametrize(
    ("module", "name", "path", "body"),
    [
        ("server.work.exercises", "puzzles_view", "/api/puzzles", None),
        ("server.work.exercises", "lesson_view", "/api/games/minefield/lesson", {"actions": []}),
        ("server.match.lists", "public_matches", "/api/matches", None),
        ("scores", "all_tables", "/api/scores", None),
        ("server.match.new_match", "loaded_game", "/api/matches", {"game": "minefield"}),
    ],
)
def test_an_address_does_one_slow_thing_at_a_time(
    site: Threaded,
    crowd: ThreadPoolExecutor,
    monkeypatch: pytest.MonkeyPatch,
    module: str,
    name: str,
    path: str,
    body: Any,
) -> None:
    holder = importlib.import_module(f"garrison.play.{module}")
    doing = AtOnce(getattr(holder, name))
    monkeypatch.setattr(holder, name, doing)
    answers = together(crowd, 4, lambda _: site.ask(path, body))
    assert not any(isinstance(one, int) for one in answers)
    assert (doing.most, doing.in_the_loop) == (1, False)


def test_bots_think_for_everybody_in_turn(others: Path) -> None:
    position, done = game_of("skirmish").new(1), list[str]()

    async def all_of_them() -> dict[str, int]:
        pool = Thinking(workers=1)

        async def one(address: str, match: str) -> int:
            share = await pool.decide("tells", position, 0, 1, match, addresses=[address]) // 1000
            done.append(address)
            return share

        many = [asyncio.create_task(one("stranger", f"m{number}")) for number in range(9)]
        shares = await asyncio.gather(*many, one("friend", "m"))
        pool.stop()
        assert pool.busy == 0
        return {"stranger": shares[1], "friend": shares[-1]}

    shares = asyncio.run(all_of_them())
    assert done.index("friend") == 1, "not after all the others"
    assert shares["friend"] == 50
    assert shares["stranger"] < 15


def test_watching_a_match_slows_its_bots_down_for_nobody() -> None:
    pool = Thinking(workers=1)
    with pool.place_for(["stranger"]), pool.place_for(["stranger"]), pool.place_for(["stranger", "friend"]) as whose:
        assert whose == "friend"
        assert pool.share("friend") == pytest.approx(0.5)
        assert pool.share("stranger") == pytest.approx(0.25)
    assert pool.busy == 0


# --- What is long.


def test_whoever_wants_all_moves_of_a_long_match_again_and_again_pays_for_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "ENTRY", 1_000_000)
    with threaded(tmp_path, cost_a_second=0.001, cost_at_once=90) as site:
        made = site.make("skirmish", "person,person")
        player = site.sit(made, 0, 1)
        assert player.act(player.legal()[0])["type"] == "ack"
        known = player.known
        joined = [site.sit(made, 0, 1, view="moves", seen=0).welcome for _ in range(3)]
        assert [one["type"] for one in joined] == ["welcome", "welcome", "refused"]
        assert joined[-1]["reason"] == "busy"
        assert site.sit(made, 0, 1, view="moves", seen=known).welcome["type"] == "welcome", "there is nothing new"


def test_a_long_answer_is_compressed_elsewhere(site: Threaded, monkeypatch: pytest.MonkeyPatch) -> None:
    name, written = upload(site, replay_text(actions=4)), list[int]()
    long = json.dumps({"words": "a long story " * 10_000}).encode()

    async def told(*_: Any) -> bytes:
        return long

    monkeypatch.setattr(site.services.reels, "turns", told)
    write = gzip.GzipFile.write
    monkeypatch.setattr(gzip.GzipFile, "write", lambda file, data: (written.append(len(data)), write(file, data))[1])
    request = urllib.request.Request(f"{site.base}/api/replays/{name}/turns", headers={"accept-encoding": "gzip"})
    with urllib.request.urlopen(request) as answer:
        assert gzip.decompress(answer.read()) == long
        assert (answer.headers["content-encoding"], answer.headers["vary"].lower()) == ("gzip", "accept-encoding")
    assert max(written, default=0) < 1000, "as answers are written that are compressed as they leave"
    assert site.ask(f"/api/replays/{name}/turns")["words"], "whoever can't unpack gets it as it is"
