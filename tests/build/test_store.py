"""Where libraries are kept: under a key of all that they are made from, whole or not at all."""

from __future__ import annotations

import inspect
import os
import re
import stat
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from garrison.core import discovery, parameters
from garrison.core.engine import machine, store
from garrison.core.engine.machine import NotBuilt
from garrison.core.engine.name_codes import numbered
from garrison.core.engine.record import Number, number_record, record
from playing import NAMES

DAY, TARGET = 86400, "x86-64-v2"


@pytest.fixture(autouse=True)
def own_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GARRISON_CACHE_DIR", str(tmp_path / "cache"))
    forget()


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    folder = tmp_path / "counting"
    folder.mkdir()
    (folder / "rules.py").write_text("LIMIT = 3\n")
    return folder


def forget() -> None:
    """As the next start of the program finds it."""
    store._source_hash.cache_clear()
    store.key_of.cache_clear()


def origin_of(sources: Path, facts: str = "3 fields") -> store.Origin:
    return store.Origin("counting", sources, facts)


def stem_now(sources: Path) -> str:
    forget()
    return store.stem_of(origin_of(sources), TARGET)


def test_the_root_is_the_folder_that_the_environment_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert store.root() == tmp_path / "cache"
    monkeypatch.delenv("GARRISON_CACHE_DIR")
    assert store.root().name == "garrison"


@pytest.mark.parametrize("change", ["edit", "add", "rename", "nest", "skill"])
def test_a_changed_source_gives_another_library(sources: Path, change: str) -> None:
    before = stem_now(sources)
    if change == "edit":
        (sources / "rules.py").write_text("LIMIT = 4\n")
    elif change == "rename":
        (sources / "rules.py").rename(sources / "state.py")
    elif change == "nest":
        (sources / "state").mkdir()
        (sources / "state" / "parts.py").touch()
    else:
        (sources / ("skill.py" if change == "skill" else "state.py")).touch()
    assert stem_now(sources) != before == f"counting-{store.LANE}-{TARGET}-{before[-16:]}"


def test_what_is_not_source_changes_nothing(sources: Path) -> None:
    before = stem_now(sources)
    (sources / "README.md").write_text("# Counting\n")
    (sources / "show.py").write_text("GLYPH = '3'\n")
    (sources / "bots").mkdir()
    (sources / "bots" / "rules.py").write_text("BOTS = {}\n")
    os.utime(sources / "rules.py", (1, 1))
    assert stem_now(sources) == before


@pytest.mark.parametrize("part", [store.HERE, store.BUILD])
def test_the_engine_and_the_build_count_too(sources: Path, part: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, hash_now = stem_now(sources), store._source_hash
    forget()
    monkeypatch.setattr(
        store, "_source_hash", lambda folder, *parts: "another" if folder == part else hash_now(folder, *parts)
    )
    assert store.stem_of(origin_of(sources), TARGET) != before


def test_the_facts_that_shape_the_machine_code_count_too(sources: Path) -> None:
    assert store.key_of(origin_of(sources, "3 buttons")) != store.key_of(origin_of(sources, "4 buttons"))


@pytest.mark.parametrize("layout", [number_record, record, numbered])
def test_what_rules_are_made_with_is_part_of_the_engine(layout: Callable[..., object]) -> None:
    assert Path(inspect.getfile(layout)) in set(store.sources(store.HERE)) - set(store.OF_ENGINE)


def engine_parts(*files: Path) -> set[Path]:
    """These files of the engine, and all of it that they import, also inside functions."""
    found, left = set[Path](), list(files)
    while left:
        file = left.pop()
        if file not in found:
            found.add(file)
            wanted = re.findall(r"from garrison\.core\.engine(?:\.(\w+) import|\s+import ([\w, ]+))", file.read_text())
            names = {name for whole, several in wanted for name in (whole or several).replace(",", " ").split()}
            left += [store.HERE / f"{name}.py" for name in names if (store.HERE / f"{name}.py").exists()]
    return found


def test_no_game_is_made_from_what_its_key_leaves_out() -> None:
    games = [file for name in NAMES for file in store.sources(discovery.find(name).folder, store.ALL_PARTS)]
    made_from = engine_parts(store.HERE / "entries.py", store.HERE / "default_skill.py", *games)
    assert {"memory.py", "rng.py", "masks.py"} <= {file.name for file in made_from}
    assert not {*store.NOT_COMPILED, *store.OF_ENGINE} & made_from
    assert set(store.OF_ENGINE) <= engine_parts(store.HERE / "passes.py")


def test_a_change_in_the_passes_rebuilds_no_game(sources: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, engine = stem_now(sources), store.key_of(store.ENGINE)
    read = Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda file: read(file) + b"#" * (file.name == "masks_and_planes.py"))
    assert stem_now(sources) == before
    assert store.key_of(store.ENGINE) != engine


def test_parameters_have_the_layout_that_the_engine_gives_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parameters, "number_record", lambda given: given)
    odds = parameters.Parameter("odds", (1, 2, 3), 0, 9, "weights", np.int8)
    energy = parameters.Parameter("energy", 5, 0, 9, "at the start")
    laid_out: object = parameters.Parameters(odds, energy).dtype
    assert laid_out == [Number("odds", 0, 9, np.int8, (3,)), Number("energy", 0, 9)]


def test_what_is_kept_is_there_until_the_sources_change(sources: Path) -> None:
    assert store.kept(origin_of(sources), TARGET) is None
    kept = store.keep(origin_of(sources), TARGET, b"machine code", ".so")
    assert store.kept(origin_of(sources), TARGET) == kept
    assert store.kept(origin_of(sources), "x86-64-v3") is None
    (sources / "rules.py").write_text("LIMIT = 4\n")
    forget()
    assert store.kept(origin_of(sources), TARGET) is None


@pytest.mark.parametrize("damage", ["cut short", "changed", "gone", "no note"])
def test_a_damaged_library_is_not_used_and_is_removed(
    sources: Path, damage: str, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = store.keep(origin_of(sources), TARGET, b"machine code", ".so")
    if damage == "gone":
        kept.file.unlink()
    elif damage == "no note":
        kept.file.with_suffix(".json").write_text("{")
    else:
        kept.file.write_bytes(b"machine" if damage == "cut short" else b"machine c0de")
    assert store.kept(origin_of(sources), TARGET) is None
    said = capsys.readouterr().err
    assert said == (
        "" if damage == "no note" else f"garrison: The library {kept.file.name} is damaged and is not used.\n"
    )
    assert damage == "no note" or not [file for file in store.folder().iterdir() if file.suffix in (".so", ".json")]


def test_a_write_that_ends_in_the_middle_leaves_nothing(sources: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(file: Path, target: Path) -> Path:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", stop)
    with pytest.raises(KeyboardInterrupt):
        store.keep(origin_of(sources), TARGET, b"machine code", ".so")
    monkeypatch.undo()
    assert store.kept(origin_of(sources), TARGET) is None


def test_libraries_that_nobody_uses_are_removed_after_a_month(sources: Path) -> None:
    moments = {"counting": 31, "chess": 99}
    old = [store.keep(store.Origin(name, facts="old"), TARGET, b"code", ".so") for name in moments]
    young = store.keep(store.Origin("counting", facts="young"), TARGET, b"code", ".so")
    for kept, days in zip(old, moments.values(), strict=True):
        os.utime(kept.file, (time.time() - days * DAY,) * 2)
        os.utime(kept.file.with_suffix(".json"), (time.time() - days * DAY,) * 2)
    store.keep(origin_of(sources), TARGET, b"code", ".so")
    assert [kept.file.exists() for kept in (*old, young)] == [False, True, True]
    assert store.kept(store.Origin("chess", facts="old"), TARGET) is not None
    assert time.time() - old[1].file.stat().st_mtime < DAY, "using it keeps it young"


def test_where_nothing_can_be_kept_a_folder_for_now_is_used_and_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("GARRISON_CACHE_DIR", str(tmp_path / "file" / "cache"))
    store.lodge()
    assert store.root() != tmp_path / "file" / "cache"
    assert stat.S_ISDIR(store.root().stat().st_mode)
    said = capsys.readouterr().err
    assert said.startswith(f"garrison: the cache folder {tmp_path / 'file' / 'cache'}")
    assert said.count("\n") == 1
    store.lodge()
    assert capsys.readouterr().err == ""


def test_one_sentence_says_what_is_missing(sources: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if store.LANE == "interpreted":
        pytest.skip("the compiled lane")
    monkeypatch.setattr(machine, "can_build", lambda: False)
    needed = 'Building machine code needs Numba: pip install "garrison[build]".'
    with pytest.raises(NotBuilt, match=r"^There is no machine code for counting\. ") as refused:
        machine.library(origin_of(sources))
    assert str(refused.value).endswith(needed)
    monkeypatch.setattr(store, "BUNDLED", tmp_path / "bundled")
    store.keep(store.Origin("counting", facts="other sources"), TARGET, b"code", ".so", store.BUNDLED)
    with pytest.raises(NotBuilt, match=r"is for other sources of counting or another processor\. Building"):
        machine.library(origin_of(sources))


def test_a_library_that_is_none_is_one_sentence(sources: Path) -> None:
    kept = store.keep(origin_of(sources), machine.targets()[0], b"machine code", ".so")
    with pytest.raises(NotBuilt, match=rf"^The library {kept.file.name} can't be loaded: "):
        machine.library(origin_of(sources))


@pytest.mark.parametrize(
    ("flags", "level"), [("avx2 bmi1 bmi2 fma abm movbe f16c avx xsave sse4_2", "v3"), ("sse4_2 avx", "v2"), ("", "v2")]
)
def test_the_level_is_what_the_processor_can_do(flags: str, level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine.platform, "machine", lambda: "x86_64")
    monkeypatch.setattr(machine.sys, "platform", "linux")
    monkeypatch.setattr(machine, "_features", lambda: set(flags.split()))
    assert machine.targets.__wrapped__()[0] == f"x86-64-{level}"
    assert machine.targets.__wrapped__()[-1] == "x86-64-v2"
    monkeypatch.setattr(machine.platform, "machine", lambda: "arm64")
    monkeypatch.setattr(machine.sys, "platform", "darwin")
    assert machine.targets.__wrapped__() == ("aarch64-macos",)
