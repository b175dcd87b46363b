"""Training: what the search plays is noted, and what can't be is refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from training import SMALL

from garrison.bots.search import Choice
from garrison.core.errors import BadOption
from garrison.train.crew import noted
from garrison.train.samples import Recorder, Samples
from garrison.train.teaching import play
from playing import game_of


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


@pytest.mark.parametrize(
    ("others", "sentence"),
    [
        ({"iterations": 0}, "--iterations is a number from 1 to 1,000"),
        ({"device": "tpu"}, "--device is cpu or cuda"),
        ({"effort": 0.0}, "--effort is more than 0"),
        ({"trust": 2.0}, "--trust is a share from 0 to 1"),
        ({"learn": "stones"}, "--learn is outcome or change"),
    ],
)
def test_bad_settings_get_a_sentence(others: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        replace(SMALL, **others)  # type: ignore[arg-type]


def test_a_teacher_must_be_a_level_that_searches() -> None:
    with pytest.raises(BadOption, match="no level of minefield that searches and is called 'stones'"):
        noted(replace(SMALL, teacher="stones"), 1, None)


def test_a_teacher_must_be_able_to_ask_a_network() -> None:
    with pytest.raises(BadOption, match="medium of skirmish searches in a way that asks no network"):
        noted(replace(SMALL, game="skirmish", teacher="medium"), 1, None)
    with pytest.raises(BadOption, match="medium of skirmish searches in a way that asks no network"):
        noted(replace(SMALL, game="skirmish", teacher="hard", student="medium"), 1, None)


def test_a_teacher_that_asks_nobody_can_teach_another_one() -> None:
    assert len(noted(replace(SMALL, game="skirmish", teacher="medium", student="hard"), 1, None)) >= SMALL.positions


def test_of_many_decisions_one_is_noted() -> None:
    all_of_them, some = (play(replace(SMALL, longest=40, every=every), 1, None) for every in (1, 4))
    assert all_of_them is not None
    assert some is not None
    assert 0 < len(some) < len(all_of_them) / 2
