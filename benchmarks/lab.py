"""Whether the lab's sentences are true: how often its intervals contain the truth, and how often it sees what is not.

    python benchmarks/lab.py [--repetitions 1000] [--processes 16] [--json FILE]

Toy games with known answers are made a thousand times for every measure, every number of games, two chances, tables of
two and of six, games on one seed that are independent and that are often alike. Printed are, for every figure, the
lowest share of intervals that contain the truth and the mean one; and, for everything that the lab claims to see, how
often it does where there is nothing. The true share is 95% of the intervals or, by design, more: ranks and rare events
make them wider.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np

from garrison.core.batches.parallel import cores

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "lab"))
from lab_truths import ALARMS, GAMES, SEATS, TOYS, Case, cases, coverage, false_alarms

PARTS = 4  # in which the repetitions of a case are done
ENOUGH, MOST = 0.93, 0.05
SIGMA = 3  # standard deviations of the count, within which a share may be off by chance
FEW_SEEDS = (2, 3, 5, 10, 30)


class Question(NamedTuple):
    """Something that is asked of a toy."""

    kind: str
    name: str
    case: Case
    part: int


def questions() -> Iterator[Question]:
    """Everything that is asked."""
    for part in range(PARTS):
        for name in TOYS:
            yield from (Question("coverage", name, case, part) for case in cases())
        for name in ALARMS:
            yield from (Question("alarms", name, case, part) for case in alarm_cases(name))


def alarm_cases(name: str) -> Iterator[Case]:
    """Tables of two and six and all numbers of games; for steps of rules, numbers of seeds."""
    for players in SEATS:
        for games in [seeds * players for seeds in FEW_SEEDS] if "steps" in name else GAMES:
            yield from (Case(games, 0.5, players, alike) for alike in (0.0, 0.3))


def answer(question: Question, repetitions: int) -> tuple[Question, dict[str, float]]:
    """The shares, of a part of the repetitions."""
    dice = np.random.default_rng([question.part, crc32(repr(question[1:3]).encode())])
    if question.kind == "coverage":
        return question, coverage(question.name, question.case, repetitions, dice)
    return question, {"": false_alarms(question.name, question.case, repetitions, dice)}


def rows_of(answers: list[tuple[Question, dict[str, float]]]) -> list[dict[str, Any]]:
    """A row for each figure of each case: the mean over the parts."""
    shares: dict[tuple[str, str, Case, str], list[float]] = {}
    for question, parts in answers:
        for label, share in parts.items():
            shares.setdefault((*question[:3], label), []).append(share)
    return [
        {"kind": kind, "name": name, "figure": label, **asdict(case), "share": sum(own) / len(own)}
        for (kind, name, case, label), own in shares.items()
    ]


def print_coverage(rows: list[dict[str, Any]], repetitions: int) -> int:
    """A line for each figure; how many cases are lower than chance allows."""
    room, wrong = SIGMA * (ENOUGH * (1 - ENOUGH) / repetitions) ** 0.5, 0
    print(f"| measure | figure | cases | lowest | mean | below {ENOUGH:.0%} beyond chance |\n|-|-|-|-|-|-|")
    for name, label in dict.fromkeys((row["name"], row["figure"]) for row in rows):
        own = [row["share"] for row in rows if (row["name"], row["figure"]) == (name, label)]
        low = sum(share < ENOUGH - room for share in own)
        wrong += low
        print(f"| {name} | {label} | {len(own)} | {min(own):.1%} | {sum(own) / len(own):.1%} | {low} |")
    return wrong


def print_alarms(rows: list[dict[str, Any]], repetitions: int) -> int:
    """A line for each claim; how many cases are higher than chance allows."""
    room, wrong = SIGMA * (MOST * (1 - MOST) / repetitions) ** 0.5, 0
    print(f"\n| seen where there is nothing | cases | highest | mean | above {MOST:.0%} beyond chance |\n|-|-|-|-|-|")
    for name in dict.fromkeys(row["name"] for row in rows):
        own = [row["share"] for row in rows if row["name"] == name]
        high = sum(share > MOST + room for share in own)
        wrong += high
        print(f"| {name} | {len(own)} | {max(own):.1%} | {sum(own) / len(own):.1%} | {high} |")
    return wrong


def main() -> None:
    """Ask everything, on all cores, and print two tables."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--repetitions", type=int, default=1000)
    words.add_argument("--processes", type=int, default=cores())
    words.add_argument("--json", type=Path)
    options = words.parse_args()
    start, each = time.monotonic(), max(1, options.repetitions // PARTS)
    with ProcessPoolExecutor(options.processes) as pool:
        answers = list(pool.map(partial(answer, repetitions=each), questions(), chunksize=4))
    rows = sorted(rows_of(answers), key=lambda row: [*TOYS, *ALARMS].index(row["name"]))
    wrong = print_coverage([row for row in rows if row["kind"] == "coverage"], each * PARTS)
    wrong += print_alarms([row for row in rows if row["kind"] == "alarms"], each * PARTS)
    print(
        f"\n{each * PARTS:,} repetitions of {len(rows):,} shares, {time.monotonic() - start:.0f} s; {wrong} are wrong."
    )
    if options.json:
        options.json.write_text(json.dumps(rows))


if __name__ == "__main__":
    main()
