"""Batches: the same as single positions, played in place, on any number of threads."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from garrison.core.batches.batch import Batch
from garrison.core.engine.lane import LANE
from garrison.core.game import load
from garrison.core.seeds import seeds_of
from garrison.errors import BadOption, BadPosition, IllegalAction
from playing import NAMES, game_of

pytestmark = pytest.mark.lane
COUNT, ROUNDS = 6, 5 if LANE == "interpreted" else 25


def bytes_of(batch: Batch) -> list[bytes]:
    return [batch[index].to_bytes() for index in range(len(batch))]


@pytest.mark.parametrize("name", NAMES)
def test_a_batch_agrees_with_positions_played_one_by_one(name: str) -> None:
    game = game_of(name)
    batch = game.batch(COUNT, seed=3)
    singles = [game.new(int(seed)) for seed in seeds_of(3, COUNT)]
    for _ in range(ROUNDS):
        masks, players, planes, scores = batch.legal(), batch.players, batch.observe(), batch.scores()
        for index, single in enumerate(singles):
            player = single.waiting[0] if single.waiting else -1
            assert players[index] == player
            assert batch.over[index] == single.over
            assert masks[index].tolist() == single.mask(max(player, 0)).tolist()
            assert (planes[index] == single.observe(max(player, 0))).all()
            assert tuple(scores[index]) == single.scores
            assert batch[index] == single
        actions = batch.random_actions()
        for action, player, single in zip(actions, players, singles, strict=True):
            if action >= 0:
                single.play(int(player), int(action))
        batch.step(actions)
    assert bytes_of(batch) == [single.to_bytes() for single in singles]


@pytest.mark.parametrize("name", NAMES)
def test_minus_one_leaves_a_position_as_it_is(name: str) -> None:
    batch = game_of(name).batch(COUNT, seed=1)
    before = bytes_of(batch)
    actions = batch.random_actions()
    actions[::2] = -1
    batch.step(actions)
    same = [old == new for old, new in zip(before, bytes_of(batch), strict=True)]
    assert same == [index % 2 == 0 for index in range(COUNT)]


@pytest.mark.parametrize("wrong", [-2, 10**6, 2**62])
@pytest.mark.parametrize("name", NAMES)
def test_one_illegal_action_refuses_the_whole_batch(name: str, wrong: int) -> None:
    batch = game_of(name).batch(COUNT, seed=1)
    before = bytes_of(batch)
    actions = batch.random_actions()
    actions[4] = wrong
    with pytest.raises(IllegalAction, match=rf"Position 4 of the batch: action {wrong} is not legal .* nothing was pl"):
        batch.step(actions)
    assert bytes_of(batch) == before


def test_the_wrong_player_refuses_the_whole_batch() -> None:
    batch = game_of("skirmish").batch(COUNT)
    before = bytes_of(batch)
    with pytest.raises(IllegalAction, match="Position 0 of the batch"):
        batch.step(batch.random_actions(), np.ones(COUNT, dtype=int))
    assert bytes_of(batch) == before
    assert not batch.legal(np.ones(COUNT, dtype=int)).any()
    assert not batch.legal(np.full(COUNT, -1)).any()


@pytest.mark.parametrize("name", NAMES)
def test_finished_games_have_empty_masks_and_nobody_to_act(name: str) -> None:
    batch = game_of(name, rules={"max_steps": 1}).batch(COUNT)
    batch.step(batch.random_actions())
    assert batch.over.all()
    assert not batch.legal().any()
    assert (batch.players == -1).all()
    assert (batch.random_actions() == -1).all()
    batch.step(batch.random_actions())
    with pytest.raises(IllegalAction):
        batch.step(np.zeros(COUNT, dtype=np.int64))


@pytest.mark.parametrize("name", NAMES)
def test_some_games_are_started_anew(name: str) -> None:
    game = game_of(name)
    batch = game.batch(COUNT, seed=1)
    for _ in range(3):
        batch.step(batch.random_actions())
    before, which = bytes_of(batch), np.arange(COUNT) % 3 == 0
    batch.reset(np.arange(COUNT) + 100, which)
    for index, data in enumerate(bytes_of(batch)):
        assert data == (game.new(index + 100).to_bytes() if which[index] else before[index])
    batch.reset(np.arange(COUNT))
    assert bytes_of(batch) == [game.new(index).to_bytes() for index in range(COUNT)]


@pytest.mark.parametrize(
    ("seeds", "which"), [([1, 2], None), ([[1] * COUNT], None), ([1] * COUNT, [True]), ([1] * COUNT, [True] * 99)]
)
def test_seeds_and_marks_must_be_one_a_position(seeds: list[Any], which: list[bool] | None) -> None:
    batch = game_of(NAMES[0]).batch(COUNT)
    before = bytes_of(batch)
    with pytest.raises(BadOption, match=f"A batch of {COUNT} positions"):
        batch.reset(np.array(seeds), None if which is None else np.array(which))
    assert bytes_of(batch) == before


def test_actions_and_players_must_be_one_a_position() -> None:
    batch = game_of("skirmish").batch(COUNT)
    with pytest.raises(IllegalAction, match=f"A batch of {COUNT} positions takes {COUNT} actions"):
        batch.step(np.zeros(COUNT - 1, dtype=int))
    for players in (np.zeros(1, dtype=int), np.full(COUNT, 2), np.full(COUNT, -2), np.zeros((COUNT, 1), dtype=int)):
        with pytest.raises(IllegalAction, match="A batch takes one player per position, each -1 to 1"):
            batch.legal(players)


@pytest.mark.parametrize("count", [0, -1, 1.5, "4", None, 10**30])
def test_a_batch_has_a_sensible_number_of_positions(count: Any) -> None:
    with pytest.raises(BadOption, match="A batch has 1 to 100,000,000 positions, not "):
        game_of(NAMES[0]).batch(count)


@pytest.mark.parametrize("wrong", [[1.5] * COUNT, [-1] * COUNT, [float("nan")] * COUNT, "abcd", [10**30] * COUNT])
def test_what_is_not_a_seed_is_refused(wrong: Any) -> None:
    batch = game_of(NAMES[0]).batch(COUNT)
    before = bytes_of(batch)
    with pytest.raises(BadOption, match="arrays of whole numbers"):
        batch.reset(wrong)
    assert bytes_of(batch) == before


def test_actions_that_are_not_whole_are_refused() -> None:
    with pytest.raises(BadOption, match="arrays of whole numbers"):
        game_of(NAMES[0]).batch(COUNT).step(np.full(COUNT, 1.9))


def test_a_batch_is_read_like_a_list() -> None:
    batch = game_of(NAMES[0]).batch(3)
    assert len(batch) == 3
    assert [position.to_bytes() for position in batch] == bytes_of(batch)
    assert batch[-1] == batch[2]
    for index in (3, -4):
        with pytest.raises(IndexError):
            batch[index]


@pytest.mark.parametrize("name", NAMES)
def test_a_position_of_a_batch_is_a_copy(name: str) -> None:
    batch = game_of(name).batch(2)
    before = bytes_of(batch)
    position = batch[0]
    position.play(position.waiting[0], position.actions(position.waiting[0])[0])
    assert bytes_of(batch) == before


@pytest.mark.once
@pytest.mark.parametrize("name", NAMES)
def test_the_number_of_threads_changes_nothing(name: str) -> None:
    count = 130 if LANE == "interpreted" else 400
    one, two = (Batch(game_of(name), count, seed=5, threads=threads) for threads in (1, 2))
    for _ in range(3 if LANE == "interpreted" else 30):
        actions = one.random_actions()
        assert (one.legal() == two.legal()).all()
        one.step(actions)
        two.step(actions)
    assert one.states.tobytes() == two.states.tobytes()
    assert (one.scores() == two.scores()).all()
    assert (one.observe() == two.observe()).all()


@pytest.mark.once
@pytest.mark.parametrize("name", NAMES)
def test_random_actions_are_legal_and_every_one_comes(name: str) -> None:
    batch = Batch(game_of(name), 300, seed=2)
    batch.reset(np.full(300, 7))
    legal = set(batch[0].actions(batch[0].waiting[0]))
    rounds = 1 + 12 * len(legal) // 300
    assert {action for _ in range(rounds) for action in batch.random_actions().tolist()} == legal


@pytest.mark.parametrize("name", NAMES)
def test_random_steps_are_random_actions_with_finished_games_renewed(name: str) -> None:
    at_once, one_by_one = (game_of(name, rules={"max_steps": 4}).batch(COUNT, seed=2) for _ in range(2))
    at_once.random_steps(10)
    for _ in range(10):
        one_by_one.renew()
        one_by_one.step(one_by_one.random_actions())
    assert bytes_of(at_once) == bytes_of(one_by_one)
    assert at_once.ended.tolist() == one_by_one.ended.tolist()
    assert (at_once.ended >= 2).all()


def test_a_renewed_game_has_a_seed_that_follows_from_its_last_one() -> None:
    batch = game_of(NAMES[0], rules={"max_steps": 1}).batch(COUNT, seed=2)
    before = bytes_of(batch)
    batch.renew()
    assert bytes_of(batch) == before, "no game was over"
    batch.step(batch.random_actions())
    batch.renew()
    assert len({*before, *bytes_of(batch)}) == 2 * COUNT, "all games differ"


# --- Copies and pickles.


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda batch: pickle.loads(pickle.dumps(batch))])
def test_a_copy_plays_on_like_its_original_and_leaves_it_alone(again: Callable[[Batch], Batch]) -> None:
    batch = game_of("minefield").batch(COUNT, seed=1)
    batch.step(batch.random_actions())
    before, twin = bytes_of(batch), again(batch)
    assert bytes_of(twin) == before
    twin.step(twin.random_actions())
    assert bytes_of(twin) != before
    assert bytes_of(batch) == before
    batch.step(batch.random_actions())
    assert bytes_of(batch) == bytes_of(twin), "the same random actions"


def test_a_pickled_batch_is_checked_row_by_row() -> None:
    batch = game_of("minefield").batch(COUNT, seed=1)
    batch.states.view(np.uint8)[batch.states.itemsize * 2 :] = 0xFF
    with pytest.raises(BadPosition, match="Position 2 of the batch is not one of minefield: "):
        pickle.loads(pickle.dumps(batch))
    rebuild, (game, parts, *rest) = batch.__reduce__()
    with pytest.raises(BadPosition, match="their lengths do not fit"):
        rebuild(game, {**parts, "states": parts["states"][:-1]}, *rest)


@pytest.mark.parametrize("most_tabled", [0, 10], ids=["without a table", "with a table"])
def test_the_lowest_player_who_may_act(most_tabled: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("garrison.core.batches.batch.MOST_TABLED", most_tabled)
    batch = load("boneyard", players=3, rules={"max_steps": 6}).batch(20, seed=1)
    while not batch.over.all():
        expected = [min(batch[index].waiting, default=-1) for index in range(len(batch))]
        assert batch.players.tolist() == expected
        batch.step(batch.random_actions())
    assert batch.players.tolist() == [-1] * len(batch)
