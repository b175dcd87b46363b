"""Finds the numbers of Skirmish's marshal: styles are drawn and play, and the best of them say what is drawn next.

    python benchmarks/skirmish_styles.py --minutes 7 --processes 4 [--population 48] [--games 60]

It begins with the marshal there is. Each generation is compiled into a copy of the sources (--folder), plays on drawn
set-ups from both sides, half of its games against the veteran and half against the middle of its generation, and moves
the middle towards its best fifth. What is printed last is the middle, as the tables of `skill/styles.py` take it.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from garrison.games.skirmish.skill import styles
from garrison.games.skirmish.skill.styles import MARSHAL, VETERAN

SOURCES = Path(styles.__file__).parents[4]
KINDS = 6
# How far each number is drawn from the middle at first.
SPREADS = {
    "HEALTH_WORTH": 3.0,
    "LIFE_WORTH": 150.0,
    "APPROACH": 0.5,
    "AT_ONCE": 0.15,
    "CAUTION": 0.2,
    "PATIENCE": 30.0,
    "LEAST_CAUTION": 0.1,
}
LEAST = 0.02  # of any number but those of lives
HELD = 0.35  # how much of the old middle stays
NARROWEST = 0.15  # of the first spread
Numbers = np.ndarray[Any, Any]


def tables() -> dict[str, Numbers]:
    """The tables of styles by name."""
    return {name: table for name, table in vars(styles).items() if isinstance(table, np.ndarray)}


def middle_of(every: dict[str, Numbers]) -> Numbers:
    """The marshal's numbers in a row."""
    return np.concatenate([np.ravel(every[name][MARSHAL]).astype(float) for name in SPREADS])


def spread_of(every: dict[str, Numbers]) -> Numbers:
    """How far they are drawn, in the same order."""
    return np.concatenate([np.full(np.size(every[name][MARSHAL]), spread) for name, spread in SPREADS.items()])


def style_of(row: Numbers, every: dict[str, Numbers]) -> dict[str, Any]:
    """A row of numbers as a column of each table; chance only decides between equals, as for the veteran."""
    found: dict[str, Any] = {name: table[MARSHAL].tolist() for name, table in every.items()}
    found["CHANCE"] = every["CHANCE"][VETERAN].item()
    place = 0
    for name in SPREADS:
        size = np.size(every[name][MARSHAL])
        numbers = row[place : place + size]
        if name != "LIFE_WORTH":
            numbers = np.maximum(numbers, 1 if name == "HEALTH_WORTH" else LEAST)
        if size == KINDS:
            found[name] = np.rint(numbers).astype(int).tolist()
        else:
            found[name] = round(float(numbers[0]), 4)
        place += size
    return found


def source_of(rows: list[Numbers]) -> str:
    """The module of styles with one for each row after those that are not the marshal's."""
    every = tables()
    drawn = [style_of(row, every) for row in rows]
    names = [(name, value) for name, value in vars(styles).items() if name.isupper() and isinstance(value, int)]
    lines = ['"""Styles that were drawn."""', "import numpy as np", *(f"{name} = {value}" for name, value in names)]
    for name, table in every.items():
        lines.append(f"{name} = np.array({table[:MARSHAL].tolist() + [each[name] for each in drawn]})")
    return "\n".join(lines) + "\n"


# --- Playing, in processes of their own.


def play(tasks: list[list[int]]) -> list[float]:
    """What the first style of each task scores: two styles, a seed, and the first one's seat."""
    from garrison.bots.search.methods import policy_games
    from garrison.core.game import load

    seats = [[first, second] if seat == 0 else [second, first] for first, second, _, seat in tasks]
    dice = [[Random(2 * seed), Random(2 * seed + 1)] for _, _, seed, _ in tasks]
    games = policy_games(load("skirmish", setup="random"), [task[2] for task in tasks], seats, dice)
    games.run()
    winners = [int(number) for number in games.states["winners"]]
    return [0.5 if who == 0 else float(who == 1 << task[3]) for who, task in zip(winners, tasks, strict=True)]


def ask(folder: Path, tasks: list[list[int]], processes: int) -> list[float]:
    """Play with the styles of the copy, shared among processes."""
    environment = {**os.environ, "PYTHONPATH": str(folder / "src")}
    files = [folder / f"tasks-{number}.json" for number in range(processes)]
    for number, file in enumerate(files):
        file.write_text(json.dumps(tasks[number::processes]))
    running = [subprocess.Popen([sys.executable, __file__, "--play", str(file)], env=environment) for file in files]
    ends = [each.wait() for each in running]
    if any(ends):
        raise SystemExit("A process that plays has failed; what it said is above.")
    scores = [0.0] * len(tasks)
    for number, file in enumerate(files):
        scores[number::processes] = json.loads(file.read_text())
    return scores


# --- In the one that was started.


def compiled(folder: Path, rows: list[Numbers]) -> None:
    """Put the styles into the copy and have them compiled, by one process."""
    (folder / "src" / Path(styles.__file__).relative_to(SOURCES)).write_text(source_of(rows))
    ask(folder, [[VETERAN, VETERAN, 0, 0]], 1)


def tasks_of(styles_count: int, games: int, seed: int) -> list[list[int]]:
    """Everybody's games, from both sides of the same set-ups; style MARSHAL is the middle."""
    found = []
    for style in range(MARSHAL, MARSHAL + styles_count):
        for number in range(games):
            other = VETERAN if style == MARSHAL or number % 4 < 2 else MARSHAL
            found.append([style, other, seed + number // 2, number % 2])
    return found


def search(wishes: argparse.Namespace) -> Numbers:
    """Generation after generation, as long as there is time for one more; the last middle."""
    every, dice, generation, longest = tables(), np.random.default_rng(wishes.seed), 0, 0.0
    middle, spread = middle_of(every), spread_of(every)
    end, narrowest = time.monotonic() + 60 * wishes.minutes, NARROWEST * spread
    while time.monotonic() + longest < end:
        start, generation = time.monotonic(), generation + 1
        rows = [middle, *(middle + spread * dice.standard_normal((wishes.population, len(middle))))]
        compiled(wishes.folder, rows)
        tasks = tasks_of(len(rows), wishes.games, wishes.seed + generation * wishes.games)
        scores = np.array(ask(wishes.folder, tasks, wishes.processes)).reshape(len(rows), wishes.games).mean(axis=1)
        best = np.argsort(-scores[1:])[: max(2, wishes.population // 5)] + 1
        told = {"generation": generation, "middle against veteran": round(scores[0], 3), "all": round(scores.mean(), 3)}
        print(json.dumps({**told, "best": round(scores[best].mean(), 3)}), flush=True)
        chosen = np.array(rows)[best]
        middle = HELD * middle + (1 - HELD) * chosen.mean(axis=0)
        spread = np.maximum(HELD * spread + (1 - HELD) * chosen.std(axis=0), narrowest)
        longest = max(longest, time.monotonic() - start)
    return middle


def main() -> None:
    """Search, and tell what was found; with --play, be one of the processes that play."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=7.0)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--population", type=int, default=48, help="styles in each generation")
    parser.add_argument("--games", type=int, default=60, help="games of each style, a multiple of 4")
    parser.add_argument("--seed", type=int, default=5_000_000)
    parser.add_argument("--folder", type=Path, default=Path("styles-drawn"), help="for the copy; it is overwritten")
    parser.add_argument("--play", type=Path, help=argparse.SUPPRESS)
    wishes = parser.parse_args()
    if wishes.play:
        wishes.play.write_text(json.dumps(play(json.loads(wishes.play.read_text()))))
        return
    shutil.rmtree(wishes.folder, ignore_errors=True)
    shutil.copytree(SOURCES, wishes.folder / "src", ignore=shutil.ignore_patterns("__pycache__"))
    found = search(wishes)
    compiled(wishes.folder, [found])
    again = ask(wishes.folder, tasks_of(1, 4 * wishes.games, wishes.seed - 4 * wishes.games), wishes.processes)
    print(json.dumps({"against veteran": round(float(np.mean(again)), 3), "of": len(again)}))
    print(json.dumps(style_of(found, tables())))


if __name__ == "__main__":
    main()
