"""Chance is fair: B4's and B10's kinds are uniform, and independent of player and place."""

import math

import numpy as np
import pytest
from boneyard_drawing import NAMES

import garrison
from garrison.core.engine.lane import COMPILED

pytestmark = pytest.mark.once

NOT_RED = [kind for kind in range(15) if NAMES[kind][0] != "R"]
SIGMAS = 4.9  # a normal variable is above this less than once in two million times


def assert_uniform(counts):
    """A chi-square test (Wilson and Hilferty's limit) that gives a false alarm less than once in a million."""
    mean, freedom = sum(counts) / len(counts), len(counts) - 1
    chi_square = sum((count - mean) ** 2 / mean for count in counts)
    part = 2 / (9 * freedom)
    assert chi_square <= freedom * (1 - part + SIGMAS * math.sqrt(part)) ** 3, counts


def first_kinds(games, players=2):
    """games x players x 3 kinds."""
    batch = garrison.load("boneyard", variant="former", players=players).batch(games, seed=5)
    return batch.states["kinds"][:, :players, :3].copy()


def spawned_kinds(games, players=2):
    """What comes at the end of the first round: games x players x 3 kinds."""
    rules = {"first_spawns": 0, "solo_layers": 9}
    batch = garrison.load("boneyard", variant="former", players=players, rules=rules).batch(games, seed=6)
    for action in [7] * players + [25] * players:
        batch.step(np.full(games, action))
    assert (batch.states["counts"][:, :players] == 3).all()
    return batch.states["kinds"][:, :players, :3].copy()


def check_first(games):
    kinds = first_kinds(games)
    assert set(np.unique(kinds)) == set(NOT_RED)
    for who in range(2):
        for place in range(3):
            assert_uniform([int((kinds[:, who, place] == kind).sum()) for kind in NOT_RED])
    assert_uniform([int(((kinds[:, 0, 0] == a) & (kinds[:, 1, 2] == b)).sum()) for a in NOT_RED for b in NOT_RED])


def check_spawned(games):
    kinds = spawned_kinds(games)
    for who in range(2):
        for place in range(3):
            assert_uniform([int((kinds[:, who, place] == kind).sum()) for kind in range(15)])
    assert_uniform([int(((kinds[:, 0, 0] == a) & (kinds[:, 0, 1] == b)).sum()) for a in range(15) for b in range(15)])
    assert_uniform([int(((kinds[:, 0, 2] == a) & (kinds[:, 1, 0] == b)).sum()) for a in range(15) for b in range(15)])


def test_B4_the_first_skeletons_are_uniform_over_the_kinds_that_are_not_red():
    check_first(20_000 if COMPILED else 2_000)


def test_B10_new_skeletons_are_uniform_over_all_kinds():
    check_spawned(20_000 if COMPILED else 2_000)


@pytest.mark.long
def test_B4_and_B10_full_size():
    check_first(1_000_000)
    check_spawned(1_000_000)


def test_B10_one_player_and_six_get_three_each():
    for players in (1, 6):
        assert spawned_kinds(50, players).shape == (50, players, 3)
