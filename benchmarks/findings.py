"""All questions of docs/findings.md, on all cores, for as many minutes as are given.

    python benchmarks/findings.py [FOLDER] [--minutes 30] [--factor 1] [--only boneyard,loop-hard] [--processes 16]

The games of all questions are played side by side, a tenth of each at a time, so that no core waits for the end of one
of them. When time is up, each question is answered from the tenths that are complete: its command, with the number of
games that stands in the answer, gives the same figures by itself. FOLDER (findings) gets a text and a file of JSON for
each question; games are kept there, too, and started again it plays only what is missing. --factor multiplies the
numbers of games. Without --only, it then asks the scripts beside this one, `standard.py`, `siege.py` and `solo.py`,
what the lab has no measure for, for as long each.
"""

from __future__ import annotations

import argparse
import json
import pickle
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

from findings_questions import QUESTIONS

import garrison
from garrison.bots.search import SEARCH
from garrison.core import discovery
from garrison.core.batches.parallel import cores
from garrison.core.engine.store import ENGINE
from garrison.core.game import Game
from garrison.core.libraries import need
from garrison.lab.design.amounts import values_of
from garrison.lab.design.run import Extent, Run
from garrison.lab.design.sweep import Row, settings_of
from garrison.lab.games.changes import Change
from garrison.lab.games.quick import play_quickly
from garrison.lab.games.traces import DECISION_SECONDS, LabGame, Trace, forfeit
from garrison.lab.measures import measures_of
from garrison.lab.work.process_pool import ProcessPool

PARTS = 10  # in which the games of a question are played
LOG = "games.pickle"
OTHERS = ("standard", "siege", "solo")  # the scripts that ask further questions


@dataclass(slots=True, unsafe_hash=True)
class Asked(LabGame):
    """A game of a question, under rules with this hash."""

    question: str = ""
    rules: str = ""


class Question:
    """A command of the lab, and its games."""

    def __init__(self, name: str, factor: float) -> None:
        self.name, self.words = name, _words(QUESTIONS[name])
        self.game, self.games = game_of(name), max(PARTS, round(self.words.games * factor))
        axes = dict(values_of(text) for text in self.words.rule)
        self.settings = settings_of(axes) if axes else [{}]
        self._probed: dict[tuple[Change, ...], list[Trace]] = {}

    def run(self, setting: dict[str, int], games: int) -> Run:
        """The run of a setting with this many games, after it was probed."""
        tools = tuple(filter(None, self.words.tools.split(",")))
        plan, changes = Extent(games=games, processes=0, tools=tools), tuple(setting.items())
        found = Run(self.game, self.words.bots, plan, self.words.measure.split(","), changes)
        if changes in self._probed:
            found.note_probes(self._probed[changes])
        return found

    def probe(self, done: dict[Asked, Trace]) -> None:
        """Learn from the first few games of each setting."""
        for setting in self.settings:
            run = self.run(setting, 1)
            self._probed[tuple(setting.items())] = [done[task] for task in self._asked(run, run.probes())]

    def is_quick(self) -> bool:
        """Whether its bots are likely to be quick."""
        return "hard" not in self.words.bots

    def pace(self, done: dict[Asked, Trace]) -> float:
        """How long its bots think in a game."""
        return max(done[task].seconds for task in self.probes())

    def probes(self) -> list[Asked]:
        """The first few games of each setting."""
        runs = [self.run(setting, 1) for setting in self.settings]
        return [task for run in runs for task in self._asked(run, run.probes())]

    def tasks(self, part: int, setting: dict[str, int]) -> list[Asked]:
        """The games of a setting up to this part."""
        run = self.run(setting, self.games * part // PARTS)
        return self._asked(run, run.all_tasks())

    def _asked(self, run: Run, tasks: list[LabGame]) -> list[Asked]:
        rules = run.evidence.game.rules_hash
        return [Asked(**_parts_of(task), question=self.name, rules=rules) for task in tasks]

    def whole_parts(self, done: dict[Asked, Trace]) -> int:
        """How many parts are complete."""
        for part in range(PARTS, 0, -1):
            if all(task in done for setting in self.settings for task in self.tasks(part, setting)):
                return part
        return 0

    def answer(self, done: dict[Asked, Trace]) -> tuple[int, list[Row]]:
        """The number of games of each setting, and the figures."""
        part, rows = self.whole_parts(done), list[Row]()
        for setting in self.settings if part else ():
            run = self.run(setting, self.games * part // PARTS)
            for task in self.tasks(part, setting):
                run.evidence.add(done[task])
            rows += [Row(setting, one.name, f) for one in measures_of(run.evidence, run.names) for f in one.figures]
        return self.games * part // PARTS, rows

    def command(self, games: int) -> str:
        """What gives the same figures."""
        return "garrison lab " + QUESTIONS[self.name].replace(f"-n {self.words.games} ", f"-n {games} ")


def _parts_of(task: LabGame) -> dict[str, Any]:
    return {field.name: getattr(task, field.name) for field in fields(LabGame)}


def _words(command: str) -> argparse.Namespace:
    words = argparse.ArgumentParser()
    words.add_argument("kind")
    words.add_argument("game")
    words.add_argument("--bots")
    words.add_argument("-n", dest="games", type=int)
    words.add_argument("--rule", action="append", default=[])
    for name in ("--measure", "--tools", "--variant"):
        words.add_argument(name, default="")
    told, others = words.parse_known_args(shlex.split(command))
    told.options = dict(zip((name.removeprefix("--") for name in others[::2]), others[1::2], strict=True))
    return told


@cache
def game_of(question: str) -> Game:
    """The game that a question is about, in every process once."""
    words = _words(QUESTIONS[question])
    return garrison.load(words.game, variant=words.variant or None, **words.options)


def play_asked(task: Asked, deciding: Any = lambda player: None) -> Trace:
    """Play a game of any question."""
    return play_quickly(game_of(task.question), task, deciding)


class Log:
    """Games that were played, kept in a file."""

    def __init__(self, file: Path) -> None:
        self.done = {trace.task: trace for trace in _read(file)} if file.exists() else {}
        self._file = file.open("ab")

    def add(self, trace: Trace) -> None:
        """Another one."""
        self.done[trace.task] = trace
        pickle.dump(trace, self._file)

    def close(self) -> None:
        """Nothing more comes."""
        self._file.close()


def _read(file: Path) -> Iterator[Trace]:
    with file.open("rb") as games:
        while True:
            try:
                yield pickle.load(games)
            except (EOFError, pickle.UnpicklingError):  # the last one may not have been written to its end
                return


def compile_for(games: set[str]) -> None:
    """Build all that is needed, on all cores."""
    need(ENGINE, SEARCH, *(discovery.find(game).blueprint() for game in sorted(games)))


class TimeUp(Exception):
    """The minutes are over, whoever is still playing."""


def go(questions: list[Question], log: Log, processes: int, seconds: float) -> None:
    """Play until all is played, or time is up."""
    signal.signal(signal.SIGALRM, _end)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    with suppress(TimeUp):
        _ask(questions, log, processes)
    signal.setitimer(signal.ITIMER_REAL, 0)


def _end(*_: Any) -> None:
    raise TimeUp


def _ask(questions: list[Question], log: Log, processes: int) -> None:
    start = time.monotonic()
    with ProcessPool(play_asked, processes, DECISION_SECONDS, forfeit) as pool:
        _play(pool, [task for one in sorted(questions, key=Question.is_quick) for task in one.probes()], log)
        for question in questions:
            question.probe(log.done)
        slowest_first = sorted(questions, key=lambda one: -one.pace(log.done))  # so that cores wait for short games
        for part in range(1, PARTS + 1):
            tasks = [task for one in slowest_first for setting in one.settings for task in one.tasks(part, setting)]
            _play(pool, tasks, log)
            print(f"{part} of {PARTS} parts after {time.monotonic() - start:.0f} s", flush=True)


def _play(pool: ProcessPool, tasks: list[Asked], log: Log) -> None:
    """Play what is not played yet."""
    for trace in pool.work([task for task in dict.fromkeys(tasks) if task not in log.done]):
        log.add(trace)


def write(question: Question, done: dict[Asked, Trace], folder: Path) -> None:
    """The answer to a question as JSON and as text."""
    games, rows = question.answer(done)
    spent = sum(trace.seconds for task, trace in done.items() if task.question == question.name)
    told = {"command": question.command(games), "games": games, "seconds": spent, "rows": [r.to_dict() for r in rows]}
    (folder / f"{question.name}.json").write_text(json.dumps(told))
    lines = [f"{_setting(row.setting):24}{row.measure:10}{row.figure} ({row.figure.estimate.games})" for row in rows]
    text = "\n".join([f"$ {question.command(games)}", f"bots thought for {spent:.0f} s", *lines, ""])
    (folder / f"{question.name}.txt").write_text(text)
    print(text, flush=True)


def _setting(setting: dict[str, int]) -> str:
    return " ".join(f"{name}={value}" for name, value in setting.items())


def ask_others(folder: Path, minutes: float, factor: float, processes: int) -> None:
    """Let the other scripts ask, one after the other, into folders of their own."""
    settings = ["--minutes", str(minutes), "--factor", str(factor), "--processes", str(processes)]
    for name in OTHERS:
        script = Path(__file__).with_name(f"{name}.py")
        subprocess.run([sys.executable, str(script), str(folder / name), *settings], check=True)


def main() -> None:
    """Ask, and write down the answers."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("folder", nargs="?", type=Path, default=Path("findings"))
    words.add_argument("--minutes", type=float, default=30.0)
    words.add_argument("--factor", type=float, default=1.0)
    words.add_argument("--only", default="", help="how the names of the wanted questions begin, separated by commas")
    words.add_argument("--processes", type=int, default=cores())
    told = words.parse_args()
    told.folder.mkdir(parents=True, exist_ok=True)
    start, chosen = time.monotonic(), tuple(told.only.split(","))
    names = [name for name in QUESTIONS if name.startswith(chosen)]
    compile_for({_words(QUESTIONS[name]).game for name in names})
    print(f"ready after {time.monotonic() - start:.0f} s", flush=True)
    questions, log = [Question(name, told.factor) for name in names], Log(told.folder / LOG)
    minutes = told.minutes if told.only else told.minutes / (1 + len(OTHERS))
    try:
        go(questions, log, told.processes, 60 * minutes)
    finally:
        log.close()
        for question in questions:
            write(question, log.done, told.folder)
    if not told.only:
        ask_others(told.folder, minutes, told.factor, told.processes)


if __name__ == "__main__":
    main()
