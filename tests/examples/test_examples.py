"""The examples: the ones in NumPy run short here, those that need PyTorch in the long tests, where it is installed."""

from __future__ import annotations

import json
import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import garrison
from garrison.lab.arena.evaluation import policy_in
from garrison.lab.data.dataset import make

EXAMPLES = Path(__file__).parents[2] / "examples"
FILES = sorted(EXAMPLES.glob("*.py"))
pytestmark = pytest.mark.skipif(not FILES, reason="the examples are not part of this installation")


def example(name: str) -> dict[str, Any]:
    return runpy.run_path(str(EXAMPLES / f"{name}.py"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_an_example_is_short(file: Path) -> None:
    assert len(file.read_text().splitlines()) < 150


def test_ppo_in_numpy_tells_how_it_goes() -> None:
    lines: list[str] = []
    curve = example("ppo_numpy")["train"](20_000, tell=lines.append)
    assert curve[-1] > 0
    assert "points" in lines[-1]


@pytest.mark.long
def test_ppo_in_numpy_learns() -> None:
    assert example("ppo_numpy")["train"](70_000)[-1] > 5.5  # chance brings 4


def test_ppo_in_numpy_never_chooses_what_is_illegal() -> None:
    masks = np.array([[1, 0, 1], [0, 1, 0]], dtype=np.uint8)
    _, logs, _ = example("ppo_numpy")["Network"](5, 3, 0).forward(np.ones((2, 5), dtype=np.float32), masks)
    assert ((np.exp(logs) > 0) == masks).all()
    assert np.exp(logs).sum(axis=1) == pytest.approx(1)


def test_what_ppo_in_numpy_learned_can_be_evaluated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "mine.npz"
    example("ppo_numpy")["train"](4096, to=str(file), tell=lambda line: None)
    monkeypatch.setenv("PPO_NUMPY", str(file))
    game = garrison.load("minefield", rules={"time_limit": 20})
    assert garrison.evaluate(EXAMPLES / "ppo_numpy_policy.py", game, games=2, processes=0).rungs[0].score >= 0


def test_the_general_search_plays_any_game() -> None:
    duel = garrison.load("skirmish", setup="duel")
    rung = garrison.evaluate(EXAMPLES / "decoupled_search.py", duel, games=6, ladder=["still"], processes=0).rungs[0]
    assert rung.score > 0.8


@pytest.mark.long
def test_ppo_in_numpy_learns_well() -> None:
    assert max(example("ppo_numpy")["train"](3_300_000)) >= 176


def test_learning_from_a_data_set(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = garrison.load("skirmish", setup="duel")
    make(game, ["easy", "random"], 12, 1, tmp_path / "games.npz")
    hits, chance = example("clone_dataset")["clone"](tmp_path / "games.npz")
    assert hits > 0
    assert 0 < chance < 1


def test_what_learned_from_a_data_set_can_be_evaluated(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed: pip install 'garrison[train]'")
    game = garrison.load("skirmish", setup="duel")
    make(game, ["veteran", "random"], 40, 1, tmp_path / "games.npz")
    tells: list[str] = []
    hits = example("clone_torch")["clone"](tmp_path / "games.npz", tmp_path / "mine.npz", passes=3, tell=tells.append)
    assert len(tells) == 3
    assert 0 < hits <= 1
    rung = garrison.evaluate(str(tmp_path / "mine.npz"), game, games=4, ladder=["still"], processes=0).rungs[0]
    assert rung.games == 4
    assert policy_in(tmp_path / "mine.npz")[1] == "skirmish"


def test_mcts_of_openspiel(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'garrison[envs]'")
    assert -1 <= example("mcts_openspiel")["play"](1, simulations=2) <= 1


@pytest.mark.long
def test_ppo_in_pytorch() -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed: pip install 'garrison[train]'")
    assert len(example("ppo_torch")["train"]("minefield", 200_000)) > 0


@pytest.mark.long
def test_self_play(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed: pip install 'garrison[train]'")
    monkeypatch.syspath_prepend(str(EXAMPLES))
    assert len(example("self_play_boneyard")["train"](130_000)) > 0


@pytest.mark.long
def test_maskable_ppo() -> None:
    pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed: pip install 'garrison[train]'")
    example("maskable_sb3")["train"]("skirmish-duel", 4096)


def test_the_notebook_answers_its_question_in_ten_cells(capsys: pytest.CaptureFixture[str]) -> None:
    cells = json.loads((EXAMPLES / "lab_question.ipynb").read_text(encoding="utf-8"))["cells"]
    assert len(cells) == 10
    told: dict[str, Any] = {}
    for cell in cells:
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), cell["id"], "exec"), told)
    assert told["answer"] in capsys.readouterr().out
