"""Networks without PyTorch: they play what is legal, are small, quick to refuse, and come back as they were saved."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from garrison import bots
from garrison.bots import expert
from garrison.bots.network import NUMBERS, Card, Network, features_of, places_of, seen_of
from garrison.core.errors import BadOption
from garrison.core.game import Game
from playing import game_of

CHANNELS, GLANCES, HIDDEN = 8, 2, 16


def card_of(game: Game, /, **others: Any) -> Card:
    facts = {"rules_version": game.facts.rules_version, "rules_hash": game.rules_hash, "seen": seen_of(game)}
    rest = {"options": {}, "command": "garrison train", "seed": 1, "positions": 100, "hours": 0.1, "commit": "abc"}
    return replace(Card(game=game.name, **facts, **rest), **others)


def network_of(game: Game, card: Card | None = None) -> Network:
    """A network that knows nothing."""
    dice = np.random.default_rng(1)
    told = features_of(np.zeros((1, len(game.numbers)), np.int64)).shape[1]
    shapes = {
        "embed": (len(game.planes) * NUMBERS, CHANNELS),
        "told.weight": (CHANNELS, told),
        "field.weight": (1, CHANNELS),
        "field.bias": (1,),
        "glance.weight": (GLANCES, CHANNELS),
        "mix.weight": (HIDDEN, GLANCES * CHANNELS),
        "mix.bias": (HIDDEN,),
        "button.weight": (len(game.facts.buttons), HIDDEN),
        "button.bias": (len(game.facts.buttons),),
        "value.weight": (1, HIDDEN),
        "value.bias": (1,),
    }
    for part in ("first", "second"):
        shapes |= {f"blocks.0.{part}.weight": (CHANNELS, CHANNELS, 3, 3), f"blocks.0.{part}.bias": (CHANNELS,)}
    weights = {name: dice.integers(-5, 6, size=shape) / 16 for name, shape in shapes.items()}
    return Network(weights, card or card_of(game))


@pytest.mark.parametrize("name", ["minefield", "skirmish", "boneyard"])
def test_only_what_is_legal_has_a_chance(name: str) -> None:
    position = game_of(name).new(3)
    player = position.waiting[0]
    odds, value = network_of(position.game).think(position, player)
    assert np.flatnonzero(odds).tolist() == position.actions(player)
    assert odds.sum() == pytest.approx(1)
    assert -1 <= value <= 1


def test_a_network_comes_back_as_it_was_saved(tmp_path: Path) -> None:
    position = game_of("skirmish").new(3)
    network = network_of(position.game)
    network.save(tmp_path / "expert.npz")
    again = Network.load(tmp_path / "expert.npz")
    assert again.card == network.card
    assert (again.think(position, 0)[0] == network.think(position, 0)[0]).all()


def test_a_field_is_found_on_a_board_that_is_smaller_than_the_planes() -> None:
    assert places_of(6, 3, (4, 5)).tolist() == [0, 1, 2, 5, 6, 7]


@pytest.mark.parametrize(
    ("others", "sentence"),
    [
        ({"game": "boneyard"}, "trained for boneyard and can't play skirmish"),
        ({"rules_version": 99}, "trained for rules 99 of skirmish"),
        ({"seen": ("stones",)}, "trained for other observations of skirmish"),
    ],
)
def test_a_network_refuses_what_it_was_not_trained_for(others: dict[str, Any], sentence: str, tmp_path: Path) -> None:
    position = game_of("skirmish").new(3)
    network_of(position.game, card_of(position.game, **others)).save(tmp_path / "expert.npz")
    with pytest.raises(BadOption, match=sentence):
        expert.Expert(tmp_path / "expert.npz")(position, 0, None)  # type: ignore[arg-type]


def test_other_parameters_are_allowed_with_a_warning() -> None:
    game, other = game_of("minefield"), game_of("minefield", rules={"start_energy": 7})
    assert card_of(game).why_not_for(other) == ""
    assert card_of(game).warning_for(game) == ""
    assert "other rule parameters" in card_of(game).warning_for(other)


def test_what_is_no_network_is_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "expert.npz").write_bytes(b"stones")
    (tmp_path / "expert.json").write_text(json.dumps({"game": "go"}))
    with pytest.raises(BadOption, match="this is not a network with its card"):
        Network.load(tmp_path / "expert.npz")


def test_a_network_in_a_game_s_folder_is_the_bot_expert(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    game = game_of("skirmish")
    entry = replace(game.entry, folder=tmp_path)
    assert "expert" not in expert.expert_of(entry)
    network_of(game).save(tmp_path / "expert.npz")
    position = game.new(3)
    choose = expert.expert_of(entry)["expert"]
    assert choose(position, 0, None) in position.actions(0)  # type: ignore[arg-type]
    assert "random" in bots.names(game.entry)
