"""Skirmish's levels, and others that might take their place, against each other: every set-up from both sides.

    python benchmarks/skirmish_levels.py --seconds 240 medium:easy:random "aides, 600:light:random,classic"

A series is two levels and the set-ups that they meet on by turns; a number of games may follow, instead of -n. All
series are played side by side, as far as there is time, and count up to the first pair of games that is missing. Levels
are the game's own, or those of TRIED. Times are processor time, of a whole move.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
from experts import until, warm

from garrison import bots
from garrison.core import discovery
from garrison.core.levels import Level

GAME, SIDES = "skirmish", 2
VETERANS, MARSHALS = {"style": 1}, {"style": 4, "turns": 12, "moves": 30, "each": 5}
AIDES = {"style": 5, "moves": 30, "each": 5, "work": 6000}


def played_out(settings: dict[str, Any], simulations: int, **others: Any) -> Level:
    """Moves that are played out."""
    return Level("It is tried.", "playouts", {**settings, **others}, simulations)


TRIED = {
    "as hard was": played_out(VETERANS, 50, turns=12, moves=14),
    "light": played_out(VETERANS, 24, turns=8, moves=10),
    "lighter": played_out(VETERANS, 12, turns=6, moves=6),
    "light, by chance": replace(played_out(VETERANS, 24, turns=8, moves=10), noise=0.1),
    "light, much by chance": replace(played_out(VETERANS, 24, turns=8, moves=10), noise=0.25),
    "as expert was": played_out(MARSHALS, 300, trust=0.5),
    "marshals, 200": played_out(MARSHALS, 200, trust=0.5, work=6000),
    "marshals, 200, alone": played_out(MARSHALS, 200, work=6000),
    "mixed, 300": played_out(MARSHALS, 300, style=1, styles=(1, 4, 5), trust=0.5, work=6000),
    "mixed, 300, alone": played_out(MARSHALS, 300, style=1, styles=(1, 4, 5), work=6000),
    "veterans, 90": played_out(VETERANS, 90, turns=12, moves=30, each=5),
    "aides, 300": played_out(AIDES, 300, turns=12, trust=0.5),
    "aides, 450": played_out(AIDES, 450, turns=12, trust=0.5),
    "aides, 600": played_out(AIDES, 600, turns=12, trust=0.5),
    "aides, 600, alone": played_out(AIDES, 600, turns=12),
    "aides, 600, more trust": played_out(AIDES, 600, turns=12, trust=0.8),
    "aides, 900 of 8": played_out(AIDES, 900, turns=8, trust=0.5),
    "aides, 400 of 18": played_out(AIDES, 400, turns=18, trust=0.5),
}


@dataclass(frozen=True)
class Series:
    """Two levels, the set-ups on which they meet, and how many games."""

    first: str
    second: str
    setups: tuple[str, ...]
    games: int

    @property
    def name(self) -> str:
        """As it was asked for."""
        return f"{self.first}:{self.second}:{','.join(self.setups)}"


class Task(NamedTuple):
    """One game of a series; two that follow each other have the same set-up and other sides."""

    series: Series
    number: int
    seed: int

    @property
    def setup(self) -> str:
        """Where it is played."""
        return self.series.setups[self.number // SIDES % len(self.series.setups)]


class Played(NamedTuple):
    """What became of a game: the score of the first level, and what a whole move of each took."""

    task: Task
    score: float
    moves: int
    milliseconds: tuple[float, float]  # of a move, on average
    longest: tuple[float, float]


@lru_cache(64)
def level_bot(name: str, network: Path | None = None) -> Any:
    """What plays a level; a network in a file takes the place of the game's own."""
    from garrison.bots.expert import network_at
    from garrison.bots.level_bots import LevelBot

    if name not in TRIED:
        return bots.find(name, discovery.find(GAME))
    level = TRIED[name]
    if network and level.settings.get("trust"):
        level = replace(level, settings={**level.settings, "network": network_at(network)})
    return LevelBot(level)


def played(task: Task, network: Path | None = None) -> Played:
    """Play one game."""
    from garrison.core.game import load

    seat = task.number % SIDES
    names = (task.series.first, task.series.second)
    position, dice = load(GAME, setup=task.setup).new(task.seed + task.number // SIDES), Random(task.number)
    spent: tuple[list[float], list[float]] = ([], [])
    while not position.over:
        player, move, start = position.waiting[0], position.state["moves"][0], time.process_time()
        bot = level_bot(names[player != seat], network)
        while not position.over and position.state["moves"][0] == move:
            position.play(player, bot(position, player, dice))
        spent[player != seat].append(1000 * (time.process_time() - start))
    winners = position.outcome.winners if position.outcome else ()
    score = float(seat in winners) if winners else 0.5
    means, most = ((float(each(own)) if own else 0.0 for own in spent) for each in (np.mean, max))
    return Played(task, score, int(position.state["moves"][0]), tuple(means), tuple(most))


def told(series: Series, setup: str, games: list[Played]) -> dict[str, Any]:
    """A series on a set-up, or on all, in a line: the interval takes the two games of a pair together."""
    scores = np.array([game.score for game in games])
    pairs = scores.reshape(-1, SIDES).mean(axis=1)
    error = 1.96 * pairs.std(ddof=1) / len(pairs) ** 0.5 if len(pairs) > 1 else float("nan")
    means = np.mean([game.milliseconds for game in games], axis=0)
    return {
        "series": series.name,
        "on": setup,
        "games": len(games),
        "score": round(float(scores.mean()), 3),
        "error": round(float(error), 3),
        "won, drawn, lost": [int((scores == score).sum()) for score in (1.0, 0.5, 0.0)],
        "as Calliance, as Zorde": [round(float(scores[seat::SIDES].mean()), 3) for seat in range(SIDES)],
        "pairs ahead, equal, behind": [int((np.sign(pairs - 0.5) == sign).sum()) for sign in (1, 0, -1)],
        "ms a move": [round(float(one), 1) for one in means],
        "longest move": [round(max(game.longest[who] for game in games)) for who in range(SIDES)],
    }


def counted(series: Series, results: dict[Task, Played], seed: int) -> list[Played]:
    """The games of a series up to the first pair that is missing."""
    found = list[Played]()
    for number in range(0, series.games, SIDES):
        pair = [results.get(Task(series, number + side, seed)) for side in range(SIDES)]
        if None in pair:
            break
        found += [game for game in pair if game]
    return found


def series_of(wish: str, games: int) -> Series:
    """What a wish means."""
    first, second, setups, *more = [*wish.split(":"), "", ""][: max(3, wish.count(":") + 1)]
    unknown = [name for name in (first, second) if name not in TRIED and name not in bots.names(discovery.find(GAME))]
    if unknown or not setups or len(more) > 1 or not all(number.isdecimal() for number in more):
        known = ", ".join([*bots.names(discovery.find(GAME)), *TRIED])
        raise SystemExit(
            f"A series is FIRST:SECOND:SETUPS or FIRST:SECOND:SETUPS:GAMES, not {wish!r}; levels are: {known}."
        )
    return Series(first, second, tuple(setups.split(",")), int(more[0]) if more else games)


def main() -> None:
    """Compile, play until time is up, and tell a line for each series and set-up."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("series", nargs="+", metavar="FIRST:SECOND:SETUPS[:GAMES]")
    parser.add_argument("--seconds", type=float, default=240.0, help="seconds of play, compiling not included")
    parser.add_argument("-n", type=int, default=200, dest="games", help="games in each series")
    parser.add_argument("--seed", type=int, default=9_000_000)
    parser.add_argument("--processes", type=int, default=0)
    parser.add_argument("--network", type=Path, help="the network for the levels that are tried")
    wishes = parser.parse_args()
    all_series = [series_of(wish, wishes.games) for wish in wishes.series]
    warm([GAME])
    tasks = [Task(one, number, wishes.seed) for one in all_series for number in range(one.games)]
    tasks.sort(key=lambda task: task.number / task.series.games)
    work = until(wishes.seconds, partial(played, network=wishes.network), tasks, wishes.processes)
    results = {game.task: game for game in work}
    for one in all_series:
        games = counted(one, results, wishes.seed)
        for setup in dict.fromkeys(["all", *one.setups]) if len(one.setups) > 1 else one.setups:
            some = [game for game in games if setup in ("all", game.task.setup)]
            if some:
                print(json.dumps(told(one, setup, some)), flush=True)


if __name__ == "__main__":
    main()
