"""Language models in an arena: what they say is played, refused or cut, and no key is ever seen."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from chat_server import KEY, Quiet, chat_server
from garrison.bots.readers import reader
from garrison.bots.readers.prompts import Prompt, prompt_of
from garrison.core import replay
from garrison.core.words.budgets import ReaderBudget
from garrison.errors import BadOption, GarrisonError
from garrison.lab.arena.arena import hold
from garrison.lab.arena.report import ArenaReport
from garrison.lab.arena.settings import ArenaSettings
from playing import game_of

DUEL = game_of("skirmish")
SHORT = game_of("minefield", rules={"max_steps": 12})


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, Quiet]]:
    monkeypatch.setenv("GARRISON_CHAT_KEY", KEY)
    with chat_server() as serving:

        def asked(*question: Any) -> Prompt:
            prompt = prompt_of(*question)
            serving[1].moves = prompt.notations
            return prompt

        monkeypatch.setattr(reader, "prompt_of", asked)
        yield serving


def alone(url: str, manner: str, budget: ReaderBudget | None = None, games: int = 1, **settings: Path) -> ArenaReport:
    bots = [f"chat:{manner}@{url}/{manner}"]
    return hold(SHORT, bots, ArenaSettings(games, processes=0, **settings), budget=budget)


def test_a_model_plays_whole_games_and_everything_it_says_is_kept(server: tuple[str, Quiet], tmp_path: Path) -> None:
    url, quiet = server
    settings = ArenaSettings(2, replays=tmp_path, results=tmp_path / "results", processes=0)
    report = hold(DUEL, ["random", f"chat:well@{url}/well"], settings)
    assert report.faults == report.void == []
    (score,) = report.readers
    assert (score.bot, score.games, score.illegal, score.defaults) == ("chat:well", 2, 0, 0)
    assert score.tokens_read == 100 * score.calls == 100 * score.decisions
    assert not score.is_estimated
    headers, body = quiet.asked[0]
    assert headers["authorization"] == f"Bearer {KEY}"
    assert body["model"] == "well"
    assert {path.name for path in tmp_path.iterdir()} >= {"000000.json", "000000.jsonl", "000001.jsonl"}
    lines = [json.loads(line) for line in (tmp_path / "000000.jsonl").read_text().splitlines()]
    assert list(lines[0]) == [
        "game",
        "seat",
        "player",
        "decision",
        "prompt",
        "answer",
        "move",
        "error",
        "tokens",
        "seconds",
    ]
    assert "<b>All</b>" in lines[0]["answer"]
    assert replay.parse((tmp_path / "000000.json").read_text(), "it").verify().over
    for file in tmp_path.iterdir():
        assert KEY not in file.read_text()
        assert url not in file.read_text()
    assert "chat:well: " in str(report)
    assert url not in str(report)


@pytest.mark.parametrize(
    ("manner", "reason"),
    [
        ("illegally", "is not a move now"),
        ("slowly", "There was no answer within 0.3 s."),
        ("dripping", "There was no answer within 0.3 s."),
        ("megabytes", "The answer is longer than 1,048,576 bytes."),
        ("nonsense", "The answer is not in the chat completions format."),
        ("echoing", "is not a move now"),
    ],
)
def test_bad_answers_get_the_reason_and_then_the_game_decides(
    server: tuple[str, Quiet], tmp_path: Path, manner: str, reason: str
) -> None:
    url, _ = server
    report = alone(url, manner, ReaderBudget(answer_seconds=0.3), replays=tmp_path)
    assert report.faults == [f"chat:{manner} lost: its game decided for it in 5 of 5 decisions."]
    assert (report.readers[0].illegal, report.readers[0].defaults, report.readers[0].calls) == (1, 1, 15)
    lines = [json.loads(line) for line in (tmp_path / "000000.jsonl").read_text().splitlines()]
    assert all(reason in line["error"] for line in lines)
    assert "refused" not in lines[0]["prompt"]
    assert f"Your answer was refused: {lines[0]['error']}" in lines[1]["prompt"]
    assert max(len(line["answer"]) for line in lines) < 21_000
    assert KEY not in (tmp_path / "000000.jsonl").read_text()


def test_a_long_answer_is_cut_at_its_beginning(server: tuple[str, Quiet], tmp_path: Path) -> None:
    report = alone(server[0], "at_length", replays=tmp_path)
    assert report.readers[0].illegal == 0
    assert (tmp_path / "000000.jsonl").read_text().count("[cut] ") == report.readers[0].calls


@pytest.mark.parametrize("budget", [ReaderBudget(calls=9), ReaderBudget(tokens=900)])
def test_what_is_used_up_is_decided_by_the_game(server: tuple[str, Quiet], budget: ReaderBudget) -> None:
    report = alone(server[0], "well", budget)
    (score,) = report.readers
    assert (score.calls, score.decisions, score.defaults, score.illegal) == (9, 12, 0.25, 0)
    assert report.faults == []


def test_who_has_no_time_left_has_lost(server: tuple[str, Quiet]) -> None:
    report = alone(server[0], "well", ReaderBudget(minutes=1e-9))
    assert report.readers[0].calls == 1
    assert report.faults == ["chat:well lost: its game decided for it in 5 of 6 decisions."]


@pytest.mark.parametrize(
    ("manner", "why"),
    [("not_at_all", "can't be reached (RemoteDisconnected)"), ("locked", "status 401"), ("elsewhere", "status 307")],
)
def test_who_cannot_be_asked_plays_no_game(server: tuple[str, Quiet], manner: str, why: str) -> None:
    with pytest.raises(GarrisonError, match="No game could be played") as error:
        alone(server[0], manner, games=4)
    assert why in str(error.value)
    assert KEY not in str(error.value)
    report = alone(server[0], manner)
    assert (report.games, report.faults) == (0, [])
    assert "Game 0 does not count" in str(report)


def test_a_failed_connection_voids_the_game_which_is_played_again(server: tuple[str, Quiet]) -> None:
    report = alone(server[0], "failing_once")
    assert (report.games, report.faults, report.void) == (1, [], [])


def test_a_busy_server_is_asked_again(server: tuple[str, Quiet], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("garrison.bots.readers.chat.PAUSES", (0.01, 0.01))
    assert alone(server[0], "busy_at_first").void == []


@pytest.mark.parametrize(
    ("bots", "why"),
    [
        (["chat:a b@http://localhost/v1"], "A model is written chat:NAME@URL"),
        (["chat:a"], "names no address"),
        (["chat:a@https://user:word@host/v1"], "without a user, key or question"),
        (["chat:a@https://host/v1?key=1"], "without a user, key or question"),
        (["chat:a@http://host/v1"], "use https://"),
        (["chat:a@https://one/v1", "chat:b@https://two/v1"], "is for one host"),
        (["chat:a@https://one/v1", "chat:a@https://one/v2"], "need two names"),
    ],
)
def test_what_would_give_a_key_away_is_refused(monkeypatch: pytest.MonkeyPatch, bots: list[str], why: str) -> None:
    monkeypatch.setenv("GARRISON_CHAT_KEY", KEY)
    monkeypatch.delenv("GARRISON_CHAT_URL", raising=False)
    with pytest.raises(BadOption, match=why) as error:
        hold(DUEL, ["random", *bots], ArenaSettings(1, processes=0))
    assert KEY not in str(error.value)


def test_the_address_may_come_from_the_environment(server: tuple[str, Quiet], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GARRISON_CHAT_URL", f"{server[0]}/well")
    monkeypatch.setenv("GARRISON_CHAT_KEY_ORG_A", "another")
    report = hold(SHORT, ["chat:org/a"], ArenaSettings(1, processes=0))
    assert report.readers[0].illegal == 0
    assert server[1].asked[0][0]["authorization"] == "Bearer another"
