"""Training: what the search plays is noted and learned, and an interrupted training goes on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from garrison.bots.network import Network
from garrison.bots.search import Choice
from garrison.core.errors import BadOption
from garrison.train import run
from garrison.train.crew import noted, rating
from garrison.train.learning import Shelf, known_inputs, learn
from garrison.train.model import Batch, Model
from garrison.train.samples import Recorder, Samples
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
    position, recorder = game_of("minefield").new(1), Recorder()
    for guess in (0.1, 0.2, 0.3, 0.4):
        recorder.note(position, 0, guess, [Choice(position.actions(0)[0], 0.0, 1.0)])
    assert recorder.finished([1.0]).values.tolist() == [1, 1, 1, 1]
    assert recorder.finished([1.0], horizon=2).values == pytest.approx(np.array([0.3, 0.4, 1, 1]))


def batch_of(rows: int) -> Batch:
    """Positions that nobody has played."""
    dice = np.random.default_rng(2)
    wanted = dice.random((rows, 3))
    present, values = (dice.random((rows, 6)) < 0.5).astype(float), dice.uniform(-1, 1, rows)
    return Batch(present, np.ones((rows, 3), bool), wanted / wanted.sum(axis=1, keepdims=True), values)


def loss_of(model: Model, batch: Batch) -> float:
    judged = model.judge(batch)
    unlikely = -(batch.wanted * np.log(judged.odds)).sum(axis=1)
    return float(((judged.values - batch.values) ** 2 + 0.1 * unlikely).mean())


def test_gradients_are_those_of_the_loss() -> None:
    """Each is what the loss changes by when the number changes a little."""
    model, batch = Model(6, 5, 4, 3, seed=1), batch_of(7)
    model.weights = {name: 2 * array.astype(np.float64) for name, array in model.weights.items()}
    for name, gradient in model.gradients(batch).items():
        place, little = tuple(size // 2 for size in gradient.shape), 1e-6
        model.weights[name][place] += little
        more = loss_of(model, batch)
        model.weights[name][place] -= 2 * little
        assert (more - loss_of(model, batch)) / (2 * little) == pytest.approx(gradient[place], abs=1e-6)
        model.weights[name][place] += little


def test_every_step_of_learning_makes_the_loss_smaller_in_the_end() -> None:
    model, batch = Model(6, 8, 8, 3, seed=1), batch_of(5)
    before = loss_of(model, batch)
    for _ in range(200):
        model.step(batch, rate=0.005, decay=0.0)
    assert loss_of(model, batch) < 0.8 * before


def test_passes_over_what_was_noted_give_weights(samples: Samples) -> None:
    ids = known_inputs(samples, 1)
    shelf = Shelf(samples, ids, 9)
    learned, weights = learn(Model(len(ids) + 1, 8, 4, 9, seed=1), shelf, SMALL, seed=1)
    assert learned.steps > 0
    assert weights["vectors"].shape == (len(ids) + 1, 8)
    assert (shelf.rows(np.arange(len(samples))).present[:, 0] == 1).all()


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


def test_a_teacher_must_be_able_to_ask_a_network() -> None:
    with pytest.raises(BadOption, match="hard of skirmish searches in a way that asks no network"):
        noted(replace(SMALL, game="skirmish", teacher="hard"), 1, None)


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
