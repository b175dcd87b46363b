"""The engine's loops: kept on disk as soon as it is known that they can be, and not before."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import toy
from garrison.core.engine import cache, loops
from playing import NAMES

HITS = """
import garrison
from garrison.core.engine.kernels import new_many
garrison.load({!r}).batch(2)
print(sum(new_many.stats.cache_hits.values()), sum(new_many.stats.cache_misses.values()))
"""


def twice(number):
    return 2 * number


def test_loops_use_the_cache_once_they_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also those of a module that is imported later."""
    monkeypatch.setenv("GARRISON_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(loops, "LOOPS", {})
    monkeypatch.setattr(loops, "_cached", False)
    early = loops.loop("whole")(twice)
    assert early.stats.cache_path is None
    loops.use_cache()
    late = loops.loop("whole")(twice)
    assert all(Path(each.stats.cache_path).is_relative_to(cache.path_of(cache.ENGINE)) for each in (early, late))


def test_loops_do_without_a_folder_that_cannot_be_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("GARRISON_CACHE_DIR", str(tmp_path / "file" / "cache"))
    monkeypatch.setattr(loops, "LOOPS", {})
    monkeypatch.setattr(loops, "_cached", False)
    compiled = loops.loop("whole")(twice)
    loops.compile_all()
    assert compiled.stats.cache_path is None
    assert compiled(4) == 8


def test_a_loaded_game_has_its_loops_from_the_cache() -> None:
    done = toy.python(dict(os.environ), "-c", HITS.format(NAMES[0]))
    assert done.stdout == "1 0\n"
