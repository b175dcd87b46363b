"""Who sits where: seats that are drawn, and opponents that are bots, functions, networks, or drawn from a list."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import numpy as np
import pytest

from garrison.bots import Blinded
from garrison.core.game import load
from garrison.envs.seated import SeatedBatch
from garrison.errors import IllegalAction
from playing import NAMES

COUNT = 16
SMALL = load("skirmish", setup="duel")


def first_legal(position: Any, player: int, dice: Random) -> int:
    return int(position.actions(player)[0])


def any_legal(position: Any, player: int, dice: Random) -> int:
    return int(dice.choice(position.actions(player)))


def played_on(table: SeatedBatch, brought: Any, steps: int) -> Any:
    for _ in range(steps):
        brought = table.advance(brought.masks.argmax(axis=1))
    return brought


def test_seats_are_drawn_from_the_games_seeds() -> None:
    table = SeatedBatch(SMALL, COUNT, seat="random")
    brought = table.begin(seed=0)
    seats = table.seats.tolist()
    assert set(seats) == {0, 1}
    assert brought.players.tolist() == seats
    table.begin(seed=0)
    assert table.seats.tolist() == seats
    table.begin_next()
    assert table.seats.tolist() != seats


def test_somebody_alone_has_one_seat() -> None:
    table = SeatedBatch(load("minefield"), 2, seat="random", opponent="nobody is looked for")
    table.begin(seed=0)
    assert table.seats.tolist() == [0, 0]


@pytest.mark.parametrize("name", [name for name in NAMES if load(name).players > 1])
def test_opponents_play_as_they_do_in_an_evaluation(name: str) -> None:
    """The same game by hand, with each player's own dice."""
    game, seed = load(name), 5
    table = SeatedBatch(game, 1, seat=1, opponent=any_legal, limit=40)
    brought = table.begin(seed)
    while not table.is_over.all():
        brought = table.advance(brought.masks.argmax(axis=1))
    position, dice = game.new(seed), [Random(f"{seed} {player}") for player in range(game.players)]
    while position.steps < 40 and not position.over:
        player = position.waiting[0]
        position.play(player, (first_legal if player == 1 else Blinded(any_legal))(position, player, dice[player]))
    assert table.batch[0] == position


def test_a_function_may_be_the_opponent() -> None:
    asked: list[int] = []

    def noted(position: Any, player: int, dice: Random) -> int:
        asked.append(player)
        return first_legal(position, player, dice)

    table = SeatedBatch(SMALL, 3, seat=1, opponent=noted)
    played_on(table, table.begin(seed=0), 5)
    assert set(asked) == {0}


def test_a_function_learns_neither_the_dice_nor_what_the_seat_has_chosen() -> None:
    """The seat has just chosen in the same phase; its opponent is still to see it as undecided."""
    undecided: list[bool] = []
    dice: list[bool] = []

    def spy(position: Any, player: int, own: Random) -> int:
        undecided.append(0 in position.waiting and position.state["choices"][0, 0] < 0)
        dice.append((position.state["rng"] == table.batch.states["rng"]).any())
        return any_legal(position, player, own)

    table = SeatedBatch(load("boneyard", players=2), 1, opponent=spy, limit=4)
    table.advance(table.begin(seed=0).masks.argmax(axis=1))
    assert undecided
    assert all(undecided)
    assert not any(dice)


@pytest.mark.parametrize("answer", [-1, 10**6, 0.5, None, True, "field 3"], ids=repr)
def test_an_opponent_that_plays_illegally(answer: Any) -> None:
    table = SeatedBatch(SMALL, 1, seat=1, opponent=lambda position, player, dice: answer)
    with pytest.raises(IllegalAction, match=r"The opponent in seat 0 played .*, which is not a legal .* \(seed 4\)"):
        table.begin(seed=4)


@pytest.mark.parametrize("form", [str, lambda path: path], ids=["text", "path"])
def test_a_networks_file_may_be_the_opponent(form: Any) -> None:
    game = load("boneyard")
    table = SeatedBatch(game, 2, seat=1, opponent=form(game.package.folder / "expert.npz"), limit=30)
    brought = table.begin(seed=0)
    while not table.is_over.all():
        brought = table.advance(brought.masks.argmax(axis=1))


def test_opponents_are_drawn_from_a_list() -> None:
    def who(letter: str) -> Any:
        return lambda position, player, dice: letters.append(letter) or first_legal(position, player, dice)

    letters: list[str] = []
    table = SeatedBatch(SMALL, COUNT, seat=1, opponent=[who("a"), who("b"), "random", who("c")])
    table.begin(seed=0)
    first, letters[:] = list(letters), []
    table.begin(seed=0)
    assert letters == first
    assert set(first) == {"a", "b", "c"}


@pytest.mark.parametrize("autoreset", ["next_step", "same_step", "disabled"])
def test_what_was_pickled_goes_on(autoreset: str) -> None:
    table = SeatedBatch(load("skirmish"), 4, "random", ["easy", "random"], limit=20, autoreset=autoreset)
    played_on(table, table.begin(seed=0), 4)
    twin = pickle.loads(pickle.dumps(table))
    for each in (table, twin):
        played_on(each, each.begin_next(np.array([1, 0, 0, 1])), 15)
    assert twin.batch.states.tobytes() == table.batch.states.tobytes()
    assert (twin.seats == table.seats).all()


@pytest.mark.parametrize("name", ["minefield", "boneyard"])
def test_arrays_may_be_given(name: str) -> None:
    own, given = (SeatedBatch(load(name), 3, limit=9, autoreset="same_step", illegal="replace") for _ in range(2))
    out = given.batch.transition()
    expected, brought = own.begin(seed=1), given.begin(seed=1, out=out)
    for _ in range(30):
        assert brought.planes is out.planes
        assert all((one == other).all() for one, other in zip(brought[:4], expected[:4], strict=True))
        assert given.gained.tolist() == own.gained.tolist()
        actions = np.zeros(3, dtype=np.int64)
        expected, brought = own.advance(actions), given.advance(actions, out)
