"""The lab on a real Ray cluster of two workers, one of which is killed: the same report, byte for byte."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from garrison import bots
from garrison.lab.design.run import Extent, Run
from garrison.lab.games.players import player_of
from garrison.lab.pages.report import report_on
from playing import game_of

ray = pytest.importorskip("ray", reason="Ray is not installed: garrison[ray]")
PACKAGE = """
import os, signal
from pathlib import Path

MARK = Path(__file__).with_name("killed")

def fatal(position, player, dice):
    \"\"\"Plays at random; the first one that is asked on a cluster takes the worker that asked down with it.\"\"\"
    if "GARRISON_FATAL" in os.environ and not MARK.exists():
        MARK.touch()
        os.kill(os.getppid(), signal.SIGKILL)
    return dice.choice(position.actions(player))
"""


@pytest.fixture
def cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    information = tmp_path / "others-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: others\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text("[garrison.bots]\nfatal = others:fatal\n")
    (tmp_path / "others.py").write_text(PACKAGE)
    monkeypatch.syspath_prepend(tmp_path)
    paths = [str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))
    bots.installed.cache_clear()
    player_of.cache_clear()
    yield tmp_path
    ray.shutdown()
    bots.installed.cache_clear()


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning", "ignore::ResourceWarning")
def test_a_killed_worker_changes_nothing(cluster: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def told(plan: Extent) -> str:
        run = Run(game_of("skirmish"), "fatal", plan, ["win_rate", "use", "weight"])
        run.go()
        return json.dumps(report_on(run).to_dict())

    here = told(Extent(games=24, seed=5, processes=0))
    monkeypatch.setenv("GARRISON_FATAL", "1")
    ray.init(num_cpus=2, include_dashboard=False, logging_level="ERROR", log_to_driver=False)
    assert told(Extent(games=24, seed=5, place="ray")) == here
    assert (cluster / "killed").exists()
