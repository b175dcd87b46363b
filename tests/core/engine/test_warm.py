"""The first compilation: what is needed and nothing else, told to whoever waits, done once."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import garrison
import toy
from garrison.core.discovery import find
from garrison.core.engine import cache, warm
from garrison.core.engine.blueprint import Blueprint
from garrison.core.engine.lane import LANE
from playing import NAMES

QUICK = min(NAMES, key=lambda name: sum(file.stat().st_size for file in find(name).folder.rglob("*.py")))  # to compile
START = "import garrison; print(garrison.load('{}').new(1).waiting)"
pytestmark = pytest.mark.skipif(LANE == "interpreted", reason="nothing is compiled")


def blueprints() -> list[Blueprint]:
    return [find(name).blueprint() for name in NAMES]


def parts(environment: dict[str, str]) -> set[str]:
    return {folder.name.split("-")[0] for folder in Path(environment["GARRISON_CACHE_DIR"]).iterdir()}


def test_a_cold_game_is_compiled_alone_and_once(tmp_path: Path) -> None:
    environment = {**os.environ, "GARRISON_CACHE_DIR": str(tmp_path / "cache"), "GARRISON_LANE": "compiled"}
    first, second = (toy.python(environment, "-c", START.format(QUICK)) for _ in range(2))
    assert first.stdout == second.stdout == f"{garrison.load(QUICK).new(1).waiting}\n"
    assert first.stderr == "Compiling the rules; this happens once and takes some seconds.\n"
    assert second.stderr == ""
    assert parts(environment) == {"engine", QUICK}
    assert all((folder / "complete").exists() for folder in (tmp_path / "cache").iterdir())


@pytest.mark.long
def test_warming_compiles_every_game(tmp_path: Path) -> None:
    environment = {**os.environ, "GARRISON_CACHE_DIR": str(tmp_path / "cache"), "GARRISON_LANE": "compiled"}
    done = toy.python(environment, "-m", "garrison", "warm")
    assert done.stdout.startswith("Compiled in ")
    assert done.stderr == ""
    assert parts(environment) == {"engine", *NAMES}
    for name in NAMES:
        started = toy.python(environment, "-c", START.format(name))
        assert (started.returncode, started.stderr) == (0, "")


def test_the_jobs_are_every_entry_of_every_cold_game_and_the_loops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GARRISON_CACHE_DIR", str(tmp_path))
    jobs = warm.jobs_for(blueprints())
    expected = {(game, part) for game in blueprints() for part in game.entries} | {(None, "kernels")}
    assert set(jobs) == expected
    assert len(jobs) == len(expected)
    assert jobs[0].part == "step"


def test_what_is_warm_is_no_job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GARRISON_CACHE_DIR", str(tmp_path))
    warmed = find(NAMES[0]).blueprint()
    for origin in (warmed.origin, cache.ENGINE):
        with cache.folder_for(origin):
            cache.mark_warm(origin)
    assert {job.game.name for job in warm.jobs_for(blueprints()) if job.game} == set(NAMES[1:])
    assert warm.jobs_for([warmed]) == []


def test_progress_is_told_from_nothing_to_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GARRISON_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(warm, "_start", lambda job: Finished())
    told: list[tuple[int, int]] = []
    warm.run(blueprints(), lambda done, total, what: told.append((done, total)))
    total = sum(len(game.entries) for game in blueprints()) + 1
    assert told == [(done, total) for done in range(total + 1)]


class Finished:
    """A process that has done its work."""

    returncode = 0

    def poll(self) -> int:
        return 0
