"""What kinds of moves cost our own bots most: they play each other, and every decision is analysed.

    python benchmarks/mistakes.py boneyard:hard skirmish:hard [-n 200] [--minutes 5] [--simulations 2000]
        [--options players=3] [--seed 40000000] [--folder mistakes] [--processes 16]

A line is a game and a bot that sits in all of its seats. FOLDER (mistakes) gets, for each line, the ten dearest kinds
as text, as `garrison analyse` tells them, all analyses as JSON, and the replays of the games of the dearest kinds.
"""

from __future__ import annotations

import argparse
import json
import time
from multiprocessing import TimeoutError as TooLate
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import garrison
from garrison.bots import mistakes
from garrison.bots.analysis import Analysis, analyse
from garrison.core.batches.parallel import cores
from garrison.core.game import Game
from garrison.core.replay import parse
from garrison.lab.arena.contest import play
from garrison.lab.arena.fixtures import Fixture

SECONDS = 60.0  # for a decision, at most


class Task(NamedTuple):
    """A game between bots of one kind, and how long each of its decisions is thought about."""

    line: str
    options: tuple[str, ...]
    seed: int
    simulations: int


class Judged(NamedTuple):
    """What became of it."""

    task: Task
    replay: str
    analysis: Analysis


def game_of(task: Task) -> Game:
    """The game of a line, with what was asked for."""
    options = dict(option.split("=") for option in task.options)
    return garrison.load(task.line.partition(":")[0], **{n: int(v) if v.isdigit() else v for n, v in options.items()})


def judged(task: Task) -> Judged:
    """Play a game, and analyse it."""
    game, bot = game_of(task), task.line.partition(":")[2]
    replay = play(game, Fixture(1, task.seed, (bot,) * game.players), SECONDS, True).replay
    return Judged(task, replay, analyse(parse(replay.encode(), task.line), simulations=task.simulations))


def tasks(wanted: argparse.Namespace) -> list[Task]:
    """All games, the lines by turns."""
    options, games = tuple(wanted.options), range(wanted.seed, wanted.seed + wanted.games)
    return [Task(line, options, seed, wanted.simulations) for seed in games for line in wanted.lines]


def results(work: list[Task], processes: int, until: float) -> list[Judged]:
    """What is known in time."""
    done = list[Judged]()
    with get_context("spawn").Pool(processes) as pool:
        answers = pool.imap_unordered(judged, work)
        try:
            for _ in work:
                done.append(answers.next(timeout=max(until - time.time(), 0.1)))
        except TooLate:
            pool.terminate()
    return sorted(done, key=lambda one: one.task)


def write(line: str, games: list[Judged], folder: Path) -> None:
    """The dearest kinds of a line, all analyses, and the games to look at."""
    name, analyses = line.replace(":", "-"), [one.analysis for one in games]
    text = f"{line}: {mistakes.listed(analyses)}\n"
    print(text, flush=True)
    (folder / f"{name}.txt").write_text(text)
    (folder / f"{name}.json").write_text(json.dumps(mistakes.to_dict(analyses)))
    for kind in mistakes.kinds_of(analyses)[: mistakes.MOST]:
        (folder / f"{name}-{kind.dearest[0]}.replay.json").write_text(games[kind.dearest[0] - 1].replay)


def main() -> None:
    """Play, analyse and write down what is known in time."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("lines", nargs="+", metavar="GAME:BOT")
    reader.add_argument("--folder", type=Path, default=Path("mistakes"))
    reader.add_argument("-n", dest="games", type=int, default=200)
    reader.add_argument("--minutes", type=float, default=5.0)
    reader.add_argument("--simulations", type=int, default=2000)
    reader.add_argument("--options", nargs="*", default=[], metavar="NAME=VALUE")
    reader.add_argument("--seed", type=int, default=40_000_000)
    reader.add_argument("--processes", type=int, default=cores())
    wanted = reader.parse_args()
    until, work = time.time() + 60 * wanted.minutes, tasks(wanted)
    wanted.folder.mkdir(parents=True, exist_ok=True)
    done = [judged(work[0])] if wanted.games == 1 else results(work, wanted.processes, until)
    for line in wanted.lines:
        write(line, [one for one in done if one.task.line == line], wanted.folder)


if __name__ == "__main__":
    main()
