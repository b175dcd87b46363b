"""How many games ended, column by column: kept and sent in a fraction of the time that it takes game by game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple, overload

import numpy as np

from garrison.core.game import Game
from garrison.core.position import players_in
from garrison.lab.games.traces import LabGame, Trace
from garrison.lab.notes.game_notes import NoteColumns, no_notes_of

Array = np.ndarray[Any, Any]


class Ends(NamedTuple):
    """How games ended: a number each, or a row with one for every player."""

    winners: Array  # bits
    scores: Array
    reasons: Array
    steps: Array
    turns: Array
    ticks: Array
    last_turns: Array
    digests: Array


class Block:
    """Games of one kind that were played together: how they ended and, unless only that matters, what was noted."""

    def __init__(
        self, game: Game, tasks: Sequence[LabGame], ends: Ends, seconds: float, notes: NoteColumns | None = None
    ) -> None:
        self.tasks, self.ends, self.seconds, self.notes = tasks, ends, seconds, notes
        self._game, self.experiment = game, tasks[0].experiment

    def __len__(self) -> int:
        return len(self.tasks)

    def traces(self) -> list[Trace]:
        """The same game by game."""
        each, count = self.seconds / len(self.tasks), len(self.tasks)
        winners = {bits: players_in(bits) for bits in set(self.ends.winners.tolist())}
        columns = [column.tolist() for column in self.ends]
        every_notes = self.notes.single() if self.notes else [no_notes_of(self._game)] * count
        return [
            Trace(task, winners[bits], tuple(scores), reason, steps, turns, ticks, tuple(lasts), digest, each, *notes)
            for task, bits, scores, reason, steps, turns, ticks, lasts, digest, notes in zip(
                self.tasks, *columns, every_notes, strict=True
            )
        ]


class GameSeries(Sequence[Trace]):
    """Games in the order of their numbers: one by one, or, which is quicker, column by column."""

    def __init__(self, traces: Sequence[Trace], blocks: Sequence[Block] = ()) -> None:
        self._traces, self._blocks = traces, blocks
        self._tasks = [trace.task for trace in traces] + [task for block in blocks for task in block.tasks]
        numbers = np.fromiter((task.number for task in self._tasks), np.int64, len(self._tasks))
        self._order = np.argsort(numbers, kind="stable")

    def __len__(self) -> int:
        return len(self._tasks)

    @overload
    def __getitem__(self, index: int) -> Trace: ...

    @overload
    def __getitem__(self, index: slice) -> list[Trace]: ...

    def __getitem__(self, index: int | slice) -> Trace | list[Trace]:
        return self._in_order[index]

    def __iter__(self) -> Iterator[Trace]:
        return iter(self._in_order)

    @cached_property
    def _in_order(self) -> list[Trace]:
        whole = [*self._traces, *(trace for block in self._blocks for trace in block.traces())]
        return [whole[place] for place in self._order.tolist()]

    @cached_property
    def ends(self) -> Ends:
        """How they ended."""
        parts = [*([ends_of_traces(self._traces)] if self._traces else []), *(block.ends for block in self._blocks)]
        return Ends(*(np.concatenate(columns)[self._order] for columns in zip(*parts, strict=True)))

    @cached_property
    def seeds(self) -> Array:
        """Their seeds."""
        return np.fromiter((task.seed for task in self._tasks), np.uint64, len(self._tasks))[self._order]

    @cached_property
    def wins(self) -> Array:
        """Who won each of them: games x players."""
        wins: Array = self.ends.winners[:, None] >> np.arange(self.ends.scores.shape[1]) & 1
        return wins

    @cached_property
    def points(self) -> Array:
        """What each player got: a win is 1, and what several share is shared out."""
        players, winners = self.wins.shape[1], self.wins.sum(axis=1, keepdims=True)
        points: Array = np.where(winners > 0, self.wins / np.maximum(winners, 1), 1 / players if players > 1 else 0.0)
        return points

    @cached_property
    def groups(self) -> Array:
        """Which belong together: those on one seed, or, where there are fewer of them, those that went alike."""
        digests, alike = np.unique(self.ends.digests if len(self) else [], return_inverse=True)
        seeds, on_one = np.unique(self.seeds, return_inverse=True)
        groups: Array = alike if len(digests) < len(seeds) else on_one
        return groups


def ends_of_traces(traces: Sequence[Trace]) -> Ends:
    """The ends of games of which more is known."""
    rows = [
        (sum(1 << player for player in one.winners), one.reason, one.steps, one.turns, one.ticks, one.digest)
        for one in traces
    ]
    winners, reasons, steps, turns, ticks, digests = np.array(rows, dtype=np.int64).T
    scores, lasts = np.array([one.scores for one in traces]), np.array([one.last_turns for one in traces])
    return Ends(winners, scores, reasons, steps, turns, ticks, lasts, digests)
