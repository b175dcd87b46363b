"""Networks without PyTorch: they play what is legal, refuse what they don't know, and the search asks them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from garrison import bots
from garrison.bots import expert
from garrison.bots.level_bots import further_levels
from garrison.bots.network import Network, inputs_of, places_of, ranks_of
from garrison.bots.search import Budget, method
from garrison.bots.search.halving import Halving, Plan, PlanTrial
from garrison.bots.search.mind import rank_of
from garrison.bots.search.ranks import RANKS, SPAN, WINDOW
from garrison.core.discovery import find
from garrison.core.game import load
from garrison.core.levels import CHANGE, SCORE
from garrison.core.plain import plain
from garrison.core.position import Position
from garrison.errors import BadOption
from networks import card_of, network_of
from playing import NAMES, game_of, played

LARGEST_FILE = 2_000_000  # bytes


@pytest.mark.parametrize("name", ["minefield", "skirmish", "boneyard"])
def test_only_what_is_legal_has_a_chance(name: str) -> None:
    position = game_of(name).new(3)
    player = position.waiting[0]
    network = network_of(position.game)
    odds = network.think(position, player)
    assert np.flatnonzero(odds).tolist() == position.actions(player)
    assert odds.sum() == pytest.approx(1)
    assert -1 <= network.opinion(position, player) <= 1


def test_a_network_comes_back_as_it_was_saved(tmp_path: Path) -> None:
    position = game_of("skirmish").new(3)
    network = network_of(position.game)
    network.save(str(tmp_path / "expert.npz"))
    again = Network.load(str(tmp_path / "expert.npz"))
    assert again.card == network.card
    assert (again.think(position, 0) == network.think(position, 0)).all()


def test_loops_and_arrays_rank_numbers_alike() -> None:
    numbers = [*range(-2, 130), 1000, 10**6, 10**12]
    assert ranks_of(np.array(numbers)).tolist() == [plain(rank_of)(number) for number in numbers]
    assert max(plain(rank_of)(number) for number in numbers) < RANKS


def test_a_place_is_the_same_for_any_number_of_players() -> None:
    two, three = places_of(game_of("boneyard", players=2)), places_of(game_of("boneyard", players=3))
    assert set(two) < set(three)


@pytest.mark.parametrize("name", ["boneyard", "minefield"])  # the latter looks from P's square
def test_the_loops_of_the_search_think_what_the_network_thinks(name: str) -> None:
    position = game_of(name).new(3)  # nobody has chosen anything, so nothing is hidden
    player, network = position.waiting[0], network_of(position.game)
    trial = trial_of(position, network, trust=1.0)
    assert trial.mean(0) == pytest.approx(network.opinion(position, player), abs=1e-5)


def test_a_network_that_tells_changes_is_added_to_the_own_value() -> None:
    position = game_of("minefield").new(3)
    network = network_of(position.game, card_of(position.game, learned=CHANGE))
    own, added = (trial_of(position, network, trust).mean(0) for trust in (0.0, 0.5))
    assert added == pytest.approx(own + 0.5 * network.opinion(position, 0), abs=1e-5)
    with pytest.raises(ValueError, match="it has learned 'stones', which is unknown"):
        card_of(position.game, learned="stones")


def test_a_network_that_tells_what_is_added_to_the_score_is_added_to_it() -> None:
    game = game_of("minefield")
    position, lost = game.new(3), game.new(3)
    position.state["points"], lost.state["points"], lost.state["over"] = 500, 500, 1
    network = network_of(game, card_of(game, learned=SCORE, par=2000.0))
    assert trial_of(position, network, 1.0).mean(0) == pytest.approx(0.25 + network.opinion(position, 0), abs=1e-5)
    assert trial_of(lost, network, 1.0).mean(0) == pytest.approx(0.25)  # nothing is added any more


def test_a_network_may_know_nothing_but_cues() -> None:
    position = game_of("minefield").new(3)
    whole = network_of(position.game)
    parts = {name: getattr(whole, name) for name in ("middle", "last", "choice", "cues")}
    network = Network({"ids": np.zeros(0, np.int32), "vectors": whole.vectors[:1], **parts}, whole.card)
    assert trial_of(position, network, 1.0).mean(0) == pytest.approx(network.opinion(position, 0), abs=1e-5)
    assert network.opinion(position, 0) != whole.opinion(position, 0)


def trial_of(position: Position, network: Network, trust: float) -> PlanTrial:
    """One simulation that plays nothing, so that only the position itself is judged."""
    halving = method("halving", position.game, {"turns": 0, "trust": trust, "network": network})
    assert isinstance(halving, Halving)
    trial = PlanTrial(halving, position, position.waiting[0], [Plan(0, 1, 0)], seed=1)
    trial.run([0], 0, 1, threads=1)
    return trial


def test_what_is_seen_from_an_eye_moves_with_it() -> None:
    game = game_of("minefield")
    position = game.new(3)
    row, column = (int(position.measure(0)[game.facts.numbers.index(name)]) for name in game.facts.eye)
    middle = (WINDOW * SPAN + WINDOW + len(game.facts.numbers)) * RANKS
    seen = [each - middle for each in inputs_of(position, 0) if middle <= each < middle + RANKS]
    assert seen == [position.observe(0)[0, row, column]]


def test_a_search_believes_the_network_as_far_as_it_trusts_it() -> None:
    position = played("boneyard", 5)
    player, network = position.waiting[0], network_of(position.game)
    doubting = method("decoupled", position.game, {"turns": 1, "trust": 0.5, "network": network})
    believing = method("decoupled", position.game, {"turns": 1, "trust": 1.0, "network": network})
    plainly = method("decoupled", position.game, {"turns": 1})
    said = [each.think(position, player, Budget(2), seed=1)[0].value for each in (plainly, doubting, believing)]
    assert said[1] == pytest.approx((said[0] + said[2]) / 2)


@pytest.mark.parametrize(
    ("others", "sentence"),
    [
        ({"game": "boneyard"}, "trained for boneyard and can't play skirmish"),
        ({"rules_version": 99}, "trained for other rules of skirmish .version 99"),
        ({"seen": "stones"}, "trained for other observations of skirmish"),
        ({"cues": ("stones",)}, "trained for other cues of skirmish"),
    ],
)
def test_a_network_refuses_what_it_was_not_trained_for(others: dict[str, Any], sentence: str, tmp_path: Path) -> None:
    position = game_of("skirmish").new(3)
    network = network_of(position.game, card_of(position.game, **others))
    network.save(tmp_path / "expert.npz")
    with pytest.raises(BadOption, match=sentence):
        expert.Expert(tmp_path / "expert.npz")(position, 0, Random(0))
    with pytest.raises(BadOption, match=sentence):
        method("halving", position.game, {"trust": 0.5, "network": network})


def test_other_parameters_are_allowed() -> None:
    game, other = game_of("minefield"), game_of("minefield", rules={"start_energy": 7})
    assert card_of(game).why_not_for(other) == ""


def test_what_is_no_network_is_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "expert.npz").write_bytes(b"stones")
    (tmp_path / "expert.json").write_text(json.dumps({"game": "go"}))
    with pytest.raises(BadOption, match="this is not a network with its card"):
        Network.load(tmp_path / "expert.npz")


def test_a_network_in_a_game_s_folder_is_the_bot_expert(tmp_path: Path) -> None:
    game = game_of("skirmish")
    package = replace(game.package, folder=tmp_path)
    assert "expert" not in expert.expert_of(package)
    network_of(game).save(tmp_path / "expert.npz")
    position = game.new(3)
    choose = expert.expert_of(package)["expert"]
    assert choose(position, 0, Random(0)) in position.actions(0)
    assert "random" in bots.names(game.package)


@pytest.mark.parametrize("name", [name for name in NAMES if (find(name).folder / expert.FILE).exists()])
def test_an_expert_knows_its_game_and_says_where_it_comes_from(name: str) -> None:
    game = load(name)
    path = game.package.folder / expert.FILE
    card = expert.network_at(path).checked(game).card
    assert card.rules_hash == load(name, variant="former").rules_hash  # it was trained before today's defaults
    assert card.command
    assert card.reached
    assert card.commit
    assert path.stat().st_size <= LARGEST_FILE
    assert further_levels(game.package)["expert"].settings["trust"] > 0  # a search asks it
