"""Baselines of a suite: who plays next, what counts, and what is kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from baselines import BASELINES, Lane, lanes_of, next_lane, results_of, resume

from garrison.core.task_suite import suite_named
from garrison.lab.arena.evaluation import GameResult

TASK = suite_named("garrison-10").task("skirmish-duel")


def test_every_baseline_says_what_it_took_and_plays_what_it_can(tmp_path: Path) -> None:
    assert all(baseline.about.endswith(".") for baseline in BASELINES.values())
    assert {lane.name for lane in lanes_of(BASELINES, tmp_path)} == set(BASELINES) - {"cloned", "ppo", "ppo-numpy"}
    without = {lane.name for lane in lanes_of(BASELINES, tmp_path / "not there")}
    assert without == set(BASELINES) - {"cloned", "ppo", "ppo-numpy"}
    (tmp_path / "ppo-numpy.npz").write_bytes(b"")
    (tmp_path / "cloned").mkdir()
    (tmp_path / "cloned" / "siege.npz").write_bytes(b"")
    lanes = [(lane.name, lane.task.name) for lane in lanes_of(["cloned", "ppo-numpy"], tmp_path)]
    assert lanes == [("cloned", "siege-unseen"), ("ppo-numpy", "minefield"), ("ppo-numpy", "minefield-unseen")]


def test_whoever_has_used_the_least_time_plays_next() -> None:
    slow, quick = Lane("hard", TASK, "hard"), Lane("easy", TASK, "easy")
    slow.note(0, GameResult(1.0, 9, 0), 5.0)
    quick.note(0, GameResult(1.0, 9, 0), 0.1)
    assert next_lane([slow, quick], 10) is quick
    quick.begun.update(range(10))  # nothing is left to begin
    assert next_lane([slow, quick], 10) is slow
    slow.begun.update(range(10))
    assert next_lane([slow, quick], 10) is None
    assert next_lane([Lane("hard", TASK, "hard", {0: GameResult(1.0, 9, 0)}, {0}, 5.0)], 10, longest=4.0) is None
    assert slow.spent == pytest.approx(5.0 + 9 * 5.0)  # those that are being played will take as long


def test_games_count_up_to_the_first_that_is_missing(tmp_path: Path) -> None:
    lane, file = Lane("easy", TASK, "easy"), tmp_path / "kept"
    lines = [json.dumps([lane.key, number, [float(number % 2), 9, number % 2], 0.1]) for number in (0, 1, 3)]
    file.write_text("\n".join([*lines, json.dumps(["easy, of other bots", 2, [1.0, 9, 0], 0.1]), '["half']))
    resume([lane], file)
    assert lane.score is not None
    assert (lane.score.games, lane.score.score, lane.score.seats) == (2, 0.5, [0.0, 1.0])
    assert results_of([lane]) == {}  # too few
    results = results_of([lane, Lane("hard", TASK, "hard")], fewest=2)
    assert list(results) == ["easy"]
    assert results["easy"].tasks["skirmish-duel"].games == 2
