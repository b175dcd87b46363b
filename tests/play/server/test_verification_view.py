"""What a visitor's page gets to play a match again: everything, once it is over, and nothing before."""

from __future__ import annotations

import base64
import json
import struct
import urllib.error
import urllib.request
import zlib
from collections.abc import Iterator
from typing import Any

import pytest
from serving import Refused, Threaded, threaded, wait_until

import garrison
from garrison.core.engine import store
from garrison.core.game import Game
from garrison.core.parameters import parameters_of
from garrison.core.replay import Move, Replay, parse
from garrison.core.verification import verify
from garrison.play.server.work import catalogue, replay_work


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Threaded]:
    """A server for all tests of this file."""
    garrison.load("skirmish").new(0)
    with threaded(tmp_path_factory.mktemp("hall"), bot_delay=0.0) as running:
        yield running


def finished(site: Threaded, **wishes: Any) -> str:
    """A match that bots have played."""
    made = site.make("skirmish", "bot:random,bot:random", options={"setup": "duel"}, **wishes)
    watcher = site.sit(made, view="moves", invite=made["invite"])
    live = site.services.registry.matches[made["match"]]
    wait_until(lambda: live.info.finished, "the end of the match")
    watcher.close()
    return str(made["match"])


def game_in(told: dict[str, Any]) -> Game:
    """The game whose rules a message holds."""
    package = garrison.load(told["game"]).package
    record = parameters_of(package.module("state")).from_bytes(base64.b64decode(told["parameters"]), "the message")
    return Game(package, record)


def played_again(told: dict[str, Any]) -> list[bytes]:
    """What is summed of all positions, from what a page is told."""
    bits = {stir["place"]: int(stir["bits"]) for stir in told["stirs"]}
    position = game_in(told).new(int(told["seed"]))
    records = [position.state.tobytes()]
    for place, (player, action) in enumerate(told["moves"]):
        Move(player, action, bits=bits.get(place, 0)).play(position)
        records.append(struct.pack("<II", player, action) + position.state.tobytes())
    return records


def check(told: dict[str, Any]) -> None:
    records = played_again(told)
    assert told["checksums"] == "".join(f"{zlib.crc32(record) & 0xFFFF:04x}" for record in records)
    assert base64.b64decode(told["final"]) == records[-1][8:]
    assert told["rules_version"] == garrison.load(told["game"]).facts.rules_version


def test_what_a_page_gets_leads_to_the_last_position(hall: Threaded) -> None:
    check(hall.ask(f"/api/replays/m-{finished(hall)}/verification"))


def test_secret_bits_are_told_once_the_match_is_over(hall: Threaded) -> None:
    made = hall.make("boneyard", "person", options={"players": 1})
    one, live = hall.sit(made, 0), hall.services.registry.matches[made["match"]]
    while int(live.journal.history.position.state["turn"][0]) < 4:
        one.act(one.legal()[0])
    with pytest.raises(Refused, match="not over"):
        hall.ask(f"/api/replays/m-{made['match']}/verification", headers={"x-garrison-invite": made["invite"]})
    one.tell("resign", player=0)
    wait_until(lambda: live.info.finished, "the end of the match")
    told = hall.ask(f"/api/replays/m-{made['match']}/verification", headers={"x-garrison-invite": made["invite"]})
    one.close()
    assert len(told["stirs"]) >= 3
    assert not any(stir["bits"] in repr(one.heard) for stir in told["stirs"])
    check(told)


def test_the_file_of_a_match_can_be_verified(hall: Threaded) -> None:
    match = finished(hall)
    file = hall.ask(f"/api/matches/{match}/replay")
    assert verify(parse(json.dumps(file))).startswith(f"Verified here: {len(file['actions'])} moves")
    again = hall.ask("/api/replays", file)["id"]
    whole = hall.ask(f"/api/replays/m-{match}/verification")
    assert hall.ask(f"/api/replays/{again}/verification") == whole


def test_a_file_without_a_trace_gets_that_of_this_server(hall: Threaded) -> None:
    match = finished(hall)
    whole = hall.ask(f"/api/replays/m-{match}/verification")
    file = hall.ask(f"/api/matches/{match}/replay")
    del file["checksums"], file["final"]
    name = hall.ask("/api/replays", file)["id"]
    assert hall.ask(f"/api/replays/{name}/verification") == whole


def test_a_false_trace_stays_as_it_is(hall: Threaded) -> None:
    """The page has to see it, to say so."""
    file = hall.ask(f"/api/matches/{finished(hall)}/replay")
    file["checksums"] = "0000" + file["checksums"][4:]
    name = hall.ask("/api/replays", file)["id"]
    assert hall.ask(f"/api/replays/{name}/verification")["checksums"] == file["checksums"]


def test_nothing_is_told_before_the_end(hall: Threaded) -> None:
    made = hall.make("skirmish", "person,bot:random", options={"setup": "duel"})
    with pytest.raises(Refused, match="not over"):
        hall.ask(f"/api/replays/m-{made['match']}/verification")


def test_a_private_match_is_verified_by_those_who_are_invited(hall: Threaded) -> None:
    match = finished(hall, private=True)
    with pytest.raises(Refused, match="no such match"):
        hall.ask(f"/api/replays/m-{match}/verification")


def test_the_rules_for_browsers_are_handed_out_once(hall: Threaded, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "rules_module", lambda name: b"\0asm" + name.encode())
    address = f"{hall.base}/api/games/skirmish/rules.wasm"
    with urllib.request.urlopen(address) as answer:
        assert answer.read() == b"\0asmskirmish"
        assert answer.headers["content-type"] == "application/wasm"
        tag = answer.headers["etag"]
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(urllib.request.Request(address, headers={"if-none-match": tag}))
    with caught.value as error:
        assert (error.code, error.read()) == (304, b"")


def test_where_there_are_no_rules_for_browsers_a_sentence_says_so(
    hall: Threaded, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "kept", lambda origin, target: None)
    catalogue.rules_module.cache_clear()
    with pytest.raises(Refused, match="404: The rules of Skirmish are not here for browsers") as caught:
        hall.ask("/api/games/skirmish/rules.wasm")
    assert "garrison build" in caught.value.sentence
    with pytest.raises(Refused, match="There is no game called 'chess'"):
        hall.ask("/api/games/chess/rules.wasm")


def test_what_is_too_long_for_a_browser_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = garrison.load("minefield", rules={"start_energy": 10**9, "enemy_period": 0})
    text = Replay(game, 1, [Move(0, 0)] * 4).to_json()
    assert replay_work.verification("f-long", text)
    monkeypatch.setattr(replay_work, "MOST_VERIFIED", 3)
    with pytest.raises(garrison.GarrisonError, match="at most 3 moves, and this one has 4"):
        replay_work.verification("f-long", text)


def test_what_the_rules_of_today_do_not_allow_is_refused() -> None:
    text = Replay(garrison.load("minefield"), 1, [Move(0, 9), Move(1, 0)]).to_json()
    with pytest.raises(garrison.GarrisonError, match="do not allow all moves"):
        replay_work.verification("f-wrong", text)
