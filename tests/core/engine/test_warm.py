"""The first compilation: what is needed and nothing else, done once, and with a reason where it can't be done."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

import toy
from garrison.bots.search import SEARCH
from garrison.core.discovery import find
from garrison.core.engine import cache, warm
from garrison.core.engine.blueprint import Blueprint
from garrison.core.engine.compilers import Process
from garrison.core.engine.entries import SKILLS
from garrison.core.engine.lane import LANE
from playing import NAMES

QUICK = min(NAMES, key=lambda name: sum(file.stat().st_size for file in cache.sources(find(name).folder)))  # to compile
START = "import garrison; print(garrison.load('{}').new(1).waiting)"
FALSE_SKILL = """
from garrison.core.engine.rule import rule
@rule
def value(p, s, out):
    out[0] = 'ahead'
"""
COMPILE_SKILL = """
import time
from garrison.core.discovery import find
from garrison.core.engine import warm
from garrison.core.engine.compilers import Compilers
process = Compilers().start(warm.jobs_for([warm.Skilled(find("counting").blueprint())])[0])
while not process.has_ended():
    time.sleep(0.05)
print(process.failure)
"""
FALSE_RULES = toy.RULES.replace("s.waiting = 1", "s.waiting = 'first'")
pytestmark = pytest.mark.skipif(LANE == "interpreted", reason="nothing is compiled")


@pytest.fixture
def cold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GARRISON_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def but_for_the_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """As cold as can be without compiling the engine and the search once more."""
    folder = toy.own_cache(tmp_path)["GARRISON_CACHE_DIR"]
    monkeypatch.setenv("GARRISON_CACHE_DIR", folder)
    return Path(folder)


def games() -> list[Blueprint]:
    return [find(name).blueprint() for name in NAMES]


def names_in(folder: Path) -> set[str]:
    return {each.name.split("-")[0] for each in folder.iterdir()}


def compiled(environment: dict[str, str], cold: Path) -> dict[str, str]:
    return environment | {"GARRISON_CACHE_DIR": str(cold), "GARRISON_LANE": "compiled", "NUMBA_OPT": "1"}


def test_a_cold_game_is_compiled_alone_and_once(tmp_path: Path, but_for_the_engine: Path) -> None:
    environment = compiled(toy.install(tmp_path / "installed"), but_for_the_engine)
    first, second = (toy.python(environment, "-c", START.format("counting")) for _ in range(2))
    assert first.stdout == second.stdout == "(0,)\n"
    assert first.stderr == "Compiling the rules of counting (only needed once); later starts are quick.\n"
    assert second.stderr == ""
    assert names_in(but_for_the_engine) == {"engine", "passes", "search", "counting"}
    assert all((folder / "complete").exists() for folder in but_for_the_engine.iterdir())


@pytest.mark.long
def test_warming_compiles_every_game(cold: Path) -> None:
    environment = compiled(dict(os.environ), cold)
    done = toy.python(environment, "-m", "garrison", "warm")
    assert done.stdout.startswith("The rules: compiled after ")
    assert done.stderr == ""
    assert names_in(cold) == {"engine", "passes", "search", *NAMES, *(f"{name}.skill" for name in NAMES)}
    for name in NAMES:
        started = toy.python(environment, "-c", START.format(name))
        assert (started.returncode, started.stderr) == (0, "")


def test_the_jobs_are_every_entry_of_every_cold_game_and_the_kernels(cold: Path) -> None:
    jobs = warm.jobs_for(games())
    expected = {(game.origin, part) for game in games() for part in game.entries} | {(cache.ENGINE, "kernels")}
    pieces = [(job.origin, part) for job in jobs for part in job.parts]
    assert set(pieces) == expected
    assert len(pieces) == len(expected)


def test_skill_and_search_are_one_piece_each(cold: Path) -> None:
    game = find(QUICK).blueprint()
    jobs = warm.jobs_for([warm.Skilled(game), SEARCH])
    found = [(job.origin, job.parts) for job in jobs]
    kernels = ("kernels",)
    assert found == [(game.skill_origin, SKILLS), (SEARCH.origin, kernels), (cache.ENGINE, kernels)]


def test_a_change_to_skill_leaves_the_machine_code_of_the_rules_alone(tmp_path: Path) -> None:
    """Neither skill nor whether there is any shapes the rules, and no rule is part of the search."""
    game = find(QUICK).blueprint()
    assert replace(game, skill=not game.skill).origin == game.origin
    assert cache.folder_name(game.skill_origin) != cache.folder_name(game.origin)
    rules = cache.sources(Path(game.folder), game.origin.parts)
    assert all("skill" not in file.relative_to(game.folder).parts[0] for file in rules)
    assert set(rules) < set(cache.sources(Path(game.folder), game.skill_origin.parts))


def test_what_is_warm_is_no_job(cold: Path) -> None:
    warmed = find(NAMES[0]).blueprint()
    for origin in (warmed.origin, cache.ENGINE):
        with cache.folder_for(origin):
            cache.mark_warm(origin)
    assert {job.origin.name for job in warm.jobs_for(games())} == set(NAMES[1:])
    assert warm.jobs_for([warmed]) == []


def test_a_piece_that_cannot_be_compiled_says_why(tmp_path: Path, but_for_the_engine: Path) -> None:
    """From a process that was told to do it, through the queue, to whoever asked."""
    environment = compiled(toy.install(tmp_path / "installed", rules=FALSE_RULES), but_for_the_engine)
    done = toy.python(environment, "-m", "garrison", "warm", "counting")
    assert done.returncode == 2
    assert done.stderr.startswith("garrison: The rules of counting can't be compiled (new, ")
    assert ": rules.py, line 10, in new: Cannot cast" in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (next(but_for_the_engine.glob("counting-*")) / "complete").exists()


def test_skill_that_cannot_be_compiled_says_why_and_leaves_the_rules_alone(
    tmp_path: Path, but_for_the_engine: Path
) -> None:
    environment = compiled(toy.install(tmp_path / "installed", skill=FALSE_SKILL), but_for_the_engine)
    done = toy.python(environment, "-c", COMPILE_SKILL)
    assert done.stdout.startswith(
        "The skill of counting can't be compiled (value, policy, hide, cues): skill.py, line 5, in v"
    )
    assert not list(but_for_the_engine.glob("counting-*"))


def test_a_process_that_is_killed_says_so(cold: Path) -> None:
    process = Process(warm.Job(find(QUICK).blueprint(), ("step",)))
    process.give_way()
    process.stop()
    assert process.has_ended()
    assert process.failure == (
        f"The rules of {QUICK} can't be compiled (step): signal 9 ended the compiler, perhaps for lack of memory."
    )


@pytest.mark.skipif(not hasattr(os, "getpgid"), reason="signals to groups of processes (not on this system)")
def test_ctrl_c_in_a_terminal_is_not_for_the_compiler(cold: Path) -> None:
    process = Process(warm.Job(find(QUICK).blueprint(), ("step",)))
    assert os.getpgid(process._process.pid) != os.getpgid(0)
    process.stop()
    assert process.has_ended()


# --- Two processes that want the same piece.

CLAIM = """
import time
from garrison.core.engine import cache
with cache.claim(cache.ENGINE, "loops"):
    print("mine", flush=True)
    time.sleep({})
"""


def claiming(seconds: float) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-c", CLAIM.format(seconds)], stdout=subprocess.PIPE, text=True)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="the children of a process (not on this system)")
def test_whoever_is_told_to_end_ends_the_compilers(cold: Path) -> None:
    command = [sys.executable, "-m", "garrison", "warm", "--rules", QUICK]
    compiling = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        threads, end = Path(f"/proc/{compiling.pid}/task"), time.monotonic() + 60
        while not (started := [child for file in threads.glob("*/children") for child in file.read_text().split()]):
            assert time.monotonic() < end
            time.sleep(0.02)
        compiling.terminate()
        assert compiling.wait(60) != 0
        assert not [child for child in started if Path(f"/proc/{child}").exists()]
    finally:
        compiling.kill()


def test_a_claim_waits_for_another_and_outlives_no_process(cold: Path) -> None:
    with claiming(60) as first:
        assert first.stdout is not None
        assert first.stdout.readline() == "mine\n"
        with claiming(0) as second:
            time.sleep(1.5)
            assert second.poll() is None, "both have it"
            first.kill()  # in the middle of it
            assert second.communicate()[0] == "mine\n"


def test_what_somebody_else_has_made_meanwhile_is_not_made_again(cold: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[warm.Job] = []
    monkeypatch.setattr(warm, "_compile", made.append)
    job = warm.Job(None, ("kernels",))
    warm.compile_job(job)
    assert made == [job]
    cache.mark_warm(cache.ENGINE)
    warm.compile_job(job)
    assert made == [job]


@pytest.mark.long  # claims are tested above
def test_two_programs_that_need_the_same_game_do_not_harm_each_other(tmp_path: Path, but_for_the_engine: Path) -> None:
    environment = compiled(toy.install(tmp_path / "installed"), but_for_the_engine)
    command = [sys.executable, "-m", "garrison", "warm", "counting"]
    both = [subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    assert all(one.communicate()[0] and one.returncode == 0 for one in both)
    started = toy.python(environment, "-c", START.format("counting"))
    assert (started.stdout, started.stderr) == ("(0,)\n", "")
