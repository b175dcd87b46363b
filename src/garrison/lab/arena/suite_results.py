"""How a policy does on a suite of tasks, as a file that others can compare with theirs, and as a table.

A task is played by the latest protocol (evaluation.py): its games, 1,000 in all, have the set-ups of its test in turn.
A file of results says who played, what it took to train, and the frozen hash of each task's rules; one that was
measured by other rules is refused.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from garrison import __version__
from garrison.bots import prepare
from garrison.core.files import read_text
from garrison.core.task_suite import SuiteTask, TaskSuite, suite_named
from garrison.errors import BadFile, BadOption, shown
from garrison.lab.arena.evaluation import (
    ALONE,
    GAMES,
    LATEST,
    GameResult,
    GameTask,
    Policy,
    is_file,
    player_of,
    results_of,
    rung_result,
)

FIGURES = ("games", "score", "low", "high")


@dataclass(frozen=True)
class TaskScore:
    """The result of one task: the share of wins, draws counting half; alone, the mean score; with its 95% interval."""

    rules_hash: str  # the hash of the task's rules
    games: int
    score: float
    low: float
    high: float
    seats: list[float] = field(default_factory=list)  # the score in each seat; none for a player alone

    def __str__(self) -> str:
        digits = 1 if self.score > 2 else 3
        return f"{self.score:,.{digits}f} [{self.low:,.{digits}f}, {self.high:,.{digits}f}]"


@dataclass(frozen=True)
class SuiteResults:
    """What a policy reached, and what somebody else needs to know about it."""

    suite: str
    policy: str
    about: str  # what it is, and what it took to train: steps, machine, time
    tasks: Mapping[str, TaskScore]
    protocol: str = LATEST
    garrison: str = field(default=__version__)

    def to_json(self) -> str:
        """As a file has it."""
        return json.dumps(asdict(self), indent=1) + "\n"

    def __str__(self) -> str:
        width = max(map(len, self.tasks))
        lines = [f"{name:<{width}}  {score.games:>6,}  {score}" for name, score in self.tasks.items()]
        return "\n".join([f"{self.policy} on {self.suite}, protocol {self.protocol}, {self.garrison}", *lines])


def evaluate_task(
    policy: Policy,
    task: SuiteTask,
    games: int = GAMES,
    progress: Callable[[int], None] = lambda count: None,
    processes: int | None = None,
) -> TaskScore:
    """Play a task's test. Fewer games than the protocol's are for trying it out.

    >>> from garrison.core.task_suite import suite_named
    >>> evaluate_task("random", suite_named("garrison-10").task("skirmish-duel"), games=2, processes=0).games
    2
    """
    if not 1 <= games <= GAMES:
        raise BadOption(f"A task has {GAMES:,} games: play 1 to {GAMES:,} of them, not {shown(games)}.")
    rung, setups = task.opponent or ALONE, task.games("test")
    for who in filter(None, (policy, task.opponent)):
        if isinstance(who, str) and not is_file(who):
            player_of(who, setups[0])  # now, so that nobody plays for nothing
            prepare((who,), setups[0].package)
    results: dict[GameTask, GameResult] = {}
    for place, game in enumerate(setups):
        tasks = [GameTask(rung, number) for number in range(games) if setup_of(task, number) == place]
        results |= results_of(policy, game, LATEST, tasks, progress, processes)
    return task_score(task, [results[GameTask(rung, number)] for number in range(games)])


def setup_of(task: SuiteTask, number: int) -> int:
    """Which set-up of the test a game has: each in turn, for as many games as there are seats.

    >>> from garrison.core.task_suite import suite_named
    >>> [setup_of(suite_named("garrison-10").task("minefield-unseen"), number) for number in range(4)]
    [0, 1, 0, 1]
    """
    setups = task.games("test")
    return number // setups[0].players % len(setups)


def task_score(task: SuiteTask, results: Sequence[GameResult]) -> TaskScore:
    """What the first games of a task came to."""
    rung = rung_result(task.opponent or ALONE, results)
    seats = [round(one.score, 4) for one in rung.seats]
    return TaskScore(task.rules_hash, rung.games, rung.score, rung.low, rung.high, seats)


def read_results(file: Path) -> SuiteResults:
    """A file of results; an error if it is none, or if its rules are not those of the suite."""
    try:
        values = json.loads(read_text(file))
        scores = {str(name): TaskScore(**score) for name, score in values.pop("tasks").items()}
        results = SuiteResults(tasks=scores, **values)
        is_whole = all(isinstance(getattr(score, name), int | float) for score in scores.values() for name in FIGURES)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise BadFile(f"{file} is no file of results of a suite ({error}).") from None
    if not is_whole or not scores:
        raise BadFile(f"{file} is no file of results of a suite: a task has numbers for {', '.join(FIGURES)}.")
    suite = suite_named(results.suite)
    for name, score in scores.items():
        own = suite.task(name).rules_hash
        if own != score.rules_hash:
            raise BadFile(f"{file}: {name} was measured by rules {shown(score.rules_hash)}; the task's are {own}.")
    return results


def leaderboard(suite: TaskSuite, results: Iterable[SuiteResults]) -> str:
    """A table in Markdown: a column for each policy, a row for each task; how many games, if not the protocol's."""
    columns: Sequence[SuiteResults] = sorted(results, key=lambda one: one.policy)
    rows = [["task", *(one.policy for one in columns)], ["-"] * (len(columns) + 1)]
    for name in suite.tasks:
        rows.append([f"`{name}`", *(_cell(one.tasks.get(name)) for one in columns)])
    return "\n".join(f"| {' | '.join(row)} |" if row[0] != "-" else f"|{'|'.join(row)}|" for row in rows)


def _cell(score: TaskScore | None) -> Any:
    if score is None:
        return ""
    return str(score) if score.games == GAMES else f"{score} ({score.games})"
