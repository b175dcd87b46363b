"""The ladder: one scale for all bots of a game, for the page Bots and for src/garrison/bots/ladder.json.

    python benchmarks/ladder.py --minutes 10 [GAME ...]

Games are those of the variant `standard`. Every two bots meet; those that were next to each other on the ladder meet in
-n games, those with one between them in a quarter of that, and others in a twentieth. From the table of all pairings
follow Bradley-Terry ratings, with `random` at 0. In games for one, each bot plays -n games, and has a median score.

Games of quick bots are played first, then all pairs get as far as the others until time is up. Results are kept in a
file (--keep): when the command is given again, it goes on where it stopped. A bot counts by what it is made from: after
a change of the game's bots, its games are played again. A game in which not every two bots have met keeps its old
numbers.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterable
from dataclasses import asdict
from itertools import combinations
from pathlib import Path
from typing import Any

from level_series import Series, Task, in_order
from level_tables import counted
from levels import compile_for, play_in_time

from garrison import bots
from garrison.bots.ladder import FILE, Rung, measured
from garrison.core import discovery
from garrison.core.batches.parallel import cores
from garrison.core.game import load
from garrison.lab.arena.contest import Result
from garrison.lab.arena.report import ArenaReport, report_on

SHARES = (1.0, 0.25)  # of the games, of pairs that are neighbours on the ladder, and that have one bot between them
FAR = 0.05
QUICK = 1.0  # milliseconds a decision: such bots play first
Rungs = dict[str, dict[str, Any]]


def ladder_series(game: str, names: list[str], old: Rungs) -> list[Series]:
    """Everybody against everybody, or alone; the order on the old ladder says who meets more often."""
    players = load(game).players
    if players == 1:
        return [Series(game, (name,), "ladder") for name in names]
    order = sorted(names, key=lambda name: -old.get(name, {}).get("rating", 0.0))
    return [
        Series(game, (one, *[other] * (players - 1)), "ladder", share=share_of(order, one, other, old))
        for one, other in combinations(order, 2)
    ]


def share_of(order: list[str], one: str, other: str, old: Rungs) -> float:
    """How many of the games two bots play; one that is not on the ladder yet might be anybody's neighbour."""
    apart = order.index(other) - order.index(one)
    if one not in old or other not in old:
        return SHARES[0]
    return SHARES[apart - 1] if apart <= len(SHARES) else FAR


def in_turn(all_series: Iterable[Series], games: int, seed: int, old: dict[str, Rungs]) -> list[Task]:
    """All games in the order in which they are begun: those of quick bots, then those of all others."""
    times = {game: {name: rung["milliseconds"] for name, rung in rungs.items()} for game, rungs in old.items()}

    def is_slow(task: Task) -> bool:
        return max(times.get(task.series.game, {}).get(name, 0.0) for name in task.fixture.seats) > QUICK

    return sorted(in_order(all_series, games, seed), key=is_slow)


def report_of(game: str, names: list[str], planned: list[list[Task]], results: dict[str, Result]) -> ArenaReport | None:
    """What the games came to, if all who were to meet have met."""
    played = [counted(lane, results) for lane in planned]
    every = [result for lane in played for result in lane]
    return report_on(game, load(game).players, names, every) if all(played) else None


def rungs_of(report: ArenaReport) -> Rungs:
    """What a report says about each bot, as the ladder keeps it."""
    lines = report.scores or report.ratings
    return {line.bot: _numbers(line, report.milliseconds[line.bot]) for line in lines}


def _numbers(line: Any, milliseconds: float) -> dict[str, Any]:
    rating = line.median if hasattr(line, "median") else line.rating
    interval = {"low": line.low, "high": line.high}
    rung = asdict(Rung(line.bot, "", games=line.games, rating=rating, milliseconds=milliseconds, **interval))
    return {name: round(value, 2) for name, value in rung.items() if name not in ("name", "sentence")}


def renewed(old: dict[str, Rungs], reports: dict[str, ArenaReport | None]) -> dict[str, Rungs]:
    """The ladder with what was measured; a game that was not measured whole keeps its numbers."""
    return old | {game: rungs_of(report) for game, report in reports.items() if report}


def _wishes() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("-n", type=int, default=200, dest="count", help="games of neighbours, or of each bot alone")
    parser.add_argument("--minutes", type=float, default=10.0, help="minutes during which games are begun")
    parser.add_argument("--patience", type=float, default=1.0, help="minutes for games that are still running then")
    parser.add_argument("--seed", type=int, default=30_000)
    parser.add_argument("--processes", type=int, default=cores())
    parser.add_argument("--keep", type=Path, default=Path("ladder-results.jsonl"), help="the file for results")
    parser.add_argument("--to", type=Path, default=FILE, help="the file that is written")
    return parser.parse_args()


def main() -> None:
    """Measure, print the tables and write the file."""
    wishes, start = _wishes(), time.monotonic()
    games, old = wishes.games or list(discovery.names()), measured(wishes.to)
    names = {game: bots.names(discovery.find(game)) for game in games}
    compile_for(games)
    all_series = {game: ladder_series(game, names[game], old.get(game, {})) for game in games}
    every = in_turn((series for some in all_series.values() for series in some), wishes.count, wishes.seed, old)
    results = play_in_time(every, {}, wishes, start)
    planned = {
        game: [lane for one in all_series[game] for lane in one.tasks(wishes.count, wishes.seed)] for game in games
    }
    reports = {game: report_of(game, names[game], planned[game], results) for game in games}
    for game, report in reports.items():
        print(report or f"{game}: not every two bots have met, so it keeps its numbers", end="\n\n")
    wishes.to.write_text(json.dumps(renewed(old, reports), indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
