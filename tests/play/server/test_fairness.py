"""Nobody can take another's turns, time or luck: bots in seats, pauses, timers, seeds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from serving import Paced, Player, Refused, Threaded, threaded, wait_until
from sqlalchemy import create_engine, text

import garrison
from garrison.core.replay import Move, Replay
from garrison.play.server.match.live import LiveMatch


def live_of(site: Threaded, made: dict[str, Any]) -> LiveMatch:
    return site.services.registry.matches[made["match"]]


def wishes(person: Player) -> list[tuple[str, int, list[int], list[int]]]:
    return [(wish["about"], wish["player"], wish["agreed"], wish["asked"]) for wish in person.view["wishes"]]


# --- Bots in others' seats.


def test_a_seat_is_its_owners_while_they_are_here(site: Threaded) -> None:
    made = site.make()
    host, guest = site.sit(made, 0, host=made["host"]), site.sit(made, 1)
    refused = host.tell("replace", player=1, bot="random")
    assert (refused["reason"], "Only this seat's player" in refused["sentence"]) == ("seat", True)
    guest.close()
    host.until(lambda: not host.view["seats"][1]["present"], "the absence")
    assert host.tell("replace", player=1, bot="random")["reason"] == "seat", "nobody is away after a moment"
    assert not host.view["seats"][1]["away"]
    assert host.tell("replace", player=0, bot="random")["type"] == "ack", "one's own seat is another matter"
    assert host.tell("replace", player=0, bot="")["type"] == "ack"


def test_for_somebody_who_has_been_away_for_long_all_others_can_let_a_bot_play(tmp_path: Path) -> None:
    with threaded(tmp_path, Paced, absent_after=0.3) as site:
        made = site.make("boneyard", "person,person,person", options={"players": 3}, timer_ms=0)
        one, two, watcher = site.sit(made, 0, host=made["host"]), site.sit(made, 1), site.sit(made)
        one.until(lambda: one.view["seats"][2]["away"], "the absence")
        assert watcher.tell("replace", player=2, bot="random")["reason"] == "seat"
        assert one.tell("replace", player=1, bot="random")["reason"] == "seat", "this one is here"
        assert one.tell("replace", player=2, bot="random")["type"] == "ack"
        two.until(lambda: wishes(two) == [("bot", 2, [0], [1])], "the wish")
        assert two.tell("replace", player=2, bot="")["type"] == "ack"
        two.until(lambda: not wishes(two), "the refusal")
        one.tell("replace", player=2, bot="random")
        assert two.tell("replace", player=2, bot="keeper")["type"] == "ack"
        two.until(lambda: wishes(two) == [("bot", 2, [1], [0])], "another wish")
        assert one.tell("replace", player=2, bot="keeper")["type"] == "ack"
        one.until(lambda: one.view["seats"][2]["bot"] == "keeper" and not wishes(one), "the bot")
        assert one.tell("replace", player=2, bot="")["reason"] == "seat"
        owner = site.sit(made, 2)
        assert one.tell("replace", player=2, bot="random")["reason"] == "seat"
        assert owner.tell("replace", player=2, bot="")["type"] == "ack"
        owner.until(lambda: owner.view["seats"][2]["bot"] == "", "the seat")


def test_a_wish_is_forgotten_after_a_while(tmp_path: Path) -> None:
    with threaded(tmp_path, Paced, wish_lasts=5.0) as site:
        made = site.make(timer_ms=3600_000)
        one, two = site.sit(made, 0), site.sit(made, 1)
        one.tell("change", paused=True)
        two.until(lambda: wishes(two) == [("pause", -1, [0], [1])], "the wish")
        two.until(lambda: not wishes(two), "that it is forgotten")
        two.tell("change", paused=True)
        assert not live_of(site, made).info.paused


def test_the_host_fills_free_seats_and_nothing_else(site: Threaded) -> None:
    made = site.make("skirmish", "person,open")
    host, stranger = site.sit(made, 0, host=made["host"]), site.sit(made)
    assert stranger.tell("replace", player=1, bot="random")["reason"] == "seat"
    assert host.tell("replace", player=1, bot="random")["type"] == "ack"
    host.until(lambda: host.view["seats"][1]["kind"] == "bot", "the bot")
    bots = site.make("skirmish", "bot:random,bot:random")
    assert site.sit(bots).tell("replace", player=1, bot="veteran")["reason"] == "seat"
    assert site.sit(bots, host=bots["host"]).tell("replace", player=1, bot="veteran")["type"] == "ack"


# --- Pauses and time.


def test_several_people_pause_together_alone_one_can(site: Threaded) -> None:
    made = site.make(timer_ms=60_000)
    one, two, host = site.sit(made, 0), site.sit(made, 1), site.sit(made, host=made["host"])
    assert host.tell("change", paused=True)["reason"] == "seat"
    assert one.tell("change", paused=True)["type"] == "ack"
    two.until(lambda: wishes(two) == [("pause", -1, [0], [1])], "the wish")
    assert not two.view["paused"]
    assert one.tell("change", paused=True)["type"] == "ack"
    assert not live_of(site, made).info.paused, "one person counts once"
    assert two.tell("change", paused=False)["type"] == "ack"
    one.until(lambda: not wishes(one), "the refusal")
    for person in (two, one):
        person.tell("change", paused=True)
    one.until(lambda: one.view["paused"] and not wishes(one), "the pause")
    assert "paused" in one.act(one.legal()[0])["sentence"]
    assert two.tell("change", paused=False)["type"] == "ack"
    one.until(lambda: not one.view["paused"], "the end of the pause")
    alone = site.sit(site.make("skirmish", "person,bot:random", timer_ms=60_000), 0)
    alone.tell("change", paused=True)
    alone.until(lambda: alone.view["paused"], "the pause")


def left(person: Player, player: int = 0) -> int:
    person.until(lambda: "left_ms" in person.view["seats"][player], "the clock")
    return int(person.view["seats"][player]["left_ms"])


def test_a_pause_keeps_the_time_that_is_left_and_ends(tmp_path: Path) -> None:
    with threaded(tmp_path, Paced, pauses=2, longest_pause=0.4) as site:
        made = site.make(timer_ms=60_000)
        both = site.sit(made, 0, 1)
        for count in range(2):
            before = left(both)
            site.let_pass(0.2)
            both.tell("change", paused=True)
            both.until(lambda: "left_ms" not in both.view["seats"][0], "the pause")
            if count == 0:
                both.tell("change", paused=False)
            assert left(both) <= before - 150, "a pause gives no time"
            assert not both.view["paused"], "the second pause ends by itself"
        assert "paused 2 times" in both.tell("change", paused=True)["sentence"]
    with threaded(tmp_path, pauses=2) as site:
        assert "paused 2 times" in site.sit(made, 0, 1).tell("change", paused=True)["sentence"]


def test_nobody_gains_time_by_leaving_or_by_letting_a_bot_play_for_a_moment(tmp_path: Path) -> None:
    with threaded(tmp_path, Paced, bot_delay=30.0) as site:
        made = site.make(timer_ms=60_000)
        one = site.sit(made, 0)
        before = left(one)
        site.let_pass(0.3)
        one.close()
        wait_until(lambda: not live_of(site, made).clocks.running, "the clock's stop")
        one = site.sit(made, 0)
        assert (now := left(one)) <= before - 200
        one.tell("replace", player=0, bot="random")
        two = site.sit(made, 1)
        assert two.tell("replace", player=0, bot="random")["type"] == "ack"
        one.until(lambda: "left_ms" not in one.view["seats"][0], "the bot")
        one.tell("replace", player=0, bot="")
        assert left(one) <= now


def test_nobody_gains_time_by_taking_back(paced: Paced) -> None:
    made = paced.make("boneyard", "person,person", timer_ms=60_000)
    one = paced.sit(made, 0)
    before, legal = left(one), one.legal()[0]
    paced.let_pass(0.3)
    one.act(legal)
    one.until(lambda: "left_ms" not in one.view["seats"][0], "the choice")
    assert one.undo()["type"] == "ack"
    assert left(one) <= before - 200
    made = paced.make(timer_ms=60_000, undo=True)
    both = paced.sit(made, 0, 1)
    before = left(both)
    paced.let_pass(0.3)
    while both.scene["waiting"] == [0]:
        steps = both.scene["steps"]
        both.act(both.legal()[0])
        both.until(lambda steps=steps: both.scene["steps"] > steps, "the move")
    assert left(both, 1) > 59_000, "whoever is next has the whole time"
    both.undo(0)
    both.until(lambda: "left_ms" in both.view["seats"][0], "the clock")
    assert left(both) <= before - 200


# --- Seeds.


def test_a_seed_is_chosen_only_where_nobody_else_sits_and_is_shown(site: Threaded) -> None:
    for seats in ("person,person", "person,open", "open,open"):
        with pytest.raises(Refused, match="when nobody else plays"):
            site.make("skirmish", seats, seed=5)
    chosen = site.make("skirmish", "person,bot:random", seed=str(2**64 - 1))
    assert site.ask(f"/api/matches/{chosen['match']}")["seed"] == str(2**64 - 1)
    assert site.sit(chosen).view["seed"] == str(2**64 - 1)
    assert int(live_of(site, chosen).journal.history.replay.seed) == 2**64 - 1
    drawn = site.make("skirmish", "person,bot:random")
    assert site.ask(f"/api/matches/{drawn['match']}")["seed"] == ""
    for seed in ("", "-1", "1.5", "x", "9" * 30, 2**64, 1.5, str(2**64)):
        with pytest.raises(Refused):
            site.make("skirmish", "person,bot:random", seed=seed)


def test_a_file_is_no_way_to_choose_a_seed_among_several_people(site: Threaded) -> None:
    game = garrison.load("skirmish")
    name = site.ask("/api/replays", json.loads(Replay(game, 5, [Move(0, game.new(5).actions(0)[0])]).to_json()))["id"]
    for seats, number, seed in (
        (["person", "person"], 0, ""),
        (["person", "open"], 0, ""),
        (["person", "open"], 1, "5"),  # play on from here: everybody may know the seed, and fresh bits make it harmless
        (["person", "bot"], 0, "5"),
    ):
        made = site.ask("/api/matches", {"replay": name, "number": number, "seats": [{"kind": kind} for kind in seats]})
        assert site.ask(f"/api/matches/{made['match']}")["seed"] == seed
        site.sit(made)
        assert (int(live_of(site, made).journal.history.replay.seed) == 5) == (seed == "5")


def test_a_match_with_a_chosen_seed_is_no_high_score(tmp_path: Path) -> None:
    with threaded(tmp_path) as site:
        for wish in ({"seed": 1}, {}):
            made = site.make("minefield", "person", variant="sprint", **wish)
            player = site.sit(made, 0, view="moves")
            player.act(garrison.load("minefield").action("up"))
        with create_engine(f"sqlite:///{tmp_path / 'matches.sqlite'}").begin() as connection:
            found = connection.execute(text("SELECT counted, seed FROM matches ORDER BY created")).all()
    assert [bool(row.counted) for row in found] == [False, True]
    assert int(found[1].seed) < 2**64
