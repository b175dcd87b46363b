"""Learning, with PyTorch: a network comes to agree with what was noted, and an interrupted training goes on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

REASON = "training networks (PyTorch is not installed: pip install 'garrison[train]')"
torch = pytest.importorskip("torch", reason=REASON)

from small_runs import SMALL  # noqa: E402

from garrison.bots.network import Network, cues_of, inputs_of  # noqa: E402 (after what may skip the file)
from garrison.errors import BadOption  # noqa: E402
from garrison.train import run as training  # noqa: E402
from garrison.train.fit import Shelf, frequent_inputs, learn  # noqa: E402
from garrison.train.model import Minibatch, Model  # noqa: E402
from garrison.train.parallel_games import collect, rating  # noqa: E402
from playing import game_of  # noqa: E402


def batch_of(rows: int) -> Minibatch:
    """Positions that nobody has played."""
    dice = torch.Generator().manual_seed(2)
    wanted = torch.rand((rows, 3), generator=dice)
    inputs = torch.randint(0, 7, (rows, 4), generator=dice)
    values = 2 * torch.rand(rows, generator=dice) - 1
    return Minibatch(inputs, torch.ones((rows, 3), dtype=torch.bool), wanted / wanted.sum(dim=1, keepdim=True), values)


def test_steps_of_learning_make_the_loss_smaller() -> None:
    model, batch = Model(6, 8, 8, 3, seed=1), batch_of(5)
    before, optimiser = float(model.loss(batch).detach()), torch.optim.AdamW(model.parameters(), lr=0.005)
    for _ in range(200):
        optimiser.zero_grad()
        model.loss(batch).backward()
        optimiser.step()
    assert float(model.loss(batch).detach()) < 0.8 * before


def test_what_fills_up_and_what_is_illegal_count_for_nothing() -> None:
    model = Model(6, 8, 8, 3, seed=1)
    one, other = (torch.tensor([row]) for row in ([0, 2, 6, 6], [2, 0, 6, 6]))
    legal = torch.tensor([[True, False, True]])
    values = model.values(model.hidden(one))
    assert torch.equal(values, model.values(model.hidden(other)))
    assert torch.allclose(values, model.values(model.hidden(torch.tensor([[0, 2]]))))
    assert float(model.odds(model.hidden(one), legal).exp()[0, 1].detach()) == 0


def test_without_pytorch_a_network_thinks_the_same(tmp_path: Path) -> None:
    samples = collect(SMALL, 1, None)
    game, ids = game_of("minefield"), frequent_inputs(samples, 1)
    actions = game.facts.actions
    shelf, model = Shelf(samples, ids, actions), Model(len(ids) + 1, 8, 4, actions, seed=1, cues=len(game.cues))
    learned, weights = learn(model, shelf, SMALL, seed=1)
    assert learned.steps > 0
    assert weights.keys() == model.plain().keys()
    position = game.new(1)
    network = Network({"ids": ids, **model.plain()}, None)  # type: ignore[arg-type]
    rows = np.searchsorted(ids, [each for each in inputs_of(position, 0) if each in ids]) + 1
    legal = torch.tensor(position.mask(0) != 0)[None]
    told = torch.tensor(cues_of(position, 0), dtype=torch.float32)[None]
    felt = model.hidden(torch.tensor(np.concatenate([[0], rows]))[None], told)
    assert network.opinion(position, 0) == pytest.approx(float(model.values(felt)[0].detach()), abs=1e-5)
    assert network.think(position, 0) == pytest.approx(model.odds(felt, legal).exp()[0].detach().numpy(), abs=1e-5)


def test_what_can_t_be_trained_gets_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="minefield has no option called 'players'"):
        training.Training(replace(SMALL, mix={"players": [2]}), tmp_path / "mixed", "", "")
    with pytest.raises(BadOption, match="positions are too few to learn from"):
        training.Training(replace(SMALL, positions=1, longest=1, fewest=99), tmp_path / "few", "", "").run()


def test_a_network_may_learn_from_cues_alone(tmp_path: Path) -> None:
    network = training.Training(replace(SMALL, sees="cues", learn="score", par=500.0), tmp_path, "", "").run()
    assert len(network.ids) == 0
    assert (network.card.par, network.card.cues) == (500, game_of("minefield").cues)
    assert network.cues.shape == (len(network.card.cues), SMALL.width)
    with pytest.raises(BadOption, match="skill of skirmish has no cues"):
        training.Training(replace(SMALL, game="skirmish", teacher="hard", sees="cues"), tmp_path / "skirmish", "", "")


def test_a_training_learns_and_goes_on_where_it_was(tmp_path: Path) -> None:
    told: list[str] = []
    few = replace(SMALL, positions=4)
    first = training.Training(few, tmp_path, "garrison train", "abc", told.append)
    first.run()
    again = training.Training(replace(few, iterations=2), tmp_path, "garrison train", "abc", told.append)
    assert again.last_iteration == 1
    network = again.run()
    assert again.last_iteration == 2
    assert (tmp_path / "progress.csv").read_text().count("\n") == 3
    assert network.card.steps > Network.load(tmp_path / "network-1.npz").card.steps
    assert network.checked(game_of("minefield")) is network
    assert rating(few, tmp_path / "network.npz") >= 0
    with pytest.raises(BadOption, match="holds a training run with other settings"):
        training.Training(replace(few, seed=9), tmp_path, "", "")
