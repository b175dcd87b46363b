"""Building: once, whole, with a progress that is true; and nothing of it while people play."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import toy
from garrison.core.engine.lane import LANE
from garrison.core.progress_bar import drawn_progress, progress_line

pytestmark = pytest.mark.skipif(LANE != "compiled", reason="is about the compiled lane")
START = "import garrison; position = garrison.load('counting').new(1); position.play(0, 'count'); print(position.steps)"
WITHOUT_NUMBA = """
import sys
sys.modules["numba"] = sys.modules["llvmlite"] = None
from garrison.core.engine import machine
machine.can_build = lambda: False
"""
USES = """
import sys
import garrison
from garrison.core import discovery
from garrison.lab.arena import *
from garrison.bots.search.methods import method
from garrison.bots.search.budget import Budget
for name in ("minefield", "siege"):
    game = garrison.load(name)
    position = game.new(1)
    player = position.waiting[0]
    position.play(player, method("halving", game).think(position, player, Budget(simulations=8), seed=1)[0].action)
    position.observe(0), position.scene(0)
    batch = game.batch(3)
    batch.advance(batch.random_actions())
from garrison.lab.games.quick import play_quickly
import garrison.play.server.http.app, garrison.play.terminal, garrison.envs
print(sorted({"numba", "llvmlite"} & set(sys.modules)))
"""


def files_in(folder: Path) -> list[str]:
    """The libraries in a cache, with their notes."""
    return sorted(file.name for file in (folder / "cache").rglob("counting-*") if file.suffix != ".lock")


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    return {**toy.install(tmp_path), **toy.own_cache(tmp_path)}


def test_a_game_of_another_package_is_built_once(environment: dict[str, str], tmp_path: Path) -> None:
    first = toy.python(environment, "-c", START)
    assert first.stdout == "1\n"
    assert first.stderr == "Building counting (only needed once); later starts are quick.\n"
    again = toy.python(environment, "-c", WITHOUT_NUMBA + START)
    assert (again.stdout, again.stderr) == ("1\n", "")
    assert [Path(name).suffix for name in files_in(tmp_path)] == [".json", ".so"]


def test_two_programs_that_build_at_once_build_once(environment: dict[str, str], tmp_path: Path) -> None:
    command = [sys.executable, "-c", START]
    both = [subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    assert [process.communicate()[0] for process in both] == ["1\n", "1\n"]
    made = next((tmp_path / "cache").rglob("counting-*.so"))
    moment = made.stat().st_ctime_ns, made.stat().st_ino
    assert toy.python(environment, "-c", START).stdout == "1\n"
    assert moment[1] == made.stat().st_ino
    assert len(files_in(tmp_path)) == 2


def test_a_build_that_is_interrupted_leaves_nothing_half(environment: dict[str, str], tmp_path: Path) -> None:
    process = subprocess.Popen([sys.executable, "-c", START], env=environment, start_new_session=True)
    while not list((tmp_path / "cache").rglob("counting.lock")):
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    assert files_in(tmp_path) == []
    assert toy.python(environment, "-c", START).stdout == "1\n"


def test_a_damaged_library_is_built_again(environment: dict[str, str], tmp_path: Path) -> None:
    assert toy.python(environment, "-c", START).stdout == "1\n"
    made = next((tmp_path / "cache").rglob("counting-*.so"))
    made.write_bytes(made.read_bytes()[:1000])
    without = toy.python(environment, "-c", WITHOUT_NUMBA + START)
    assert f"The library {made.name} is damaged and is not used." in without.stderr
    assert without.stderr.strip().endswith(
        'There is no machine code for counting. Building machine code needs Numba: pip install "garrison[build]".'
    )
    again = toy.python(environment, "-c", START)
    assert again.stdout == "1\n"


def test_what_runs_imports_neither_numba_nor_llvmlite() -> None:
    done = toy.python(dict(os.environ), "-c", USES)
    assert (done.stdout, done.stderr) == ("[]\n", "")


def test_an_unknown_target_is_one_sentence() -> None:
    done = toy.python(dict(os.environ), "-m", "garrison", "build", "--target", "z80")
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith(
        "garrison: Nothing can be built for 'z80'; the targets are x86-64-v2"
    )


def test_a_bar_says_how_long_it_takes_once_that_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    assert progress_line("Building", 0.01, 900).endswith("  1 %")
    assert progress_line("Building", 0.5, 12.4).endswith("50 %, 12 s left")
    assert progress_line("Building", 1.0, 0.0).endswith("100 %")
    with drawn_progress("Building", "Building, once.") as tell:
        tell(0.5, 1.0)
    assert capsys.readouterr().err == "Building, once.\n"
