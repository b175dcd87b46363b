"""The ladder: every bot has a sentence, the strongest comes first, and what nobody measured has no number."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from ladder import rungs_of, version_of

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
