"""The toy game of docs/add-a-game.md is taken from the page, installed beside Garrison and played."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "add-a-game.md"
FILES = dict(re.findall(r"```\w+ (noughts/\S+)\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL))
WIN = """
import garrison, json
position = garrison.load("noughts").new(seed=1)
for player, field in ((0, 0), (1, 3), (0, 1), (1, 4), (0, 2)):
    position.play(player, field)
said = [position.game.describe(event) for event in position.events]
print(json.dumps([position.outcome.reason, position.outcome.winners, position.scores, said, str(position)]))
"""


@pytest.fixture
def installed(tmp_path: Path) -> dict[str, str]:
    """The environment in which the toy game is an installed package."""
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    information = tmp_path / "noughts-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: noughts\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text("[garrison.games]\nnoughts = noughts\n")
    return {**os.environ, "PYTHONPATH": str(tmp_path), "GARRISON_CACHE_DIR": str(tmp_path / "cache")}


def run(environment: dict[str, str], *arguments: str) -> str:
    done = subprocess.run([sys.executable, *arguments], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_toy_game_is_short() -> None:
    assert len(FILES) == 5
    assert sum(len(text.splitlines()) for text in FILES.values()) < 120


def test_the_toy_game_is_found_and_played_interpreted(installed: dict[str, str]) -> None:
    environment = {**installed, "GARRISON_LANE": "interpreted"}
    assert "Three in a row on nine fields." in run(environment, "-m", "garrison", "games")
    reason, winners, scores, said, text = json.loads(run(environment, "-c", WIN))
    assert (reason, winners, scores) == ("row", [0], [1.0, 0.0])
    assert said == ["O is put on field 2.", "O has a row."]
    assert "|OOO|\n|XX.|\n|...|" in text


def test_the_toy_game_is_compiled_and_simulated(installed: dict[str, str]) -> None:
    compiled, interpreted = (
        json.loads(run({**installed, "GARRISON_LANE": lane}, "-m", "garrison", "sim", "noughts", "-n", "200", "--json"))
        for lane in ("compiled", "interpreted")
    )
    assert compiled == interpreted
    assert set(compiled["outcomes"]) == {"row: Noughts", "row: Crosses", "full: draw"}
