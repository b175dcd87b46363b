"""High scores: nothing is lost, nothing escapes, and a broken file costs only itself."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path

import pytest

import garrison
from garrison.core.errors import GarrisonError
from garrison.core.game import Game
from garrison.core.replay import Move, Replay, parse
from garrison.play import scores
from garrison.play.match import Match


@pytest.fixture(scope="module")
def minefield() -> Game:
    return garrison.load("minefield")


@pytest.fixture
def replay(minefield: Game) -> Replay:
    return Replay(minefield, 7, [Move(0, 1, 200), Move(0, 2, 400)])


def names(found: scores.Best) -> list[str]:
    return [entry.name for entry in found]


def test_an_entry_comes_back_whole(replay: Replay) -> None:
    path = scores.save(replay, "Ada", 120)
    (entry,) = scores.best("minefield", "standard")
    assert (entry.name, entry.score, entry.steps, entry.path) == ("Ada", 120, 2, path)
    assert datetime.fromisoformat(entry.date).tzinfo is not None
    assert parse(entry.replay).moves == replay.moves
    assert entry.score_text == "120"


def test_a_match_can_be_saved(minefield: Game) -> None:
    match = Match(minefield, 7)
    match.tick()
    scores.save(match, "Ada", 1)
    assert scores.best("minefield", "standard")[0].steps == 1


def test_highest_first_and_of_equal_ones_the_earlier(replay: Replay) -> None:
    for name, score in (("b", 10), ("a", 30), ("c", 10), ("d", 20)):
        scores.save(replay, name, score)
    assert names(scores.best("minefield", "standard")) == ["a", "d", "b", "c"]
    assert names(scores.best("minefield", "standard", count=2)) == ["a", "d"]


def test_no_scores_yet() -> None:
    found = scores.best("minefield", "standard")
    assert (list(found), found.broken) == ([], 0)


def test_broken_files_are_counted_and_cost_only_themselves(replay: Replay) -> None:
    folder = scores.save(replay, "Ada", 5).parent
    whole = json.loads(next(folder.glob("*.json")).read_text())
    (folder / "half.json").write_text(json.dumps(whole)[:50])
    (folder / "bytes.json").write_bytes(b"\xff\xfe\x00")
    (folder / "foreign.json").write_text('{"hello": "world"}')
    (folder / "list.json").write_text("[1, 2]")
    (folder / "folder.json").mkdir()
    wrong = ({"score": "many"}, {"score": float("nan")}, {"date": "yesterday"}, {"game": "chess"}, {"steps": True})
    for number, change in enumerate(wrong):
        (folder / f"wrong{number}.json").write_text(json.dumps({**whole, **change}))
    (folder / ".half.json.tmp").write_text("what a crash leaves behind")
    found = scores.best("minefield", "standard")
    assert (names(found), found.broken) == (["Ada"], 10)


def test_no_permission_is_one_sentence(replay: Replay, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("GARRISON_DATA_DIR", str(tmp_path / "file"))
    with pytest.raises(GarrisonError, match="high scores can't be made"):
        scores.save(replay, "Ada", 5)
    scores.remember_name("Ada")  # says nothing
    assert list(scores.best("minefield", "standard")) == []


@pytest.mark.parametrize("name", ["..", "../../etc", "/etc/passwd", "a/b", "", ".", "con\x00", "ä" * 300, "\udcff"])
def test_no_name_escapes_the_folder(name: str) -> None:
    root = (scores.data_folder() / "scores").resolve()
    folder = scores.folder_of(name, name)
    assert folder.resolve().parent.parent == root
    assert len(folder.name) < 60


def test_names_that_only_look_alike_have_tables_of_their_own() -> None:
    assert scores.folder_of("g", "a/b") != scores.folder_of("g", "a_b")


def test_changed_rules_have_a_table_of_their_own(minefield: Game) -> None:
    rich = garrison.load("minefield", rules={"start_energy": 1000})
    assert scores.table_name(minefield) == "standard"
    assert scores.table_name(rich).startswith("standard+")
    scores.save(Replay(rich, 1), "Cheat", 10_000)
    assert names(scores.best("minefield", "standard")) == []
    assert names(scores.best("minefield", scores.table_name(rich))) == ["Cheat"]


def test_games_of_two_keep_no_scores() -> None:
    with pytest.raises(GarrisonError, match="one player"):
        scores.save(Replay(garrison.load("skirmish"), 1), "Ada", 1)


def test_a_score_is_a_number(replay: Replay) -> None:
    with pytest.raises(GarrisonError, match="a number"):
        scores.save(replay, "Ada", float("inf"))


def test_the_last_name_is_remembered() -> None:
    scores.remember_name("Ada\nLovelace")
    assert scores.last_name() == "Ada Lovelace"
    assert scores.clean_name("\x1b[31m" + "x" * 100) == "[31m" + "x" * (scores.LONGEST_NAME - 4)
    assert scores.clean_name(" \n ") == scores.NOBODY
