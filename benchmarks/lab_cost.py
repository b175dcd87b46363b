"""What the designer's lab costs besides its bots, in CPU time.

    python benchmarks/lab_cost.py [boneyard] [--bots easy] [-n 10000] [--measure win_rate,draws,length] [--processes 2]

Measures of what happens on the way, such as `use`, take more notes. Every `--part`th game is played in this process, as
the lab's processes play it, and what the bots and the rules take for it is measured apart from all that comes after:
the notes that are taken of it, and what is done with them. The lab's processes take as long to start for ten games as
for ten thousand.
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
from garrison.lab.design.run import Extent, Run
from garrison.lab.games.portions import MOST, Portion, PortionResult, block_of, portion_of
from garrison.lab.games.quick import is_quick, outcome_of, play_together
from garrison.lab.games.traces import LabGame, Recording
from garrison.lab.measures import measures_of
from garrison.lab.measures.evidence import PLAY


def nobody(player: int) -> None:
    """Watches who is thinking."""


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


def sent_as(game: Game, tasks: list[LabGame]) -> list[LabGame | Portion]:
    """What is sent to a process at a time."""
    if not is_quick(game, tasks[0]):
        return list(tasks)
    sets = [tasks[at : at + MOST] for at in range(0, len(tasks), MOST)]
    return [portion_of(number, own) for number, own in enumerate(sets)]


def parts_of_own(game: Game, run: Run, tasks: list[LabGame]) -> tuple[float, dict[str, float]]:
    """CPU seconds of the bots alone for these games, and of what the lab adds to them, part by part."""
    sent = sent_as(game, tasks)
    alone, notes, results = times_of(game, sent)

    def gather() -> None:
        for number, result in enumerate(results):
            own = tasks[number * MOST : (number + 1) * MOST]
            run.evidence.add(block_of(game, own, result) if isinstance(result, PortionResult) else result)

    planning = cost_of(run.all_tasks).cpu * len(tasks) / len(run.all_tasks())
    return alone, {
        "notes": notes,
        "planning": planning,
        "sending": cost_of(lambda: [pickle.loads(pickle.dumps(one)) for one in (*sent, *results)]).cpu,
        "gathering": cost_of(gather).cpu,
        "measuring": cost_of(lambda: measures_of(run.evidence, run.names)).cpu,
    }


def times_of(game: Game, sent: list[LabGame | Portion]) -> tuple[float, float, list[Any]]:
    """CPU seconds of playing games, and of noting what became of them."""
    alone, noting, results = 0.0, 0.0, list[Any]()
    for task in sent:
        start = time.process_time()
        note = played(game, task)
        middle = time.process_time()
        results.append(note())
        alone, noting = alone + middle - start, noting + time.process_time() - middle
    return alone, noting, results


def played(game: Game, task: LabGame | Portion) -> Callable[[], Any]:
    """Play a game, or several; what takes the notes of it."""
    if isinstance(task, Portion):
        games = play_together(game, task.kind.seats, task.numbers, task.seeds, nobody)
        return lambda: PortionResult(task.place, *outcome_of(games, task.seeds, task.kind.only_end, 0.0))
    recording = Recording(game, task, nobody)
    recording.run()
    return recording.trace


def main() -> None:
    """Measure, and print a few lines."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("game", nargs="?", default="boneyard")
    words.add_argument("--bots", default="easy")
    words.add_argument("-n", "--games", type=int, default=10_000)
    words.add_argument("--measure", default="win_rate,draws,length")
    words.add_argument("--processes", type=int, default=2)
    words.add_argument("--part", type=int, default=1)
    told = words.parse_args()
    game, names = garrison.load(told.game), told.measure.split(",")

    def lab(games: int) -> Run:
        run = Run(game, told.bots, Extent(games=games, processes=told.processes), names)
        run.go()
        measures_of(run.evidence, run.names)
        return run

    run = Run(game, told.bots, Extent(games=told.games, processes=0), names)
    tasks = [task for task in run.all_tasks() if task.experiment == PLAY]
    times_of(game, sent_as(game, tasks[:10]))  # so that everything is in memory
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
