"""The games of docs/add-a-game.md are taken from the page, installed beside Garrison, played and checked.

With them goes a game that has nothing but what a game must have.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import toy
from bare import BARE

TESTS = Path(__file__).parents[1]
PAGE = TESTS.parent / "docs" / "add-a-game.md"
FILES = dict(re.findall(r'```\w+ title="(\S+)"\n(.*?)```', PAGE.read_text(encoding="utf-8"), re.DOTALL))
GAMES = ("noughts", "crossing")
LANES = ["interpreted", pytest.param("compiled", marks=pytest.mark.long)]
WIN = """
import garrison, json
position = garrison.load("noughts").new(seed=1)
for player, field in ((0, 0), (1, 3), (0, 1), (1, 4), (0, 2)):
    position.play(player, field)
said = [position.game.describe(event) for event in position.events]
print(json.dumps([position.outcome.reason, position.outcome.winners, position.scores, said, str(position)]))
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment in which the page's games and the bare one are installed packages."""
    folder = tmp_path_factory.mktemp("page")
    toy.install(folder, "bare", **BARE)
    for name, text in FILES.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    information = folder / "noughts-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: noughts\nVersion: 1.0\n")
    points = "".join(f"{name} = {name}\n" for name in GAMES)
    (information / "entry_points.txt").write_text(f"[garrison.games]\n{points}")
    paths = [str(folder), str(TESTS), str(TESTS / "play" / "server"), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths), **toy.own_cache(folder), "GARRISON_LOAD_AHEAD": "0"}


def run(environment: dict[str, str], *arguments: str) -> str:
    done = subprocess.run([sys.executable, *arguments], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_games_are_short() -> None:
    for name, most in (("noughts", 120), ("crossing", 220)):
        files = [text for file, text in FILES.items() if file.startswith(f"{name}/")]
        assert len(files) == 5
        assert sum(len(text.splitlines()) for text in files) < most


def test_the_package_names_its_game() -> None:
    project = tomllib.loads(FILES["pyproject.toml"])
    assert project["project"]["entry-points"]["garrison.games"] == {"noughts": "noughts"}
    assert project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"] == ["noughts"]


def test_the_toy_game_is_found_and_played_interpreted(installed: dict[str, str]) -> None:
    environment = {**installed, "GARRISON_LANE": "interpreted"}
    assert "Three in a row on nine fields." in run(environment, "-m", "garrison", "games")
    reason, winners, scores, said, text = json.loads(run(environment, "-c", WIN))
    assert (reason, winners, scores) == ("row", [0], [1.0, 0.0])
    assert said == ["O is put on field 2.", "O has a row."]
    assert "0|OOO|\n1|XX.|\n2|...|" in text


def test_the_toy_game_is_simulated(installed: dict[str, str]) -> None:
    environment = {**installed, "GARRISON_LANE": "interpreted"}
    simulated = json.loads(run(environment, "-m", "garrison", "sim", "noughts", "-n", "200", "--json"))
    assert set(simulated["outcomes"]) == {"row: Noughts", "row: Crosses", "full: draw"}


def doors_passed(installed: dict[str, str], lane: str, doors: str) -> list[str]:
    """Which of the games went through which of the doors, in order."""
    told = run({**installed, "GARRISON_LANE": lane}, str(TESTS / "docs" / "doors.py"), doors, *GAMES, "bare")
    return told.splitlines()


@pytest.mark.parametrize("lane", LANES)
def test_the_games_are_played_to_the_end_in_every_environment(installed: dict[str, str], lane: str) -> None:
    for library, name in (("gymnasium", "Gymnasium"), ("pettingzoo", "PettingZoo"), ("pyspiel", "OpenSpiel")):
        pytest.importorskip(library, reason=f"{name} is not installed: pip install 'garrison[envs]'")
    doors = ("gymnasium", "gymnasium_vectors", "pettingzoo", "pufferlib", "openspiel")
    passed = [line for line in doors_passed(installed, lane, "environments") if line.split()[0] in (*GAMES, "bare")]
    assert passed == [f"{name} {door}" for name in (*GAMES, "bare") for door in doors]


@pytest.mark.parametrize("lane", LANES)
def test_the_games_are_played_to_the_end_by_all_programs(installed: dict[str, str], lane: str) -> None:
    """In the arena, in the lab, by what researchers use, in a replay and on a server."""
    passed = doors_passed(installed, lane, "programs")
    assert passed[:-3] == [f"{name} {d}" for name in (*GAMES, "bare") for d in ("replay", "arena", "lab", "research")]
    assert passed[-3:] == [f"{name} server" for name in (*GAMES, "bare")]


CHECKED = ["crossing", *(pytest.param(name, marks=pytest.mark.long) for name in ("noughts", "bare"))]


@pytest.mark.parametrize("name", CHECKED)
def test_the_games_pass_the_check_in_all_lanes(installed: dict[str, str], name: str) -> None:
    report = json.loads(run(installed, "-m", "garrison", "check", name, "-n", "30", "--json"))
    looked = {line["name"]: line["looked"] for line in report["properties"]}
    assert report["passed"]
    assert looked["lanes"] > 50
    assert looked["batches"] > 10
    assert (looked["reach"] > 0) == (name == "crossing")
