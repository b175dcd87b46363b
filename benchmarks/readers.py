"""How bots and a simple reader do under protocol llm-v1, in all games: a line of JSON for each of them on each rung.

    python benchmarks/readers.py -o readers.jsonl --cores 16 --seconds 200
    python benchmarks/readers.py --table readers.jsonl

Everybody meets every rung by itself, so that all cores have something to do; a rating is made of the rungs together.
What has not begun after the seconds is left out, and a second call with the same file goes on.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from functools import partial
from itertools import groupby
from multiprocessing import TimeoutError as TooLate
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from garrison.core.discovery import own_names
from garrison.core.words.budgets import ReaderBudget
from garrison.lab.arena.text_protocol import RUNGS, ReadingSetup, RungScore, evaluate_reader, rating_of, setups_of

READER = f"reader:{Path(__file__).parents[1] / 'examples' / 'simple_reader.py'}"
NAMES = {READER: "the simple reader"}
Task = tuple[str, str, str, tuple[str, ...]]  # game, set-up, who, rungs


def tasks_of(games: list[str], rungs: tuple[str, ...]) -> list[Task]:
    """Who meets whom; alone, everybody's scores are compared at once, as they are the same for all rungs."""
    setups = [setup for name in games or own_names() for setup in setups_of(name)]
    who = [READER, *reversed(RUNGS)]
    return [
        (setup.game.name, setup.name, one, those)
        for one in who
        for setup in setups
        for those in ([rungs] if setup.game.players == 1 else [(rung,) for rung in reversed(rungs)])
    ]


def play(task: Task, count: int) -> dict[str, Any]:
    """One line: how somebody did."""
    game, name, who, rungs = task
    setup = next(setup for setup in setups_of(game) if setup.name == name)
    result = evaluate_reader(who, setup, count, rungs, ReaderBudget(), processes=0).to_dict()
    return {"task": task, **result}


def run(file: Path, tasks: list[Task], cores: int, seconds: float, count: int) -> None:
    """Play what the file does not have yet."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    there = [json.loads(line)["task"] for line in lines]
    left = [task for task in tasks if json.loads(json.dumps(task)) not in there]
    end = time.monotonic() + seconds
    # On the way out of `with`, games that go on are ended: they are not waited for.
    with get_context("spawn").Pool(cores) as pool, file.open("a", encoding="utf-8") as output:
        lines_to_come = pool.imap_unordered(partial(play, count=count), left)
        for _ in left:
            try:
                line = lines_to_come.next(timeout=max(end - time.monotonic(), 0))
            except TooLate:
                return
            output.write(json.dumps(line) + "\n")
            output.flush()


def table(file: Path) -> str:
    """A table for each set-up: scores on the rungs with their intervals, and the rating of all rungs together."""
    results = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    results.sort(key=lambda result: result["task"][:2])
    return "\n\n".join(_table(*key, list(group)) for key, group in groupby(results, lambda one: tuple(one["task"][:2])))


def _table(game: str, name: str, results: list[dict[str, Any]]) -> str:
    setup = next(setup for setup in setups_of(game) if setup.name == name)
    rows = [f"| {setup.game.facts.title}, `{name}` | {' | '.join(f'`{rung}`' for rung in RUNGS)} | rating |"]
    rows.append("|-" * (len(RUNGS) + 2) + "|")
    for who in (*RUNGS, READER):
        own = [rung for result in results if result["task"][2] == who for rung in result["rungs"]]
        if own:
            rows.append(_row(setup, who, {rung["opponent"]: RungScore(**rung) for rung in own}))
    return "\n".join(rows)


def _row(setup: ReadingSetup, who: str, scores: dict[str, RungScore]) -> str:
    cells = [_cell(scores[rung]) if rung in scores else "" for rung in RUNGS]
    rating = rating_of(setup.game, list(scores.values())) if setup.game.players > 1 else None
    words = "{:.0f} [{:.0f}, {:.0f}]".format(*rating) if rating else ""
    return f"| {NAMES.get(who, f'`{who}`')} | {' | '.join(cells)} | {words} |"


def _cell(one: RungScore) -> str:
    return f"{one.score:.0%} [{100 * one.low:.0f}, {100 * one.high:.0f}] of {one.games}"


def main() -> None:
    """Play, or print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("-o", "--output", type=Path, default=Path("readers.jsonl"))
    parser.add_argument("--table", type=Path, help="print the tables of a file")
    parser.add_argument("--rungs", default=",".join(RUNGS))
    parser.add_argument("--cores", type=int, default=os.cpu_count())
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("-n", type=int, default=0, help="games a rung, to try it out")
    chosen = parser.parse_args()
    if chosen.table:
        print(table(chosen.table))
        return
    tasks = tasks_of(chosen.games, tuple(chosen.rungs.split(",")))
    run(chosen.output, tasks, chosen.cores, chosen.seconds, chosen.n)


if __name__ == "__main__":
    main()
