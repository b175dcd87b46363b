"""Finished matches as evidence: only where the server allows it, without names; and two variants side by side."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from serving import Threaded, threaded

import garrison
from garrison.errors import BadOption
from garrison.lab.design.played_games import PERSON, evidence_of
from garrison.play.server.store.finished_matches import address_of, played_games
from garrison.play.server.wire.settings import Settings, checked_beside, default_beside
from starting import answer, run

RULES: dict[str, Any] = {"variant": "former", "setup": "duel"}


def play_out(site: Threaded, **wishes: Any) -> None:
    """A match of two people: a few actions, then one of them resigns."""
    made = site.make("skirmish", variant="former", options={"setup": "duel"}, **wishes)
    player = site.sit(made, 0, 1)
    for _ in range(4):
        player.act(player.legal()[0], player.scene["waiting"][0])
    player.tell("resign", player=0)
    player.until(lambda: player.scene["over"], "the end")
    player.close()


def matches_in(folder: Path) -> list[Any]:
    game = garrison.load("skirmish", **RULES)
    return played_games(str(folder / "matches.sqlite"), game)


def test_matches_are_read_where_the_server_allows_it(tmp_path: Path) -> None:
    with threaded(tmp_path, evidence=1) as site:
        play_out(site)
        play_out(site)
        assert site.ask("/api/version")["evidence"] is True
    games = matches_in(tmp_path)
    assert [one.seats for one in games] == [(PERSON, PERSON)] * 2
    assert all(one.replay.end and one.replay.end.reason == "resigned" for one in games)
    evidence = evidence_of(garrison.load("skirmish", **RULES), games)
    assert evidence.games == 2


def test_nothing_is_read_of_a_server_that_does_not_allow_it_or_of_matches_from_before(tmp_path: Path) -> None:
    with threaded(tmp_path) as site:
        play_out(site)
        assert site.ask("/api/version")["evidence"] is False
    assert matches_in(tmp_path) == []
    with threaded(tmp_path, evidence=1) as site:
        play_out(site)
    assert len(matches_in(tmp_path)) == 1


def test_private_matches_unfinished_ones_and_other_rules_are_left_out(tmp_path: Path) -> None:
    with threaded(tmp_path, evidence=1) as site:
        play_out(site, private=True)
        site.make("skirmish", variant="former", options={"setup": "duel"})
    assert matches_in(tmp_path) == []
    with threaded(tmp_path, evidence=1) as site:
        play_out(site)
    assert played_games(str(tmp_path / "matches.sqlite"), garrison.load("skirmish", variant="former")) == []


def test_the_lab_reports_and_compares_without_names_and_changes_nothing(tmp_path: Path) -> None:
    with threaded(tmp_path, evidence=1) as site:
        play_out(site)
        play_out(site)
    file = tmp_path / "matches.sqlite"
    before = file.read_bytes()
    asked = ("lab", "report", "skirmish", "--variant", "former", "--setup", "duel", "--from-matches", str(file))
    told = answer(tmp_path, *asked, "--measure", "draws,length", "--out", "report.html")
    assert "as they were played, 2 games" in told
    assert "4 of 4 seats were people's" in told
    assert "Ada" not in told + (tmp_path / "report.html").read_text(encoding="utf-8")
    data = json.loads(answer(tmp_path, *asked, "--json", "--among", "people"))
    assert data["games"] == 2
    none = run(tmp_path, *asked, "--among", "bots")
    assert none.returncode == 2
    assert "There are no finished matches of Skirmish (former) by these rules that may be measured." in none.stderr
    variant = tmp_path / "duel.toml"
    variant.write_text('[options]\nsetup = "duel"\n', encoding="utf-8")
    same = ("lab", "compare", str(variant), str(variant), "--game", "skirmish", "--from-matches", str(file))
    assert "drawn: 0.0% and 0.0%" in answer(tmp_path, *same)
    assert file.read_bytes() == before


def test_a_database_that_can_not_be_read_gets_a_sentence(tmp_path: Path) -> None:
    game = garrison.load("skirmish")
    with pytest.raises(BadOption, match="there is no such database"):
        played_games(str(tmp_path / "none.sqlite"), game)
    assert not (tmp_path / "none.sqlite").exists()
    (tmp_path / "text.sqlite").write_text("this is not a database at all", encoding="utf-8")
    with pytest.raises(BadOption, match="the file is not a database"):
        played_games(str(tmp_path / "text.sqlite"), game)
    with threaded(tmp_path):
        pass
    with sqlite3.connect(tmp_path / "matches.sqlite") as connection:
        connection.execute("UPDATE about SET version = 1")
    connection.close()
    with pytest.raises(BadOption, match="tables of version 1"):
        played_games(str(tmp_path / "matches.sqlite"), game)


def test_a_file_is_named_by_its_path_and_anything_else_by_its_address() -> None:
    assert address_of("a/b.sqlite") == "sqlite:///a/b.sqlite"
    assert address_of("postgresql://me@here/db") == "postgresql://me@here/db"


def test_of_two_variants_side_by_side_half_get_the_second(tmp_path: Path) -> None:
    with threaded(tmp_path, beside=(("minefield", "sprint"),)) as site:
        assert site.ask("/api/version")["beside"] == {"minefield": "sprint"}
        made = [site.make("minefield", "person") for _ in range(24)]
        variants = [site.ask(f"/api/matches/{one['match']}")["variant"] for one in made]
        named = site.make("minefield", "person", variant="stubborn")
        others = site.make("skirmish")
        assert site.ask(f"/api/matches/{named['match']}")["variant"] == "stubborn"
        assert site.ask(f"/api/matches/{others['match']}")["variant"] == "standard"
    assert {*variants} == {"standard", "sprint"}
    assert 3 < variants.count("sprint") < 21


def test_what_is_beside_another_is_a_variant_of_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GARRISON_BESIDE", "minefield=sprint, loop=quick")
    assert default_beside() == (("minefield", "sprint"), ("loop", "quick"))
    assert Settings().beside == default_beside()
    for wrong in ("minefield=nothing", "minefield"):
        with pytest.raises(BadOption, match="GARRISON_BESIDE names games and their variants"):
            checked_beside(wrong)
