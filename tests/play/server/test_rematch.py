"""Playing again: the same people in one new match, one seat further, once all of them want it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from serving import Paced, Player, Refused, Site, Threaded, threaded, unplugged

import garrison
from garrison.core.replay import Move, Replay


@cache
def duel() -> Replay:
    """A duel, played at random."""
    game, dice = garrison.load("skirmish", setup="duel"), Random(1)
    replay, position = Replay(game, 1), game.new(1)
    while not position.over:
        player = position.waiting[0]
        replay.moves.append(Move(player, dice.choice(position.actions(player))))
        position.play(*replay.moves[-1][:2])
    return replay


def nearly_over(site: Site, seats: str = "person,person") -> dict[str, Any]:
    """A match in which the last action is to be played."""
    name = site.ask("/api/replays", duel().to_json().encode())["id"]
    return site.make("skirmish", seats, replay=name, number=len(duel().moves) - 1)


def finish(*people: Player) -> None:
    """Play the last action."""
    last = duel().moves[-1]
    next(one for one in people if last.player in one.welcome["players"]).act(last.action, last.player)
    for person in people:
        person.until(lambda person=person: person.view["status"] == "over", "the end")


def asked(person: Player) -> list[tuple[str, list[int], list[int]]]:
    return [(wish["about"], wish["agreed"], wish["asked"]) for wish in person.view["wishes"]]


@pytest.fixture
def played(site: Threaded) -> tuple[dict[str, Any], Player, Player]:
    made = nearly_over(site)
    both = site.sit(made, 0), site.sit(made, 1)
    finish(*both)
    return made, *both


def following(site: Threaded, person: Player, made: dict[str, Any], player: int) -> Player:
    """Somebody sits down at the match that follows, with the token from before."""
    return Player(site, person.view["next"], tokens=[made["seats"][str(player)]])


def test_everybody_lands_in_the_same_new_match_with_sides_swapped(
    site: Threaded, played: tuple[dict[str, Any], Player, Player]
) -> None:
    made, one, other = played
    winners = one.view["winners"]
    assert (one.view["next"], one.view["series"]) == ("", [])
    assert one.tell("again")["type"] == "ack"
    other.until(lambda: asked(other) == [("again", [0], [1])], "the question")
    assert other.view["next"] == ""
    assert other.tell("again")["type"] == "ack"
    for person in (one, other):
        person.until(lambda person=person: person.view["next"], "the next match")
        assert asked(person) == []
    first, second = following(site, one, made, 0), following(site, other, made, 1)
    assert (first.welcome["players"], second.welcome["players"]) == ([1], [0])
    assert first.view["id"] == second.view["id"] == one.view["next"] == other.view["next"]
    assert first.view["series"] == [int(1 in winners), int(0 in winners)]


def test_a_new_match_is_made_once(site: Threaded, played: tuple[dict[str, Any], Player, Player]) -> None:
    made, one, other = played
    for person in (one, other, one, other):
        assert person.tell("again")["type"] == "ack"
    name = other.view["next"]
    assert name
    one.until(lambda: one.view["next"] == name, "the next match")
    assert len([match for match in site.ask("/api/matches") if match["id"] != made["match"]]) == 1


def test_seeds_and_hosts(site: Threaded, played: tuple[dict[str, Any], Player, Player]) -> None:
    made, one, other = played
    one.tell("again")
    other.tell("again")
    other.until(lambda: other.view["next"], "the next match")
    host = Player(site, other.view["next"], tokens=[made["seats"]["0"]], host=made["host"])
    assert host.welcome["host"]
    seeds = {
        site.services.registry.matches[name].journal.history.replay.seed for name in (made["match"], host.view["id"])
    }
    assert len(seeds) == 2


def test_it_can_be_declined_and_taken_back(site: Threaded, played: tuple[dict[str, Any], Player, Player]) -> None:
    _, one, other = played
    one.tell("again")
    other.until(lambda: asked(other), "the question")
    other.tell("again", wanted=False)
    one.until(lambda: asked(one) == [], "the answer")
    other.tell("again")
    one.until(lambda: asked(one) == [("again", [1], [0])], "the question")
    assert one.view["next"] == "", "what was declined is asked again"


def test_a_question_expires(tmp_path: Path) -> None:
    with threaded(tmp_path, Paced, wish_lasts=5.0) as site:
        made = nearly_over(site)
        one, other = site.sit(made, 0), site.sit(made, 1)
        finish(one, other)
        one.tell("again")
        other.until(lambda: asked(other), "the question")
        site.let_pass(3.0)
        assert asked(other)
        other.until(lambda: not asked(other), "its end")
        other.tell("again")
        assert other.view["next"] == ""


def test_only_those_who_played_are_asked_and_only_afterwards(site: Threaded) -> None:
    made = nearly_over(site)
    one, other, watching = site.sit(made, 0), site.sit(made, 1), Player(site, made["match"])
    refused = one.tell("again")
    assert (refused["reason"], refused["sentence"]) == ("illegal", "This match is not over yet.")
    finish(one, other)
    assert watching.tell("again")["reason"] == watching.tell("again", wanted=False)["reason"] == "seat"


def test_against_bots_it_begins_at_once(site: Threaded) -> None:
    made = nearly_over(site, "person,bot:random" if duel().moves[-1].player == 0 else "bot:random,person")
    mine = duel().moves[-1].player
    one = site.sit(made, mine)
    finish(one)
    one.tell("again")
    one.until(lambda: one.view["next"], "the next match")
    again = following(site, one, made, mine)
    assert again.view["seats"][mine]["kind"] == "bot"
    assert again.welcome["players"] == [1 - mine]


def test_it_counts_as_a_match_that_was_made(tmp_path: Path) -> None:
    with threaded(tmp_path, matches_an_address=1) as site:
        made = nearly_over(site)
        both = site.sit(made, 0, 1)
        finish(both)
        both.tell("again")
        both.until(lambda: both.view["next"], "the next match")
        with pytest.raises(Refused, match="too many matches"):
            site.make("minefield", "person")


def test_a_question_survives_a_pulled_plug(tmp_path: Path) -> None:
    with threaded(tmp_path) as site:
        made = nearly_over(site)
        one, other = site.sit(made, 0), site.sit(made, 1)
        finish(one, other)
        assert one.tell("again")["type"] == "ack"
        with unplugged(tmp_path) as again:
            one, other = again.sit(made, 0), again.sit(made, 1)
            assert asked(other) == [("again", [0], [1])]
            assert other.tell("again")["type"] == "ack"
            one.until(lambda: one.view["next"], "the next match")


@pytest.mark.parametrize(
    "kind, wish", [("again", {}), ("change", {"paused": True}), ("replace", {"player": 0, "bot": ""})]
)
def test_a_message_of_any_kind_has_a_short_id(site: Threaded, kind: str, wish: dict[str, Any]) -> None:
    player = site.sit(nearly_over(site), 0)
    player.send(type=kind, id="x" * 65, **wish)
    refused = player.hear("refused")
    assert (refused["reason"], len(refused["id"])) == ("message", 64)
