"""Every script in benchmarks and examples is run as its users run it, with the least that it can do.

Those that need what is not installed here end in a sentence that says so. Those that start servers or compile take
longer; they run in the long tests, and here they are read and say how they are called.
"""

from __future__ import annotations

import os
import re
import runpy
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from signal import SIGTERM, getsignal, signal
from typing import NamedTuple
from unittest import mock

import pytest

from garrison.core.game import load
from garrison.core.replay import parse
from garrison.lab.data.dataset import make
from garrison.play.server.wire.settings import Settings

ROOT = Path(__file__).parents[2]
FILES = sorted([*(ROOT / "benchmarks").glob("*.py"), *(ROOT / "examples").glob("*.py")])
SCRIPTS = {file.stem: file for file in FILES if 'if __name__ == "__main__"' in file.read_text(encoding="utf-8")}
pytestmark = pytest.mark.skipif(not FILES, reason="the scripts are not part of this installation")


class Run(NamedTuple):
    """A script's arguments, what it prints, and the sentence with which it ends where something is missing."""

    arguments: str
    prints: str
    missing: str = ""


DUEL = '{"setup": "duel"}'
LIBRARIES = ("PyTorch", "sb3-contrib", "OpenSpiel", "TorchRL", "Tianshou")
TORCH, SB3, SPIEL, TORCHRL, TIANSHOU = (f"This needs {name}: pip install" for name in LIBRARIES)
QUICK = {
    "clone_dataset": Run("games.npz", r"\d"),
    "clone_torch": Run("games.npz --to cloned.npz --passes 1", r"pass  1: [\d.]+%", TORCH),
    "envs": Run("all --seconds 0.001 --turns 1 --games skirmish --sizes 1 2 2 4", r"garrison skirmish +1 +[\d.,]+\n"),
    "experts": Run("warm skirmish", r"warm|s\n"),
    "fit": Run("skirmish setup=duel --bot random -n 4", r"WEIGHTS = np.array\(\["),
    "gpu_search": Run("skirmish:easy --positions 4 --seconds 0.01", r'"gpu"', "GPU"),
    "mistakes": Run("skirmish:easy -n 1 --simulations 8 --options setup=duel --folder kept", r"skirmish:easy: 1 game"),
    "ladder": Run("minefield --minutes 0 --patience 0.1 --processes 1 --to ladder.json", r"keeps its numbers"),
    "mcts_openspiel": Run("--games 1 --simulations 2", r"game 1: [+-]\d, mean", SPIEL),
    "openspiel": Run("--simulations 1", r"connect_four .* simulations/s", SPIEL),
    "ppo_cleanrl": Run("--steps 20480", r"20,480 steps +-?\d", TORCH),
    "ppo_numpy": Run("--steps 4096", r"points"),
    "ppo_torch": Run("skirmish --steps 9000", r"\d", TORCH),
    "readers": Run("skirmish -o readers.jsonl --seconds 0 --cores 1", r"^$"),
    "replays": Run("skirmish --actions 20", r"skirmish +20 actions, [\d,]+ bytes: [\d.]+ ms\n"),
    "self_play_boneyard": Run("--steps 7000", r"\d", TORCH),
    "maskable_sb3": Run("--steps 64", r"\d", SB3),
}
LONG = {
    "baselines": Run("random --minutes 0.3 -n 1 --processes 1 --keep kept --to there", r"siege-unseen +1 +0\.000"),
    "dqn_tianshou": Run("--steps 5000", r"steps +-?\d", TIANSHOU),
    "ppo_torchrl": Run("--steps 2048", r"2,048 steps +-?\d", TORCHRL),
    "search": Run("skirmish --simulations 10", r"skirmish .* simulations/s"),
    "lab": Run("--repetitions 2 --processes 1", r"\d"),
    "lab_cost": Run("skirmish --bots random -n 4 --measure draws --processes 1", r"\d"),
    "siege": Run("kept --minutes 0.3 --factor 0.01 --parts standard --processes 1", r"plain"),
    "solo": Run("kept --minutes 0.05 --factor 0.01 --only minefield --processes 1", r"minefield"),
    "standard": Run("kept --minutes 0.05 --factor 0.01 --only boneyard --processes 1", r"boneyard"),
    "turns": Run(f"{Path(__file__).parents[2]} skirmish --turns 1 --seconds 0.01", r"skirmish"),
    "attacks": Run("--seconds 1 pings", r"failed|DID HARM"),
    "crafted": Run("skirmish -n 50", r"skirmish"),
    "faults": Run("--matches 2 --kills 1 --longest 0.5", r"moves acknowledged"),
    "first_action": Run("", r"\| skirmish \| \d", "This needs"),
    "findings": Run("found --minutes 0 --factor 0.01 --only skirmish-veteran --processes 1", r"ready after"),
    "frames": Run("--seconds 0.2", r"frames/s", "This needs"),
    "hostile": Run("--messages 100", r"\d"),
    "levels": Run("skirmish --minutes 0 --patience 0.1 -n 2 --processes 1 --keep kept.jsonl", r"\| games \|"),
    "load": Run("--seconds 0.5 --matches 2 --idle 300 --bots 1", r"connections 300"),
    "skirmish_levels": Run("easy:easy:duel -n 2 --seconds 60 --processes 1", r"easy"),
    "skirmish_styles": Run("--minutes 0.001 --population 2 --games 4", r"against veteran"),
    "start": Run("skirmish --times 1", r"first step of skirmish"),
    "shifted": Run("skirmish --games 1 --positions 1 --bot easy", r"skirmish small +1 "),
    "words": Run("minefield --positions 3", r"minefield +[\d.]+, [\d.]+"),
    "wire": Run("--actions 5", r"window kept +first"),
    "ticks": Run("--seconds 4 --matches 1", r"ticks \d+"),
}


def is_missing(name: str, sentence: str) -> bool:
    """Whether a script ended in the one sentence that says what it needs."""
    wanted = {**QUICK, **LONG}[name].missing
    return bool(wanted) and wanted in sentence and "\n" not in sentence


@pytest.fixture(autouse=True)
def aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Scripts write into their folder, name what they start in the environment, and say what ends them."""
    monkeypatch.chdir(tmp_path)
    before = getsignal(SIGTERM)
    with mock.patch.dict(os.environ):
        yield
    signal(SIGTERM, before)


def test_no_script_is_without_a_test() -> None:
    assert set(SCRIPTS) == set(QUICK) | set(LONG)
    assert not set(QUICK) & set(LONG)


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_says_how_it_is_called(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", [str(SCRIPTS[name]), "--help"])
    monkeypatch.syspath_prepend(str(SCRIPTS[name].parent))
    with pytest.raises(SystemExit) as end:
        runpy.run_path(str(SCRIPTS[name]), run_name="__main__")
    if end.value.code != 0:
        assert is_missing(name, str(end.value.code))
    else:
        assert "usage:" in capsys.readouterr().out


@pytest.mark.parametrize("name", QUICK)
def test_a_script_does_the_least_that_it_can(
    name: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    if name.startswith("clone_"):
        make(load("skirmish", setup="duel"), ["easy", "random"], 12, 1, "games.npz", processes=0)
    arguments, prints, _ = QUICK[name]
    monkeypatch.setattr(sys, "argv", [str(SCRIPTS[name]), *arguments.split()])
    monkeypatch.syspath_prepend(str(SCRIPTS[name].parent))
    try:
        runpy.run_path(str(SCRIPTS[name]), run_name="__main__")
        ending = ""
    except SystemExit as end:
        ending = str(end.code or "")
    if ending:
        assert is_missing(name, ending)
        return
    said = capfd.readouterr()
    assert re.search(prints, said.out), said.out + said.err
    assert "Traceback" not in said.err


@pytest.mark.long
@pytest.mark.parametrize("name", LONG)
def test_a_longer_script_does_the_least_that_it_can(name: str) -> None:
    arguments, prints, _ = LONG[name]
    command = [sys.executable, str(SCRIPTS[name]), *arguments.split()]
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=600)
    if done.returncode and is_missing(name, done.stderr.strip()):
        return
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(prints, done.stdout), done.stdout


def test_findings_let_other_scripts_ask_what_the_lab_does_not_measure(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of them has the options with which it is called."""
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    import findings

    calls: list[list[str]] = []
    monkeypatch.setattr(subprocess, "run", lambda command, check: calls.append(command))
    findings.ask_others(Path("found"), 1.5, 0.1, 2)
    for (_, script, folder, *settings), name in zip(calls, findings.OTHERS, strict=True):
        assert (Path(script), folder) == (SCRIPTS[name], f"found/{name}")
        assert settings == ["--minutes", "1.5", "--factor", "0.1", "--processes", "2"]
        source = Path(script).read_text(encoding="utf-8")
        assert all(f'("{option}"' in source for option in (*settings[::2], "folder")), "the script has no such option"


def test_measurements_lift_every_limit_of_an_address() -> None:
    from servers import LIMITS, NO_LIMITS, USUAL_LIMITS

    names = {one.name for one in fields(Settings)}
    assert {name for name in names if name.endswith("_an_address")} <= set(LIMITS) <= names
    assert set(NO_LIMITS.values()) == {0}
    assert {**USUAL_LIMITS} == {name: getattr(Settings(), name) for name in LIMITS}


def test_strangers_attack_with_replays_that_a_server_takes() -> None:
    from strangers import LONGEST, patient_replay

    text = patient_replay(LONGEST, seed=0)
    assert len(text) <= Settings().longest_body
    assert parse(text).verify().steps == LONGEST


def test_more_browsers_than_an_address_may_have_can_watch(tmp_path: Path) -> None:
    import uvloop
    from load import idle
    from servers import Server

    count = Settings().sockets_an_address + 10
    with Server(f"sqlite:///{tmp_path / 'matches.sqlite'}", tmp_path) as server:
        assert uvloop.run(idle(server, count))["connections"] == count
