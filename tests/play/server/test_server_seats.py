"""Seats, invitations, private matches, and what strangers may not do."""

from __future__ import annotations

import json
import re
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from serving import PATIENCE, Player, Process, Refused, Threaded, threaded, wait_until
from sqlalchemy import create_engine, text
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from garrison.errors import BadOption
from garrison.play.server.store.store_kinds import open_store
from garrison.play.server.wire.settings import Settings, checked_origin, from_environment


def test_an_open_seat_is_taken_once(site: Threaded) -> None:
    made = site.make("skirmish", "person,open")
    path = f"/api/matches/{made['match']}"
    host = site.sit(made, 0)
    assert site.ask(path)["status"] == "open"
    taken = site.ask(f"{path}/seats", {"name": "Bo\n  the  Bold"})
    assert taken["player"] == 1
    host.until(lambda: host.view["status"] == "playing", "the second person")
    assert host.view["seats"][1]["name"] == "Bo the Bold"
    with pytest.raises(Refused) as caught:
        site.ask(f"{path}/seats", {"name": "Cy"})
    assert caught.value.status == 409
    guest = Player(site, made["match"], tokens=[taken["token"]])
    assert guest.welcome["players"] == [1]
    host.until(lambda: host.view["seats"][1]["present"], "the presence")


def test_a_private_match_is_for_those_who_are_invited(site: Threaded) -> None:
    made = site.make("skirmish", "person,open", private=True)
    path = f"/api/matches/{made['match']}"
    assert Player(site, made["match"]).welcome["reason"] == "gone"
    assert Player(site, made["match"], invite="wrong").welcome["reason"] == "gone"
    assert Player(site, made["match"], invite=made["invite"]).welcome["type"] == "welcome"
    for wish in ({}, {"invite": "wrong"}):
        with pytest.raises(Refused, match="no such match"):
            site.ask(f"{path}/seats", wish)
    assert site.ask(path, headers={"x-garrison-invite": made["invite"]})["private"]
    assert site.ask("/api/matches") == []
    assert site.ask(f"{path}/seats", {"invite": made["invite"]})["player"] == 1


def test_the_host_makes_a_match_private_and_strangers_leave(site: Threaded) -> None:
    made = site.make()
    host, player, stranger = site.sit(made, 0, host=made["host"]), site.sit(made, 1), site.sit(made)
    assert player.tell("change", private=True)["reason"] == "seat"
    assert host.tell("change", private=True)["type"] == "ack"
    wait_until(stranger.is_closed, "the stranger's leave")
    player.until(lambda: player.view["private"], "the change")
    assert site.ask("/api/matches") == []


def test_only_hashes_of_secrets_are_stored(tmp_path: Path) -> None:
    with threaded(tmp_path) as site:
        made = site.make()
        site.sit(made, 0)
    contents = b"".join(file.read_bytes() for file in tmp_path.glob("matches.sqlite*"))
    for secret in (made["host"], made["invite"], *made["seats"].values()):
        assert len(secret) >= 22
        assert secret.encode() not in contents
    assert made["match"].encode() in contents


def test_wishes_that_cant_be_fulfilled(site: Threaded) -> None:
    for wish, words in (
        ({"game": "chess"}, "no game called"),
        ({"game": "skirmish", "variant": "../x.toml"}, "by its name"),
        ({"game": "skirmish", "variant": "nobody"}, "nobody"),
        ({"game": "skirmish", "options": {"setup": "/etc/passwd"}}, "setup must be one of"),
        ({"game": "skirmish", "options": {"x": 1}}, "no option"),
        ({"game": "skirmish", "seats": [{"kind": "open"}] * 3}, "2 seats"),
        ({"game": "skirmish", "seats": [{"kind": "bot", "bot": "x"}]}, "no bot called"),
        ({"game": "skirmish", "timer_ms": 5}, "between a second and a day"),
        ({"game": "loop", "tick_ms": 5}, "100 to 2000"),
        ({"game": "skirmish", "seed": -1}, "seed"),
        ({"game": "skirmish", "surprise": 1}, "can't be read"),
        ({"replay": "f-none"}, "no such replay"),
        ({"replay": "m-none"}, "no such match"),
    ):
        with pytest.raises(Refused, match=words):
            site.ask("/api/matches", wish)


def test_other_sites_and_other_names_are_refused(site: Threaded) -> None:
    for headers, status in (
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Host": "evil"}, 421),
    ):
        with pytest.raises(Refused) as caught:
            site.ask("/api/matches", {"game": "skirmish"}, headers)
        assert caught.value.status == status
    made = site.make()
    address = f"ws://127.0.0.1:{site.port}/api/matches/{made['match']}/socket"
    with pytest.raises(InvalidStatus), connect(address, origin="https://evil.example"):  # type: ignore[arg-type]
        pass
    with connect(address, origin=site.base):  # type: ignore[arg-type]
        pass


def test_origins_that_are_named_are_ours(tmp_path: Path) -> None:
    with threaded(tmp_path, origins=("https://games.example.org",)) as site:
        headers = {"Host": "games.example.org", "Origin": "https://games.example.org"}
        assert site.ask("/api/matches", {"game": "skirmish"}, headers)["match"]
        with pytest.raises(Refused):
            site.ask("/api/matches", {"game": "skirmish"}, {**headers, "Host": "other.example.org"})


def test_every_answer_has_the_headers(site: Threaded) -> None:
    for path in ("/", "/api/games", "/healthz", "/nothing/here", "/m/abc"):
        try:
            answer = urllib.request.urlopen(site.base + path)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            policy = answer.headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert not {"'unsafe-inline'", "'unsafe-eval'"} & set(re.split(r"[ ;]+", policy))
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert answer.headers["referrer-policy"] == "no-referrer"


def test_limits(tmp_path: Path) -> None:
    small = {"matches_an_address": 2, "connections_an_address": 2, "messages_a_second": 1.0, "messages_at_once": 5}
    with threaded(tmp_path, **small, longest_body=1000) as site:
        made = site.make()
        site.make()
        with pytest.raises(Refused) as caught:
            site.make()
        assert caught.value.status == 429
        with pytest.raises(Refused) as caught:
            site.ask("/api/replays", b"x" * 2000)
        assert caught.value.status == 413
        one = site.sit(made, 0)
        site.sit(made, 1)
        with connect(f"ws://127.0.0.1:{site.port}/api/matches/{made['match']}/socket") as third:
            said = json.loads(third.recv(timeout=PATIENCE))
            assert (said["type"], said["reason"]) == ("refused", "rate")
            assert "--crowd" in said["sentence"], "the page can say why"
            with pytest.raises(ConnectionClosed):
                third.recv(timeout=PATIENCE)
        assert third.close_code == 1013
        for _ in range(10):
            one.send(type="ping")
        assert one.hear("refused")["reason"] == "rate"


def test_requests_are_limited(tmp_path: Path) -> None:
    with threaded(tmp_path, requests_a_second=0.1, requests_at_once=3) as site:
        for _ in range(3):
            site.ask("/healthz")
        with pytest.raises(Refused) as caught:
            site.ask("/healthz")
        assert caught.value.status == 429


def test_a_silent_connection_is_closed(tmp_path: Path) -> None:
    with threaded(tmp_path, join_within=0.1) as site:
        made = site.make()
        address = f"ws://127.0.0.1:{site.port}/api/matches/{made['match']}/socket"
        with connect(address) as silent, pytest.raises(ConnectionClosed):
            silent.recv(timeout=20)


def test_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GARRISON_CONNECTIONS_AN_ADDRESS", "7")
    assert from_environment(database="sqlite://").connections_an_address == 7
    monkeypatch.setenv("GARRISON_CONNECTIONS_AN_ADDRESS", "many")
    with pytest.raises(BadOption, match="must be a number"):
        from_environment()
    with pytest.raises(BadOption, match="not an origin"):
        checked_origin("games.example.org")
    assert Settings(database="x").database == "x"


def test_databases_that_cant_be_used() -> None:
    for url, words in (("nonsense", "not the address"), ("oracle+x://h/d", "not installed")):
        with pytest.raises(BadOption, match=words):
            open_store(Settings(database=url))


def test_a_second_process_on_the_same_file_is_refused_with_a_sentence(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'matches.sqlite'}"
    with threaded(tmp_path):
        second = Process(url)
        said = second.stop()
        assert second.process.returncode == 2
        assert "SQLite serves only one process" in said


def test_a_match_of_another_rules_version_opens_read_only(tmp_path: Path) -> None:
    with threaded(tmp_path) as site:
        made = site.make()
        one = site.sit(made, 0)
        legal = one.legal()[0]
        one.act(legal)
    with create_engine(f"sqlite:///{tmp_path / 'matches.sqlite'}").begin() as connection:
        connection.execute(text("UPDATE matches SET rules_version = 0"))
    with threaded(tmp_path) as site:
        one = site.sit(made, 0)
        assert one.view["status"] == "read-only"
        assert "version 0 of the rules" in one.view["sentence"]
        assert one.scene["steps"] == 1
        assert one.act(legal)["reason"] == "read-only"
        assert one.tell("change", paused=True)["reason"] == "read-only"
        assert site.ask("/api/matches")[0]["status"] == "read-only"
