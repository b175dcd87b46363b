"""What answers say besides what was asked for: headers, and little of what strangers have sent."""

from __future__ import annotations

import http.client
import json
import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import FieldInfo, fields
from serving import Player, Refused, Site, Threaded, threaded

import garrison
from garrison.core.replay import Replay
from garrison.play.server.wire import messages
from garrison.play.server.wire.settings import Settings
from garrison.play.server.work.guard import Guard

SECURE = "https://games.example.org"
HOST = "games.example.org"
LONG = "Z" * 3000
HUGE = 10**3000


MESSAGES: tuple[dict[str, Any], ...] = (
    {"type": "act", "id": "1", "player": 0, "action": 1, "at": 0},
    {"type": "undo", "id": "1", "player": 0, "at": 0},
    {"type": "change", "id": "1", "paused": True, "tick_ms": 100, "private": True},
    {"type": "replace", "id": "1", "player": 0, "bot": "random"},
    {"type": "again", "id": "1", "wanted": True},
    {"type": "draw", "id": "1", "wanted": True},
    {"type": "take_back", "id": "1", "player": 0, "wanted": True},
    {"type": "claim", "id": "1", "player": 1},
    {"type": "say", "id": "1", "player": 0, "text": "Hello"},
    {"type": "remove", "id": "1"},
)


def answer(site: Site, path: str, **headers: str) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=30)
    connection.request("GET", path, headers=headers)
    found = connection.getresponse()
    found.read()
    connection.close()
    return found


# --- HTTPS.


def test_browsers_are_told_to_use_https_where_it_is_configured(tmp_path: Path) -> None:
    with threaded(tmp_path, origins=(SECURE,)) as site:
        for path in ("/", "/healthz", "/nowhere"):
            assert answer(site, path, Host=HOST).headers["strict-transport-security"] == "max-age=31536000"
        assert "strict-transport-security" not in answer(site, "/healthz", Host="localhost").headers


def test_where_http_is_configured_too_nobody_is_told_so(tmp_path: Path) -> None:
    with threaded(tmp_path, origins=(SECURE, f"http://{HOST}")) as site:
        assert "strict-transport-security" not in answer(site, "/healthz", Host=HOST).headers


def test_pages_that_came_by_plain_http_are_not_ours_where_https_is_configured() -> None:
    secure, plain = (Guard(Settings(database="sqlite://", origins=(origin,))) for origin in (SECURE, f"http://{HOST}"))
    assert secure.origin_is_ours(SECURE, HOST)
    assert not secure.origin_is_ours(f"http://{HOST}", HOST)
    assert plain.origin_is_ours(f"http://{HOST}", HOST)
    assert secure.origin_is_ours("http://localhost:8000", "localhost:8000")


def test_a_request_that_reached_the_proxy_by_plain_http_is_sent_to_https(tmp_path: Path) -> None:
    with threaded(tmp_path, origins=(SECURE,), trust_proxy=True) as site:
        moved = answer(site, "/m/abc?x=1", Host=HOST, **{"X-Forwarded-Proto": "http"})
        assert (moved.status, moved.headers["location"]) == (308, f"{SECURE}/m/abc?x=1")
        assert answer(site, "/healthz", Host=HOST, **{"X-Forwarded-Proto": "https"}).status == 200
    with threaded(tmp_path, origins=(SECURE,)) as site:
        assert answer(site, "/healthz", Host=HOST, **{"X-Forwarded-Proto": "http"}).status == 200


# --- What is repeated.


def replay(**changes: Any) -> dict[str, Any]:
    contents: dict[str, Any] = json.loads(Replay(garrison.load("skirmish"), 1, []).to_json())
    return {**contents, **changes}


def wish(**changes: Any) -> dict[str, Any]:
    return {"game": "skirmish", **changes}


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/matches", wish(game=LONG)),
        ("/api/matches", wish(variant=LONG)),
        ("/api/matches", wish(options={LONG: 1})),
        ("/api/matches", wish(options={"setup": LONG})),
        ("/api/matches", wish(seats=[{"kind": LONG}])),
        ("/api/matches", wish(seats=[{"kind": "bot", "bot": LONG}])),
        ("/api/matches", wish(name=f"{LONG}\0")),
        ("/api/matches", wish(replay=LONG)),
        ("/api/matches", {LONG: 1}),
        ("/api/matches", wish(options={"setup": HUGE})),
        *(("/api/matches", wish(**{"replay": "f-1", one.name: HUGE})) for one in fields(messages.NewMatch)),
        *(("/api/matches/zzzzzzzzzz/seats", {one.name: HUGE}) for one in fields(messages.TakeSeat)),
        ("/api/replays", LONG),
        *(("/api/replays", replay(**{key: value})) for key in replay() for value in (LONG, HUGE)),
        ("/api/replays", replay(rules={LONG: 1})),
        ("/api/replays", replay(rules={**replay()["rules"], "health": LONG})),
        ("/api/replays", replay(actions=[LONG])),
        ("/api/replays", replay(actions=[[10**300, 0]])),
        ("/api/replays", replay(actions=[[0, 10**300]])),
        (f"/api/games/{LONG}/rulebook", None),
        (f"/api/scores?game={LONG}", None),
        (f"/api/matches?skip={LONG}", None),
        (f"/api/matches?skip={HUGE}", None),
        (f"/api/replays/{LONG}", None),
        (f"/api/qr?text={LONG}", None),
        (f"/{LONG}", None),
    ],
    ids=lambda value: str(value)[:60],
)
def test_little_of_what_was_sent_is_repeated(site: Threaded, path: str, body: Any) -> None:
    with pytest.raises(Refused) as refused:
        site.ask(path, body)
    assert not re.search(r"(Z|0){101}", refused.value.sentence)
    assert len(refused.value.sentence) < 400


def test_little_of_a_message_is_repeated(site: Threaded) -> None:
    one = site.sit(site.make("skirmish", "person,person"), 0)
    sent: tuple[dict[str, Any], ...] = (
        {"type": LONG},
        {"type": "act", "id": LONG, "player": 0, "action": 1, "at": 0},
        {"type": "replace", "id": "1", "player": 0, "bot": LONG},
        *({**known, name: HUGE} for known in MESSAGES for name in known),
    )
    for message in sent:
        one.send(**message)
        refused = one.hear("refused")
        assert not re.search(r"(Z|0){101}", json.dumps(refused))


@pytest.mark.parametrize("one", fields(messages.Join), ids=lambda one: one.name)
def test_little_of_a_first_message_is_repeated(site: Threaded, one: FieldInfo) -> None:
    stranger = Player(site, site.make()["match"], **{one.name: HUGE})
    assert stranger.welcome["type"] == "refused"
    assert "0" * 101 not in json.dumps(stranger.welcome)
