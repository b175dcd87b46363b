"""The ladder: every bot has a sentence, the strongest comes first, and what nobody measured has no number."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from garrison import bots
from garrison.bots.ladder import FILE, ladder_of, measured
from garrison.core import discovery
from playing import NAMES


@pytest.mark.parametrize("name", NAMES)
def test_every_bot_says_what_it_is(name: str) -> None:
    entry = discovery.find(name)
    rungs = {rung.bot: rung for rung in ladder_of(entry)}
    assert set(rungs) == set(bots.names(entry))
    assert all(rungs[bot].sentence.endswith(".") for bot in rungs if bot not in bots.installed())


def test_the_strongest_comes_first_and_what_is_not_rated_last(tmp_path: Path) -> None:
    numbers = {"games": 4, "rating": 100.0, "low": 50.0, "high": 150.0, "milliseconds": 1.0}
    told = {"skirmish": {"easy": numbers, "hard": {**numbers, "rating": 900.0}}}
    (tmp_path / "ladder.json").write_text(json.dumps(told))
    order = ladder_of(discovery.find("skirmish"), tmp_path / "ladder.json")
    assert [rung.bot for rung in order[:2]] == ["hard", "easy"]
    assert all(rung.games == 0 for rung in order[2:])


def test_without_a_file_nothing_is_rated(tmp_path: Path) -> None:
    assert measured(tmp_path / "ladder.json") == {}


def test_the_file_knows_no_game_that_is_not_there() -> None:
    assert set(measured(FILE)) <= set(NAMES)
