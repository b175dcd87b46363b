"""Suites of tasks: what is in them, and that their rules are frozen."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
import suite_rules

from garrison.bots import find
from garrison.core.task_suite import suite_named, suite_names
from garrison.errors import BadOption
from playing import NAMES

TASKS = [task for name in suite_names() for task in suite_named(name).tasks.values()]


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)
def test_a_task_has_the_rules_that_were_frozen(task) -> None:
    assert task.digest == task.rules_hash
    for split in ("train", "test"):
        for game in task.games(split):
            assert (game.players == 1) == task.is_alone
    if task.opponent:
        assert find(task.opponent, task.games()[0].package)


def test_the_ten_tasks_are_of_all_games() -> None:
    suite = suite_named("garrison-10")
    assert len(suite.tasks) == 10
    assert {task.game for task in suite.tasks.values()} == set(NAMES)


def test_what_is_unseen_is_not_in_training() -> None:
    for task in TASKS:
        if task.test:
            train, test = ({game.rules_hash for game in task.games(split)} for split in ("train", "test"))
            assert not train & test


def test_the_rules_of_a_task_do_not_depend_on_a_variant() -> None:
    for task in TASKS:
        renamed = replace(task, variant="that is not there any more")
        assert renamed.digest == task.digest
        for game, rules in zip(renamed.games(), task.rules["train"], strict=True):
            assert {name: game.parameters[name] for name in rules} == rules  # what came later has its default


def test_what_is_frozen_stays_when_a_suite_gets_more_tasks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = {"old": {"game": "minefield"}, "new": {"game": "skirmish", "train": [{"setup": "duel"}]}}
    monkeypatch.setattr(suite_rules, "declared", lambda name: ("", tables))
    file = tmp_path / "suite.json"
    file.write_text('{"old": {"rules_hash": "as it was", "rules": {}}}')
    assert suite_rules.freeze("some", file) == ["new"]
    frozen = json.loads(file.read_text())
    assert frozen["old"] == {"rules_hash": "as it was", "rules": {}}
    assert set(frozen["new"]["rules"]) == {"train", "test"}
    assert suite_rules.freeze("some", file) == []


def test_other_rules_are_refused() -> None:
    task = suite_named("garrison-10").task("minefield")
    changed = replace(task, rules={**task.rules, "train": [{**task.rules["train"][0], "start_energy": 1}]})
    with pytest.raises(BadOption, match=r"The rules of minefield are frozen as .* could not be compared"):
        changed.games()
    with pytest.raises(BadOption, match="could not be compared"):
        replace(task, opponent="easy").games("test")


def test_what_there_is_not_is_refused_with_what_there_is() -> None:
    with pytest.raises(BadOption, match="There is no suite 'garrison-11'; there is garrison-10"):
        suite_named("garrison-11")
    with pytest.raises(BadOption, match="has no task 'chess'; it has minefield, minefield-unseen"):
        suite_named("garrison-10").task("chess")
    with pytest.raises(BadOption, match="for train and test, not for 'exam'"):
        suite_named("garrison-10").task("loop").games("exam")
