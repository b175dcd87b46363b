"""What the designer's lab costs besides its bots: the same games through the lab and by the bots alone, in CPU time.

    python benchmarks/lab.py [boneyard] [--bots easy] [-n 10000] [--measure win_rate,draws,length] [--processes 2]

Measures of what happens on the way, such as `use`, take more notes. The bots alone play every `--part`th game, in this
process; the lab's processes take as long to start for ten games as for ten thousand, so that is told apart.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import garrison
from garrison.core.game import Game
from garrison.lab.arena import contest
from garrison.lab.measures import measures_of
from garrison.lab.players import player_of
from garrison.lab.recording import LabGame, QuickRecording, styles_of
from garrison.lab.run import Extent, Run

MINUTE = 60.0


class Cost(NamedTuple):
    """How long something took, on the clock and on all processors together."""

    wall: float
    cpu: float


def cost_of(work: Callable[[], Any]) -> Cost:
    """What calling this costs, with the processes that it starts and ends."""
    before, start = _cpu(), time.monotonic()
    work()
    return Cost(time.monotonic() - start, _cpu() - before)


def _cpu() -> float:
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def play_alone(game: Game, tasks: list[LabGame]) -> None:
    """The bots and the rules, and nobody who takes notes."""
    for task in tasks:
        styles = styles_of(task.seats, game) if task.only_end else None
        if styles is not None:
            QuickRecording(game, task, lambda player: None, list(styles)).run_quickly()
        else:
            players = [player_of(seat, game) for seat in task.seats]
            contest.Contest(game, task, players, MINUTE, lambda player: None).run()


def main() -> None:
    """Measure, and print a few lines."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("game", nargs="?", default="boneyard")
    words.add_argument("--bots", default="easy")
    words.add_argument("-n", "--games", type=int, default=10_000)
    words.add_argument("--measure", default="win_rate,draws,length")
    words.add_argument("--processes", type=int, default=2)
    words.add_argument("--part", type=int, default=10)
    told = words.parse_args()
    game, names = garrison.load(told.game), told.measure.split(",")

    def lab(games: int) -> Run:
        run = Run(game, told.bots, Extent(games=games, processes=told.processes), names)
        run.go()
        measures_of(run.evidence, run.names)
        return run

    tasks = Run(game, told.bots, Extent(games=told.games, processes=0), names).main_tasks()
    play_alone(game, tasks[:10])  # so that everything is in memory
    start = cost_of(lambda: lab(1))
    whole = cost_of(lambda: lab(told.games))
    alone = cost_of(lambda: play_alone(game, tasks[:: told.part])).cpu * len(tasks) / len(tasks[:: told.part])
    extra = whole.cpu - start.cpu - alone
    print(f"{len(tasks):,} games of {game.name} between {told.bots} bots, for {told.measure}")
    print(f"the lab          {whole.wall:8.1f} s, {whole.cpu:8.1f} s of CPU time in {told.processes} processes")
    print(f"of which starts  {start.wall:8.1f} s, {start.cpu:8.1f} s of CPU time")
    print(f"the bots alone             {alone:10.1f} s of CPU time")
    print(f"the lab's own    {extra:18.1f} s of CPU time, {extra / alone:.1%} of what the bots take")


if __name__ == "__main__":
    main()
