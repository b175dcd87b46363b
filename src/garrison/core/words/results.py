"""What a player's next whole move can lead to: every result once, with the shortest clicks to it.

Legal clicks are played on copies, all of one length at a time, and clicks that lead to the same position are followed
once. Where dice are thrown or others choose at the same time, a move ends and nothing is said of what comes of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from garrison.core.engine import kernels, memory
from garrison.core.engine.events import Event, EventKind
from garrison.core.engine.record import EVENT_WIDTH, Array

if TYPE_CHECKING:
    from garrison.core.position import Position

MOST_BYTES = 16 << 20  # of positions that are tried; where moves would need more, there are only their first clicks
WORD = np.dtype(np.uint64)
MIX = (np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9), np.uint64(32))
Way = tuple[tuple[int, ...], tuple[Event, ...]]  # clicks, and what happened
EVENT_BYTES = EVENT_WIDTH * np.dtype(np.int32).itemsize  # of one event in a record
UNLIKE = ("steps", "event_count", "event_overflow")  # what differs with the way, not with the result


@dataclass(frozen=True)
class Clicks:
    """All series of so many clicks that lead to different positions: their last positions, and where each came from."""

    states: Array
    parents: list[int]
    actions: list[int]
    shorter: Clicks | None = None
    events: dict[int, tuple[Event, ...]] = field(default_factory=dict)  # of the last click of each
    ways: dict[int, Way] = field(default_factory=dict)

    def way(self, index: int) -> Way:
        """The clicks of one of them, and what happened on the way."""
        if self.shorter is None:
            return (), ()
        if index not in self.ways:
            actions, earlier = self.shorter.way(self.parents[index])
            self.ways[index] = (*actions, self.actions[index]), earlier + self.events.get(index, ())
        return self.ways[index]


class HappeningReader:
    """Events of many records; each that is like another one is made once."""

    def __init__(self, kinds: type[EventKind], width: Callable[[], int]) -> None:
        self.kinds, self.width = kinds, width  # of the board, for fields in words
        self._events: dict[bytes, Event] = {}

    def of(self, states: Array, which: Array) -> dict[int, tuple[Event, ...]]:
        """The events of these records, by their places."""
        counts = states["event_count"][which]
        logs = states["events"][which, : counts.max(initial=0)]
        rows = logs[np.arange(logs.shape[1]) < counts[:, None]]
        events = [self._events.get(row) or self._event(row) for row in rows.view(f"V{EVENT_BYTES}").ravel().tolist()]
        ends = np.cumsum(counts).tolist()
        spans = zip(which.tolist(), [0, *ends], ends, strict=False)
        return {index: tuple(events[start:end]) for index, start, end in spans}

    def _event(self, row: bytes) -> Event:
        number, *numbers = np.frombuffer(row, dtype=np.int32).tolist()
        kind = self.kinds(number)
        self._events[row] = Event(kind, *numbers[: len(kind.names)], width=self.width)
        return self._events[row]


@dataclass(slots=True, eq=False)
class MoveResult:
    """What one whole move leads to."""

    actions: tuple[int, ...]
    events: tuple[Event, ...]
    is_certain: bool  # False: dice are thrown, or others choose too
    is_complete: bool  # False: the same player goes on
    state: Array  # the record after it; what is in it counts only if it is certain

    def after(self, position: Position) -> Position:
        """The position that it leads to, from the one that it was found in."""
        return type(position)(position.game, memory.copied(self.state))

    def is_like(self, position: Position) -> bool:
        """Whether a position is the one that it leads to, but for the way there."""
        if not self.is_certain:
            return False
        same = _words(self.state) == _words(position.state)
        return bool((same | ~_columns_that_count(self.state)).all())


def results(position: Position, player: int) -> list[MoveResult]:
    """Every result of the player's next whole move, by the number of clicks, then by the clicks."""
    if player not in position.waiting:
        return []
    return _Search(position, player).run()


class _Search:
    """The moves of one player from one position, as that player knows it."""

    def __init__(self, position: Position, player: int) -> None:
        self.position, self.game, self.player = position, position.game, player
        self.is_blind = _is_blind(position)
        self.start = memory.copied(position.state)
        self._columns = _columns_that_count(self.start)
        self._keys_so_far = {0}
        self._events = HappeningReader(self.game.event_kinds, position.width)
        self._results: list[MoveResult] = []

    def run(self) -> list[MoveResult]:
        """Follow moves click by click, unless there are too many."""
        level, size = Clicks(self.start, [-1], [-1]), 0
        going, first = np.ones(1, dtype=bool), None
        while going.any():
            rows, actions = self._legal(level, going)
            size += len(rows) * self.start.nbytes
            if size > MOST_BYTES and first:
                return self._only(first)
            level, going = self._longer(level, rows, actions)
            first = first or level
        return self._results

    def _legal(self, level: Clicks, going: Array) -> tuple[Array, Array]:
        """Every legal click after each of the moves that go on."""
        masks = np.zeros((len(level.states), self.game.facts.actions), dtype=np.uint8)
        players = np.where(going, self.player, -1)
        of_all = (self.game.handle.legal, self.game.reference, memory.rows(level.states), players, masks)
        kernels.legal_many(*of_all, 0, len(players))
        rows, actions = np.divmod(np.flatnonzero(masks.view(np.bool_)), masks.shape[1])
        return rows, actions

    def _longer(self, level: Clicks, rows: Array, actions: Array) -> tuple[Clicks, Array]:
        """The moves that are one click longer and lead to something new, and which of them go on."""
        states = _taken(level.states, rows)
        players = np.full(len(rows), self.player)
        of_all = (self.game.handle.step, self.game.reference, memory.rows(states), players, actions)
        kernels.step_many(*of_all, 0, len(rows))
        certain = self._is_certain(states)
        new = self._new(states, certain)
        events = self._events.of(states, np.flatnonzero(new & certain))
        longer = Clicks(states, rows.tolist(), actions.tolist(), level, events)
        going = new & certain & self._goes_on(states)
        self._note(longer, np.flatnonzero(new & ~going), certain, ~going)
        return longer, going

    def _new(self, states: Array, certain: Array) -> Array:
        """Which positions have not been reached before; what is uncertain is new."""
        keys = _keys(states, self.start, self._columns).tolist()
        new = np.zeros(len(keys), dtype=bool)
        for index, (key, is_certain) in enumerate(zip(keys, certain.tolist(), strict=True)):
            new[index] = not is_certain or key not in self._keys_so_far
            if is_certain:
                self._keys_so_far.add(key)
        return new

    def _only(self, first: Clicks) -> list[MoveResult]:
        """Each legal click by itself."""
        self._results.clear()
        certain = self._is_certain(first.states)
        first.events.update(self._events.of(first.states, np.flatnonzero(certain)))
        self._note(first, np.arange(len(first.actions)), certain, ~(certain & self._goes_on(first.states)))
        return self._results

    def _is_certain(self, states: Array) -> Array:
        """Where no dice were thrown and nobody else's choice counted."""
        certain: Array = (states["rng"] == self.start["rng"][0]) & (not self.is_blind)
        return certain

    def _goes_on(self, states: Array) -> Array:
        """Where the same player may add to the same move."""
        goes_on: Array = (states["waiting"] >> self.player & 1 == 1) & (states["turn"] == self.start["turn"][0])
        return goes_on

    def _note(self, moves: Clicks, which: Array, certain: Array, complete: Array) -> None:
        facts = zip(which.tolist(), certain[which].tolist(), complete[which].tolist(), strict=True)
        for index, is_certain, is_complete in facts:
            (actions, events), state = moves.way(index), moves.states[index : index + 1]
            self._results.append(MoveResult(actions, events if is_certain else (), is_certain, is_complete, state))


def _is_blind(position: Position) -> bool:
    """Whether others choose at the same time and the game has no rule that hides what they have chosen."""
    package = position.game.package
    may_be_secret = position.game.facts.simultaneous or len(position.waiting) > 1
    return may_be_secret and not (package.has("skill") and hasattr(package.module("skill"), "hide"))


def _taken(states: Array, rows: Array) -> Array:
    """Copies of all bytes of these records."""
    copies: Array = _words(states)[rows].view(states.dtype).reshape(len(rows))
    return copies


def _words(records: Array) -> Array:
    """Records as rows of words of eight bytes."""
    return records.view(WORD).reshape(len(records), records.dtype.itemsize // WORD.itemsize)


def _columns_that_count(state: Array) -> Array:
    """Which words of a record tell results apart."""
    fields: Any = state.dtype.fields
    counts: Array = np.ones(state.dtype.itemsize, dtype=bool)
    for name in (*UNLIKE, "events"):
        kind, start = fields[name][:2]
        counts[start : start + kind.itemsize] = False
    # A word that begins with the last events and ends with something else counts as a whole: that is only slower.
    words: Array = np.logical_or.reduce(counts.reshape(-1, WORD.itemsize), axis=1)
    return words


def _keys(states: Array, start: Array, columns: Array) -> Array:
    """A number for each record, the same for those that differ in nothing that counts; 0 for the first position."""
    own, first = _words(states), _words(start)[0]
    which = np.flatnonzero((own != first).any(axis=0) & columns)
    keys: Array = (_mixed(own[:, which], which) - _mixed(first[which], which)).sum(axis=1, dtype=np.uint64)
    return keys


def _mixed(words: Array, columns: Array) -> Array:
    """Words as numbers that look random, other ones in each column."""
    with np.errstate(over="ignore"):
        mixture: Array = (words ^ (columns.astype(np.uint64) * MIX[0])) * MIX[1]
        mixture ^= mixture >> MIX[2]
        mixture *= MIX[0]
        mixture ^= mixture >> MIX[2]
        return mixture
