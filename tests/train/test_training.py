"""Training: what search labels is learned, an interrupted training goes on, and PyTorch and NumPy agree."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from garrison.bots.network import features_of
from garrison.core.errors import BadOption
from garrison.train.crew import labelled
from garrison.train.samples import Samples
from garrison.train.settings import Settings
from playing import game_of

SMALL = Settings(
    "minefield", positions=12, effort=0.02, longest=6, iterations=1, passes=9, batch=16, channels=8, blocks=1, workers=1
)


@pytest.fixture(scope="module")
def samples() -> Samples:
    return labelled(SMALL, 1, None)


def test_every_decision_is_labelled_with_what_is_legal(samples: Samples) -> None:
    game = game_of("minefield")
    assert len(samples) >= SMALL.positions
    assert samples.planes.shape[1:] == game.planes_shape
    assert samples.numbers.shape[1:] == (len(game.numbers),)
    assert samples.shares.sum(axis=1) == pytest.approx(np.ones(len(samples)))
    for mask, actions in zip(samples.masks, samples.actions, strict=True):
        assert mask[actions[actions >= 0]].all()
    assert (np.abs(samples.values) <= 1).all()


def test_the_same_seed_labels_the_same(samples: Samples, tmp_path: Path) -> None:
    samples.save(tmp_path / "samples.npz")
    kept, again = Samples.load(tmp_path / "samples.npz"), labelled(SMALL, 1, None)
    assert (kept.planes == again.planes).all()
    assert (kept.actions == again.actions).all()


@pytest.mark.parametrize(
    ("others", "sentence"),
    [
        ({"iterations": 0}, "--iterations is a number from 1 to 1,000"),
        ({"device": "tpu"}, "--device is cpu or cuda"),
        ({"effort": 0.0}, "--effort is more than 0"),
    ],
)
def test_bad_settings_get_a_sentence(others: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        replace(SMALL, **others)  # type: ignore[arg-type]


def test_a_teacher_must_be_a_level_that_searches() -> None:
    with pytest.raises(BadOption, match="no level of minefield that searches and is called 'runner'"):
        labelled(replace(SMALL, teacher="runner"), 1, None)


def test_a_training_learns_and_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    from garrison.train import run

    monkeypatch.setattr(run, "ratings", lambda settings, network: {"score": 0.0})
    told: list[str] = []
    first = run.Training(SMALL, tmp_path, "garrison train", "abc", told.append)
    network = first.run()
    again = run.Training(replace(SMALL, iterations=2), tmp_path, "garrison train", "abc", told.append)
    assert again.done == 1
    again.run()
    assert (tmp_path / "progress.csv").read_text().count("\n") == 3
    position = game_of("minefield").new(1)
    planes = torch.as_tensor(position.observe(0)[None])
    scores = first.model(planes, torch.as_tensor(features_of(position.measure(0)[None])))[1].detach().numpy()[0]
    odds = np.exp(scores - scores.max()) * position.mask(0)
    assert network.think(position, 0)[0] == pytest.approx(odds / odds.sum(), abs=0.01)
    with pytest.raises(BadOption, match="holds a training with other settings"):
        run.Training(replace(SMALL, seed=9), tmp_path, "", "")
