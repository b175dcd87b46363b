"""What the designer's lab costs besides its bots: the same games through the lab and by the bots alone, in CPU time.

    python benchmarks/lab.py [boneyard] [--bots easy] [-n 10000] [--measure win_rate,draws,length] [--processes 2]

Measures of what happens on the way, such as `use`, take more notes. Every `--part`th game is played by the bots alone
and for the lab, in this process; the lab's processes take as long to start for ten games as for ten thousand.
"""

from __future__ import annotations

import argparse
import pickle
import resource
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import garrison
from garrison.core.game import Game
from garrison.lab.arena import contest
from garrison.lab.measures import measures_of
from garrison.lab.players import player_of
from garrison.lab.portions import MOST
from garrison.lab.recording import LabGame, QuickRecording, Trace, play, styles_of
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


def parts_of_own(game: Game, run: Run, tasks: list[LabGame]) -> tuple[float, dict[str, float]]:
    """CPU seconds of the bots alone for these games, and of what the lab adds to them, part by part."""
    alone, noted, traces = both_ways(game, tasks)
    size = MOST if tasks[0].only_end else 1
    sent = [traces[at : at + size] for at in range(0, len(traces), size)]
    for trace in traces:
        run.evidence.add(trace)
    return alone, {
        "notes": noted - alone,
        "planning": cost_of(run.main_tasks).cpu * len(tasks) / len(run.main_tasks()),
        "sending": cost_of(lambda: [pickle.loads(pickle.dumps(one)) for one in sent]).cpu,
        "measuring": cost_of(lambda: measures_of(run.evidence, run.names)).cpu,
    }


def both_ways(game: Game, tasks: list[LabGame]) -> tuple[float, float, list[Trace]]:
    """CPU seconds of games by the bots alone and for the lab, in turn, so that other work here hits both alike."""
    alone, noted, traces = 0.0, 0.0, list[Trace]()
    for task in tasks:
        start = time.process_time()
        play_alone(game, [task])
        middle = time.process_time()
        traces.append(play(game, task))
        alone, noted = alone + middle - start, noted + time.process_time() - middle
    return alone, noted, traces


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

    run = Run(game, told.bots, Extent(games=told.games, processes=0), names)
    tasks = run.main_tasks()
    play_alone(game, tasks[:10])  # so that everything is in memory
    start = cost_of(lambda: lab(1))
    whole = cost_of(lambda: lab(told.games))
    alone, own = parts_of_own(game, run, tasks[:: told.part])
    extra = sum(own.values())
    print(f"{len(tasks):,} games of {game.name} between {told.bots} bots, for {told.measure}")
    print(f"the lab           {whole.wall:8.1f} s, {whole.cpu:8.1f} s of CPU time in {told.processes} processes")
    print(f"of which starts   {start.wall:8.1f} s, {start.cpu:8.1f} s of CPU time")
    print(f"of {len(tasks[:: told.part]):,} games, in this process: the bots alone {alone:.2f} s of CPU time")
    print(f"the lab's own     {extra:8.2f} s, {extra / alone:.1%} of what the bots take:")
    print(
        "  "
        + ", ".join(f"{name} {1e6 * taken / len(tasks[:: told.part]):.0f} µs a game" for name, taken in own.items())
    )


if __name__ == "__main__":
    main()
