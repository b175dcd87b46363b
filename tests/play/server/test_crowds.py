"""Many people behind one address: they get in, as far as the operator has said so, and whoever does not learns why."""

from __future__ import annotations

import json
import socket
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from serving import PATIENCE, Refused, threaded
from websockets.exceptions import ConnectionClosed
from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.sync.client import connect

from garrison import cli
from garrison.errors import GarrisonError
from garrison.play.server.http import serve
from garrison.play.server.http.open_connections import OpenConnections
from garrison.play.server.wire.settings import HOUSEHOLD, Settings, from_environment
from garrison.play.server.work.guard import FULL, TOO_MANY_CONNECTIONS, Guard

PUBLIC, HOUSE = "203.0.113.5", "192.168.1.5"


def guard(**settings: Any) -> Guard:
    return Guard(Settings(database="sqlite://", **settings))


def let_in(guard: Guard, address: str, most: int = 10_000) -> int:
    """How many connections from an address are let in, each with the requests it takes to come that far."""
    doors, count = OpenConnections(guard, 0), 0
    while count < most and not doors.enter(address) and not guard.why_not_connect(address):
        guard.connected(address)
        count += 1
    return count


# --- Who gets in.


def test_an_address_is_a_household_unless_it_is_private_or_there_is_a_crowd() -> None:
    assert let_in(guard(), PUBLIC) == 64
    assert let_in(guard(crowd=300), PUBLIC) == 1200
    for address in (HOUSE, "127.0.0.1", "10.1.2.3", "172.31.0.1", "169.254.1.1", "fd00::/64", "fe80::/64", "::/64"):
        assert let_in(guard(), address) == 1200
    for address in ("172.32.0.1", "100.64.0.1", "2001:db8::/64", "192.0.2.1", "somewhere"):
        assert let_in(guard(), address) == 64


@pytest.mark.parametrize(
    ("crowd", "connections", "matches"), [(1, 4, 4), (16, 64, 60), (17, 68, 64), (300, 1200, 1125)]
)
def test_all_limits_of_an_address_grow_with_the_crowd(crowd: int, connections: int, matches: int) -> None:
    own = guard(crowd=crowd)
    assert let_in(own, PUBLIC) == connections
    assert sum(own.reserve(PUBLIC) is not None for _ in range(2000)) == matches
    at_once = sum(own.may_ask(PUBLIC) for _ in range(20_000)) / (1000 * crowd / HOUSEHOLD)
    assert 0.99 < at_once < 1.2
    assert own.may_spend(PUBLIC, 5000 * crowd / HOUSEHOLD - 1)
    assert not own.may_spend(PUBLIC, 5000 * crowd / HOUSEHOLD)


def test_a_crowd_of_any_size_has_no_limits() -> None:
    for address in (PUBLIC, HOUSE):
        own = guard(crowd=0)
        assert let_in(own, address) == 4000, "only those of all addresses together"
        assert all(
            own.may_ask(address, 1000) and own.may_spend(address, 1e6) and own.reserve(address) for _ in range(99)
        )


def test_a_limit_that_is_switched_off_stays_off() -> None:
    assert let_in(guard(crowd=1, connections_an_address=0, sockets_an_address=0), PUBLIC) == 4000


def test_a_private_network_is_no_smaller_than_any_other() -> None:
    assert let_in(guard(crowd=600), HOUSE) == 2400
    assert let_in(guard(private_crowd=0), HOUSE) == 64


def test_behind_a_proxy_the_visitors_address_decides() -> None:
    for forwarded, most in ((PUBLIC, 64), (HOUSE, 1200), (f"{HOUSE}, {PUBLIC}", 64)):  # a stranger's claim comes first
        own = guard(trust_proxy=True)
        assert let_in(own, own.address("127.0.0.1", [forwarded])) == most


def test_three_hundred_people_play_from_one_address(tmp_path: Path) -> None:
    with threaded(tmp_path, private_crowd=300) as site, ExitStack() as stack:
        made = site.make()
        asked = (
            f"GET /api/matches/{made['match']}/socket HTTP/1.1\r\nhost: localhost\r\nupgrade: websocket\r\n"
            "connection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
        ).encode()
        people = [stack.enter_context(socket.create_connection(("127.0.0.1", site.port))) for _ in range(300)]
        for one in people:
            one.settimeout(PATIENCE)
            one.sendall(asked)
        assert all(one.recv(4096).startswith(b"HTTP/1.1 101 ") for one in people)
        assert all(site.make()["match"] for _ in range(61))


# --- What the others are told.


@pytest.mark.parametrize(
    ("limit", "sentence"),
    [
        ({"connections_an_address": 1}, "Too many connections come from your address"),
        ({"connections": 1}, FULL),
        ({"requests_a_second": 0.001, "requests_at_once": 10}, "Too many requests come from your address"),
    ],
)
def test_whoever_is_not_let_in_is_told_why(tmp_path: Path, limit: dict[str, Any], sentence: str) -> None:
    with threaded(tmp_path, **limit) as site, ExitStack() as stack:
        made = site.make()
        address = f"ws://127.0.0.1:{site.port}/api/matches/{made['match']}/socket"
        _, last = (stack.enter_context(connect(address, close_timeout=1)) for _ in range(2))
        said = json.loads(last.recv(timeout=PATIENCE))
        assert (said["type"], said["id"], said["reason"]) == ("refused", "", "rate")
        assert said["sentence"].startswith(sentence)
        with pytest.raises(ConnectionClosed):
            last.recv(timeout=PATIENCE)
        assert last.close_code == 1013


def test_a_full_server_says_so_to_everybody(tmp_path: Path) -> None:
    doors = OpenConnections(guard(), most=1)
    assert [doors.enter(PUBLIC), doors.enter(PUBLIC)] == ["", FULL]
    doors = OpenConnections(guard(crowd=1, sockets_an_address=16), most=9)
    assert [doors.enter(PUBLIC), doors.enter(PUBLIC)] == ["", TOO_MANY_CONNECTIONS]
    with threaded(tmp_path, matches_an_address=1) as site:
        site.make()
        with pytest.raises(Refused, match=r"too many matches.*--crowd"):
            site.make()


# --- How it is said.


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Settings]:
    """The settings with which servers would have been started."""
    found: list[Settings] = []
    monkeypatch.setattr(serve, "serve", lambda settings, *given, **more: found.append(settings))
    return found


@pytest.mark.parametrize("command", [[], ["serve"]])
def test_a_crowd_is_an_option_and_a_variable(
    started: list[Settings], monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    for words in ([], ["--crowd", "300"], ["--crowd", "0"]):
        cli.app.run([*command, *words])
    monkeypatch.setenv("GARRISON_CROWD", "40")
    cli.app.run(command)
    assert [settings.crowd for settings in started] == [16, 300, 0, 40]
    with pytest.raises(GarrisonError, match="--crowd must be at least 0, not -1"):
        cli.app.run([*command, "--crowd", "-1"])
    monkeypatch.setenv("GARRISON_CROWD", "many")
    with pytest.raises(GarrisonError, match="must be a number"):
        from_environment()


# --- What a connection costs.


def test_a_compressed_connection_remembers_nothing(tmp_path: Path) -> None:
    """The windows of zlib would be two thirds of what the connection of a browser takes while it is idle."""
    with threaded(tmp_path) as site:
        made = site.make()
        with connect(f"ws://127.0.0.1:{site.port}/api/matches/{made['match']}/socket", compression="deflate") as one:
            one.send(json.dumps({"type": "join", "tokens": [made["seats"]["0"]]}))
            assert {json.loads(one.recv(timeout=PATIENCE))["type"] for _ in range(2)} == {"changed", "welcome"}
            (extension,) = one.protocol.extensions
            assert isinstance(extension, PerMessageDeflate)
            assert extension.local_no_context_takeover
            assert extension.remote_no_context_takeover
            for name in ("a", "b"):
                one.send(json.dumps({"type": "dance", "id": name}))
                assert json.loads(one.recv(timeout=PATIENCE))["type"] == "refused", "each message is read by itself"
