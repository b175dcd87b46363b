"""Many random games on all cores: how long they last, what they score and how they end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass

import numpy as np

from garrison.core.batches.parallel import cores
from garrison.core.batches.series import Series
from garrison.core.game import Game
from garrison.core.position import players_in
from garrison.core.seeds import checked_seed
from garrison.errors import BadOption
from garrison.lab.work.threads import in_threads

LARGEST_PART = 10_000  # games
PARTS = 100  # a series is played in about this many parts, so that progress can be shown

MOST_GAMES = 100_000_000  # all results are kept, 32 bytes per game and more


@dataclass(frozen=True)
class Summary:
    """The results of a series of games."""

    game: str
    games: int
    seed: int
    mean_length: float
    mean_scores: list[float]
    outcomes: dict[str, int]  # how often each ending occurred, the most frequent first
    variant: str
    rules_hash: str

    def to_dict(self) -> dict[str, object]:
        """The summary as plain data."""
        return asdict(self)


def simulate(game: Game, games: int, seed: int = 0, progress: Callable[[int], None] = lambda count: None) -> Summary:
    """Play that many random games; `progress` is called for every part that is done.

    A game depends only on the seed and its number: the series is the same on any number of cores.

    >>> import garrison
    >>> simulate(garrison.load("skirmish", setup="duel"), 10, seed=1).games
    10
    """
    if not 1 <= games <= MOST_GAMES:
        raise BadOption(f"A simulation plays 1 to {MOST_GAMES:,} games, not {games}.")
    series = Series(game, games, checked_seed(seed))
    size = min(max(1, games // PARTS), LARGEST_PART)
    parts = [(first, min(first + size, games)) for first in range(0, games, size)]

    def play(part: tuple[int, int]) -> int:
        series.play(*part)
        return part[1] - part[0]

    for count in in_threads(play, parts, cores(), series.stop):
        progress(count)
    return _summary(series)


def _summary(series: Series) -> Summary:
    game = series.game
    kinds, times = np.unique(series.counts[:, 1:], axis=0, return_counts=True)
    endings: Counter[str] = Counter()
    for (reason, winners), count in zip(kinds, times, strict=True):
        endings[_ending(game, int(reason), int(winners))] += int(count)
    return Summary(
        game=game.name,
        games=series.count,
        seed=series.seed,
        mean_length=float(series.counts[:, 0].mean()),
        mean_scores=[float(score) for score in series.scores[:, : game.players].mean(axis=0)],
        outcomes=dict(endings.most_common()),
        variant=game.variant,
        rules_hash=game.rules_hash,
    )


def _ending(game: Game, reason: int, winners: int) -> str:
    """An ending in words: why and, with several players, who won."""
    words = game.facts.reasons[reason]
    if game.players == 1:
        return words
    names = [game.facts.seats[player] for player in players_in(winners)]
    return f"{words}: {' and '.join(names) or 'draw'}"
