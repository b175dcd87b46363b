"""What a network takes of an observation while it learns by playing, and what it thinks without PyTorch."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training networks (PyTorch is not installed)")

from garrison.bots.network import Network, cues_of, inputs_of_many, places_of  # noqa: E402 (after what may skip the file)
from garrison.bots.search.ranks import RANKS  # noqa: E402
from garrison.core.game import Game  # noqa: E402
from garrison.train.ppo.features import Sight, features_of, lowest_of  # noqa: E402
from garrison.train.ppo.network import PolicyNetwork, Sizes  # noqa: E402
from playing import NAMES, game_of  # noqa: E402

COUNT = 12


def seen_after(game: Game, sight: Sight, steps: int) -> tuple[object, torch.Tensor]:
    batch = game.batch(COUNT, seed=5)
    batch.random_steps(steps)
    batch.renew()
    return batch, sight.codes_of(torch.from_numpy(batch.observe()), torch.from_numpy(batch.measure()))


@pytest.mark.parametrize("name", NAMES)
def test_what_is_seen_is_what_networks_see_elsewhere(name: str) -> None:
    game = game_of(name)
    sight = Sight(game)
    batch, seen = seen_after(game, sight, 40)
    ids, counts = inputs_of_many(game, batch.observe(), batch.measure())
    expected = np.split(ids, np.cumsum(counts)[:-1])
    there = sight.ids_of(seen).numpy()
    places = places_of(game)
    for row, numbers, wanted in zip(seen.numpy(), there, expected, strict=True):
        has = row != 0
        assert sorted(places[numbers[has] // RANKS] * RANKS + numbers[has] % RANKS) == sorted(wanted)


@pytest.mark.parametrize("name", NAMES)
def test_without_pytorch_it_thinks_the_same(name: str) -> None:
    game = game_of(name)
    sight = Sight(game)
    sizes = Sizes(16, 8, len(game.cues), len(game.used_actions))
    network = PolicyNetwork(sight, sizes, is_outcome=True, seed=1)
    torch.nn.init.normal_(network.choice.weight)
    batch, seen = seen_after(game, sight, 40)
    met = np.zeros(sight.places * RANKS, dtype=bool)
    met[sight.ids_of(seen).flatten()] = True
    plain = Network(network.plain(game, met.reshape(-1, RANKS), game.used_actions, 1.0), None)  # type: ignore[arg-type]
    legal = torch.from_numpy(batch.legal()[:, game.used_actions] != 0)
    cues = torch.tensor(np.array([cues_of(batch[place], int(batch.players[place])) for place in range(COUNT)])).float()
    logs, values = network(seen, cues, legal)
    for place, player in enumerate(batch.players.tolist()):
        chances = np.zeros(game.facts.actions)
        chances[game.used_actions] = logs[place].exp().detach().numpy()
        assert plain.think(batch[place], player) == pytest.approx(chances, abs=1e-4)
        assert plain.opinion(batch[place], player) == pytest.approx(float(values[place].detach()), abs=1e-4)


def test_a_number_that_is_negative_differs_from_none() -> None:
    game = game_of("skirmish")
    sight, place = Sight(game), list(game.numbers).index("moves left")
    numbers = torch.zeros(3, len(game.numbers), dtype=torch.int64)
    numbers[1:, place] = torch.tensor([-1, 7])
    _, rows = sight.inputs_of(sight.codes_of(torch.zeros(3, *game.planes_shape, dtype=torch.uint8), numbers))
    assert not rows[0].any()
    assert rows[1].any()
    assert (rows[1] != rows[2]).any()


def test_every_code_and_threshold_has_a_feature() -> None:
    spec = game_of("siege").observation_spec
    units, coins = spec.planes[6], next(each for each in spec.numbers if each.name == "own coins")
    rows = features_of(units, np.array([0, 1, 3, 9, 26]))
    assert len(np.unique(rows, axis=0)) == 5
    reached = features_of(coins, lowest_of(np.arange(RANKS - 1))).sum(axis=1)
    assert (np.diff(reached) >= 0).all()
    assert reached[-1] >= 12


@pytest.mark.parametrize("draws", [False, True])
def test_it_plays_what_it_likes_best_or_as_often_as_it_likes_it(draws: bool) -> None:
    game = game_of("minefield")
    sight = Sight(game)
    weights = PolicyNetwork(sight, Sizes(8, 4, len(game.cues), len(game.used_actions)), False, seed=1)
    none_met = np.zeros((sight.places, RANKS), dtype=bool)
    card: Any = SimpleNamespace(draws=draws)
    network = Network(weights.plain(game, none_met, game.used_actions, 1.0), card)
    position, dice = game.new(1), Random(2)
    shares = network.think(position, 0)
    counts = np.bincount([network.play(position, 0, dice) for _ in range(400)], minlength=len(shares))
    assert (counts > 0).sum() == (len(position.actions(0)) if draws else 1)
    assert counts.argmax() == shares.argmax() or draws
    assert not counts[shares == 0].any()
