"""Looking at a game afterwards: its turns, what a search thinks of them, better moves; and hints while it is played."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from serving import Refused, Threaded, threaded, wait_until

import garrison
from garrison import bots
from garrison.bots.analysis import MISTAKE, MISTAKES
from garrison.bots.search.beam import imagined
from garrison.core.discovery import find
from garrison.core.replay import Move, Replay
from garrison.play.server.work.analyses import Analyses
from garrison.play.server.work.placement import placed_by

DUEL = {"options": {"setup": "duel"}, "seed": 5}
QUICK = {"analysed_turns": 6, "analysis_takes": 1.0, "hint_takes": 0.02, "bot_delay": 0.0}


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """Everything is compiled first, since nobody here waits for that."""
    bots.rehearse(find("skirmish"))
    garrison.load("loop").new(0)


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Threaded]:
    """A server for all tests of this file, on which one match is over."""
    with threaded(tmp_path_factory.mktemp("hall"), **QUICK) as running:
        yield running


@pytest.fixture(scope="module")
def over(hall: Threaded) -> str:
    """The replay of a match that bots have played."""
    return played(hall)


def played(site: Threaded, **wishes: Any) -> str:
    made = site.make("skirmish", "bot:random,bot:random", **DUEL, **wishes)
    watcher = site.sit(made, view="moves", invite=made["invite"])
    live = site.services.registry.matches[made["match"]]
    wait_until(lambda: live.info.finished, "the end of the match")
    watcher.close()
    return f"m-{made['match']}"


def analysed(site: Threaded, replay: str) -> Any:
    path = f"/api/replays/{replay}/analysis"
    site.ask(path, b"")
    return wait_until(lambda: (found := site.ask(path))["state"] in ("done", "failed") and found, "an analysis")


def test_turns_cover_the_whole_replay_and_have_words(hall: Threaded, over: str) -> None:
    turns, length = hall.ask(f"/api/replays/{over}/turns"), hall.ask(f"/api/replays/{over}")["length"]
    assert [turn["first"] for turn in turns] == [0, *(turn["last"] for turn in turns[:-1])]
    assert turns[-1]["last"] == length > len(turns)
    assert all(turn["words"].endswith((".", "!")) for turn in turns)
    assert {turn["player"] for turn in turns} == {0, 1}
    position = garrison.load("skirmish", setup="duel").new(5)
    for turn in turns:
        assert len(position.parse(turn["notation"], turn["player"]).actions) == turn["last"] - turn["first"]
        position.perform(turn["player"], turn["notation"])
    assert position.over


def test_in_real_time_only_what_happened_counts_as_a_turn(hall: Threaded) -> None:
    replay = Replay(garrison.load("loop"), 3, [Move(0, garrison.load("loop").facts.tick_action)] * 40)
    name = hall.ask("/api/replays", replay.to_json().encode())["id"]
    turns = hall.ask(f"/api/replays/{name}/turns")
    assert turns[-1]["last"] == 40
    assert all(turn["words"] for turn in turns[:-1])
    assert len(turns) < 40


def test_an_analysis_is_made_once_and_kept_with_the_match(tmp_path: Path) -> None:
    with threaded(tmp_path, **QUICK) as site:
        replay = played(site)
        assert site.ask(f"/api/replays/{replay}/analysis")["state"] == "none"
        found = analysed(site, replay)
        assert (found["state"], found["share"]) == ("done", 1)
        assert 2 <= len(found["turns"]) <= QUICK["analysed_turns"]
        assert found["turns"][-1]["last"] == site.ask(f"/api/replays/{replay}")["length"]
        for turn in found["turns"]:
            assert len(turn["values"]) == 2
            assert all(-1 <= value <= 1 for value in turn["values"])
            assert bool(turn["better"]) == (turn["loss"] >= MISTAKE)
        losses = {turn["first"]: turn["loss"] for turn in found["turns"]}
        worst = sorted((loss for loss in losses.values() if loss >= MISTAKE), reverse=True)
        assert [losses[first] for first in found["mistakes"]] == worst[:MISTAKES]
    with threaded(tmp_path, **QUICK) as again:
        assert again.ask(f"/api/replays/{replay}/analysis") == found
        assert again.ask(f"/api/replays/{replay}/analysis", b"") == found


def bettered(site: Threaded, over: str) -> tuple[str, Any]:
    """A match with a turn for which there was a better one: in a duel, chance may well play without mistakes."""
    for name in chain([over], (played(site) for _ in range(6))):
        for turn in analysed(site, name)["turns"]:
            if turn["better"]:
                return name, turn
    raise AssertionError("nobody made a mistake")


def test_a_better_move_is_shown_like_a_replay(hall: Threaded, over: str) -> None:
    over, turn = bettered(hall, over)
    frames = hall.ask(f"/api/replays/{over}/better?first={turn['first']}")
    assert frames["first"] == turn["first"]
    assert frames["scene"]["player"] == turn["player"]
    assert len(frames["frames"]) == len(turn["better"])
    with pytest.raises(Refused, match="404: No better move"):
        hall.ask(f"/api/replays/{over}/better?first=99999")


def test_one_analysis_at_a_time_and_only_of_what_is_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def endless(*given: Any) -> None:
        """However short the match was, its analysis is not done before the test is."""
        await asyncio.Event().wait()

    monkeypatch.setattr(Analyses, "judge_turns", endless)
    with threaded(tmp_path, bot_delay=0.0) as site:
        first, second = played(site), played(site)
        site.ask(f"/api/replays/{first}/analysis", b"")
        assert site.ask(f"/api/replays/{first}/analysis", b"")["state"] == "running"
        with pytest.raises(Refused, match="409: Your last analysis is still being made"):
            site.ask(f"/api/replays/{second}/analysis", b"")
        running = site.make()
        with pytest.raises(Refused, match="409: This match is not over"):
            site.ask(f"/api/replays/m-{running['match']}/analysis", b"")
        with pytest.raises(Refused, match="404"):
            site.ask(f"/api/replays/{played(site, private=True)}/analysis", b"")


def test_a_hint_is_legal_and_counted(hall: Threaded) -> None:
    made = hall.make("skirmish", "person,bot:random", seed=5)
    player = hall.sit(made, 0)
    assert player.view["hints"] == 0
    player.send(type="hint", id="a", player=0)
    hint = player.hear("hinted")
    assert (hint["player"], hint["number"]) == (0, 0)
    assert hint["actions"][0] in player.legal()
    assert hint["words"]
    assert list(garrison.load("skirmish").new(5).parse(hint["notation"], 0).actions) == hint["actions"]
    assert player.answer("a")["type"] == "ack"
    player.until(lambda: player.view["hints"] == 1, "a count")
    for action in hint["actions"]:
        assert player.act(action)["type"] == "ack"
    player.close()
    assert hall.ask(f"/api/matches/{made['match']}")["hints"] == 1


def test_a_hint_is_counted_also_if_the_match_is_read_again_meanwhile(hall: Threaded) -> None:
    made = hall.make("skirmish", "person,bot:random", **DUEL)
    player = hall.sit(made, 0)
    live = hall.services.registry.matches[made["match"]]
    alter = live.alterations.alter

    async def altered(*given: Any) -> Any:
        live.journal.info = replace(live.info)
        return await alter(*given)

    live.alterations.alter = altered
    player.send(type="hint", id="a", player=0)
    player.hear("hinted")
    player.until(lambda: player.view["hints"] == 1, "a count")
    player.close()


def test_hints_are_only_for_those_who_play_without_other_people(hall: Threaded) -> None:
    made = hall.make("skirmish", "person,open")
    player = hall.sit(made, 0)
    assert player.tell("hint", player=0)["sentence"] == "There are no hints in a match among people."
    assert player.tell("hint", player=1)["reason"] == "seat"
    player.close()
    alone = hall.make("skirmish", "person,bot:random")
    watcher = hall.sit(alone)
    assert watcher.tell("hint", player=0)["reason"] == "seat"
    watcher.close()


def test_what_a_hidden_choice_places_is_known_before_it_is_shown() -> None:
    position = garrison.load("boneyard", players=2).new(3)
    catapult, nothing = position.game.action("catapult"), position.game.action("pass")
    for player in range(2):
        position.play(player, 7)
    placed = placed_by(imagined(position, 0, 1), 0, (catapult, 16), (nothing,))
    assert [(piece.kind, piece.faint) for piece in placed] == [("catapult", True)]
    turns = garrison.load("skirmish").new(3)
    assert placed_by(turns, 0, tuple(turns.actions(0)[:1]), ()) == ()
