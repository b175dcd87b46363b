"""The engine's kernels: kept on disk as soon as it is known that they can be, and not before."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import toy
from garrison.core.engine import cache, kernel
from playing import NAMES

HITS = """
import garrison
from garrison.core.engine.kernels import new_many
garrison.load({!r}).batch(2)
print(sum(new_many.stats.cache_hits.values()), sum(new_many.stats.cache_misses.values()))
"""


def twice(number):
    return 2 * number


def nothing(number):
    pass


def test_kernels_use_the_cache_once_they_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also those of a module that is imported later."""
    monkeypatch.setenv("GARRISON_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(kernel, "KERNELS", {})
    monkeypatch.setattr(kernel, "_cached", set())
    early = kernel.kernel("whole")(twice)
    assert early.stats.cache_path is None
    kernel.use_cache()
    late = kernel.kernel("whole")(twice)
    assert all(Path(each.stats.cache_path).is_relative_to(cache.path_of(cache.ENGINE)) for each in (early, late))


def test_kernels_do_without_a_folder_that_cannot_be_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("GARRISON_CACHE_DIR", str(tmp_path / "file" / "cache"))
    monkeypatch.setattr(kernel, "KERNELS", {})
    monkeypatch.setattr(kernel, "_cached", set())
    compiled = kernel.kernel("whole")(twice)
    kernel.compile_all()
    assert compiled.stats.cache_path is None
    assert compiled(4) == 8


def test_a_kernel_that_kernels_call_is_compiled_once_for_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked for its address, or told to use the cache: then it comes from there the next time."""
    monkeypatch.setenv("GARRISON_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(kernel, "INNER", {})
    monkeypatch.setattr(kernel, "KERNELS", {})
    monkeypatch.setattr(kernel, "_cached", set())
    uncached = kernel.inner_kernel("whole", cache.PASSES)(nothing)
    assert uncached.address == uncached.address != 0
    made = kernel.inner_kernel("whole", cache.PASSES)(nothing)
    kernel.compile_all(cache.PASSES)
    kept = {file.suffix for file in cache.path_of(cache.PASSES).rglob("*.nb*")}
    assert kept == {".nbi", ".nbc"}
    assert made.compile(None).cache_hits == 0
    assert kernel.inner_kernel("whole", cache.PASSES)(nothing).compile(None).cache_hits == 1


def test_a_loaded_game_has_its_kernels_from_the_cache() -> None:
    done = toy.python(dict(os.environ), "-c", HITS.format(NAMES[0]))
    assert done.stdout == "1 0\n"
