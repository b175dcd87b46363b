"""A private match answers strangers as one that does not exist, and nobody else on the machine can read its dice."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from serving import Player, Refused, Threaded, threaded, wait_until

STRANGERS: tuple[dict[str, str], ...] = ({}, {"x-garrison-invite": "wrong"})


def finished(site: Threaded, **wishes: Any) -> dict[str, Any]:
    """A match that two bots have played to its end."""
    made = site.make("skirmish", "bot:random,bot:random", options={"setup": "duel"}, private=True, **wishes)
    site.sit(made, host=made["host"])
    wait_until(lambda: site.services.registry.matches[made["match"]].info.finished, "the end")
    return made


def answers(site: Threaded, match: str, key: dict[str, str]) -> list[tuple[int, str, dict[str, str]]]:
    """Everything that can be asked about a match: status, sentence and headers of each refusal."""
    invite = key.get("x-garrison-invite", "")
    asked: list[tuple[str, Any]] = [
        (f"/api/matches/{match}", None),
        (f"/api/matches/{match}/seats", {"invite": invite}),
        (f"/api/matches/{match}/replay", None),
        (f"/api/replays/m-{match}", None),
        (f"/api/replays/m-{match}/frames?first=0&count=2", None),
        ("/api/matches", {"replay": f"m-{match}", "number": 1, "invite": invite}),
    ]
    found: list[tuple[int, str, dict[str, str]]] = []
    for path, body in asked:
        try:
            site.ask(path, body, key)
            found.append((200, "", {}))
        except Refused as refused:
            headers = {name: value for name, value in refused.headers.items() if name.lower() != "date"}
            found.append((refused.status, refused.sentence, headers))
    return found


def joined(site: Threaded, match: str, **join: Any) -> list[dict[str, Any]]:
    stranger = Player(site, match, **join)
    wait_until(stranger.is_closed, "the end of the connection")
    return stranger.heard


def test_a_private_match_answers_like_one_that_does_not_exist(site: Threaded) -> None:
    running, over = site.make("skirmish", "person,open", private=True), finished(site)
    for key in STRANGERS:
        for made in (running, over):
            assert answers(site, made["match"], key) == answers(site, "zzzzzzzzzz", key)
            assert {status for status, *_ in answers(site, made["match"], key)} == {404}
        invite = key.get("x-garrison-invite", "")
        nothing = joined(site, "zzzzzzzzzz", invite=invite)
        assert joined(site, running["match"], invite=invite) == joined(site, over["match"], invite=invite) == nothing
        assert nothing[0]["sentence"] == "There is no such match here."


def test_whoever_plays_alone_or_against_bots_is_not_listed_until_the_game_is_over(site: Threaded) -> None:
    alone, bots = site.make("minefield", "person"), site.make("skirmish", "person,bot:random")
    together, waiting = site.make("skirmish", "person,person"), site.make("boneyard", "person,open,bot:random")
    for made in (alone, bots, together):
        site.sit(made, 0)
    listed = {one["id"] for one in site.ask("/api/matches")}
    assert listed == {together["match"], waiting["match"]}
    site.sit(bots, 0).tell("resign", player=0)
    wait_until(lambda: site.services.registry.matches[bots["match"]].info.finished, "the end")
    assert bots["match"] in {one["id"] for one in site.ask("/api/matches?finished=1")}


def test_those_who_are_invited_see_everything(site: Threaded) -> None:
    made = finished(site)
    key = {"x-garrison-invite": made["invite"]}
    statuses = [status for status, *_ in answers(site, made["match"], key)]
    assert statuses == [200, 409, 200, 200, 200, 200]
    for path in (f"/api/replays/m-{made['match']}", f"/api/replays/m-{made['match']}/frames"):
        with pytest.raises(Refused, match="no such match"):
            site.ask(path)  # also now that the server has it in memory
    assert site.ask(f"/api/replays/m-{made['match']}", headers=key)["named"]


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps files apart by user in another way")
def test_the_database_is_for_its_owner_alone(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        for known in ("matches.sqlite.lock", "matches.sqlite"):
            (tmp_path / known).touch(0o644)
        with threaded(tmp_path) as site:
            site.make()
            found = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.glob("matches.sqlite*")}
    finally:
        os.umask(before)
    assert set(found) >= {"matches.sqlite", "matches.sqlite-wal", "matches.sqlite.lock"}
    assert set(found.values()) == {0o600}


def test_seeds_are_not_in_logs(site: Threaded, caplog: pytest.LogCaptureFixture, capfd: Any) -> None:
    made = site.make()
    one = site.sit(made, 0)
    one.act(one.legal()[0])
    one.until(lambda: one.number == 1, "the move")
    journal = site.services.registry.matches[made["match"]].journal
    bits = str(journal.history.moves[0].bits)
    with site.services.registry.store.engine.connect() as connection:
        connection.exec_driver_sql("ALTER TABLE history_entries RENAME TO lost")
        connection.commit()
    one.act(one.legal()[-1])
    said = caplog.text + "".join(capfd.readouterr()) + json.dumps(one.heard)
    assert "can't be written" in said
    assert bits not in said
    assert str(journal.history.replay.seed) not in said
