"""Fit the weights of a game's value to how games end.

python benchmarks/fit.py GAME [--bot medium] [-n 200] [--seed 1] [OPTION=VALUE ...]

A bot plays itself. After every turn the game's `skill` tells its FEATURES by its rule `features(p, s, out)`, as the
first player sees them; logistic regression then finds the weights with which they tell best how the game will end. What
it prints belongs in the skill's WEIGHTS.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

import numpy as np

import garrison
from garrison import bots
from garrison.core.game import Game

OPENING = 6  # the longest opening, in turns, in which every other action is drawn, so that no two games are alike
PRIOR = 1.0  # how strongly weights are held near 0, in games
ROUNDS = 50
SURE = 1.96  # standard deviations on both sides of a 95% interval


class Sample(NamedTuple):
    """Positions of many games: their features, how well the first player did in the end, and how much each counts."""

    features: np.ndarray
    results: np.ndarray
    shares: np.ndarray


def played(game: Game, bot: bots.Bot, seed: int) -> tuple[list[np.ndarray], float]:
    """The features after each turn of one game, and its result: 1 if the first player won, 0 if another did."""
    position, dice, seen = game.new(seed), Random(seed), []
    opening, turn = dice.randrange(OPENING), -1
    while not position.over:
        player = position.waiting[0]
        if int(position.state["turn"][0]) != turn:
            turn = int(position.state["turn"][0])
            seen.append(features_of(position))
        is_drawn = turn < opening and dice.random() < 0.5
        position.play(player, dice.choice(position.actions(player)) if is_drawn else bot(position, player, dice))
    return seen, result_of(position.outcome.winners if position.outcome else (), game.players)


def result_of(winners: Sequence[int], players: int) -> float:
    """What a game was worth to the first player: a share of the win, half of a draw; alone, there are no draws.

    >>> result_of((0,), 2), result_of((), 2), result_of((), 1), result_of((0, 2), 3)
    (1.0, 0.5, 0.0, 0.5)
    """
    if not winners:
        return 0.5 if players > 1 else 0.0
    return 1 / len(winners) if 0 in winners else 0.0


def features_of(position: Any) -> np.ndarray:
    """What the game's skill sees in a position."""
    skill = position.game.package.module("skill")
    found = np.zeros(len(skill.FEATURES))
    skill.features(position.game.record[0], position.state[0], found)
    return found


def sampled(game: Game, bot: bots.Bot, games: int, seed: int) -> Sample:
    """Positions of this many games; each game counts the same, however long it was."""
    features, results, shares = [], [], []
    for number in range(games):
        seen, result = played(game, bot, seed + number)
        features += seen
        results += [result] * len(seen)
        shares += [1 / len(seen)] * len(seen)
    return Sample(np.array(features), np.array(results), np.array(shares))


def fitted(sample: Sample) -> tuple[np.ndarray, np.ndarray]:
    """The weights and half the width of their 95% intervals, by Newton's method.

    >>> rows = np.array([[1.0, 0.0], [0.0, 1.0]] * 50)
    >>> weights, _ = fitted(Sample(rows, np.array([1.0, 0.0] * 50), np.ones(100)))
    >>> bool(weights[0] > 1 and weights[1] < -1)
    True
    """
    scale = sample.features.std(axis=0)
    scale[scale == 0] = 1
    rows, weights = sample.features / scale, np.zeros(len(scale))
    for _ in range(ROUNDS):
        expected = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (sample.shares * (sample.results - expected)) - PRIOR * weights
        bend = (rows * (sample.shares * expected * (1 - expected))[:, None]).T @ rows + PRIOR * np.eye(len(scale))
        weights = weights + np.linalg.solve(bend, slope)
    return weights / scale, SURE * np.sqrt(np.diag(np.linalg.inv(bend))) / scale


def main() -> None:
    """Play, fit and print."""
    parser = argparse.ArgumentParser(description="Fit the weights of a game's value to how games end.")
    parser.add_argument("game")
    parser.add_argument("options", nargs="*", help="options of the game, as NAME=VALUE")
    parser.add_argument("--bot", default="medium")
    parser.add_argument("-n", "--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    game = garrison.load(given.game, **dict(option.split("=") for option in given.options))
    sample = sampled(game, bots.find(given.bot, game.package), given.games, given.seed)
    weights, margins = fitted(sample)
    for name, weight, margin in zip(game.package.module("skill").FEATURES, weights, margins, strict=True):
        print(f"{name:<28} {weight:8.2f}  ±{margin:.2f}")
    print(f"WEIGHTS = np.array([{', '.join(f'{weight:.2f}' for weight in weights)}])")


if __name__ == "__main__":
    main()
