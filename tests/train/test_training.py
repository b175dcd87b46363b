"""Training: what the search plays is noted and learned, and an interrupted training goes on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from garrison.bots.network import Network
from garrison.core.errors import BadOption
from garrison.train import run
from garrison.train.crew import noted, rating
from garrison.train.learning import Shelf, known_inputs, learn
from garrison.train.model import Batch, Model
from garrison.train.samples import Samples
from garrison.train.settings import Settings
from playing import game_of

SMALL = Settings(
    "minefield",
    positions=8,
    teacher="medium",
    effort=0.1,
    longest=4,
    iterations=1,
    passes=9,
    batch=4,
    width=8,
    depth=4,
    fewest=1,
    workers=1,
    games=1,
)


@pytest.fixture(scope="module")
def samples() -> Samples:
    return noted(SMALL, 1, None)


def test_every_decision_is_noted_with_what_is_legal(samples: Samples) -> None:
    assert len(samples) >= SMALL.positions
    assert samples.seen.sum() == len(samples.inputs)
    assert samples.shares.sum(axis=1) == pytest.approx(np.ones(len(samples)))
    for legal, actions in zip(np.split(samples.legal, np.cumsum(samples.could)[:-1]), samples.actions, strict=True):
        assert set(actions[actions >= 0]) <= set(legal)
    assert (np.abs(samples.values) <= 1).all()


def test_the_same_seed_notes_the_same(samples: Samples, tmp_path: Path) -> None:
    samples.save(tmp_path / "samples.npz")
    kept, again = Samples.load(tmp_path / "samples.npz"), noted(SMALL, 1, None)
    assert (kept.inputs == again.inputs).all()
    assert (kept.actions == again.actions).all()


def test_with_a_horizon_the_outcome_is_what_a_position_was_worth_later() -> None:
    samples = noted(replace(SMALL, horizon=2, noise=0.0), 1, None)
    assert samples.values[0] == samples.guesses[2]
    assert samples.values[2] == samples.values[3]  # there is nothing later but the end


def test_gradients_are_those_of_the_loss() -> None:
    """Each is what the loss changes by when the number changes a little."""
    dice, model = np.random.default_rng(2), Model(6, 5, 4, 3, seed=1)
    model.weights = {name: 2 * array.astype(np.float64) for name, array in model.weights.items()}
    wanted = dice.random((7, 3))
    present, values = (dice.random((7, 6)) < 0.5).astype(float), dice.uniform(-1, 1, 7)
    batch = Batch(present, np.ones((7, 3), bool), wanted / wanted.sum(axis=1, keepdims=True), values)

    def loss() -> float:
        judged = model.judge(batch)
        unlikely = -(batch.wanted * np.log(judged.odds)).sum(axis=1)
        return float(((judged.values - values) ** 2 + 0.1 * unlikely).mean())

    for name, gradient in model.gradients(batch).items():
        place, little = tuple(size // 2 for size in gradient.shape), 1e-6
        model.weights[name][place] += little
        more = loss()
        model.weights[name][place] -= 2 * little
        assert (more - loss()) / (2 * little) == pytest.approx(gradient[place], abs=1e-6)
        model.weights[name][place] += little


def test_a_network_learns_what_was_noted(samples: Samples) -> None:
    ids = known_inputs(samples, 1)
    model, shelf = Model(len(ids) + 1, 8, 4, 9, seed=1), Shelf(samples, ids, 9)
    batch = shelf.rows(np.arange(len(samples)))
    before = float(((model.judge(batch).values - batch.values) ** 2).mean())
    for _ in range(100):
        model.step(batch, rate=0.01, decay=0.0)
    assert ((model.judge(batch).values - batch.values) ** 2).mean() < before
    learned, weights = learn(model, shelf, SMALL, seed=1)
    assert learned.steps > 0
    assert weights["vectors"].shape == (len(ids) + 1, 8)


@pytest.mark.parametrize(
    ("others", "sentence"),
    [
        ({"iterations": 0}, "--iterations is a number from 1 to 1,000"),
        ({"device": "tpu"}, "--device is cpu or cuda"),
        ({"effort": 0.0}, "--effort is more than 0"),
        ({"trust": 2.0}, "--trust is a share from 0 to 1"),
    ],
)
def test_bad_settings_get_a_sentence(others: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        replace(SMALL, **others)  # type: ignore[arg-type]


def test_a_teacher_must_be_a_level_that_searches() -> None:
    with pytest.raises(BadOption, match="no level of minefield that searches and is called 'runner'"):
        noted(replace(SMALL, teacher="runner"), 1, None)


def test_what_can_t_be_trained_gets_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="minefield has no option called 'players'"):
        run.Training(replace(SMALL, mix={"players": [2]}), tmp_path / "mixed", "", "")
    with pytest.raises(BadOption, match="positions are too few to learn from"):
        run.Training(replace(SMALL, positions=1, longest=1, fewest=99), tmp_path / "few", "", "").run()


def test_a_training_learns_and_goes_on_where_it_was(tmp_path: Path) -> None:
    told: list[str] = []
    few = replace(SMALL, positions=4)
    first = run.Training(few, tmp_path, "garrison train", "abc", told.append)
    first.run()
    again = run.Training(replace(few, iterations=2), tmp_path, "garrison train", "abc", told.append)
    assert again.done == 1
    network = again.run()
    assert again.done == 2
    assert (tmp_path / "progress.csv").read_text().count("\n") == 3
    assert network.card.steps > Network.load(tmp_path / "network-1.npz").card.steps
    assert network.checked(game_of("minefield")) is network
    assert rating(few, tmp_path / "network.npz") >= 0
    with pytest.raises(BadOption, match="holds a training with other settings"):
        run.Training(replace(few, seed=9), tmp_path, "", "")
