"""High scores: the terminal's and the server's are the same ones."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

import garrison
from garrison.core.game import Game
from garrison.core.replay import Move, Replay
from garrison.errors import GarrisonError
from garrison.play import scores, user
from garrison.play.names import BadName


@pytest.fixture(scope="module")
def minefield() -> Game:
    return garrison.load("minefield")


@pytest.fixture
def replay(minefield: Game) -> Replay:
    return Replay(minefield, 7, [Move(0, 1, 200), Move(0, 2, 400)])


def names(found: list[scores.Score]) -> list[str]:
    return [score.name for score in found]


def test_a_score_comes_back_with_its_game(replay: Replay) -> None:
    saved = scores.save(replay, "Ada", 120)
    assert scores.best("minefield", "standard") == [saved]
    assert (saved.name, saved.score, saved.steps, saved.score_text) == ("Ada", 120, 2, "120")
    assert datetime.fromisoformat(saved.date).tzinfo is not None
    assert scores.replay_of(saved).to_json() == replay.to_json()


def test_highest_first_and_of_equal_ones_the_earlier(replay: Replay, monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = iter(range(10, 60))
    monkeypatch.setattr(scores.queries, "now", lambda: f"2030-01-01T00:00:{next(seconds)}.000+00:00")
    for name, score in (("b", 10), ("a", 30), ("c", 10), ("d", 20.5)):
        scores.save(replay, name, score)
    found = scores.best("minefield", "standard")
    assert names(found) == ["a", "d", "b", "c"]
    assert found[1].score_text == "20.50"
    assert names(scores.best("minefield", "standard", count=2)) == ["a", "d"]


def test_no_scores_yet() -> None:
    assert scores.best("minefield", "standard") == []


def test_no_permission_is_one_sentence(replay: Replay, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("GARRISON_DATA_DIR", str(tmp_path / "file"))
    with pytest.raises(GarrisonError, match="folder can't be created"):
        scores.save(replay, "Ada", 5)
    user.remember_name("Ada")  # says nothing
    monkeypatch.setenv("GARRISON_DATABASE", f"sqlite:///{tmp_path}")
    with pytest.raises(GarrisonError, match="can't be used"):
        scores.best("minefield", "standard")


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


@pytest.mark.parametrize("name", ["Hard", "(bot)", "A\u200bda", "A\u0335\u0336\u0337"])
def test_a_name_that_deceives_is_in_no_table(replay: Replay, name: str) -> None:
    with pytest.raises(BadName):
        scores.save(replay, name, 1)
    assert scores.best("minefield", "standard") == []


def test_a_score_is_a_number(replay: Replay) -> None:
    with pytest.raises(GarrisonError, match="a number"):
        scores.save(replay, "Ada", float("inf"))


def test_the_last_name_is_remembered() -> None:
    user.remember_name("Ada\nLovelace")
    assert user.last_name() == "Ada Lovelace"
    assert user.clean_name("\x1b[31m" + "x" * 100) == "[31m" + "x" * (user.LONGEST_NAME - 4)
    assert user.clean_name(" \n ") == user.NOBODY
