"""Quick games, several at a time: what is said between processes would otherwise take longer than they do."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count
from math import inf
from typing import NamedTuple, Self, TypeAlias

from garrison.core.game import Game
from garrison.lab.games.changes import with_changes
from garrison.lab.games.ends import Block, Ends
from garrison.lab.games.quick import is_quick, outcome_of, play_quickly, play_together
from garrison.lab.games.traces import LabGame, Trace, forfeit
from garrison.lab.notes.game_notes import NoteColumns
from garrison.lab.work.process_pool import Deciding, GamePool

MOST = 256  # games of a portion
SECONDS = 0.1  # that a portion is to take
ROUNDS = 4  # of portions for every process, so that none waits long for the last
AnyTask: TypeAlias = "LabGame | Portion"
AnyResult: TypeAlias = "Trace | list[Trace] | Portion | PortionResult"


class Portion(NamedTuple):
    """Quick games of one kind that a process plays one after the other."""

    place: int  # in the list of portions
    kind: LabGame  # the first of them: the others differ from it only in these
    numbers: tuple[int, ...]
    seeds: tuple[int, ...]

    @property
    def tasks(self) -> list[LabGame]:
        """The games one by one."""
        both = zip(self.numbers, self.seeds, strict=True)
        return [replace(self.kind, number=number, seed=seed) for number, seed in both]


class PortionResult(NamedTuple):
    """Which portion it was, how its games ended, after how many seconds, and what was noted of them."""

    place: int
    ends: Ends
    seconds: float
    notes: NoteColumns | None


def portion_of(place: int, tasks: Sequence[LabGame]) -> Portion:
    """Games of a kind as a portion."""
    return Portion(place, tasks[0], tuple([task.number for task in tasks]), tuple([task.seed for task in tasks]))


def play_any(game: Game, task: AnyTask, deciding: Deciding = lambda player: None) -> AnyResult:
    """Play a task, or a portion of them: the result of all, or, if one of them was illegal, of each."""
    if not isinstance(task, Portion):
        return play_quickly(game, task, deciding)
    start, variant = time.perf_counter(), with_changes(game, task.kind.changes)
    games = play_together(variant, task.kind.seats, task.numbers, task.seeds, deciding)
    if not all(games.is_legal):
        return [play_quickly(game, one, deciding) for one in task.tasks]
    seconds = time.perf_counter() - start
    return PortionResult(task.place, *outcome_of(games, task.seeds, task.kind.only_end, seconds))


def forfeit_any(task: AnyTask, player: int, why: str) -> AnyResult:
    """A game that one of the bots broke off; of a portion nobody knows which it was."""
    return task if isinstance(task, Portion) else forfeit(task, player, why)


def block_of(game: Game, tasks: Sequence[LabGame], result: PortionResult) -> Block:
    """What is known of the games of a portion."""
    return Block(with_changes(game, tasks[0].changes), tasks, result.ends, result.seconds, result.notes)


class PortionPool:
    """A pool that is given quick games in portions: the same games, in any order."""

    def __init__(self, pool: GamePool[AnyTask, AnyResult], game: Game, processes: int) -> None:
        self._pool, self._game, self._processes = pool, game, processes
        self._pace = inf  # seconds of the quickest game so far; the first ones wait for what is loaded

    def __enter__(self) -> Self:
        self._pool.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self._pool.__exit__(*error)

    def work(self, tasks: Sequence[LabGame]) -> Iterator[Trace | Block]:
        """Play these games, and give the results as they come; a portion that was broken off is played game by game."""
        others, sets = self._sets_of(tasks)
        again = list[LabGame]()
        for result in self._pool.work([*others, *map(portion_of, count(), sets)]):
            if isinstance(result, Portion):
                again += sets[result.place]
            elif isinstance(result, PortionResult):
                yield self._with_pace(block_of(self._game, sets[result.place], result))
            else:
                yield from map(self._with_pace, result if isinstance(result, list) else [result])
        for result in self._pool.work(again):
            assert isinstance(result, Trace)
            yield result

    def _sets_of(self, tasks: Sequence[LabGame]) -> tuple[list[LabGame], list[list[LabGame]]]:
        """The games that are played one by one, and those of one kind that are played together."""
        size = min(MOST, int(SECONDS / self._pace), len(tasks) // (ROUNDS * max(self._processes, 1)))
        if size < 2:
            return list(tasks), []
        kinds = dict[tuple[str, tuple[str, ...]], list[LabGame]]()
        for task in tasks:
            kinds.setdefault((task.experiment, task.seats), []).append(task)
        others, sets, places = list[LabGame](), list[list[LabGame]](), {id(task): at for at, task in enumerate(tasks)}
        for same in kinds.values():
            if is_quick(self._game, same[0]):
                sets += [same[at : at + size] for at in range(0, len(same), size)]
            else:
                others += same
        return others, sorted(sets, key=lambda own: places[id(own[0])])  # as they take turns

    def _with_pace(self, result: Trace | Block) -> Trace | Block:
        each = result.seconds / len(result) if isinstance(result, Block) else result.seconds
        self._pace = min(self._pace, max(each, 1e-6))
        return result
