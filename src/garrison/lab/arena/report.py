"""What an arena found out, as plain data and as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from statistics import fmean, median
from typing import Any

import numpy as np

from garrison.lab.arena.contest import Result
from garrison.lab.arena.ratings import Pair, Rating, interval, is_settled, pairs_of, ratings_of

RESAMPLES = 1000  # for the interval of a median


@dataclass(frozen=True)
class BotScore:
    """How a bot did in games for one; the interval is that of the median."""

    bot: str
    games: int
    mean: float
    median: float
    low: float
    high: float
    won: int


@dataclass(frozen=True)
class Place:
    """How often a bot came first at tables of more than two, of all the seats that it had."""

    bot: str
    seats: int
    firsts: float
    share: float
    low: float
    high: float
    fair: float


@dataclass(frozen=True)
class ReaderScore:
    """How a model, or a program, answered: shares of its answers and decisions, and what they took."""

    bot: str
    games: int
    decisions: int
    calls: int
    illegal: float  # the share of its answers that were no legal move, or did not come
    defaults: float  # the share of its decisions that its game made
    tokens_read: int
    tokens_written: int
    seconds: float  # an answer took on average
    is_estimated: bool  # whether the tokens are, from the lengths of the texts

    def __str__(self) -> str:
        about = "about " if self.is_estimated else ""
        return (
            f"{self.bot}: {self.decisions:,} decisions, {self.calls:,} calls, {self.illegal:.1%} illegal, "
            f"{self.defaults:.1%} by default; {about}{self.tokens_read:,} tokens read and "
            f"{self.tokens_written:,} written; "
            f"{self.seconds:.1f} s an answer"
        )


@dataclass(frozen=True)
class ArenaReport:
    """The results of an arena; `scores` for games of one player, `ratings` and `pairs` for all others.

    At tables of more than two there are `places` as well.
    """

    game: str
    players: int
    games: int
    mean_length: float
    milliseconds: dict[str, float]  # a decision, by bot
    faults: list[str]
    ratings: list[Rating] = field(default_factory=list)
    pairs: list[Pair] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    scores: list[BotScore] = field(default_factory=list)
    readers: list[ReaderScore] = field(default_factory=list)
    void: list[str] = field(default_factory=list)  # games that could not be played, and why

    @property
    def is_settled(self) -> bool:
        """Whether the order is beyond doubt: of every two neighbours, it is certain who is better."""
        if self.players > 1:
            return is_settled(self.ratings, self.pairs)
        order = sorted(self.scores, key=lambda score: -score.median)
        return len(order) > 1 and all(one.low > other.high for one, other in pairwise(order))

    def to_dict(self) -> dict[str, object]:
        """The report as plain data; what a game for that many players does not have is left out."""
        others = {1: ("ratings", "pairs", "places"), 2: ("scores", "places")}.get(self.players, ("scores",))
        others = (*others, *(name for name in ("readers", "void") if not getattr(self, name)))
        return {key: value for key, value in asdict(self).items() if key not in others}

    def cross_table(self) -> list[list[str]]:
        """A row for each bot, the best first: its score against each of the others."""
        scores = {(pair.first, pair.second): pair.score for pair in self.pairs}
        scores |= {(pair.second, pair.first): 1 - pair.score for pair in self.pairs}
        names = [rating.bot for rating in self.ratings]
        cells = [[f"{scores[one, other]:.1%}" if (one, other) in scores else "" for other in names] for one in names]
        return [[name, *row] for name, row in zip(names, cells, strict=True)]

    def __str__(self) -> str:
        lines = [f"{self.games:,} games of {self.game}, {self.mean_length:,.1f} steps each on average"]
        lines += [self._score_line(score) for score in self.scores]
        lines += [self._rating_line(rating) for rating in self.ratings]
        lines += [_pair_line(pair) for pair in self.pairs]
        lines += [_place_line(place) for place in self.places]
        lines += self._cross_lines() if len(self.ratings) > 2 else []
        return "\n".join([*lines, *map(str, self.readers), *self.faults, *self.void])

    def _cross_lines(self) -> list[str]:
        heads = ["", *(rating.bot for rating in self.ratings)]
        return ["".join(f"{cell[:15]:<16}" for cell in row).rstrip() for row in [heads, *self.cross_table()]]

    def _score_line(self, score: BotScore) -> str:
        return (
            f"{score.bot:<16} median {score.median:>10,.1f}  [{score.low:,.1f}, {score.high:,.1f}]  "
            f"mean {score.mean:,.1f}  won {score.won} of {score.games}  {self.milliseconds[score.bot]:.2f} ms"
        )

    def _rating_line(self, rating: Rating) -> str:
        return (
            f"{rating.bot:<16} {rating.rating:>7,.0f}  [{rating.low:,.0f}, {rating.high:,.0f}]  "
            f"{rating.games} games  {self.milliseconds[rating.bot]:.2f} ms"
        )


def _pair_line(pair: Pair) -> str:
    return (
        f"{pair.first} - {pair.second}: {pair.score:.1%}  [{pair.low:.1%}, {pair.high:.1%}]  "
        f"+{pair.wins} ={pair.draws} -{pair.losses}"
    )


def _place_line(place: Place) -> str:
    return (
        f"{place.bot}: first in {place.share:.1%} of {place.seats} seats  [{place.low:.1%}, {place.high:.1%}]  "
        f"(fair share {place.fair:.1%})"
    )


def report_on(game: str, players: int, bots: Sequence[str], every: Sequence[Result]) -> ArenaReport:
    """What these results come to; void games are told, and not counted."""
    results = [result for result in every if not result.void]
    pairs = pairs_of(bots, results) if players > 1 else []
    return ArenaReport(
        game=game,
        players=players,
        games=len(results),
        mean_length=fmean(result.steps for result in results) if results else 0.0,
        milliseconds={bot: _milliseconds(bot, results) for bot in bots},
        faults=[sentence for result in results for sentence in result.faults.values()],
        ratings=ratings_of(bots, pairs) if pairs else [],
        pairs=pairs,
        places=[_place(bot, players, results) for bot in bots] if players > 2 else [],
        scores=[_score(bot, results) for bot in bots] if players == 1 and results else [],
        readers=readers_of(bots, results),
        void=[f"Game {result.number} does not count: {result.void}." for result in every if result.void],
    )


def readers_of(bots: Sequence[str], results: Sequence[Result]) -> list[ReaderScore]:
    """How those who read, and programs, have answered."""
    usages = [(result.seats[int(seat)], usage) for result in results for seat, usage in result.usage.items()]
    return [_reader(bot, [usage for name, usage in usages if name == bot]) for bot in bots if bot in dict(usages)]


def _reader(bot: str, usages: Sequence[dict[str, Any]]) -> ReaderScore:
    total = {name: sum(usage[name] for usage in usages) for name in usages[0]}
    calls, decisions = max(total["calls"], 1), max(total["decisions"], 1)
    return ReaderScore(
        bot,
        len(usages),
        total["decisions"],
        total["calls"],
        total["illegal"] / calls,
        total["defaults"] / decisions,
        total["tokens_read"],
        total["tokens_written"],
        total["seconds"] / calls,
        bool(total["is_estimated"]),
    )


def _place(bot: str, players: int, results: Sequence[Result]) -> Place:
    """A first place that several share is shared out."""
    seats, firsts = 0, 0.0
    for result in results:
        ranks = result.ranks
        best = [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]
        seats += result.seats.count(bot)
        firsts += sum(result.seats[seat] == bot for seat in best) / len(best)
    share = firsts / max(seats, 1)
    return Place(bot, seats, firsts, share, *interval(share, max(seats, 1)), 1 / players)


def _milliseconds(bot: str, results: Sequence[Result]) -> float:
    times = [
        time for result in results for name, time in zip(result.seats, result.milliseconds, strict=True) if name == bot
    ]
    return fmean(times) if times else 0.0


def _score(bot: str, results: Sequence[Result]) -> BotScore:
    own = [result for result in results if result.seats == (bot,)]
    scores = [0.0 if result.faults else result.scores[0] for result in own]
    samples = np.random.default_rng(len(scores)).choice(scores, (RESAMPLES, len(scores)))
    low, high = np.quantile(np.median(samples, axis=1), [0.025, 0.975])
    wins = sum(bool(result.winners) for result in own)
    return BotScore(bot, len(own), fmean(scores), median(scores), float(low), float(high), wins)
