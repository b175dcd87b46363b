"""Playing by text over the wire: questions, moves in words, and what nobody may learn that way."""

from __future__ import annotations

import itertools
import secrets
from collections.abc import Iterator
from typing import Any

import pytest
from serving import Player, Threaded, threaded

IDS = map(str, itertools.count())


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Threaded]:
    with threaded(tmp_path_factory.mktemp("text"), bot_delay=0.0) as running:
        yield running


def ask(player: Player, line: str, seat: int = 0) -> dict[str, Any]:
    """The answer to a line."""
    name = next(IDS)
    player.send(type="ask", id=name, player=seat, line=line)
    answer = player.hear("answered", "refused")
    assert answer["id"] == name
    return answer


def type_move(player: Player, line: str, seat: int = 0) -> None:
    """Type a move, and play all that it asks for, until it is seen."""
    answer, number = ask(player, line, seat), player.number
    while answer["type"] == "answered" and answer["action"] >= 0:
        number = player.act(answer["action"], seat)["number"]
        answer = ask(player, "", seat) if answer["goes_on"] else {"type": "answered", "action": -1}
    player.until(lambda: player.number >= number, "the move")


def test_a_whole_game_by_text(site: Threaded) -> None:
    both = site.sit(site.make("skirmish", "person,person", options={"setup": "duel"}), 0, 1)
    for _ in range(400):
        if both.scene["over"]:
            break
        seat = both.scene["waiting"][0]
        answer = ask(both, "look", seat)
        assert answer["text"].startswith("Skirmish")
        assert answer["moves"]
        type_move(both, answer["moves"][0]["notation"], seat)
    assert both.scene["over"]
    assert ask(both, "score")["moves"] == []
    assert "over" in ask(both, "7,2")["text"]


def test_a_line_that_means_nothing_gets_a_sentence_and_changes_nothing(site: Threaded) -> None:
    player = site.sit(site.make("minefield", "person"), 0)
    answer = ask(player, "fly to the moon")
    assert "is not a move now" in answer["text"]
    assert (answer["action"], answer["goes_on"]) == (-1, False)
    assert ask(player, "")["text"] == "There is nothing to go on with."
    assert ask(player, "x" * 2001)["sentence"] == "A line has at most 2,000 characters, not 2,001."
    assert player.number == 0


def test_whoever_watches_may_ask_and_not_play(site: Threaded) -> None:
    made = site.make("skirmish", "person,person")
    site.sit(made, 0)
    watcher = site.sit(made)
    assert "You: a spectator." in ask(watcher, "look", -1)["text"]
    answer = ask(watcher, "7,2", -1)
    assert answer["text"] == "Those who watch can ask, but not play."
    assert answer["action"] == -1
    assert ask(watcher, "look", 0)["reason"] == "seat"


def test_nobody_reads_what_others_have_chosen(site: Threaded, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two worlds that differ only in what one player has chosen look the same to the other, byte for byte."""
    monkeypatch.setattr(secrets, "randbits", lambda count: 5)  # both have the same seed and secret bits
    answers: list[list[dict[str, Any]]] = []
    for choice in (0, -1):
        made = site.make("boneyard", "person,person")
        first, second = site.sit(made, 0), site.sit(made, 1)
        assert first.act(first.legal()[choice])["type"] == "ack"
        heard = [ask(second, line, 1) for line in ("look", "board", "moves", "coming", "last", "score")]
        answers.append([{**one, "id": ""} for one in heard])
    assert all(one["text"] for one in answers[0])
    assert answers[0] == answers[1]


def test_a_second_line_ends_the_first(site: Threaded) -> None:
    player = site.sit(site.make("minefield", "person"), 0)
    answer = ask(player, "stay x5")
    assert answer["goes_on"]
    assert ask(player, "score")["action"] == -1
    assert ask(player, "")["text"] == "There is nothing to go on with."
