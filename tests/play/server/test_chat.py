"""What people say to each other: who reads it, how much of it, and that no replay holds it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from serving import Player, Site, Threaded, threaded, unplugged

from garrison.play.server.match import chat
from garrison.play.server.store import remark_rows
from garrison.play.server.wire.server_time import Bucket


def heard(person: Player) -> list[tuple[int, str]]:
    """What a person could read."""
    told = [one for message in person.heard if message["type"] == "said" for one in message["remarks"]]
    return [(one["player"], one["text"]) for one in (*person.welcome["remarks"], *told)]


def two(site: Site, **wish: Any) -> tuple[dict[str, Any], Player, Player]:
    made = site.make(**wish)
    return made, site.sit(made, 0), site.sit(made, 1)


def synced(person: Player) -> None:
    """Everything that was sent to somebody has arrived."""
    person.send(type="ping")
    person.hear("pong")


def test_players_hear_each_other_and_watchers_do_not(site: Threaded) -> None:
    made, one, other = two(site)
    watcher = site.sit(made)
    assert one.tell("say", player=0, text="  Good\nluck! ")["type"] == "ack"
    other.until(lambda: heard(other) == [(0, "Good luck!")], "the line")
    assert watcher.tell("say", player=0, text="Hello")["reason"] == "seat"
    assert one.tell("say", player=1, text="I resign")["reason"] == "seat", "nobody speaks for others"
    synced(watcher)
    assert heard(watcher) == heard(site.sit(made)) == []
    assert heard(site.sit(made, 1)) == [(0, "Good luck!")], "after coming back"


def test_the_host_may_let_watchers_read(site: Threaded) -> None:
    made, one, _ = two(site, open_talk=True)
    watcher = site.sit(made)
    one.tell("say", player=0, text="Hello, everybody")
    watcher.until(lambda: heard(watcher) == [(0, "Hello, everybody")], "the line")
    assert heard(site.sit(made)) == [(0, "Hello, everybody")]


@pytest.mark.parametrize(
    ("text", "why"),
    [("He" + "\u0335\u0336\u0337" * 9, chat.STACKED), ("\u3164\u2800 \u200b", chat.EMPTY)],
)
def test_nothing_covers_what_others_say_and_something_is_said(text: str, why: str) -> None:
    with pytest.raises(chat.Unsayable, match=why):
        chat.checked(text)
    assert chat.checked("Nguye\u0302\u0303n\u202e says") == "Nguye\u0302\u0303n says"


def test_lines_are_short_and_few(site: Threaded) -> None:
    _, one, _ = two(site)
    for text, why in (("", "nothing"), (" \n", "nothing"), ("x" * 201, "200 characters")):
        assert why in one.tell("say", player=0, text=text)["sentence"]
    answers = [one.tell("say", player=0, text="x" * 200) for _ in range(chat.AT_ONCE)]
    assert answers[0]["type"] == "ack"
    assert answers[-1]["sentence"] == chat.TOO_MANY


def test_alone_nobody_listens(site: Threaded) -> None:
    alone = site.sit(site.make("skirmish", "person,bot:random"), 0)
    assert "Nobody else" in alone.tell("say", player=0, text="Hello?")["sentence"]


def test_only_the_latest_lines_are_kept_and_no_replay_holds_any(
    site: Threaded, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remark_rows, "KEPT", 3)
    monkeypatch.setattr(Bucket, "take", lambda self, *cost: True)
    made, one, other = two(site)
    for number in range(5):
        one.tell("say", player=0, text=f"line {number}")
    assert [text for _, text in heard(site.sit(made, 1))] == ["line 2", "line 3", "line 4"]
    other.tell("resign", player=1)
    one.until(lambda: one.view["status"] == "over", "the end")
    assert one.tell("say", player=0, text="Well played")["type"] == "ack", "people talk afterwards too"
    assert "line" not in json.dumps(site.ask(f"/api/matches/{made['match']}/replay"))


def test_a_line_is_said_once_and_survives_a_pulled_plug(tmp_path: Path) -> None:
    with threaded(tmp_path) as site:
        made, one, _ = two(site)
        one.send(type="say", id="hello", player=0, text="Hello")
        assert one.answer("hello")["type"] == "ack"
        with unplugged(tmp_path) as again:
            one = again.sit(made, 0)
            one.send(type="say", id="hello", player=0, text="Hello")
            assert one.answer("hello")["type"] == "ack"
            assert heard(again.sit(made, 1)) == [(0, "Hello")]
