"""How strong bots are, from who beat whom: Bradley-Terry ratings on the scale that chess players know."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import log, sqrt
from statistics import NormalDist

import numpy as np

from garrison.lab.arena.contest import Result

SCALE = 400 / log(10)  # 400 points more mean ten times the wins
SURE = NormalDist().inv_cdf(0.975)  # a 95% interval reaches this many standard deviations to both sides
PRIOR = 0.5  # wins and losses that every two who met are credited with, so that nobody's rating is infinite
ROUNDS = 500
ANCHOR = "random"


@dataclass(frozen=True)
class Rating:
    """A bot's rating, with its 95% interval."""

    bot: str
    rating: float
    low: float
    high: float
    games: int


@dataclass(frozen=True)
class Pair:
    """How the first bot did against the second; `score` counts a draw as half a win."""

    first: str
    second: str
    games: int
    wins: int
    draws: int
    losses: int
    score: float
    low: float
    high: float


def pairs_of(bots: Sequence[str], results: Iterable[Result]) -> list[Pair]:
    """Every two bots that met, at a table of any size."""
    tallies = {pair: [0, 0, 0] for pair in combinations(bots, 2)}
    for result in results:
        for one, other in combinations(range(len(result.seats)), 2):
            _note(tallies, result, one, other)
    return [_pair(first, second, *tally) for (first, second), tally in tallies.items() if sum(tally)]


def _note(tallies: dict[tuple[str, str], list[int]], result: Result, one: int, other: int) -> None:
    names, ranks = (result.seats[one], result.seats[other]), result.ranks
    if names not in tallies:
        names, one, other = names[::-1], other, one
    if names in tallies:
        tallies[names][0 if ranks[one] > ranks[other] else 2 if ranks[one] < ranks[other] else 1] += 1


def _pair(first: str, second: str, wins: int, draws: int, losses: int) -> Pair:
    games = wins + draws + losses
    score = (wins + draws / 2) / games
    return Pair(first, second, games, wins, draws, losses, score, *interval(score, games))


def interval(share: float, games: float) -> tuple[float, float]:
    """Wilson's 95% interval of a share.

    >>> [round(edge, 3) for edge in interval(0.5, 100)]
    [0.404, 0.596]
    """
    weight = SURE * SURE / games
    middle = (share + weight / 2) / (1 + weight)
    spread = SURE * sqrt(share * (1 - share) / games + weight / (4 * games)) / (1 + weight)
    return max(0.0, middle - spread), min(1.0, middle + spread)


def ratings_of(bots: Sequence[str], pairs: Sequence[Pair]) -> list[Rating]:
    """The ratings, the best first; `random` has 0, or the weakest where it does not take part."""
    scores, games = _tables(bots, pairs)
    strengths = _strengths(scores, games)
    anchor = bots.index(ANCHOR) if ANCHOR in bots else int(np.argmin(strengths))
    errors = _errors(strengths, games, anchor)
    ratings = [
        _rating(bot, SCALE * (strengths[index] - strengths[anchor]), SCALE * errors[index], _games_of(bot, pairs))
        for index, bot in enumerate(bots)
    ]
    return sorted(ratings, key=lambda rating: -rating.rating)


def _rating(bot: str, rating: float, error: float, games: int) -> Rating:
    return Rating(bot, float(rating), float(rating - SURE * error), float(rating + SURE * error), games)


def _games_of(bot: str, pairs: Sequence[Pair]) -> int:
    return sum(pair.games for pair in pairs if bot in (pair.first, pair.second))


def _tables(bots: Sequence[str], pairs: Sequence[Pair]) -> tuple[np.ndarray, np.ndarray]:
    """Points of each against each, and games."""
    scores, games = np.zeros((len(bots), len(bots))), np.zeros((len(bots), len(bots)))
    for pair in pairs:
        one, other = bots.index(pair.first), bots.index(pair.second)
        scores[one, other] = pair.score * pair.games + PRIOR
        scores[other, one] = (1 - pair.score) * pair.games + PRIOR
        games[one, other] = games[other, one] = pair.games + 2 * PRIOR
    return scores, games


def _strengths(scores: np.ndarray, games: np.ndarray) -> np.ndarray:
    """The strengths (natural logarithms) that make these scores likeliest, found by repeated adjustment."""
    odds = np.ones(len(scores))
    for _ in range(ROUNDS):
        weights = games / (odds[:, None] + odds[None, :])
        odds = np.where(games.sum(axis=1) > 0, scores.sum(axis=1) / np.maximum(weights.sum(axis=1), 1e-12), 1.0)
        odds /= np.exp(np.log(odds).mean())
    strengths: np.ndarray = np.log(odds)
    return strengths


def _errors(strengths: np.ndarray, games: np.ndarray, anchor: int) -> np.ndarray:
    """Standard deviations relative to the anchor, from the curvature of the likelihood."""
    chances = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))  # to win
    weights = games * chances * (1 - chances)
    curvature = np.diag(weights.sum(axis=1)) - weights
    others = [index for index in range(len(strengths)) if index != anchor]
    errors = np.zeros(len(strengths))
    errors[others] = np.sqrt(np.diag(np.linalg.pinv(curvature[np.ix_(others, others)])))
    return errors


def is_settled(ratings: Sequence[Rating], pairs: Sequence[Pair]) -> bool:
    """Whether every two neighbours in the order have met often enough to say who is better."""
    scores = {frozenset((pair.first, pair.second)): pair for pair in pairs}
    neighbours = [frozenset((one.bot, other.bot)) for one, other in pairwise(ratings)]
    return all(two in scores and (scores[two].low > 0.5 or scores[two].high < 0.5) for two in neighbours)
