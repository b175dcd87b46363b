"""Measurements: what is measured and how it is written, never how fast it is."""

from __future__ import annotations

import pytest

from garrison.errors import BadOption
from garrison.lab.speed import batch_bench
from garrison.lab.speed import bench as module
from garrison.lab.speed.bench import bench
from playing import NAMES, game_of


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "COPIES", 1000)
    monkeypatch.setattr(module, "PLAYS", 200)
    monkeypatch.setattr(batch_bench, "SIZES", (1, 4, 256))


@pytest.mark.parametrize("name", NAMES)
def test_every_game_is_measured_on_one_core_and_on_all_with_and_without_observations(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "cores", lambda: 2)
    monkeypatch.setattr(batch_bench, "cores", lambda: 2)
    speeds = list(bench(name, seconds=0.01))
    kernel, batch = ([speed for speed in speeds if speed.api == api] for api in ("kernel", "batch"))
    assert [(speed.threads, speed.observe) for speed in kernel] == [(1, False), (1, True), (2, False), (2, True)]
    assert [(speed.positions, speed.threads) for speed in batch] == [(1, 1), (4, 1), (256, 1), (256, 2)]
    for speed in speeds:
        assert speed.game == name
        assert speed.steps_per_second > 0
    assert all(speed.steps_per_game is not None and speed.steps_per_game > 1 for speed in kernel)
    assert {"game", "threads", "steps_per_second", "copy_ns", "play_us"} <= set(speeds[0].to_dict())
    assert "copy_ns" not in speeds[1].to_dict()


def test_a_single_core_is_measured_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "cores", lambda: 1)
    monkeypatch.setattr(batch_bench, "cores", lambda: 1)
    assert {speed.threads for speed in bench(NAMES[0], seconds=0.01)} == {1}


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf"), 1e9])
def test_an_impossible_time_is_refused(seconds: float) -> None:
    with pytest.raises(BadOption, match="A measurement takes more than 0 and at most 3600 seconds"):
        list(bench(NAMES[0], seconds))


@pytest.mark.parametrize("name", NAMES)
def test_churning_plays_on_through_the_ends_of_games(name: str) -> None:
    game = game_of(name, rules={"max_steps": 4})
    ended = module.Churner(game, 1, False).run(41)
    assert ended >= 10 * module.GAMES
