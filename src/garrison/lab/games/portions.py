"""Quick games, several at a time: what is said between processes would otherwise take longer than they do."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import count
from math import inf
from typing import Any, NamedTuple

from garrison.core.game import Game
from garrison.lab.games.changes import changed
from garrison.lab.games.ends import Block, Ends
from garrison.lab.games.game_record import LabGame, Trace, lost
from garrison.lab.games.quick import all_played, is_quick, noted, play_quickly
from garrison.lab.notes.game_notes import NoteColumns

MOST = 256  # games of a portion
SECONDS = 0.1  # that a portion is to take
ROUNDS = 4  # of portions for every process, so that none waits long for the last


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


class PlayedPortion(NamedTuple):
    """Which portion it was, how its games ended, after how many seconds, and what was noted of them."""

    place: int
    ends: Ends
    seconds: float
    notes: NoteColumns | None


def portion_of(place: int, tasks: Sequence[LabGame]) -> Portion:
    """Games of a kind as a portion."""
    return Portion(place, tasks[0], tuple([task.number for task in tasks]), tuple([task.seed for task in tasks]))


def play_any(game: Game, task: LabGame | Portion, deciding: Callable[[int], None] = lambda player: None) -> Any:
    """Play a task, or a portion of them."""
    if not isinstance(task, Portion):
        return play_quickly(game, task, deciding)
    start, ruled = time.perf_counter(), changed(game, task.kind.changes)
    played = all_played(ruled, task.kind.seats, task.numbers, task.seeds, deciding)
    if not all(played.is_legal):
        return [play_quickly(game, one, deciding) for one in task.tasks]
    taken = time.perf_counter() - start
    return PlayedPortion(task.place, *noted(played, task.seeds, task.kind.only_end, taken))


def lost_any(task: LabGame | Portion, player: int, why: str) -> Any:
    """A game that one of the bots broke off; of a portion nobody knows which it was."""
    return task if isinstance(task, Portion) else lost(task, player, why)


def gathered(game: Game, tasks: Sequence[LabGame], played: PlayedPortion) -> Block:
    """What is known of the games of a portion."""
    return Block(changed(game, tasks[0].changes), tasks, *played[1:])


class InPortions:
    """A pool that is given quick games in portions: the same games, in any order."""

    def __init__(self, pool: Any, game: Game, processes: int) -> None:
        self._pool, self._game, self._processes = pool, game, processes
        self._pace = inf  # seconds of the quickest game so far; the first ones wait for what is loaded

    def __enter__(self) -> InPortions:
        self._pool.__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        self._pool.__exit__(*error)

    def work(self, todo: Sequence[LabGame]) -> Iterator[Trace | Block]:
        """Play these games, and give the results as they come; a portion that was lost is played game by game."""
        others, sets = self._sorted_out(todo)
        again = list[LabGame]()
        for found in self._pool.work([*others, *map(portion_of, count(), sets)]):
            if isinstance(found, Portion):
                again += sets[found.place]
            elif isinstance(found, PlayedPortion):
                yield self._seen(gathered(self._game, sets[found.place], found))
            else:
                yield from map(self._seen, found if isinstance(found, list) else [found])
        yield from self._pool.work(again)

    def _sorted_out(self, todo: Sequence[LabGame]) -> tuple[list[LabGame], list[list[LabGame]]]:
        """The games that are played one by one, and those of one kind that are played together."""
        size = min(MOST, int(SECONDS / self._pace), len(todo) // (ROUNDS * max(self._processes, 1)))
        if size < 2:
            return list(todo), []
        kinds = dict[Any, list[LabGame]]()
        for task in todo:
            kinds.setdefault((task.experiment, task.seats), []).append(task)
        others, sets = list[LabGame](), list[list[LabGame]]()
        for tasks in kinds.values():
            if is_quick(self._game, tasks[0]):
                sets += [tasks[at : at + size] for at in range(0, len(tasks), size)]
            else:
                others += tasks
        return others, sets

    def _seen(self, played: Trace | Block) -> Trace | Block:
        each = played.seconds / len(played) if isinstance(played, Block) else played.seconds
        self._pace = min(self._pace, max(each, 1e-6))
        return played
