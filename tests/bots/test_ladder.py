"""The ladder: every bot has a sentence, the strongest comes first, and what nobody measured has no number."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from ladder import FAR, in_turn, ladder_series, renewed, report_of, rungs_of
from level_series import Task, version_of

from garrison import bots
from garrison.bots.ladder import FILE, ladder_of, measured
from garrison.core import discovery
from garrison.lab.arena.contest import Result
from garrison.lab.arena.report import report_on
from playing import NAMES


@pytest.mark.parametrize("name", NAMES)
def test_every_bot_says_what_it_is(name: str) -> None:
    package = discovery.find(name)
    rungs = {rung.name: rung for rung in ladder_of(package)}
    assert set(rungs) == set(bots.names(package))
    assert all(rungs[bot].sentence.endswith(".") for bot in rungs if bot not in bots.installed())


def test_the_strongest_comes_first_and_what_is_not_rated_last(tmp_path: Path) -> None:
    numbers = {"games": 4, "rating": 100.0, "low": 50.0, "high": 150.0, "milliseconds": 1.0}
    told = {"skirmish": {"easy": numbers, "hard": {**numbers, "rating": 900.0}}}
    (tmp_path / "ladder.json").write_text(json.dumps(told))
    order = ladder_of(discovery.find("skirmish"), tmp_path / "ladder.json")
    assert [rung.name for rung in order[:2]] == ["hard", "easy"]
    assert all(rung.games == 0 for rung in order[2:])


def test_without_a_file_nothing_is_rated(tmp_path: Path) -> None:
    assert measured(tmp_path / "ladder.json") == {}


def test_the_file_knows_no_game_that_is_not_there() -> None:
    assert set(measured(FILE)) <= set(NAMES)


def test_what_an_arena_found_out_is_what_the_ladder_keeps() -> None:
    won = [Result(number, 1, ("hard", "easy"), (0,), (1.0, 0.0), 9, (4.0, 2.0)) for number in range(4)]
    rungs = rungs_of(report_on("skirmish", 2, ["hard", "easy"], won))
    assert rungs["hard"]["rating"] > rungs["easy"]["rating"]
    assert (rungs["hard"]["games"], rungs["hard"]["milliseconds"]) == (4, 4.0)
    alone = [Result(number, 1, ("hard",), (), (10.0 * number,), 9, (4.0,)) for number in range(3)]
    assert rungs_of(report_on("minefield", 1, ["hard"], alone))["hard"]["rating"] == 10.0


def test_results_are_kept_by_what_the_bots_are_made_from(tmp_path: Path) -> None:
    package = replace(discovery.find("skirmish"), folder=tmp_path)
    (tmp_path / "bots.py").write_text("LEVELS = {}")
    before = version_of(package)
    assert version_of(package) == before
    (tmp_path / "bots.py").write_text("LEVELS = {1: 2}")
    assert version_of(package) != before


def test_neighbours_on_the_ladder_meet_most_often() -> None:
    old = {name: {"rating": rating, "milliseconds": 0.1} for name, rating in (("a", 300.0), ("b", 200.0), ("c", 1.0))}
    old["random"] = {"rating": 0.0, "milliseconds": 0.1}
    shares = {series.bots: series.share for series in ladder_series("skirmish", ["random", "c", "b", "a"], old)}
    assert shares["a", "b"] == shares["b", "c"] == shares["c", "random"] == 1.0
    assert shares["a", "c"] == shares["b", "random"] == 0.25
    assert shares["a", "random"] == FAR
    fresh = ladder_series("skirmish", ["random", "b", "new"], old)
    assert {series.share for series in fresh if "new" in series.bots} == {1.0}
    assert {series.bots for series in ladder_series("minefield", ["easy", "random"], {})} == {("easy",), ("random",)}


def test_quick_bots_play_first() -> None:
    old = {"slow": {"rating": 9.0, "milliseconds": 50.0}, "quick": {"rating": 5.0, "milliseconds": 0.1}}
    tasks = in_turn(ladder_series("skirmish", ["slow", "quick", "random"], old), 20, 1, {"skirmish": old})
    slow = ["slow" in task.fixture.seats for task in tasks]
    assert slow == sorted(slow)
    assert {True, False} == set(slow)


def test_a_game_that_was_not_measured_whole_keeps_its_numbers() -> None:
    (series,) = ladder_series("skirmish", ["easy", "random"], {})
    lanes, old = series.tasks(20, 1), {"skirmish": {"easy": {"rating": 7.0}}}
    half = {task.key: _won_by("easy", task) for lane in lanes for task in lane[1:]}
    assert renewed(old, {"skirmish": report_of("skirmish", ["easy", "random"], lanes, half)}) == old
    whole = {task.key: _won_by("easy", task) for lane in lanes for task in lane}
    report = report_of("skirmish", ["easy", "random"], lanes, whole)
    assert renewed(old, {"skirmish": report})["skirmish"]["easy"]["rating"] > 300


def _won_by(name: str, task: Task) -> Result:
    seats = task.fixture.seats
    return Result(task.fixture.number, task.fixture.seed, seats, (seats.index(name),), (0.0, 0.0), 9, (1.0, 1.0))
