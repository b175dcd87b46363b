"""What happens by itself: bots, ticks, timers, pauses, presence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from serving import Paced, Player, Threaded, threaded, wait_until

import garrison
from garrison.play.server.match.live import LiveMatch
from garrison.play.server.wire import server_time


def live_of(site: Threaded, made: dict[str, Any]) -> LiveMatch:
    return site.services.registry.matches[made["match"]]


def test_bots_play_while_somebody_watches_and_only_then(paced: Paced) -> None:
    made = paced.make("skirmish", "bot:random,bot:random")
    watcher = paced.sit(made)
    watcher.until(lambda: watcher.scene["steps"] > 20, "twenty moves")
    watcher.close()
    live = live_of(paced, made)
    wait_until(lambda: not live.audience.presence.connections, "the end of the connection")
    paced.let_pass(0.5)
    number = live.journal.number
    paced.let_pass(2.0)
    assert live.journal.number == number


def test_a_bot_takes_over_a_seat_and_gives_it_back(site: Threaded) -> None:
    made = site.make("skirmish", "person,open")
    host = site.sit(made, 0, host=made["host"])
    guest = Player(
        site, made["match"], tokens=[site.ask(f"/api/matches/{made['match']}/seats", {"name": "Bo"})["token"]]
    )
    assert guest.tell("replace", player=0, bot="random")["reason"] == "seat"
    assert "no bot called" in guest.tell("replace", player=1, bot="nobody")["sentence"]
    assert guest.tell("replace", player=1, bot="random")["type"] == "ack"
    host.until(lambda: host.view["wishes"], "the question")
    assert host.view["seats"][1]["bot"] == ""
    assert host.tell("replace", player=1, bot="random")["type"] == "ack"
    host.until(lambda: host.view["seats"][1]["bot"] == "random", "the bot")
    assert host.view["seats"][1]["name"] == "Bo"
    history = live_of(site, made).journal.history
    while not history.decision_starts[0]:
        assert host.act(history.position.actions(0)[0])["type"] == "ack"
    host.until(lambda: history.decision_starts[1] and 0 in host.scene["waiting"], "the bot's move")
    back = site.sit({**made, "seats": {}})
    assert back.tell("replace", player=1, bot="")["reason"] == "seat"
    assert guest.tell("replace", player=1, bot="")["type"] == "ack"
    host.until(lambda: host.view["seats"][1]["kind"] == "person" and not host.view["seats"][1]["bot"], "the seat")


def test_ticks_begin_with_the_first_input_and_stop_when_nobody_plays(paced: Paced) -> None:
    made = paced.make("minefield", "person", seed=1)
    player = paced.sit(made, 0)
    live = live_of(paced, made)
    paced.let_pass(0.5)
    assert live.journal.number == 0
    assert player.view["waits_for_input"]
    answer = player.act(garrison.load("minefield").action("up"))
    assert (answer["type"], answer["number"]) == ("ack", 1)
    player.until(lambda: player.number >= 3 or player.scene["over"], "more ticks")
    player.close()
    wait_until(lambda: not live.audience.presence.connections, "the end of the connection")
    paced.let_pass(0.25)
    number = live.journal.number
    paced.let_pass(0.5)
    assert live.journal.number == number


def test_inputs_of_one_tick_go_together(site: Threaded) -> None:
    made = site.make("minefield", "person", seed=1)
    player = site.sit(made, 0, view="moves")
    game = garrison.load("minefield")
    for name, button in (("a", "up"), ("b", "mine")):
        player.send(type="act", id=name, player=0, action=game.action(button), at=0)
    assert player.answer("a")["number"] == player.answer("b")["number"] == 1
    player.until(lambda: bool(player.moves), "the tick")
    assert player.moves[0] == [0, game.action("up+mine")]


def test_ticks_do_not_drift(paced: Paced) -> None:
    """Ticks are due at whole multiples of their length; what one is late, the next one is not."""
    made = paced.make("loop", "person", tick_ms=100, seed=2)
    player = paced.sit(made, 0, view="moves")
    match = live_of(paced, made)
    player.act(garrison.load("loop").facts.tick_action)
    first = match.schedule.tick_due
    paced.let_pass(1.5)
    now, due = server_time.now(), match.schedule.tick_due
    ticks = round((due - first) / 0.1)
    assert ticks >= 14
    assert abs((due - first) - ticks * 0.1) < 1e-6, "ticks are due at whole multiples from the first"
    assert due - now < 0.2


def test_pause_and_speed(paced: Paced) -> None:
    made = paced.make("loop", "person", seed=2)
    player, watcher = paced.sit(made, 0), paced.sit(made)
    player.act(garrison.load("loop").facts.tick_action)
    assert watcher.tell("change", paused=True)["reason"] == "seat"
    assert "100 to 2000" in player.tell("change", tick_ms=5)["sentence"]
    assert player.tell("change", tick_ms=150)["type"] == "ack"
    assert player.tell("change", paused=True)["type"] == "ack"
    live = live_of(paced, made)
    paced.let_pass(0.2)
    number = live.journal.number
    paced.let_pass(0.5)
    assert live.journal.number == number
    assert "paused" in player.act(garrison.load("loop").facts.tick_action)["sentence"]
    drink = garrison.load("loop").action("drink")
    assert "paused" not in player.act(drink)["sentence"], "what needs no time to pass can be played in a pause"
    player.tell("change", paused=False)
    player.until(lambda: player.number > number, "ticks")
    watcher.until(lambda: watcher.view["tick_ms"] == 150, "the change")


def test_a_timer_runs_out_and_the_game_chooses(paced: Paced) -> None:
    made = paced.make("boneyard", "person,person", timer_ms=1000)
    one, two = paced.sit(made, 0), paced.sit(made, 1)
    assert all(seat["left_ms"] <= 1000 for seat in one.view["seats"] if "left_ms" in seat)
    one.until(lambda: any("left_ms" in seat for seat in one.view["seats"]), "the timers")
    one.act(one.legal()[0])
    one.until(lambda: one.number >= 2, "the other's time to run out")
    assert live_of(paced, made).journal.entries[1][0] == 1
    assert two.tell("change", paused=True)["type"] == "ack"


def test_a_timer_is_for_the_whole_decision(paced: Paced) -> None:
    made = paced.make("skirmish", "person,person", timer_ms=1500)
    one = paced.sit(made, 0)
    one.until(lambda: "left_ms" in one.view["seats"][0], "the timer")
    one.act(one.legal()[0])
    live = live_of(paced, made)
    paced.until(lambda: live.journal.shown.waiting == (1,) or live.journal.shown_number > 3, "the rest of the move")
    assert all(player == 0 for player, _ in live.journal.entries[:2])


def test_timers_are_what_the_game_says_and_wait_for_open_seats(paced: Paced) -> None:
    made = paced.make("boneyard", "person,open")
    one = paced.sit(made, 0)
    assert one.view["timer_ms"] == 45_000
    assert one.view["status"] == "open"
    paced.let_pass(0.1)
    assert not any("left_ms" in seat for seat in one.view["seats"])
    paced.ask(f"/api/matches/{made['match']}/seats", {"player": 1})
    one.until(lambda: "left_ms" in one.view["seats"][0], "the timer")
    assert 40_000 < one.view["seats"][0]["left_ms"] <= 45_000
    assert paced.sit(paced.make(timer_ms=0), 0).view["timer_ms"] == 0


def test_against_bots_there_is_no_clock_unless_it_is_asked_for(paced: Paced) -> None:
    bots = "person,bot:random,bot:random"
    assert paced.sit(paced.make("boneyard", bots), 0).view["timer_ms"] == 0
    assert paced.sit(paced.make("boneyard", bots, timer_ms=30_000), 0).view["timer_ms"] == 30_000
    assert paced.sit(paced.make("boneyard", "person,person,bot:random"), 0).view["timer_ms"] == 45_000


def test_bots_and_timers_go_on_after_a_restart(tmp_path: Path) -> None:
    with threaded(tmp_path, Paced) as site:
        bots = site.make("skirmish", "bot:random,bot:random")
        timed = site.make("skirmish", "person,person", timer_ms=1000)
        site.sit(bots)
        site.sit(timed, 0)
    with threaded(tmp_path, Paced) as site:
        watcher, player = site.sit(bots), site.sit(timed, 0)
        before = watcher.number
        watcher.until(lambda: watcher.number > before + 3, "the bots' moves")
        player.until(lambda: player.number >= 2, "moves of those whose time is over")


def test_idle_matches_leave_the_memory_and_come_back(tmp_path: Path) -> None:
    with threaded(tmp_path, Paced, sweep_after=0.05, sweep_every=0.05) as site:
        made = site.make()
        player = site.sit(made, 0)
        player.act(player.legal()[0])
        site.let_pass(0.3)
        assert made["match"] in site.services.registry.matches
        player.close()
        site.until(lambda: made["match"] not in site.services.registry.matches, "the sweep")
        assert site.sit(made, 0).scene["steps"] == 1


def test_nobody_gains_time_by_moving_and_taking_back(site: Threaded) -> None:
    made = site.make("siege", timer_ms=60_000, undo=True)
    both = site.sit(made, 0, 1)
    clocks, journal = live_of(site, made).clocks, live_of(site, made).journal

    def decide() -> None:
        """The second player decides something."""
        decision = journal.history.decision_starts[1]
        while journal.history.decision_starts[1] == decision:
            assert both.act(journal.history.position.actions(1)[0], 1)["type"] == "ack"

    def spend(decision: int) -> int:
        """45 seconds of a decision pass; what is left then."""
        wait_until(lambda: clocks.running.get(1, (-1, 0.0))[0] == decision, "the timer")
        clocks.running[1] = (decision, clocks.running[1][1] - 45.0)
        return clocks.left()[1]

    both.act(journal.history.position.actions(0)[0], 0)
    first = journal.history.decision_starts[1]
    assert 0 < spend(first) <= 15_000
    decide()
    assert journal.history.position.waiting == (1,), "the same player goes on"
    second = journal.history.decision_starts[1]
    assert 0 < spend(second) <= 15_000
    assert both.undo(1)["type"] == "ack"
    wait_until(lambda: clocks.running[1][0] == first, "the decision before")
    assert 0 < clocks.left()[1] <= 15_000
    decide()
    wait_until(lambda: clocks.running[1][0] == second, "the next decision again")
    assert 0 < clocks.left()[1] <= 15_000


def test_reading_a_match_again_gives_nobody_more_time(site: Threaded) -> None:
    made = site.make("skirmish", timer_ms=60_000)
    one = site.sit(made, 0)
    live = live_of(site, made)
    one.until(lambda: "left_ms" in one.view["seats"][0], "the timer")
    assert one.act(live.journal.history.position.actions(0)[0])["type"] == "ack"
    decision, due = live.clocks.running[0]
    live.clocks.running[0] = (decision, due - 45.0)
    series = live.journal.series
    site.loop.call_soon_threadsafe(live.journal.lose, "busy")
    wait_until(lambda: not live.journal.is_lost and live.journal.series > series + 1, "the reading")
    wait_until(lambda: 0 in live.clocks.running, "the timer")
    assert live.clocks.left()[0] <= 15_000
    assert live.journal.shown_number == len(live.journal.entries) == 1


def test_who_comes_and_goes_leaves_few_timers_behind(tmp_path: Path) -> None:
    with threaded(tmp_path, Paced, absent_after=3.0) as site:
        made = site.make()
        watcher = site.sit(made)
        live = live_of(site, made)
        for _ in range(200):
            site.loop.call_soon_threadsafe(live.audience.tell_in, 3.0)
        watcher.send(type="ping")
        watcher.hear("pong")
        assert 0 < live.audience.updates_due <= 4
        before = len(watcher.heard)
        site.until(lambda: not live.audience.updates_due, "the updates")
        watcher.send(type="ping")
        watcher.hear("pong")
        assert 0 < sum(message["type"] == "changed" for message in watcher.heard[before:]) <= 4


def test_limits_go_by_the_servers_time(monkeypatch: pytest.MonkeyPatch) -> None:
    bucket = server_time.Bucket(2.0, 3)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now = server_time.now()
    monkeypatch.setattr(server_time, "now", lambda: now + 1.0)
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    assert bucket.is_empty
