"""Whether the lab's sentences are true: how often its intervals contain the truth, and how often it sees what is not.

    python benchmarks/lab.py [--repetitions 1000] [--processes 16] [--minutes 60] [--keep FILE]

Toy games with known answers are made a thousand times for every measure, every number of games, two chances, tables of
two and of six, games on one seed that are independent and that are often alike. Printed are, for every figure and each
number of games, the lowest and the highest share of intervals that contain the truth; and, for everything that the lab
claims to see, how often it does where there is nothing. The true share is 95% of the intervals or, by design, more:
ranks and rare events make them wider. With --keep, what was counted is added to a file, and counted on from there.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict
from itertools import islice
from math import inf
from pathlib import Path
from typing import NamedTuple, TextIO
from zlib import crc32

import numpy as np

from garrison.core.batches.parallel import cores

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "lab"))
from lab_truths import ALARMS, GAMES, SEATS, TOYS, Case, cases, coverage, false_alarms

PORTION = 20  # repetitions of a question that are asked together
ENOUGH, MOST = 0.93, 0.05
WIDE = 0.97  # a mean share beyond this is that of an interval which is wider by design
SIGMA = 3  # standard deviations of the count, within which a share may be off by chance
FEW_SEEDS = (2, 3, 5, 10, 30)


class Question(NamedTuple):
    """Something that is asked of a toy."""

    kind: str
    name: str
    case: Case
    part: int

    @property
    def key(self) -> str:
        """A name of its own."""
        return json.dumps([self.kind, self.name, *asdict(self.case).values(), self.part])


def questions(parts: int) -> Iterator[Question]:
    """Everything that is asked: all of it once, and then again."""
    for part in range(parts):
        for name in TOYS:
            yield from (Question("coverage", name, case, part) for case in cases())
        for name in ALARMS:
            yield from (Question("alarms", name, case, part) for case in alarm_cases(name))


def alarm_cases(name: str) -> Iterator[Case]:
    """Tables of two and six and all numbers of games; for steps of rules, numbers of seeds."""
    for players in SEATS:
        for games in [seeds * players for seeds in FEW_SEEDS] if "step" in name else GAMES:
            yield from (Case(games, 0.5, players, alike) for alike in (0.0, 0.3))


def answer(question: Question) -> tuple[Question, dict[str, float]]:
    """How many of a portion of repetitions, by figure."""
    dice = np.random.default_rng([question.part, crc32(repr(question[1:3]).encode())])
    if question.kind == "coverage":
        shares = coverage(question.name, question.case, PORTION, dice)
    else:
        shares = {"": false_alarms(question.name, question.case, PORTION, dice)}
    return question, shares


def kept_in(file: Path | None) -> dict[str, dict[str, float]]:
    """What was counted before; a last line that was not written to its end is left out."""
    if file is None or not file.exists():
        return {}
    lines = file.read_text().split("\n")[:-1]
    return {json.dumps(key): shares for key, shares in map(json.loads, lines)}


def ask(wanted: list[Question], processes: int, seconds: float, file: TextIO | None) -> dict[str, dict[str, float]]:
    """Ask for so long, and write each answer down."""
    end, answers, left = time.monotonic() + seconds, dict[str, dict[str, float]](), iter(wanted)
    with ProcessPoolExecutor(processes) as pool:
        waiting: set[Future[tuple[Question, dict[str, float]]]] = set()
        while True:
            if time.monotonic() < end:
                waiting |= {pool.submit(answer, one) for one in islice(left, 4 * processes - len(waiting))}
            if not waiting:
                return answers
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for question, shares in (one.result() for one in done):
                answers[question.key] = shares
                if file:
                    file.write(json.dumps([json.loads(question.key), shares]) + "\n")
                    file.flush()


class Row(NamedTuple):
    """A figure of a case: in which share of so many repetitions."""

    kind: str
    name: str
    case: Case
    figure: str
    share: float
    repetitions: int

    @property
    def room(self) -> float:
        """How far a share may be off by chance."""
        edge = ENOUGH if self.kind == "coverage" else MOST
        return SIGMA * (edge * (1 - edge) / self.repetitions) ** 0.5

    @property
    def is_wrong(self) -> bool:
        """Whether it is beyond what is allowed by more than chance."""
        return self.share < ENOUGH - self.room if self.kind == "coverage" else self.share > MOST + self.room


def rows_of(answers: dict[str, dict[str, float]]) -> list[Row]:
    """A row for each figure of each case, in the order of the toys."""
    sums, counts = Counter[tuple[str, str, Case, str]](), Counter[tuple[str, str, Case, str]]()
    for key, shares in answers.items():
        kind, name, *case, _ = json.loads(key)
        for figure, share in shares.items():
            sums[kind, name, Case(*case), figure] += share
            counts[kind, name, Case(*case), figure] += 1
    rows = [Row(*key, sums[key] / count, count * PORTION) for key, count in counts.items()]
    return sorted(rows, key=lambda row: [*TOYS, *ALARMS].index(row.name))


def extent(rows: list[Row]) -> str:
    """From the lowest share to the highest."""
    shares = [row.share for row in rows]
    return f"{100 * min(shares):.1f} to {100 * max(shares):.1f}" if shares else ""


def print_coverage(rows: list[Row]) -> None:
    """A line for each figure."""
    print(f"| measure | figure | {' | '.join(map(str, GAMES))} games | mean | |\n|{'-|' * (len(GAMES) + 4)}")
    for name, figure in dict.fromkeys((row.name, row.figure) for row in rows):
        own = [row for row in rows if (row.name, row.figure) == (name, figure)]
        cells = [extent([row for row in own if row.case.games == games]) for games in GAMES]
        average, wrong = sum(row.share for row in own) / len(own), sum(row.is_wrong for row in own)
        remark = f"**{wrong} too low**" if wrong else "wider" if average > WIDE else ""
        print(f"| {name} | {figure} | {' | '.join(cells)} | {100 * average:.1f} | {remark} |")


def print_alarms(rows: list[Row]) -> None:
    """A line for each claim."""
    print("\n| seen where there is nothing | cases | lowest to highest | mean | |\n|-|-|-|-|-|")
    for name in dict.fromkeys(row.name for row in rows):
        own = [row for row in rows if row.name == name]
        average, wrong = sum(row.share for row in own) / len(own), sum(row.is_wrong for row in own)
        remark = f"**{wrong} too often**" if wrong else ""
        print(f"| {name} | {len(own)} | {extent(own)} | {100 * average:.1f} | {remark} |")


def main() -> None:
    """Ask everything, on all cores, and print two tables."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--repetitions", type=int, default=1000)
    words.add_argument("--processes", type=int, default=cores())
    words.add_argument("--minutes", type=float, default=inf, help="stop then, and print what there is")
    words.add_argument("--keep", type=Path)
    options = words.parse_args()
    answers = kept_in(options.keep)
    wanted = [one for one in questions(-(-options.repetitions // PORTION)) if one.key not in answers]
    file = options.keep.open("a") if options.keep else None
    answers |= ask(wanted, options.processes, 60 * options.minutes, file)
    rows = rows_of(answers)
    print_coverage([row for row in rows if row.kind == "coverage"])
    print_alarms([row for row in rows if row.kind == "alarms"])
    fewest, wrong = min(row.repetitions for row in rows), sum(row.is_wrong for row in rows)
    print(f"\n{len(rows):,} shares of {fewest:,} repetitions or more; {wrong} are wrong.")


if __name__ == "__main__":
    main()
