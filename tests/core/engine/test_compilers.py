"""The processes that compile: copies of one that is ready, or, where that is lost, processes of their own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from garrison.core.discovery import find
from garrison.core.engine import cache, compilers, warm
from garrison.core.engine.compilers import Compilers, Copy, Process
from garrison.core.engine.lane import LANE
from playing import NAMES

PATIENCE = 60
QUICK = min(NAMES, key=lambda name: sum(file.stat().st_size for file in cache.sources(find(name).folder)))  # to compile
START_AND_WAIT = f"""
import time
from garrison.core.discovery import find
from garrison.core.engine import warm
from garrison.core.engine.compilers import Compilers
compilers = Compilers()
copies = [compilers.start(warm.Job(find({QUICK!r}).blueprint(), (part,))) for part in ("step", "new")]
while not all(copy.has_ended() or copy._number() for copy in copies):
    time.sleep(0.02)
print(compilers._stock._process.pid, *(copy._number() for copy in copies), flush=True)
time.sleep(60)
"""
pytestmark = [
    pytest.mark.skipif(LANE == "interpreted", reason="nothing is compiled"),
    pytest.mark.skipif(not compilers.CAN_COPY, reason="copies of processes (not on this system)"),
]


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Compilers]:
    """Once for all tests that leave it as it is, since it takes seconds to get ready."""
    made = Compilers()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GARRISON_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
        yield made
    made.dismiss()


@pytest.fixture
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Compilers]:
    monkeypatch.setenv("GARRISON_CACHE_DIR", str(tmp_path / "cache"))
    made = Compilers()
    yield made
    made.dismiss()


def piece(part: str) -> warm.Job:
    return warm.Job(find(QUICK).blueprint(), (part,))


def wait_for(process: Process) -> str:
    """Why it failed, if it did."""
    until(process.has_ended)
    return process.failure


def until(condition) -> None:  # type: ignore[no-untyped-def]
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.02)


def lives(number: int) -> bool:
    """Whether a process runs; one that has ended and that nobody has asked about does not."""
    try:
        return Path(f"/proc/{number}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def files_in(folder: Path) -> set[str]:
    return {file.name.split("-")[0] for file in folder.rglob("*.nbi")}


def test_pieces_are_compiled_by_copies_of_one_process(started: Compilers) -> None:
    score, measure = (started.start(piece(part)) for part in ("score", "measure"))
    assert isinstance(score, Copy)
    assert isinstance(measure, Copy)
    assert score._stock is measure._stock
    assert [wait_for(score), wait_for(measure)] == ["", ""]
    assert {"entries.entry_score", "entries.entry_measure"} <= files_in(cache.root())


def test_a_copy_that_dies_is_told_from_the_others(started: Compilers) -> None:
    doomed, other = (started.start(piece(part)) for part in ("step", "score"))
    until(lambda: doomed.has_ended() or doomed._number())
    os.kill(doomed._number(), signal.SIGKILL)
    assert wait_for(doomed) == (
        f"The rules of {QUICK} can't be compiled (step): signal 9 ended the compiler, perhaps for lack of memory."
    )
    assert wait_for(other) == ""


def test_where_the_one_is_lost_a_piece_gets_a_process_of_its_own(
    fresh: Compilers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = fresh.start(piece("score"))
    assert fresh._stock is not None
    fresh._stock._process.kill()
    assert wait_for(first) == ""
    monkeypatch.setenv("GARRISON_CACHE_DIR", str(tmp_path / "other"))
    assert wait_for(fresh.start(piece("measure"))) == "", "another environment, another stock"
    assert files_in(tmp_path / "cache") == {"entries.entry_score"}
    assert files_in(tmp_path / "other") == {"entries.entry_measure"}


def test_what_gives_way_does_so_as_soon_as_it_runs(started: Compilers) -> None:
    copy = started.start(piece("step"))
    copy.give_way()
    until(lambda: copy.has_ended() or copy._number())
    assert os.getpriority(os.PRIO_PROCESS, copy._number()) == compilers.NICE
    copy.stop()
    assert copy.has_ended()


def test_whatever_is_stopped_ends_at_once(fresh: Compilers, started: Compilers) -> None:
    before_it_runs, running = fresh.start(piece("step")), started.start(piece("step"))
    until(lambda: running.has_ended() or running._number())
    begin = time.monotonic()
    for copy in (before_it_runs, running):
        copy.stop()
        assert copy.has_ended()
        assert "signal 9" in copy.failure
    fresh.dismiss()
    assert time.monotonic() - begin < 1
    assert not lives(running._number())


def test_whoever_is_killed_takes_the_compilers_along(tmp_path: Path) -> None:
    environment = {**os.environ, "GARRISON_CACHE_DIR": str(tmp_path)}
    with subprocess.Popen(
        [sys.executable, "-c", START_AND_WAIT], env=environment, stdout=subprocess.PIPE, text=True
    ) as program:
        assert program.stdout is not None
        numbers = [int(number) for number in program.stdout.readline().split()]
        program.kill()
    assert len(numbers) == 3
    until(lambda: not any(map(lives, numbers)))
    assert not files_in(tmp_path), "they were not let finish"
