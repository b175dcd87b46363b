"""What a stranger tries against everybody: others play on as if nothing had happened."""

from __future__ import annotations

import json
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from serving import PATIENCE, Process, Refused, Site, Threaded, threaded, wait_until
from sqlalchemy import func, insert, select
from websockets.exceptions import ConnectionClosed

import garrison
from garrison.core import parameters as core_parameters
from garrison.core.replay import Move, Replay, parse
from garrison.errors import closest
from garrison.play.server.http import protocols
from garrison.play.server.http.descriptors import raise_limit, told
from garrison.play.server.http.open_connections import OpenConnections
from garrison.play.server.store import cleanup, tables
from garrison.play.server.store.transaction import Unwritable
from garrison.play.server.wire import server_time
from garrison.play.server.wire.settings import Settings
from garrison.play.server.work.guard import ABUSE, FULL, Guard
from garrison.play.server.work.heavy_work import HeavyWork


def replay_text(**changed: Any) -> bytes:
    contents = json.loads(Replay(garrison.load("minefield"), 7, [Move(0, 1)]).to_json())
    return json.dumps({**contents, **changed}).encode()


def rows(site: Threaded, table: Any) -> int:
    with site.services.store.engine.connect() as connection:
        return int(connection.execute(select(func.count()).select_from(table)).scalar() or 0)


# --- Uploads.


def test_a_replay_of_another_version_is_read_without_guessing_at_names(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(core_parameters, "closest", lambda name, known: asked.append(name) or "")
    rules = {f"parameter_{number}": 1 for number in range(5000)}
    replay = parse(replay_text(rules_version=99, rules=rules))
    assert not replay.can_continue
    assert asked == []


def test_long_names_are_compared_with_nothing() -> None:
    assert closest("minefeld", ["minefield"]) == "minefield"
    assert closest("minefield" * 20, ["minefield"]) == ""


def test_what_is_kept_of_a_replay_is_what_was_understood(site: Threaded) -> None:
    junk = {"junk": "x" * 100_000}
    view = site.ask("/api/replays", replay_text(rules_version=99, more=junk, rules=junk))
    with site.services.store.engine.connect() as connection:
        kept = connection.execute(select(tables.replays)).one()
    assert "junk" not in kept.text
    assert kept.size == len(kept.text) < 5000
    assert json.loads(kept.text)["rules_version"] == 99
    assert site.ask(f"/api/replays/{view['id']}")["warning"]


@pytest.mark.parametrize("variant", ["", "x" * 65, "a\x00b", "\ud800", "two\nlines"])
def test_a_variant_that_could_not_be_stored_is_refused(site: Threaded, variant: str) -> None:
    with pytest.raises(Refused, match="variant must be a name of 1 to 64 characters") as refused:
        site.ask("/api/replays", replay_text(variant=variant))
    assert refused.value.status == 400
    assert rows(site, tables.replays) == 0


@pytest.mark.parametrize("text", ["a\x00b", "\x00"])
def test_texts_that_could_not_be_stored_are_refused(site: Threaded, text: str) -> None:
    for wish in ({"name": text}, {"variant": text}, {"options": {text: "x"}}, {"options": {"setup": text}}):
        with pytest.raises(Refused, match="can't be stored") as refused:
            site.ask("/api/matches", {"game": "skirmish", **wish})
        assert refused.value.status == 400
        assert len(refused.value.sentence) < 200


def test_the_replays_that_are_kept_have_room_for_so_many(tmp_path: Path) -> None:
    with threaded(tmp_path, most_replays=1500) as site:
        names = [site.ask("/api/replays", replay_text(seed=seed))["id"] for seed in range(9)]
        with site.services.store.engine.connect() as connection:
            kept = list(connection.execute(select(tables.replays.c.id, tables.replays.c.size)))
        assert sum(one.size for one in kept) <= 1500
        assert names[-1] in {one.id for one in kept}
        assert names[0] not in {one.id for one in kept}


def test_a_replay_that_nobody_looks_at_is_forgotten(tmp_path: Path) -> None:
    with threaded(tmp_path, replays_kept=1e-7, sweep_every=0.05) as site:
        site.ask("/api/replays", replay_text())
        wait_until(lambda: rows(site, tables.replays) == 0, "forgetting")


def test_a_match_in_which_nobody_does_anything_is_forgotten(tmp_path: Path) -> None:
    with threaded(tmp_path, matches_kept=1e-7, sweep_every=0.05) as site:
        site.make("minefield", "person")
        wait_until(lambda: rows(site, tables.matches) == rows(site, tables.seats) == 0, "forgetting")


def test_a_match_that_is_played_or_watched_is_not_forgotten(site: Threaded) -> None:
    watched, played = site.make("minefield", "person"), site.make("skirmish", "person,person")
    site.make("minefield", "person")
    site.sit(watched, 0)
    both = site.sit(played, 0, 1)
    assert both.act(both.legal()[0], both.scene["waiting"][0])["type"] == "ack"
    time.sleep(0.01)  # the time of a match is stored to the millisecond
    with site.services.store.engine.begin() as connection:
        names, _ = cleanup.unplayed(connection, cleanup.before(0.0))
        assert cleanup.remove_unplayed(connection, [name for name in names if name != watched["match"]]) == 1
    assert (rows(site, tables.matches), rows(site, tables.seats)) == (2, 3)


def test_a_match_begins_with_a_bounded_number_of_actions(site: Threaded, monkeypatch: pytest.MonkeyPatch) -> None:
    name = site.ask("/api/replays", replay_text())["id"]
    monkeypatch.setattr("garrison.play.server.match.new_match.MOST_BEGUN", 0)
    with pytest.raises(Refused, match="A match can start with at most 0 actions, not 1"):
        site.make("minefield", "person", replay=name, number=1)


def test_actions_of_a_replay_are_written_in_slices(site: Threaded, monkeypatch: pytest.MonkeyPatch) -> None:
    game, moves = garrison.load("skirmish", setup="duel"), []
    position = game.new(7)
    while len(moves) < 7:
        moves.append(Move(position.waiting[0], position.actions(position.waiting[0])[0]))
        position.play(moves[-1].player, moves[-1].action)
    name = site.ask("/api/replays", Replay(game, 7, moves).to_json().encode())["id"]
    monkeypatch.setattr("garrison.play.server.match.new_match.SLICE", 3)
    made = site.make("skirmish", "person,person", replay=name, number=7)
    assert site.ask(f"/api/matches/{made['match']}")["number"] == 7


# --- The writer.


def test_a_job_that_fails_costs_the_others_nothing(site: Threaded) -> None:
    made = site.make("skirmish", "person,person", options={"setup": "duel"})
    player = site.sit(made, 0)
    done = threading.Event()

    def spoil() -> None:
        import asyncio

        while not done.is_set():
            bad = site.services.store.write(
                lambda connection: connection.execute(insert(tables.replays), {"id": "\ud800"})
            )
            with pytest.raises(Unwritable):
                asyncio.run_coroutine_threadsafe(bad, site.loop).result(PATIENCE)

    with ThreadPoolExecutor(1) as pool:
        spoiling = pool.submit(spoil)
        answer = player.act(22)
        done.set()
        spoiling.result(PATIENCE)
    assert answer["type"] == "ack"


# --- Limits.


def test_the_limit_of_matches_holds_for_those_made_at_once(tmp_path: Path) -> None:
    with threaded(tmp_path, matches_an_address=5) as site, ThreadPoolExecutor(12) as pool:

        def try_one(_: int) -> bool:
            try:
                site.make("minefield", "person")
            except Refused as refused:
                return refused.status != 429
            return True

        assert sum(pool.map(try_one, range(24))) == 5


def test_a_match_that_is_over_no_longer_counts(tmp_path: Path) -> None:
    with threaded(tmp_path, matches_an_address=1) as site:
        made = site.make("skirmish", "bot:random,bot:random", options={"setup": "duel"}, seed=5)
        with pytest.raises(Refused, match="too many matches"):
            site.make("minefield", "person")
        site.sit(made)
        live = site.services.registry.matches[made["match"]]
        wait_until(lambda: live.info.finished, "the end of the match")
        wait_until(lambda: site.services.guard.reserve("nobody") and site.make("minefield", "person"), "another match")


def test_a_match_counts_once_until_it_is_over() -> None:
    guard = Guard(Settings(matches_an_address=1))
    for address in ("maker", "another who asked for it"):
        reserved = guard.reserve(address)
        assert reserved is not None
        reserved.use_for("abc")
    assert guard.reserve("maker") is None
    assert guard.reserve("another who asked for it") is not None
    guard.match_over("abc")
    guard.match_over("abc")
    assert guard.reserve("maker") is not None


def test_what_was_made_long_ago_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    guard, now = Guard(Settings(matches_an_address=1)), server_time.now()
    for hour in range(5):
        monkeypatch.setattr(server_time, "now", lambda hour=hour: now + 3601.0 * hour)
        reserved = guard.reserve("maker")
        assert reserved is not None
        reserved.use_for(f"match {hour}")
    assert list(guard.reservations) == ["match 4"]


def test_a_match_that_could_not_be_made_does_not_count(tmp_path: Path) -> None:
    with threaded(tmp_path, matches_an_address=1) as site:
        for _ in range(3):
            with pytest.raises(Refused, match="no option"):
                site.make("minefield", "person", options={"colour": "red"})
        site.make("minefield", "person")


def test_frames_cost_what_they_are_worth_and_are_kept(tmp_path: Path) -> None:
    with threaded(tmp_path, cost_a_second=0.001, cost_at_once=100) as site:
        name = site.ask("/api/replays", replay_text())["id"]
        first = site.ask(f"/api/replays/{name}/frames?count=40")
        assert site.ask(f"/api/replays/{name}/frames?count=40") == first
        assert len(site.services.reels.kept_frames) == 1
        with pytest.raises(Refused, match="a lot to ask for") as refused:
            site.ask(f"/api/replays/{name}/frames?count=40")
        assert refused.value.status == 429


def test_short_questions_do_not_wait_behind_dear_ones(tmp_path: Path) -> None:
    import asyncio

    with threaded(tmp_path) as site:
        heavy = site.services.reels.heavy = HeavyWork()
        asyncio.run_coroutine_threadsafe(heavy.do(time.sleep, 60), site.loop)
        wait_until(lambda: heavy.waiting == 1, "something that takes long")
        start = time.monotonic()
        assert site.ask("/healthz") == "ok\n"
        assert site.ask("/api/matches") == []
        assert time.monotonic() - start < PATIENCE / 3
        with ThreadPoolExecutor(1) as pool:
            asked = pool.submit(site.ask, "/api/replays", replay_text())
            wait_until(lambda: heavy.waiting == 2, "a question behind it")
            heavy.kill()
            assert asked.result()["length"] == 1, "whoever comes next starts another process"
        heavy.stop()
        wait_until(lambda: heavy.waiting == 0, "an end of what was waiting")


def children(pid: int) -> list[int]:
    task = Path(f"/proc/{pid}/task")
    return [int(word) for one in task.iterdir() for word in (one / "children").read_text().split()]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="there is no /proc here")
def test_the_process_for_dear_work_ends_with_the_server(tmp_path: Path) -> None:
    site = Process(f"sqlite:///{tmp_path / 'matches.sqlite'}", GARRISON_DATA_DIR=str(tmp_path))
    try:
        site.ask("/api/replays", replay_text())
        started = children(site.process.pid)
        assert started
    finally:
        site.kill()
    wait_until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in started), "the end of its processes")


def test_a_server_ends_whatever_is_still_being_worked_on(tmp_path: Path) -> None:
    import asyncio

    async def begun() -> HeavyWork:
        heavy = HeavyWork()
        await heavy.do(len, "")
        asyncio.ensure_future(heavy.do(time.sleep, 60)).add_done_callback(lambda task: task.exception())
        await asyncio.sleep(0.1)
        heavy.stop()
        await asyncio.sleep(0.1)
        return heavy

    start = time.monotonic()
    assert asyncio.run(begun()).waiting == 0
    assert time.monotonic() - start < PATIENCE


def test_whoever_asks_for_too_much_waits_for_the_answer(tmp_path: Path) -> None:
    with threaded(tmp_path, requests_a_second=0.001, requests_at_once=4, refused_after=0.1) as site:
        for _ in range(4):
            site.ask("/api/games")
        start = time.monotonic()
        with pytest.raises(Refused, match="Too many requests") as refused:
            site.ask("/api/games")
        assert refused.value.status == 429
        assert time.monotonic() - start > 0.17, "at the door, and for the answer"


@pytest.mark.parametrize(
    ("client", "forwarded", "proxies", "counted"),
    [
        ("192.0.2.1", [], 1, "192.0.2.1"),
        ("10.0.0.1", ["198.51.100.9, 192.0.2.7"], 1, "192.0.2.7"),
        ("10.0.0.1", ["198.51.100.9", "192.0.2.7"], 1, "192.0.2.7"),  # what the stranger claims stands first
        ("10.0.0.1", ["198.51.100.9, 192.0.2.7"], 0, "192.0.2.7"),
        ("10.0.0.1", ["198.51.100.9, 192.0.2.7, 10.0.0.2"], 2, "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", [], 1, "2001:db8:1:2::/64"),
        ("10.0.0.1", ["2001:db8:1:2::9"], 1, "2001:db8:1:2::/64"),
    ],
)
def test_whom_limits_count_for(client: str, forwarded: list[str], proxies: int, counted: str) -> None:
    guard = Guard(Settings(database="sqlite://", trust_proxy=bool(forwarded), proxies=proxies))
    assert guard.address(client, forwarded) == counted


def test_a_server_that_is_called_by_a_wrong_name_counts_too(tmp_path: Path) -> None:
    with threaded(tmp_path, requests_a_second=0.001, requests_at_once=3) as site:
        found = []
        for _ in range(5):
            with pytest.raises(Refused) as refused:
                site.ask("/api/games", headers={"host": "elsewhere.example"})
            found.append(refused.value.status)
        assert found == [421, 421, 421, 429, 429]


@pytest.mark.parametrize("path", ["/api/qr?text=http://[", "/api/matches?game=%00", "/api/replays/f-%00"])
def test_what_cannot_be_read_is_refused_in_a_sentence(site: Threaded, path: str) -> None:
    with pytest.raises(Refused) as refused:
        site.ask(path)
    assert refused.value.status in (400, 404)
    assert refused.value.sentence.endswith(".")


def test_an_origin_that_is_none_is_not_ours(site: Threaded) -> None:
    assert site.ask("/api/games", headers={"origin": "http://["}), "to look is allowed"
    with pytest.raises(Refused, match="another site"):
        site.ask("/api/matches", {"game": "minefield"}, headers={"origin": "http://["})


# --- Slow requests and many of them.


def opened(site: Site, data: bytes = b"") -> socket.socket:
    one = socket.create_connection(("127.0.0.1", site.port), PATIENCE)
    one.sendall(data)
    return one


def is_hung_up_on(one: socket.socket) -> bool:
    one.settimeout(PATIENCE)
    try:
        return one.recv(4096) == b""
    except ConnectionResetError:
        return True


@pytest.mark.parametrize("data", [b"", b"GET /healthz HTTP/1.1\r\nhost: localh"])
def test_half_a_request_is_hung_up_on(tmp_path: Path, data: bytes) -> None:
    with threaded(tmp_path, headers_within=0.2) as site, opened(site, data) as one:
        assert is_hung_up_on(one)


def test_a_body_that_does_not_come_is_refused(tmp_path: Path) -> None:
    head = b"POST /api/matches HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{"
    with threaded(tmp_path, body_within=0.2) as site, opened(site, head) as one:
        one.settimeout(PATIENCE)
        assert b"408" in one.recv(4096)


def test_a_body_that_does_not_say_how_long_it_is_is_refused_and_costs_dearly(tmp_path: Path) -> None:
    head = b"POST /api/replays HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n"
    with threaded(tmp_path, requests_a_second=0.001, requests_at_once=60) as site:
        for _ in range(2):
            assert not site.services.guard.is_spent("127.0.0.1")
            with opened(site, head + b"1\r\nx\r\n" * 50_000) as one, suppress(ConnectionResetError):
                one.settimeout(PATIENCE)
                assert b"announce the length" in one.recv(4096)
        wait_until(lambda: site.services.guard.is_spent("127.0.0.1"), "an address that has to wait")


def test_a_body_that_nobody_reads_has_to_come_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocols, "GRACE", 0.05)
    with threaded(tmp_path, body_within=0.05) as site:
        head = b"POST /nothing HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n"
        with opened(site, head) as one:
            for _ in range(20):
                with suppress(OSError):
                    one.sendall(b"x")
                time.sleep(0.01)
            one.settimeout(PATIENCE)
            with suppress(ConnectionResetError):
                while one.recv(4096):
                    pass


@pytest.mark.parametrize("data", [b"X-Word: " + b"y" * 100_000, b"X-Word: y\r\n" * 10_000])
def test_a_request_has_only_so_many_headers(tmp_path: Path, data: bytes) -> None:
    with threaded(tmp_path) as site:
        with opened(site, b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n" + data[:40_000]) as one:
            one.settimeout(PATIENCE)
            assert b"too many headers" in one.recv(4096)
        assert site.services.guard.bucket_of("127.0.0.1").level < 1000 - ABUSE / 2


def test_many_requests_at_once_on_one_connection_are_hung_up_on(tmp_path: Path) -> None:
    with threaded(tmp_path) as site:
        with opened(site) as one, suppress(ConnectionError):
            one.sendall(b"GET /nothing HTTP/1.1\r\nhost: localhost\r\n\r\n" * 5000)
            one.settimeout(PATIENCE)
            while one.recv(65536):
                pass
        wait_until(
            lambda: site.services.guard.bucket_of("127.0.0.1").level < 1000 - ABUSE / 2,
            "that it costs something",
        )
        assert site.ask("/healthz") == "ok\n"


def test_an_address_has_so_many_connections(tmp_path: Path) -> None:
    with threaded(tmp_path, sockets_an_address=3) as site:
        kept = [opened(site) for _ in range(3)]
        with pytest.raises(Refused, match="Too many connections come from your address") as refused:
            site.ask("/healthz")
        assert refused.value.status == 503
        with opened(site) as one:
            one.settimeout(PATIENCE)
            assert one.recv(4096).startswith(b"HTTP/1.1 503 ")
            assert is_hung_up_on(one)
        for one in kept:
            one.close()
        wait_until(lambda: _answers(site), "room for others")


def _answers(site: Site) -> bool:
    try:
        return bool(site.ask("/healthz"))
    except OSError:
        return False


def test_there_are_never_more_connections_than_fit(caplog: pytest.LogCaptureFixture) -> None:
    doors = OpenConnections(Guard(Settings(database="sqlite://")), most=2)
    assert [doors.enter(peer) for peer in ("a", "b", "c", "c")] == ["", "", FULL, FULL]
    assert caplog.text.count("Refusing connections: 2 are open, 0 of them from c.") == 1
    doors.leave("a")
    assert doors.enter("c") == ""


def test_pings_count_as_messages_do(tmp_path: Path) -> None:
    with threaded(tmp_path, messages_a_second=1.0, messages_at_once=5) as site:
        player = site.sit(site.make("minefield", "person"), 0)
        for number in range(20):
            with suppress(ConnectionClosed):
                player.socket.ping(str(number))
        wait_until(player.is_closed, "hanging up")
        assert site.services.guard.bucket_of("127.0.0.1").level < 1000 - ABUSE


def test_pings_have_a_limit_of_their_own(tmp_path: Path) -> None:
    with threaded(tmp_path, messages_a_second=0.0) as site:
        player = site.sit(site.make("minefield", "person"), 0)
        for number in range(200):
            with suppress(ConnectionClosed):
                player.socket.ping(str(number))
        wait_until(player.is_closed, "hanging up")


def test_websockets_leave_descriptors_for_pages(caplog: pytest.LogCaptureFixture) -> None:
    assert raise_limit() == 0 or raise_limit() >= 16
    assert told(1000, 4000) == 800
    assert "Only 800 WebSockets will be served instead of 4000" in caplog.text
    assert told(100_000, 4000) == 4000
