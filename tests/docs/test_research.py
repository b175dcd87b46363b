"""The table of environments in docs/research.md says what the games say."""

from __future__ import annotations

from pathlib import Path

import pytest

from garrison.core.game import Game, load
from garrison.envs import env_id
from playing import NAMES

PAGE = Path(__file__).parents[2] / "docs" / "research.md"
pytestmark = pytest.mark.skipif(not PAGE.exists(), reason="the pages are not part of this installation")


def row_of(name: str) -> list[str]:
    """The cells of a game's row."""
    line = next(line for line in PAGE.read_text().splitlines() if line.startswith(f"| `{env_id(name)}` |"))
    return [cell.strip() for cell in line.strip("|").split("|")]


def sizes_of(game: Game) -> list[str]:
    """Planes, numbers and actions as the table writes them."""
    planes = " x ".join(str(size) for size in game.planes_shape)
    return [planes, str(len(game.numbers)), f"{len(game.used_actions):,}"]


@pytest.mark.parametrize("name", [name for name in NAMES if name != "boneyard"])
def test_the_sizes_of_a_game(name: str) -> None:
    assert row_of(name)[2:5] == sizes_of(load(name))
    assert row_of(name)[1] == load(name).facts.player_range


def test_the_sizes_of_boneyard_depend_on_its_players() -> None:
    actions = [len(load("boneyard", players=players).used_actions) for players in range(1, 7)]
    assert actions == [40, 40, 43, 44, 45, 46]
    planes, numbers, _ = sizes_of(load("boneyard", players=2))
    assert row_of("boneyard")[2:5] == [
        f"{planes} for two",
        f"{numbers} for two",
        "40, with three to six players 43 to 46",
    ]
