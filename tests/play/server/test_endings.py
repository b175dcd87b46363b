"""How people end a match or leave it, and what others have to agree to."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from serving import Paced, Player, Refused, Site, Threaded, threaded, unplugged, wait_until

from garrison.core.ending import Ending
from garrison.core.replay import parse
from garrison.play.server.match.clocks import away_in
from garrison.play.server.match.live import LiveMatch


def live_of(site: Threaded, made: dict[str, Any]) -> LiveMatch:
    return site.services.registry.matches[made["match"]]


def wishes(person: Player) -> list[tuple[str, int, list[int], list[int]]]:
    return [(wish["about"], wish["player"], wish["agreed"], wish["asked"]) for wish in person.view["wishes"]]


def two(site: Site, game: str = "skirmish", **wish: Any) -> tuple[dict[str, Any], Player, Player]:
    made = site.make(game, **wish)
    return made, site.sit(made, 0, host=made["host"]), site.sit(made, 1)


def over(*people: Player) -> None:
    for person in people:
        person.until(lambda person=person: person.view["status"] == "over" and person.scene["over"], "the end")


def finished(site: Site, made: dict[str, Any]) -> dict[str, Any]:
    """The match as lists show it, once its end is written down."""

    def found() -> Any:
        return next((one for one in site.ask("/api/matches?finished=1") if one["id"] == made["match"]), None)

    ended: dict[str, Any] = wait_until(found, "the end in the lists")
    return ended


def complete_move(person: Player, player: int) -> None:
    """Play until the player's move is complete."""
    while person.scene["waiting"] == [player]:
        number = person.number
        person.act(person.legal()[0], player)
        person.until(lambda number=number: person.number > number, "the move")


# --- Resigning.


def test_who_resigns_loses_and_the_replay_says_so(site: Threaded) -> None:
    made, one, other = two(site)
    one.act(one.legal()[0])
    assert one.tell("resign", player=1)["reason"] == "seat"
    assert other.tell("resign", player=1)["type"] == "ack"
    over(one, other)
    assert (one.view["reason"], one.view["winners"], one.view["scores"]) == ("resigned", [0], [1.0, 0.0])
    assert (one.scene["winners"], one.scene["waiting"], one.scene["prompt"]) == ([0], [], "Zorde resigned.")
    assert one.legal() == []
    assert other.log[-1] == "Zorde resigned."
    assert (listed := finished(site, made))["winners"] == [0]
    assert listed["reason"] == "resigned"
    refused = one.act(0)
    assert (refused["reason"], "over" in refused["sentence"]) == ("illegal", True)
    assert other.tell("resign", player=1)["reason"] == one.undo()["reason"] == "illegal"
    view = site.ask(f"/api/replays/m-{made['match']}")
    assert (view["reason"], view["winners"], view["length"]) == ("resigned", [0], 1)
    frames = site.ask(f"/api/replays/m-{made['match']}/frames")
    assert not frames["scene"]["over"]
    assert frames["frames"][-1]["patch"]["prompt"] == "Zorde resigned."
    replay = parse(json.dumps(site.ask(f"/api/matches/{made['match']}/replay")))
    assert replay.end == Ending("resigned", 1)
    assert site.ask("/api/replays", json.loads(replay.to_json()))["reason"] == "resigned"


def test_a_program_hears_of_the_end_as_an_entry(site: Threaded) -> None:
    made, one, _ = two(site)
    program = site.sit(made, view="moves")
    one.tell("resign", player=0)
    program.until(lambda: program.moves == [[0, -2]], "the entry")


@pytest.mark.parametrize("game, seats", [("minefield", "person"), ("boneyard", "person,bot:random,bot:random")])
def test_a_game_without_other_people_can_be_given_up(site: Threaded, game: str, seats: str) -> None:
    count = seats.count(",") + 1
    made = site.make(game, seats, options={"players": count} if count > 1 else {})
    alone = site.sit(made, 0)
    assert alone.tell("resign", player=0)["type"] == "ack"
    over(alone)
    assert (alone.view["reason"], alone.view["winners"]) == ("given up", [])
    assert alone.view["scores"] == alone.scene["scores"]


def test_against_one_bot_who_resigns_loses(site: Threaded) -> None:
    alone = site.sit(site.make("skirmish", "person,bot:random"), 0)
    alone.tell("resign", player=0)
    over(alone)
    assert (alone.view["reason"], alone.view["winners"]) == ("resigned", [1])


def test_who_resigned_can_play_again_and_the_series_counts_it(site: Threaded) -> None:
    _, one, other = two(site)
    one.tell("resign", player=0)
    over(one, other)
    for person in (one, other):
        assert person.tell("again")["type"] == "ack"
    one.until(lambda: one.view["next"], "the next match")
    assert site.ask(f"/api/matches/{one.view['next']}")["series"] == [1, 0]


# --- A draw.


def test_a_draw_is_offered_declined_and_agreed_on(site: Threaded) -> None:
    made, one, other = two(site)
    assert site.sit(made).tell("draw")["reason"] == "seat"
    assert one.tell("draw")["type"] == "ack"
    other.until(lambda: wishes(other) == [("draw", -1, [0], [1])], "the offer")
    assert one.tell("draw")["type"] == "ack", "offering twice is no agreement"
    assert other.tell("draw", wanted=False)["type"] == "ack"
    one.until(lambda: not wishes(one), "the answer")
    assert other.tell("draw")["type"] == one.tell("draw")["type"] == "ack"
    over(one, other)
    assert (one.view["reason"], one.view["winners"], one.view["scores"]) == ("draw agreed", [], [0.5, 0.5])
    assert wishes(one) == []


def test_bots_and_crowds_agree_on_no_draw(site: Threaded) -> None:
    alone = site.sit(site.make("skirmish", "person,bot:random"), 0)
    crowd = site.sit(site.make("boneyard", "person,person,person", options={"players": 3}), 0, 1, 2)
    for person in (alone, crowd):
        assert "two people" in person.tell("draw")["sentence"]


# --- Leaving.


def test_of_two_players_the_one_who_leaves_loses(site: Threaded) -> None:
    _, one, other = two(site)
    assert one.tell("leave", player=0)["type"] == "ack"
    over(one, other)
    assert (other.view["reason"], other.view["winners"]) == ("left", [1])


def test_where_more_play_a_bot_goes_on(site: Threaded) -> None:
    made = site.make("boneyard", "person,person,person", options={"players": 3}, timer_ms=0)
    one, other = site.sit(made, 0), site.sit(made, 1, 2)
    assert "leave" in one.tell("resign", player=0)["sentence"]
    assert one.tell("leave", player=0)["type"] == "ack"
    other.until(lambda: other.view["seats"][0]["kind"] == "bot", "the bot")
    wait_until(one.is_closed, "the end of the connection")
    assert site.sit(made, 0).welcome["players"] == [], "the seat is gone for good"


def test_before_all_seats_are_taken_a_seat_is_free_again(site: Threaded) -> None:
    made = site.make("boneyard", "person,open,open", options={"players": 3})
    host, path = site.sit(made, 0), f"/api/matches/{made['match']}/seats"
    guest = Player(site, made["match"], tokens=[site.ask(path, {"player": 1})["token"]])
    host.until(lambda: host.view["seats"][1]["kind"] == "person", "the guest")
    assert guest.tell("leave", player=1)["type"] == "ack"
    host.until(lambda: host.view["seats"][1]["kind"] == "open", "the free seat")
    assert site.ask(path, {"player": 1})["player"] == 1


def test_the_host_removes_a_match_that_nobody_has_joined(site: Threaded) -> None:
    made = site.make("skirmish", "person,open")
    host, watcher = site.sit(made, 0, host=made["host"]), site.sit(made)
    assert watcher.tell("remove")["reason"] == "seat"
    assert host.tell("remove")["type"] == "ack"
    assert "removed" in watcher.hear("refused")["sentence"]
    assert Player(site, made["match"]).welcome["reason"] == "gone"
    assert site.ask("/api/matches") == []
    made = site.make("skirmish", "person,open")
    site.ask(f"/api/matches/{made['match']}/seats", {"name": "Bo"})
    assert "joined" in site.sit(made, 0, host=made["host"]).tell("remove")["sentence"]


def test_removing_makes_room_for_another_match(tmp_path: Path) -> None:
    with threaded(tmp_path, matches_an_address=1) as site:
        made = site.make("skirmish", "person,open")
        with pytest.raises(Refused, match="too many matches"):
            site.make()
        site.sit(made, 0, host=made["host"]).tell("remove")
        site.make()


# --- Those who are gone.


def test_who_is_gone_for_too_long_can_be_said_to_have_left(tmp_path: Path) -> None:
    with threaded(tmp_path, Paced, absent_after=0.3) as site:
        made, one, other = two(site, timer_ms=60_000)
        assert "long enough" in one.tell("claim", player=1)["sentence"]
        other.close()
        one.until(lambda: one.view["seats"][1]["claimable"], "the absence")
        assert site.sit(made).tell("claim", player=1)["reason"] == "seat"
        assert one.tell("claim", player=1)["type"] == "ack"
        over(one)
        assert (one.view["reason"], one.view["winners"]) == ("left", [0])


@pytest.mark.parametrize("timer_ms", [600_000, 0])
def test_who_is_gone_stays_gone_after_a_restart(timer_ms: int, tmp_path: Path) -> None:
    with threaded(tmp_path, Paced) as site:
        made, _, other = two(site, timer_ms=timer_ms)
        live = live_of(site, made)
        other.close()
        site.until(lambda: away_in(live.info.clocks).get(1, 0.0) > 0, "the absence is stored, also without a clock")
        stored = away_in(live.info.clocks)[1]
    with threaded(tmp_path) as site:
        one = site.sit(made, 0)
        assert live_of(site, made).audience.presence.absence(1) >= stored
        assert live_of(site, made).audience.presence.absence(0) == 0.0
        assert not one.view["seats"][1]["claimable"]


def test_without_a_clock_nobody_loses_by_being_away_unless_the_host_says_so(tmp_path: Path) -> None:
    with threaded(tmp_path, Paced, absent_after=0.3) as site:
        made, one, other = two(site)
        other.close()
        one.until(lambda: one.view["seats"][1]["away"], "the absence")
        assert not one.view["seats"][1]["claimable"]
        assert one.tell("claim", player=1)["reason"] == "illegal"
        chosen = site.sit(site.make(gone_after=90), 0)
        assert chosen.view["gone_after"] == 90
        for wrong in (5, 10**6):
            with pytest.raises(Refused, match="seconds and a day"):
                site.make(gone_after=wrong)
        assert made


# --- Taking back complete moves, and bots in one's own seat.


def test_a_complete_move_is_taken_back_once_the_other_agrees(site: Threaded) -> None:
    _, one, other = two(site, undo=True)
    complete_move(one, 0)
    steps = one.scene["steps"]
    one.until(lambda: one.heard[-1].get("askable") == [0], "what can be asked for")
    assert "have to agree" in one.undo(0)["sentence"]
    assert "Nobody is asking" in other.tell("take_back", player=0)["sentence"]
    assert one.tell("take_back", player=0)["type"] == "ack"
    other.until(lambda: wishes(other) == [("undo", 0, [0], [1])], "the question")
    assert other.tell("take_back", player=0, wanted=False)["type"] == "ack"
    one.until(lambda: not wishes(one), "the answer")
    one.tell("take_back", player=0)
    other.until(lambda: wishes(other), "the question")
    answer = other.tell("take_back", player=0)
    assert answer["type"] == "ack"
    one.until(lambda: one.scene["steps"] == steps - 1, "the undo")
    assert one.scene["waiting"] == [0]
    assert site.ask(f"/api/matches/{one.match}")["wishes"] == []


def test_a_question_is_void_when_play_goes_on(site: Threaded) -> None:
    _, one, other = two(site, undo=True)
    complete_move(one, 0)
    one.tell("take_back", player=0)
    other.until(lambda: wishes(other) and other.legal(), "the question")
    other.act(other.legal()[0], 1)
    assert other.tell("take_back", player=0)["reason"] == "illegal"
    assert site.ask(f"/api/matches/{one.match}")["wishes"] == []


def test_among_people_moves_stand_unless_the_host_says_otherwise(site: Threaded) -> None:
    made = site.make("skirmish", "person,open")
    one, path = site.sit(made, 0), f"/api/matches/{made['match']}/seats"
    site.ask(path, {"name": "Bo"})
    assert not one.view["undo"]
    complete_move(one, 0)
    assert "can't be taken back" in one.tell("take_back", player=0)["sentence"]
    assert site.sit(site.make("skirmish", "person,bot:random"), 0).view["undo"]


def test_a_bot_plays_ones_seat_once_the_other_agrees_unless_the_host_forbids_it(site: Threaded) -> None:
    _, one, other = two(site)
    assert one.tell("replace", player=0, bot="random")["type"] == "ack"
    other.until(lambda: wishes(other) == [("bot", 0, [0], [1])], "the question")
    assert other.tell("replace", player=0, bot="")["type"] == "ack"
    one.until(lambda: not wishes(one), "the answer")
    one.tell("replace", player=0, bot="random")
    assert other.tell("replace", player=0, bot="random")["type"] == "ack"
    one.until(lambda: one.view["seats"][0]["bot"] == "random", "the bot")
    _, one, _ = two(site, bots=False)
    assert not one.view["bots"]
    assert "host" in one.tell("replace", player=0, bot="random")["sentence"]


def test_bots_play_at_once_if_somebody_wants_it(tmp_path: Path) -> None:
    with threaded(tmp_path, bot_delay=30.0) as site:
        made = site.make("skirmish", "person,bot:random")
        one = site.sit(made, 0)
        assert site.sit(made).tell("change", instant=True)["reason"] == "seat"
        assert one.tell("change", instant=True)["type"] == "ack"
        one.until(lambda: one.view["instant"], "the change")
        history = live_of(site, made).journal.history
        while not history.decision_starts[0]:  # asked inside: one update may show a person's move and the bot's answer
            assert one.act(history.position.actions(0)[0])["type"] == "ack"
        one.until(lambda: 1 in {move.player for move in history.moves}, "the bot's move")
        one.until(lambda: one.scene["waiting"] == [0], "the sight of it")


def test_bots_play_at_once_if_everybody_wants_it(tmp_path: Path) -> None:
    with threaded(tmp_path, bot_delay=30.0) as site:
        made = site.make("boneyard", "person,person,bot:random", options={"players": 3})
        one, other, host = site.sit(made, 0), site.sit(made, 1), site.sit(made, host=made["host"])
        assert host.tell("change", instant=True)["reason"] == "seat"
        assert one.tell("change", instant=True)["type"] == "ack"
        other.until(lambda: wishes(other) == [("instant", -1, [0], [1])], "the question")
        assert one.tell("change", instant=True)["type"] == "ack"
        assert not other.view["instant"], "one person counts once"
        assert other.tell("change", instant=False)["type"] == "ack"
        one.until(lambda: not wishes(one), "the answer")
        for person in (one, other):
            person.tell("change", instant=True)
        one.until(lambda: one.view["instant"] and not wishes(one), "the change")
        assert other.tell("change", instant=False)["type"] == "ack"
        one.until(lambda: not one.view["instant"], "that somebody wants to follow again")


# --- The plug is pulled.


def test_ends_and_questions_survive_a_pulled_plug(tmp_path: Path) -> None:
    with threaded(tmp_path) as site:
        lost, one, _ = two(site)
        assert one.tell("resign", player=0)["type"] == "ack"
        drawn, one, _ = two(site)
        assert one.tell("draw")["type"] == "ack"
        back, one, _ = two(site, undo=True)
        complete_move(one, 0)
        assert one.tell("take_back", player=0)["type"] == "ack"
        with unplugged(tmp_path) as again:
            check_ends_and_questions(again, lost, drawn, back)


def check_ends_and_questions(site: Threaded, lost: dict[str, Any], drawn: dict[str, Any], back: dict[str, Any]) -> None:
    """What a match that is lost, one with a draw on offer, and one with a question about an undo are afterwards."""
    player = site.sit(lost, 0)
    assert (player.view["reason"], player.scene["prompt"]) == ("resigned", "Calliance resigned.")
    assert player.log[-1] == "Calliance resigned."
    assert finished(site, lost)["winners"] == [1]
    friend = site.sit(drawn, 1)
    assert wishes(friend) == [("draw", -1, [0], [1])]
    assert friend.tell("draw")["type"] == "ack"
    over(friend)
    friend = site.sit(back, 1)
    assert wishes(friend) == [("undo", 0, [0], [1])]
    steps = friend.scene["steps"]
    assert friend.tell("take_back", player=0)["type"] == "ack"
    friend.until(lambda: friend.scene["steps"] == steps - 1, "the undo")


def test_a_message_that_ends_a_match_is_answered_again(site: Threaded) -> None:
    _, one, other = two(site)
    for _ in range(2):
        one.send(type="resign", id="once", player=0)
        assert one.answer("once")["type"] == "ack"
    over(other)
    assert live_of(site, {"match": one.match}).journal.number == 1
