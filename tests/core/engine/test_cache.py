"""The cache of machine code: a folder for what it was compiled from, and none that is out of date."""

from __future__ import annotations

import inspect
import os
import re
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import numba
import numpy as np
import pytest

import toy
from garrison.core import discovery, parameters
from garrison.core.engine import cache
from garrison.core.engine.name_codes import numbered
from garrison.core.engine.record import Number, number_record, record
from playing import NAMES

DAY = 86400
START = "import garrison; position = garrison.load('counting').new(1); position.play(0, 'count'); print(position.steps)"


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GARRISON_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(cache, "_warned", False)
    cache._source_hash.cache_clear()


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    folder = tmp_path / "counting"
    folder.mkdir()
    (folder / "rules.py").write_text("LIMIT = 3\n")
    return folder


def origin_of(sources: Path, facts: str = "") -> cache.Origin:
    return cache.Origin("counting", sources, facts)


def name_now(sources: Path) -> str:
    """The folder's name as the next start of the program computes it."""
    cache._source_hash.cache_clear()
    return cache.folder_name(origin_of(sources))


def test_the_root_is_the_folder_that_the_environment_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert cache.root() == tmp_path / "cache"
    monkeypatch.delenv("GARRISON_CACHE_DIR")
    assert cache.root().name == "garrison"


def test_a_folders_name_says_game_lane_and_versions(sources: Path) -> None:
    name = name_now(sources)
    assert name.startswith("counting-")
    assert f"-py{'.'.join(str(part) for part in sys.version_info[:3])}-numba{numba.__version__}-" in name
    assert name == name_now(sources)


@pytest.mark.parametrize("change", ["edit", "add", "rename", "nest"])
def test_a_changed_source_gives_another_folder(sources: Path, change: str) -> None:
    before = name_now(sources)
    if change == "edit":
        (sources / "rules.py").write_text("LIMIT = 4\n")
    elif change == "add":
        (sources / "state.py").touch()
    elif change == "rename":
        (sources / "rules.py").rename(sources / "laws.py")
    else:
        (sources / "state").mkdir()
        (sources / "state" / "parts.py").touch()
    assert name_now(sources) != before


def test_what_is_not_source_changes_nothing(sources: Path) -> None:
    before = name_now(sources)
    (sources / "README.md").write_text("# Counting\n")
    (sources / "show.py").write_text("GLYPH = '3'\n")
    (sources / "bots").mkdir()
    (sources / "bots" / "rules.py").write_text("BOTS = {}\n")
    os.utime(sources / "rules.py", (1, 1))
    assert name_now(sources) == before


def test_the_engines_source_counts_too(sources: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, hash_now = name_now(sources), cache._source_hash
    monkeypatch.setattr(
        cache, "_source_hash", lambda folder, *parts: "another" if folder == cache.HERE else hash_now(folder, *parts)
    )
    assert cache.folder_name(origin_of(sources)) != before


@pytest.mark.parametrize("layout", [number_record, record, numbered])
def test_what_rules_are_made_with_is_part_of_the_engine(layout: Callable[..., object]) -> None:
    assert Path(inspect.getfile(layout)) in set(cache.sources(cache.HERE)) - set(cache.OF_PASSES)


def engine_parts(*files: Path) -> set[Path]:
    """These files of the engine, and all of it that they import, also inside functions."""
    found, left = set(), list(files)
    while left:
        file = left.pop()
        if file not in found:
            found.add(file)
            wanted = re.findall(r"from garrison\.core\.engine(?:\.(\w+) import|\s+import ([\w, ]+))", file.read_text())
            names = {name for whole, several in wanted for name in (whole or several).replace(",", " ").split()}
            left += [cache.HERE / f"{name}.py" for name in names if (cache.HERE / f"{name}.py").exists()]
    return found


def test_no_game_is_made_from_what_its_hash_leaves_out() -> None:
    games = [file for name in NAMES for file in cache.sources(discovery.find(name).folder, ("skill",))]
    rules = [file for name in NAMES for file in cache.sources(discovery.find(name).folder)]
    made_from = engine_parts(cache.HERE / "entries.py", cache.HERE / "kernels.py", cache.HERE / "default_skill.py")
    assert {"memory.py", "rng.py", "masks.py"} <= {file.name for file in made_from}
    others = {*cache.NOT_COMPILED, *cache.OF_PASSES}
    assert not others & made_from
    assert not others & engine_parts(*games, *rules)
    assert set(cache.OF_PASSES) <= engine_parts(cache.HERE / "passes.py")
    assert not set(cache.NOT_COMPILED) & engine_parts(cache.HERE / "passes.py")


def test_a_change_in_the_passes_recompiles_no_game(sources: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, passes_before = name_now(sources), cache.folder_name(cache.PASSES)
    read = Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda file: read(file) + b"#" * (file.name == "masks_and_planes.py"))
    assert name_now(sources) == before
    assert cache.folder_name(cache.PASSES) != passes_before


def test_parameters_have_the_layout_that_the_engine_gives_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parameters, "number_record", lambda given: given)
    odds = parameters.Parameter("odds", (1, 2, 3), 0, 9, "weights", np.int8)
    energy = parameters.Parameter("energy", 5, 0, 9, "at the start")
    laid_out: object = parameters.Parameters(odds, energy).dtype
    assert laid_out == [Number("odds", 0, 9, np.int8, (3,)), Number("energy", 0, 9)]


def test_the_facts_that_shape_the_machine_code_count_too(sources: Path) -> None:
    assert cache.folder_name(origin_of(sources, "3 buttons")) != cache.folder_name(origin_of(sources, "4 buttons"))


def made(name: str, age_in_days: float = 0) -> Path:
    folder = cache.root() / name
    folder.mkdir(parents=True)
    (folder / "code.nbi").touch()
    moment = time.time() - age_in_days * DAY
    os.utime(folder, (moment, moment))
    return folder


def test_the_folder_of_older_sources_is_removed_and_no_other(sources: Path) -> None:
    name = name_now(sources)
    family = name.rsplit("-", 1)[0]
    stale = made(f"{family}-{'0' * 16}")
    kept = [
        made("counting-compiled-py3.99.0-numba9.9.9-" + "1" * 16),
        made("counting-other-py3.99.0-numba9.9.9-" + "1" * 16, age_in_days=29),
        made("chess-compiled-py3.99.0-numba9.9.9-" + "1" * 16, age_in_days=99),
        made(family.replace("counting", "counter") + "-" + "0" * 16),
        made("counting", age_in_days=99),
    ]
    old = made("counting-compiled-py2.7.0-numba0.1.0-" + "1" * 16, age_in_days=31)
    with cache.folder_for(origin_of(sources)) as folder:
        assert folder == cache.root() / name
    assert not stale.exists()
    assert not old.exists()
    assert all(folder.exists() for folder in kept)


def test_a_folder_that_is_used_stays_young(sources: Path) -> None:
    folder = made(name_now(sources), age_in_days=50)
    with cache.folder_for(origin_of(sources)):
        pass
    assert time.time() - folder.stat().st_mtime < DAY
    assert (folder / "code.nbi").exists()


def test_a_game_is_warm_once_it_is_marked(sources: Path) -> None:
    assert not cache.is_warm(origin_of(sources))
    with cache.folder_for(origin_of(sources)):
        cache.mark_warm(origin_of(sources))
    assert cache.is_warm(origin_of(sources))
    (sources / "rules.py").write_text("LIMIT = 4\n")
    cache._source_hash.cache_clear()
    assert not cache.is_warm(origin_of(sources))


def test_numbas_own_setting_is_put_back(sources: Path) -> None:
    before = numba.config.CACHE_DIR
    with suppress(ZeroDivisionError), cache.folder_for(origin_of(sources)):
        assert numba.config.CACHE_DIR.startswith(str(cache.root()))
        _ = 1 / 0
    assert before == numba.config.CACHE_DIR


def test_a_folder_that_cannot_be_written_is_said_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("GARRISON_CACHE_DIR", str(tmp_path / "file" / "cache"))
    for origin in (cache.Origin("counting"), cache.Origin("chess")):
        with cache.folder_for(origin) as folder:
            assert folder is None
        cache.mark_warm(origin)
        assert not cache.is_warm(origin)
    said = capsys.readouterr().err
    assert said.startswith(f"garrison: the cache folder {tmp_path / 'file' / 'cache'}")
    assert "compiled at every start; set GARRISON_CACHE_DIR" in said
    assert said.count("\n") == 1


def test_games_run_without_a_cache_folder_and_say_so_once(tmp_path: Path) -> None:
    """The tiny game, because it is really compiled here."""
    (tmp_path / "file").touch()
    environment = toy.install(tmp_path / "installed")
    environment |= {"GARRISON_CACHE_DIR": str(tmp_path / "file" / "cache"), "GARRISON_LANE": "compiled"}
    done = toy.python(environment, "-c", START)
    assert done.stdout == "1\n"
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("garrison: the cache folder ")
    warmed = toy.python(environment, "-m", "garrison", "warm", "counting")
    assert (warmed.returncode, warmed.stdout) == (2, "")
    assert warmed.stderr.count("\n") == 1


@pytest.mark.parametrize("damage", ["truncate", "scramble", "remove"])
def test_a_damaged_folder_is_not_warm_and_is_removed(sources: Path, damage: str) -> None:
    with cache.folder_for(origin_of(sources)) as folder:
        assert folder is not None
    code = folder / "rules.step.nbi"
    code.write_bytes(b"machine code")
    assert not cache.is_warm(origin_of(sources))
    cache.mark_warm(origin_of(sources))
    assert cache.is_warm(origin_of(sources))
    if damage == "remove":
        code.unlink()
    else:
        code.write_bytes(b"" if damage == "truncate" else b"machine c0de")
    assert not cache.is_warm(origin_of(sources))
    assert not folder.exists()
