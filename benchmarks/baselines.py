"""Baselines of Garrison-10, side by side: benchmarks/results/garrison-10/NAME.json for each policy.

    python benchmarks/baselines.py [POLICY ...] [--minutes 5] [--trained trained] [--processes 16]

Every policy plays every task that it can play: whoever has used the least time so far begins the next game, so that
quick policies have played all 1,000 games of the protocol when slow ones have played a few hundred. A task counts its
games up to the first that is missing, and its result says how many they are. Games are kept in a file (--keep), by what
bots and policies are made from: the same command goes on where it stopped. --trained is a folder with networks:
cloned/GAME.npz (examples/clone_torch.py), ppo-numpy.npz (examples/ppo_numpy.py) and ppo/GAME.npz (garrison train).
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from itertools import count, takewhile
from math import inf
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from level_series import version_of
from levels import compile_for

from garrison.core import discovery
from garrison.core.batches.parallel import cores
from garrison.core.task_suite import SuiteTask, suite_named
from garrison.lab.arena.evaluation import ALONE, GAMES, LATEST, PROTOCOLS, GameResult, GameTask, is_file, play_task
from garrison.lab.arena.suite_results import SuiteResults, TaskScore, setup_of, task_score

ROOT = Path(__file__).parents[1]
SUITE = "garrison-10"
RESULTS = ROOT / "benchmarks" / "results" / SUITE
GUESS = 1.0  # seconds that a game is taken to last before one has been played
FEWEST = 20  # games of a task, without which it is not listed
WAITING = 2  # games that are handed out for each process


class Baseline(NamedTuple):
    """Who plays, a bot or a file, what it took, in which games (all of them, if none is named), and what it needs."""

    who: str
    about: str
    games: tuple[str, ...] = ()
    needs: str = ""


NO_TRAINING = "No training"
BASELINES = {
    "random": Baseline("random", f"Plays anything that is legal. {NO_TRAINING}."),
    "still": Baseline("still", f"Does nothing, as far as it may. {NO_TRAINING}."),
    "easy": Baseline("easy", f"The level. {NO_TRAINING}; written by hand."),
    "medium": Baseline("medium", f"The level. {NO_TRAINING}; written by hand."),
    "hard": Baseline("hard", f"The level: searches with what its game's skill knows. {NO_TRAINING}."),
    "search": Baseline(
        str(ROOT / "examples" / "decoupled_search.py"),
        f"Decoupled search, 64 simulations of two turns a decision (examples/decoupled_search.py). {NO_TRAINING}.",
    ),
    "cloned": Baseline(
        "{trained}/cloned/{game}.npz",
        "Behaviour cloning of 100,000 decisions a game (examples/clone_torch.py): hard's in Loop, "
        "medium's in Skirmish (drawn set-ups) and Boneyard (two players); two to three minutes of one core a game.",
    ),
    "ppo-numpy": Baseline(
        str(ROOT / "examples" / "ppo_numpy_policy.py"),
        "PPO in NumPy (examples/ppo_numpy.py), seed 0: 3.3 million steps, two minutes of one core.",
        ("minefield",),
        "ppo-numpy.npz",
    ),
    "ppo": Baseline(
        "{trained}/ppo/{game}.npz",
        "Masked PPO on one NVIDIA H200 (garrison train --by ppo), one seed, the likeliest action: Minefield 302 "
        "million steps in 31 s, Skirmish 201 million in 9 s of self-play on the set-up small.",
    ),
}


@dataclass
class Lane:
    """The games of a policy in a task: how far they are, and what they have taken."""

    name: str
    task: SuiteTask
    who: str
    results: dict[int, GameResult] = field(default_factory=dict)
    begun: set[int] = field(default_factory=set)
    seconds: float = 0.0

    @property
    def key(self) -> str:
        """What its games are called where they are kept."""
        made_of = Path(self.who).read_bytes() if is_file(self.who) else b""
        version = sha256(made_of + _version(self.task.game).encode()).hexdigest()[:12]
        return f"{self.name}, {self.task.name}, {version}"

    @property
    def spent(self) -> float:
        """Seconds of its games, those that are being played included."""
        return self.seconds + self.mean * len(self.begun - set(self.results))

    @property
    def mean(self) -> float:
        """Seconds of a game."""
        return self.seconds / len(self.results) if self.results else GUESS

    def next_number(self, games: int) -> int | None:
        """The first game that nobody has begun."""
        return next((number for number in range(games) if number not in self.begun), None)

    def note(self, number: int, result: GameResult, seconds: float) -> None:
        """A game is over."""
        self.begun.add(number)
        self.results[number] = result
        self.seconds += seconds

    @property
    def score(self) -> TaskScore | None:
        """What the games came to, up to the first that is missing."""
        whole = list(takewhile(self.results.__contains__, count()))
        return task_score(self.task, [self.results[number] for number in whole]) if whole else None


@cache
def _version(game: str) -> str:
    return version_of(discovery.find(game))


def lanes_of(names: Iterable[str], trained: Path) -> Iterator[Lane]:
    """What is to be played: by every policy that is there."""
    for name in names:
        baseline = BASELINES[name]
        for task in suite_named(SUITE).tasks.values():
            who = baseline.who.format(trained=trained, game=task.game)
            files = [*([who] if is_file(who) else []), *([trained / baseline.needs] if baseline.needs else [])]
            is_there = all(Path(file).exists() for file in files)
            if is_there and task.game in (baseline.games or (task.game,)):
                yield Lane(name, task, who)


def play(name: str, who: str, number: int) -> tuple[GameResult, float]:
    """One game of a task, and how many seconds of a processor it took."""
    task, start = suite_named(SUITE).task(name), time.process_time()
    game = task.games("test")[setup_of(task, number)]
    _, result = play_task(game, who, PROTOCOLS[LATEST], GameTask(task.opponent or ALONE, number))
    return result, time.process_time() - start


def play_all(lanes: list[Lane], wishes: argparse.Namespace) -> None:
    """Play until time is up or everything is played."""
    until, pool = time.monotonic() + 60 * wishes.minutes, ProcessPoolExecutor(wishes.processes, get_context("spawn"))
    running: dict[Future[tuple[GameResult, float]], tuple[Lane, int]] = {}
    with wishes.keep.open("a") as file:
        while time.monotonic() < until:
            while len(running) < WAITING * wishes.processes and (
                lane := next_lane(lanes, wishes.games, wishes.longest)
            ):
                number = lane.next_number(wishes.games)
                assert number is not None
                lane.begun.add(number)
                running[pool.submit(play, lane.task.name, lane.who, number)] = (lane, number)
            if not running:
                break
            done, _ = wait(running, max(until - time.monotonic(), 0.0), FIRST_COMPLETED)
            for future in done:
                lane, number = running.pop(future)
                lane.note(number, *future.result())
                file.write(json.dumps([lane.key, number, lane.results[number], future.result()[1]]) + "\n")
    processes = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:  # nobody waits for games that are not over
        process.kill()


def next_lane(lanes: list[Lane], games: int, longest: float = inf) -> Lane | None:
    """Who has used the least time, of those that have games left and take no longer than this for a game."""
    left = [lane for lane in lanes if len(lane.begun) < games and (lane.mean <= longest or not lane.results)]
    return min(left, key=lambda lane: lane.spent, default=None)


def resume(lanes: list[Lane], file: Path) -> None:
    """What was played before."""
    by_key = {lane.key: lane for lane in lanes}
    for line in file.read_text(encoding="utf-8").split("\n")[:-1] if file.exists() else []:
        key, number, result, seconds = json.loads(line)
        if key in by_key:
            by_key[key].note(number, GameResult(*result), seconds)


def results_of(lanes: list[Lane], fewest: int = FEWEST) -> dict[str, SuiteResults]:
    """A file of results for each policy, of tasks with at least so many games."""
    scores: dict[str, dict[str, TaskScore]] = {}
    for lane in lanes:
        if (score := lane.score) and score.games >= fewest:
            scores.setdefault(lane.name, {})[lane.task.name] = score
    return {name: SuiteResults(SUITE, name, BASELINES[name].about, tasks) for name, tasks in scores.items()}


def main() -> None:
    """Play, and write the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("policies", nargs="*", metavar="POLICY", help=", ".join(BASELINES))
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("-n", type=int, default=GAMES, dest="games", help="the most games of a task")
    parser.add_argument("--longest", type=float, default=inf, help="seconds of a game: what takes longer is left out")
    parser.add_argument("--trained", type=Path, default=Path("trained"), help="the folder with networks")
    parser.add_argument("--keep", type=Path, default=Path("baselines-results.jsonl"), help="the file for games")
    parser.add_argument("--processes", type=int, default=cores())
    parser.add_argument("--to", type=Path, default=RESULTS, help="the folder for results")
    wishes = parser.parse_args()
    os.environ.setdefault("PPO_NUMPY", str(wishes.trained / "ppo-numpy.npz"))
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    compile_for({task.game for task in suite_named(SUITE).tasks.values()})
    lanes = list(lanes_of(wishes.policies or BASELINES, wishes.trained.resolve()))
    resume(lanes, wishes.keep)
    play_all(lanes, wishes)
    wishes.to.mkdir(parents=True, exist_ok=True)
    for name, results in results_of(lanes, min(FEWEST, wishes.games)).items():
        (wishes.to / f"{name}.json").write_text(results.to_json(), encoding="utf-8")
        print(f"{results}\n", flush=True)


if __name__ == "__main__":
    main()
