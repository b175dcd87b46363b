"""Clocks: what is left is stored, a time for the whole match is lost by running out of it, and who is told."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from serving import Paced, Player, Refused, Threaded, threaded, unplugged, wait_until

from garrison.play.server.match.clocks import Clocks
from garrison.play.server.match.live import LiveMatch

BLITZ = {"bank_ms": 60_000, "increment_ms": 2_000}


def live_of(site: Threaded, made: dict[str, Any]) -> LiveMatch:
    return site.services.registry.matches[made["match"]]


def left(person: Player, player: int = 0) -> int:
    person.until(lambda: person.view["seats"][player]["ticking"], "the clock")
    return int(person.view["seats"][player]["left_ms"])


def spend(site: Threaded, made: dict[str, Any], seconds: float, player: int = 0) -> None:
    """Time passes on a player's clock."""
    running = live_of(site, made).clocks.running
    wait_until(lambda: player in running, "the clock")
    decision, due = running[player]
    running[player] = decision, due - seconds


# --- Clocks by themselves.


def test_a_bank_grows_once_for_each_decision() -> None:
    clocks = Clocks(0, 60_000, 5_000, 2)
    clocks.run({0: 0}, (0, 0))
    assert clocks.run({1: 3}, (3, 3))
    assert 64_900 < clocks.left()[0] <= 65_000
    assert 59_900 < clocks.left()[1] <= 60_000
    clocks.run({0: 0}, (0, 0))
    clocks.run({1: 3}, (3, 3))
    assert clocks.left()[0] <= 65_000, "taking back and moving again earns nothing"


def test_a_bank_does_not_grow_while_it_just_stands() -> None:
    clocks = Clocks(0, 60_000, 5_000, 2)
    clocks.run({0: 0}, (0, 0))
    assert clocks.stop()
    assert not clocks.stop()
    clocks.run({0: 0}, (0, 0))
    clocks.run({}, (0, 0))
    assert clocks.left()[0] <= 60_000, "a pause, or a bot in the seat"


def test_what_is_stored_is_what_is_left() -> None:
    clocks = Clocks(30_000, 0, 0, 2)
    clocks.run({0: 0, 1: 0}, (0, 0))
    clocks.running[0] = 0, clocks.running[0][1] - 20.0
    again = Clocks(30_000, 0, 0, 2)
    again.restore(clocks.text({}))
    again.run({0: 0, 1: 2}, (0, 2))
    assert 9_000 < again.left()[0] <= 10_000
    assert again.left()[1] > 29_000, "a new decision"


# --- On a server.


def test_a_clock_goes_on_after_a_match_was_unloaded(tmp_path: Path) -> None:
    with threaded(tmp_path) as site:
        timed, blitz = site.make(timer_ms=60_000), site.make(**BLITZ)
        for made in (timed, blitz):
            one = site.sit(made, 0)
            left(one)
            spend(site, made, 45.0)
            one.close()
            wait_until(lambda made=made: not live_of(site, made).audience.presence.connections, "the leave")
            site.loop.call_soon_threadsafe(site.services.registry.put_away, made["match"])
            wait_until(lambda made=made: made["match"] not in site.services.registry.matches, "the sweep")
            assert left(site.sit(made, 0)) <= 15_000


def test_a_clock_goes_on_though_the_disk_is_slow(tmp_path: Path) -> None:
    """Whoever comes back while a match is being put away does not find it as it was before."""
    with threaded(tmp_path) as site:
        made = site.make(timer_ms=60_000)
        one = site.sit(made, 0)
        left(one)
        spend(site, made, 45.0)
        one.close()
        wait_until(lambda: not live_of(site, made).audience.presence.connections, "the leave")
        site.loop.call_soon_threadsafe(site.services.store.note, lambda database: time.sleep(0.1))
        site.loop.call_soon_threadsafe(site.services.registry.put_away, made["match"])
        wait_until(lambda: made["match"] not in site.services.registry.matches, "the sweep")
        assert left(site.sit(made, 0)) <= 15_000


def test_undo_counts_go_on_after_a_match_was_unloaded(tmp_path: Path) -> None:
    with threaded(tmp_path) as site:
        made = site.make()
        one = site.sit(made, 0)
        for _ in range(3):
            assert one.act(live_of(site, made).journal.history.position.actions(0)[0])["type"] == "ack"
            assert one.undo()["type"] == "ack"
    with threaded(tmp_path) as site:
        site.sit(made, 0)
        assert live_of(site, made).journal.undos[0, 0] == 3


def test_a_killed_server_gives_nobody_much_time(tmp_path: Path) -> None:
    with threaded(tmp_path, Paced) as site:
        made = site.make(**BLITZ)
        before = left(site.sit(made, 0))
        site.let_pass(2.6)
        with unplugged(tmp_path, Paced) as again:
            assert left(again.sit(made, 0)) <= before - 1_900


def test_who_runs_out_of_time_loses(site: Threaded) -> None:
    made = site.make(**BLITZ)
    one, two = site.sit(made, 0), site.sit(made, 1)
    assert (one.view["bank_ms"], one.view["increment_ms"], one.view["timer_ms"]) == (60_000, 2_000, 0)
    left(one)
    assert not one.view["seats"][1]["ticking"]
    assert one.view["seats"][1]["left_ms"] == 60_000
    spend(site, made, 60.0)
    live_of(site, made)
    site.loop.call_soon_threadsafe(live_of(site, made).schedule.wake)
    for person in (one, two):
        person.until(lambda person=person: person.view["status"] == "over", "the end")
    assert (one.view["reason"], one.view["winners"]) == ("out of time", [1])
    two.until(lambda: two.log[-1:] == ["Calliance ran out of time."], "the sentence")


def test_a_time_for_the_whole_match_is_for_two_who_take_turns(site: Threaded) -> None:
    for game, wish in (
        ("minefield", {"bank_ms": 60_000}),
        ("skirmish", {"bank_ms": 5}),
        ("skirmish", {"increment_ms": 5_000}),
        ("skirmish", {"bank_ms": 60_000, "increment_ms": -1}),
    ):
        with pytest.raises(Refused, match=r"time for the whole match|at most ten minutes"):
            site.make(game, "person" if game == "minefield" else "person,person", **wish)


def test_what_the_clock_chose_is_told_once_and_remembered(tmp_path: Path) -> None:
    with threaded(tmp_path, Paced) as site:
        made = site.make(timer_ms=1000)
        one = site.sit(made, 0)
        one.until(lambda: any(message.get("notice") for message in one.heard), "the notice")
        sentence = "Time was up: Calliance moved at random."
        assert next(message["notice"] for message in one.heard if message.get("notice")) == sentence
        assert one.log.count(sentence) == 1
        one.close()
    with threaded(tmp_path) as site:
        assert site.sit(made).log.count(sentence) == 1


def test_the_clock_waits_for_eyes_at_the_beginning_of_a_match_against_bots(paced: Paced) -> None:
    made = paced.make("skirmish", "person,bot:random", timer_ms=60_000)
    one = paced.sit(made, 0)
    assert one.view["held"]
    paced.let_pass(0.1)
    assert not live_of(paced, made).clocks.running
    assert paced.sit(made).tell("ready")["reason"] == "seat"
    assert one.tell("ready")["type"] == "ack"
    left(one)
    assert not one.view["held"]
    acted = paced.sit(paced.make("skirmish", "person,bot:random", timer_ms=60_000), 0)
    acted.act(acted.legal()[0])
    left(acted)
    assert not paced.sit(paced.make(timer_ms=60_000), 0).view["held"], "among people it runs at once"
