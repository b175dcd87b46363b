"""Every level against the one below, and `hard` against `expert` and hand-written bots: the tables of README.md.

    python benchmarks/levels.py --minutes 20 [SERIES ...]

SERIES is a part of the names of series, such as skirmish, "boneyard with 3" or expert; by default all are played.
Games are begun in the order of their numbers, in all series alike, until time is up; those that are running then may
take a few minutes more (--patience). Results are kept in a file (--keep): when the command is given again, it goes on
where it stopped. A series counts its games up to the first that is missing, in whole rounds with everybody in every
seat: so it does not matter that long games are the likeliest to be missing. What is not counted is named.

With --try FILE the file says what is played: `series`, a list, and `levels`, by game and name, that no game has; both
are JSON objects with the names of `Series` and `Level`.
"""

from __future__ import annotations

import argparse
import json
import signal
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from level_series import ALL, Series, Task, in_order
from level_tables import tables

from garrison.bots.search import SEARCH
from garrison.core import discovery
from garrison.core.batches.parallel import cores
from garrison.core.engine.store import ENGINE
from garrison.core.game import Game
from garrison.core.levels import Level
from garrison.core.libraries import need
from garrison.lab.arena.contest import Result, forfeit, play
from garrison.lab.work.process_pool import ProcessPool

SECONDS = 60.0  # the longest a bot may take for one action
Levels = dict[str, dict[str, dict[str, Any]]]


class Stopwatch:
    """How much processor time each player's decisions take; whoever else wants to know who decides is told, too."""

    def __init__(self, players: int, deciding: Callable[[int], None]) -> None:
        self._spent, self._counts, self._deciding = [0.0] * players, [0] * players, deciding
        self._player, self._start = -1, 0.0

    def __call__(self, player: int) -> None:
        """A player begins to decide, or -1: has decided."""
        if player < 0:
            self._spent[self._player] += time.process_time() - self._start
            self._counts[self._player] += 1
        self._deciding(player)
        self._player, self._start = player, time.process_time()

    @property
    def milliseconds(self) -> tuple[float, ...]:
        """Of a decision on average, by player."""
        return tuple(1000 * spent / max(count, 1) for spent, count in zip(self._spent, self._counts, strict=True))


# --- In the processes that play.


def admit(levels: Levels) -> None:
    """Give games levels that they don't have."""
    for game, own in levels.items():
        known = discovery.find(game).module("bots").LEVELS
        known.update({name: Level(f"{name}.", **wishes) for name, wishes in own.items() if name not in known})


@lru_cache(64)
def _game(name: str, options: str) -> Game:
    from garrison.core.game import load

    return load(name, **json.loads(options))


def play_task(levels: Levels, task: Task, deciding: Callable[[int], None] = lambda player: None) -> tuple[Task, Result]:
    """Play one game; the times of its result are processor time."""
    admit(levels)
    options = {**task.series.options, **task.series.grounds[task.ground]}
    watch = Stopwatch(len(task.fixture.seats), deciding)
    result = play(_game(task.series.game, json.dumps(options)), task.fixture, SECONDS, deciding=watch)
    return task, replace(result, milliseconds=watch.milliseconds)


def forfeit_task(task: Task, player: int, why: str) -> tuple[Task, Result]:
    """A game that one of the bots broke off."""
    return task, forfeit(task.fixture, player, why)


# --- In the one that was started.


def kept_in(file: Path) -> dict[str, Result]:
    """The results in a file by the key of their task; a last line that was not written to its end is left out."""
    lines = file.read_text(encoding="utf-8").split("\n")[:-1] if file.exists() else []
    told = [json.loads(line) for line in lines]
    return {one.pop("key"): Result(**{name: _tuples(value) for name, value in one.items()}) for one in told}


def _tuples(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def compile_for(games: Iterable[str]) -> None:
    """Build what these games and their levels need, all at once."""
    need(ENGINE, SEARCH, *(discovery.find(game).blueprint() for game in games))


def play_all(todo: list[Task], levels: Levels, file: Path, until: float, processes: int) -> None:
    """Play as many as can be begun in time, and write down what comes of them."""
    with ProcessPool(partial(play_task, levels), processes, SECONDS, forfeit_task) as pool, file.open("a") as lines:
        for task, result in pool.work(todo, until):
            lines.write(json.dumps({"key": task.key, **asdict(result)}) + "\n")
            lines.flush()


def _end(*_: Any) -> None:
    raise TimeoutError


def play_in_time(todo: list[Task], levels: Levels, wishes: argparse.Namespace, start: float) -> dict[str, Result]:
    """Play what is not in the file yet, as far as there is time; all results that are there then."""
    there = kept_in(wishes.keep)
    signal.signal(signal.SIGALRM, _end)
    try:
        left = start + 60 * (wishes.minutes + wishes.patience) - time.monotonic()
        signal.setitimer(signal.ITIMER_REAL, max(left, 0.1))
        missing = [task for task in todo if task.key not in there]
        play_all(missing, levels, wishes.keep, start + 60 * wishes.minutes, wishes.processes)
    except TimeoutError:
        print("what was still running is given up")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    return kept_in(wishes.keep)


def _wishes() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("series", nargs="*", metavar="SERIES")
    parser.add_argument("--minutes", type=float, default=20.0, help="minutes during which games are begun")
    parser.add_argument("--patience", type=float, default=2.0, help="minutes for games that are still running then")
    parser.add_argument("-n", type=int, default=200, dest="games", help="games of each series, at least")
    parser.add_argument("--seed", type=int, default=20_000)
    parser.add_argument("--processes", type=int, default=cores())
    parser.add_argument("--keep", type=Path, default=Path("levels-results.jsonl"), help="the file for results")
    parser.add_argument("--try", type=Path, dest="trial", help="a file with other series")
    return parser.parse_args()


def wanted_series(parts: list[str], trial: Path | None) -> tuple[list[Series], Levels]:
    """The series that are to be played, and levels that no game has."""
    told = json.loads(trial.read_text(encoding="utf-8")) if trial else {"levels": {}}
    tried = [Series(**{name: _tuples(value) for name, value in one.items()}) for one in told.get("series", [])]
    return [one for one in tried or ALL if any(part in one.name for part in parts or [""])], told["levels"]


def main() -> None:
    """Compile, play until time is up, and print the tables."""
    wishes = _wishes()
    start = time.monotonic()
    all_series, levels = wanted_series(wishes.series, wishes.trial)
    compile_for(dict.fromkeys(series.game for series in all_series))
    print(f"compiled after {time.monotonic() - start:.0f} s", flush=True)
    results = play_in_time(in_order(all_series, wishes.games, wishes.seed), levels, wishes, start)
    planned = [(series, series.tasks(wishes.games, wishes.seed)) for series in all_series]
    print(tables(planned, results))


if __name__ == "__main__":
    main()
