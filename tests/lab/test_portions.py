"""Quick games are played several at a time, and are the same games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from garrison.lab.games import portions
from garrison.lab.games.ends import Block
from garrison.lab.games.portions import Portion, PortionPool, forfeit_any, play_any
from garrison.lab.games.traces import LabGame, Trace
from playing import game_of

MINEFIELD = game_of("minefield")
TASKS = [LabGame(number, number // 2, ("easy",), only_end=True) for number in range(40)]


class Sent:
    """A pool that plays here and remembers what it was given; portions in `fatal` end its process."""

    def __init__(self, fatal: Sequence[LabGame] = ()) -> None:
        self.given, self._fatal = list[Any](), fatal

    def work(self, todo: Sequence[Any]) -> Iterator[Any]:
        self.given += todo
        for task in todo:
            is_fatal = isinstance(task, Portion) and any(one in self._fatal for one in task.tasks)
            yield forfeit_any(task, 0, "it ended") if is_fatal else play_any(MINEFIELD, task)


@pytest.fixture(autouse=True)
def _any_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portions, "SECONDS", 1e9)


def ends(played: Iterator[Trace | Block]) -> list[Trace]:
    traces = [trace for one in played for trace in (one.traces() if isinstance(one, Block) else [one])]
    return sorted((replace(trace, seconds=0) for trace in traces), key=lambda trace: trace.task.number)


def after_one_game(pool: Sent) -> PortionPool:
    """Portions are made as soon as it is known how long games take."""
    found = PortionPool(pool, MINEFIELD, 2)
    list(found.work(TASKS[:1]))
    pool.given.clear()
    return found


def test_all_are_played_once_and_are_the_same_games() -> None:
    pool = Sent()
    found = ends(after_one_game(pool).work(TASKS))
    assert [len(portion.tasks) for portion in pool.given] == [5] * 8
    assert str(found) == str(ends(play_any(MINEFIELD, task) for task in TASKS))


def test_games_in_which_somebody_searches_are_sent_one_by_one() -> None:
    pool, slow = Sent(), replace(TASKS[0], number=99, seats=("random",))
    assert len(ends(after_one_game(pool).work([*TASKS, slow]))) == 41
    assert pool.given[0] is slow


def test_games_that_take_long_are_sent_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portions, "SECONDS", 1e-9)
    pool = Sent()
    list(after_one_game(pool).work(TASKS))
    assert pool.given == TASKS


def test_a_portion_that_was_lost_is_played_game_by_game() -> None:
    pool = Sent(fatal=TASKS[7:8])
    found = ends(after_one_game(pool).work(TASKS))
    assert [trace.task for trace in found] == TASKS
    assert pool.given[8:] == TASKS[5:10]
