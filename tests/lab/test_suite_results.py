"""Results on suites of tasks: measured, written, read again, compared, and refused where they can't be."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from garrison.core.position import Position
from garrison.core.task_suite import suite_named
from garrison.errors import BadFile, BadOption
from garrison.lab.arena.suite_results import SuiteResults, TaskScore, evaluate_task, leaderboard, read_results

SUITE = suite_named("garrison-10")


def results(policy: str, **scores: float) -> SuiteResults:
    tasks = {
        name.replace("_", "-"): TaskScore(
            SUITE.task(name.replace("_", "-")).rules_hash, 10, score, score - 0.1, score + 0.1
        )
        for name, score in scores.items()
    }
    return SuiteResults(SUITE.name, policy, "for a test", tasks)


def test_a_task_is_played_in_all_setups_of_its_test() -> None:
    rules = set()

    def policy(position: Position, player: int, dice: Random) -> int:
        rules.add(position.game.rules_hash)
        return position.actions(player)[0]

    score = evaluate_task(policy, SUITE.task("minefield-unseen"), games=3, processes=0)
    assert score.games == 3
    assert rules == {game.rules_hash for game in SUITE.task("minefield-unseen").games("test")}


def test_results_read_back(tmp_path: Path) -> None:
    written = results("someone", skirmish=0.5)
    (tmp_path / "r.json").write_text(written.to_json())
    assert read_results(tmp_path / "r.json") == written


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            lambda values: values["tasks"]["skirmish"].update(rules_hash="0" * 16),
            "was measured by rules '0000000000000000'",
        ),
        (lambda values: values["tasks"]["skirmish"].update(score="good"), "a task has numbers for games, score"),
        (lambda values: values["tasks"]["skirmish"].pop("low"), "is no file of results of a suite"),
        (lambda values: values["tasks"].clear(), "a task has numbers for"),
        (lambda values: values.pop("tasks"), "is no file of results of a suite"),
        (lambda values: values.update(colour="blue"), "is no file of results of a suite"),
    ],
)
def test_files_that_are_no_results_are_refused(tmp_path: Path, change, words: str) -> None:
    values = json.loads(results("someone", skirmish=0.5).to_json())
    change(values)
    (tmp_path / "r.json").write_text(json.dumps(values))
    with pytest.raises(BadFile, match=words):
        read_results(tmp_path / "r.json")


@pytest.mark.parametrize("text", ["", "[]", "7", '{"tasks": 3}', '{"tasks": {"a": 1}}'])
def test_texts_that_are_no_results_are_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "r.json").write_text(text)
    with pytest.raises(BadFile, match="is no file of results of a suite"):
        read_results(tmp_path / "r.json")


def test_a_leaderboard_has_all_tasks_and_whoever_played() -> None:
    table = leaderboard(SUITE, [results("b", skirmish=0.25), results("a", skirmish=0.5, boneyard_two=1.0)]).splitlines()
    assert table[0] == "| task | a | b |"
    assert len(table) == 2 + len(SUITE.tasks)
    assert "| `skirmish` | 0.500 [0.400, 0.600] (10) | 0.250 [0.150, 0.350] (10) |" in table
    assert "| `boneyard-two` | 1.000 [0.900, 1.100] (10) |  |" in table
    whole = results("c", skirmish=0.5)
    tasks = {"skirmish": replace(whole.tasks["skirmish"], games=1000)}
    assert "| `skirmish` | 0.500 [0.400, 0.600] |" in leaderboard(SUITE, [replace(whole, tasks=tasks)]).splitlines()


def test_a_number_of_games_that_the_protocol_has_not_is_refused() -> None:
    with pytest.raises(BadOption, match=r"A task has 1,000 games: play 1 to 1,000 of them, not 0"):
        evaluate_task("random", SUITE.task("loop"), games=0)
