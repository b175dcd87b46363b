"""A match in memory. Actions are played at once on a position that nobody sees; once they are on disk they are
acknowledged and everybody is told. What can't be written is forgotten, and the match is read from disk anew."""

from __future__ import annotations

import itertools
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

from garrison.core.errors import GarrisonError, IllegalAction
from garrison.core.game import Game
from garrison.core.position import Position
from garrison.play.course import Ahead, Course
from garrison.play.server.store import BUSY, Store

if TYPE_CHECKING:
    from garrison.play.server.connection import Connection

SERIES = itertools.count(1)
STALE = "The match went on meanwhile: look again, then choose."


class Refusal(GarrisonError):
    """What a message is refused with: a reason for programs and a sentence for people."""

    def __init__(self, reason: str, sentence: str) -> None:
        super().__init__(sentence)
        self.reason = reason


@dataclass
class SeatState:
    """Who sits in a seat."""

    kind: str  # person, bot, open
    bot: str = ""
    name: str = ""
    token: str = ""  # its hash

    @property
    def is_bot(self) -> bool:
        """Whether a program plays."""
        return bool(self.bot)


@dataclass
class Info:
    """What a match is, besides its events."""

    id: str
    game: Game
    seed: int
    variant: str
    options: dict[str, Any]
    created: str
    host: str
    invite: str
    private: bool
    undo: bool
    timer_ms: int
    tick_ms: int
    paused: bool
    counted: bool
    finished: bool
    sentence: str = ""  # why it can only be watched


class Written:
    """An event on its way to disk, and whom to tell when it is there."""

    __slots__ = ("acks", "is_undo", "live", "position", "row", "series")

    def __init__(self, live: Live, row: dict[str, Any], is_undo: bool, position: Position) -> None:
        self.live, self.row, self.is_undo, self.position = live, row, is_undo, position
        self.series = live.series
        self.acks: list[Callable[[int, Refusal | None], None]] = []

    def written(self, problem: str | None) -> None:
        """The writer's answer."""
        self.live.written(self, problem)


@dataclass
class Remote:
    """What another process says about who is there."""

    players: frozenset[int]
    watchers: int
    until: float


@dataclass
class Live:
    """A match that somebody looks at or a program plays."""

    info: Info
    seats: list[SeatState]
    course: Course
    played: list[list[int]]  # all events as [player, action], an undo with action -1; on disk or on their way there
    ids: dict[tuple[int, str], int]  # the event that each message has become
    store: Store
    connections: set[Connection] = field(default_factory=set)
    remote: dict[str, Remote] = field(default_factory=dict)
    held: bool = False  # whether this process runs its ticks, timers and bots
    on_committed: Callable[[Live, Written], None] = lambda live, entry: None
    on_lost: Callable[[Live], None] = lambda live: None

    def __post_init__(self) -> None:
        """What follows from the course."""
        self.series = next(SERIES)
        self.number = len(self.played)
        self.dice = Random()
        self.pending: deque[Written] = deque()
        self.shown_number = self.number
        self.shown: Position = self.course.position  # on disk, so that it may be seen
        self.since = self._decisions()  # when each player's decision began
        self.decided = [0] * self.info.game.players  # counts decisions, for the timers
        self.begun = time.monotonic()
        self.ms_before = self.course.moves[-1].ms or 0 if self.course.moves else 0
        self.is_lost = False
        self.used = time.monotonic()

    def _decisions(self) -> list[int]:
        """When everybody's present decision began, from the events: a move that was chosen before the server stopped
        is not older because others have chosen, or time has passed, meanwhile."""
        facts, begun = self.info.game.facts, self.number
        latest: dict[int, int] = {}
        if facts.tick_ms:
            begun = 0
            latest = {
                player: number for number, (player, action) in enumerate(self.played, 1) if action != facts.tick_action
            }
        else:
            for (player, action), _ in zip(reversed(self.played), self.course.since_others_decide(), strict=False):
                if action < 0:
                    break
                latest.setdefault(player, begun)
                begun -= 1
        return [latest.get(player, begun) for player in range(self.info.game.players)]

    def become(self, other: Live) -> None:
        """Take over what was read from disk anew; who is connected stays."""
        self.info, self.seats, self.course = other.info, other.seats, other.course
        self.played, self.number, self.ids, self.shown_number = (other.played, other.number, other.ids, other.number)
        self.shown = other.shown
        self.since, self.decided = other.since, [count + 1 for count in self.decided]
        self.is_lost, self.series, self.pending = False, next(SERIES), deque()

    # --- Asking.

    @property
    def id(self) -> str:
        """The match's name."""
        return self.info.id

    @property
    def is_over(self) -> bool:
        """Whether it has ended, as far as anybody knows."""
        return self.shown.over

    @property
    def is_open(self) -> bool:
        """Whether a seat is free."""
        return any(seat.kind == "open" for seat in self.seats)

    @property
    def status(self) -> str:
        """In one word."""
        if self.info.sentence:
            return "read-only"
        if self.is_over:
            return "over"
        return "open" if self.is_open else "playing"

    @property
    def ms(self) -> int:
        """Milliseconds that the match has been in play."""
        return self.ms_before + int((time.monotonic() - self.begun) * 1000)

    @property
    def undoable(self) -> list[int]:
        """The players whose last action can be taken back now."""
        if self.is_over or self.info.sentence or self.info.tick_ms:
            return []
        people = [player for player, seat in enumerate(self.seats) if not seat.is_bot]
        return [player for player in people if not self.course.why_not_undo(player)]

    def is_present(self, player: int) -> bool:
        """Whether somebody who plays this seat is connected, to any process."""
        if any(player in connection.players for connection in self.connections):
            return True
        now = time.monotonic()
        return any(player in other.players and other.until > now for other in self.remote.values())

    @property
    def is_watched(self) -> bool:
        """Whether anybody is connected, to any process."""
        now = time.monotonic()
        return bool(self.connections) or any(o.watchers and o.until > now for o in self.remote.values())

    @property
    def has_players(self) -> bool:
        """Whether anybody who plays a seat is connected, to any process."""
        return any(seat.kind == "person" and self.is_present(player) for player, seat in enumerate(self.seats))

    # --- Going on.

    def check(self, player: int) -> None:
        """Raise unless the match can go on at all."""
        if self.info.sentence:
            raise Refusal("read-only", self.info.sentence)
        if self.is_lost:
            raise Refusal("busy", BUSY)
        if not 0 <= player < self.info.game.players:
            raise Refusal("seat", f"There is no player {player}.")

    def known(self, player: int, message: str) -> int:
        """The event that a message has become already; 0 when it is new."""
        return self.ids.get((player, message), 0)

    def act(self, player: int, action: int, message: str = "", at: int | None = None) -> Written:
        """Play an action; it is told when it is on disk."""
        self.check(player)
        if at is not None and at < self.since[player]:
            raise Refusal("stale", STALE)
        if at is not None and at > self.number:
            raise Refusal("stale", f"The match has {self.number} events, and this was chosen at {at}.")
        try:
            ahead = self.course.ahead(player, action)
        except IllegalAction as error:
            raise Refusal("illegal", str(error)) from None
        ms = self.ms
        self.course.go(ahead, ms)
        entry = self._append(False, player, action, ms, message)
        self._follow(ahead)
        return entry

    def _follow(self, ahead: Ahead) -> None:
        """Who has something new to decide after an action, and from when on."""
        player = ahead.player
        if ahead.is_resolving:
            self._decide(player, *ahead.position.waiting)
        elif ahead.is_complete:
            self._decide(player)
        facts = self.info.game.facts
        if not (facts.tick_ms and ahead.action == facts.tick_action):
            self.since[player] = self.number

    def _decide(self, *players: int) -> None:
        """These players have something new to decide. In real time nothing grows old by a tick."""
        for player in players:
            self.decided[player] += 1
            if not self.info.game.facts.tick_ms:
                self.since[player] = self.number

    def undo(self, player: int, message: str, at: int) -> Written:
        """Take back a player's last action."""
        self.check(player)
        if not self.since[player] <= at <= self.number:
            raise Refusal("stale", STALE)
        try:
            if self.course.position.over:
                raise IllegalAction("The game is over: nothing can be taken back any more.")
            was_complete = self.course.undo(player)
        except IllegalAction as error:
            raise Refusal("illegal", str(error)) from None
        entry = self._append(True, player, -1, self.ms, message)
        self._went_back(player, was_complete)
        return entry

    def _went_back(self, player: int, was_complete: bool) -> None:
        """After an undo: where a complete move was taken back, everybody looks at something new."""
        for other in range(len(self.since)) if was_complete else (player,):
            self.since[other] = self.number

    def hear(self, event: Any) -> bool:
        """An event that another process has written; False when it does not follow from what is here."""
        if event.number != self.number + 1 or self.pending:
            return False
        try:
            if event.undo:
                was_complete = self.course.undo(event.player)
                self.number += 1
                self._went_back(event.player, was_complete)
            else:
                ahead = self.course.ahead(event.player, event.action)
                self.course.go(ahead, event.ms)
                self.number += 1
                self._follow(ahead)
        except IllegalAction:
            return False
        self.played.append([event.player, event.action])
        for name in event.message.split():
            self.ids[event.player, name] = self.number
        self.shown_number, self.shown = self.number, self.course.position
        row = {"match": self.id, "number": self.number, "player": event.player, "action": event.action}
        self.on_committed(self, Written(self, row, event.undo, self.shown))
        return True

    def _append(self, is_undo: bool, player: int, action: int, ms: int, message: str) -> Written:
        self.number += 1
        self.played.append([player, action])
        for name in message.split():
            self.ids[player, name] = self.number
        row = {
            "match": self.info.id,
            "number": self.number,
            "undo": is_undo,
            "player": player,
            "action": action,
            "ms": ms,
            "message": message,
        }
        entry = Written(self, row, is_undo, self.course.position)
        self.pending.append(entry)
        self.store.append(entry)
        return entry

    def when_written(self, number: int, tell: Callable[[int, Refusal | None], None]) -> None:
        """Call `tell` when an event is on disk: now, if it is."""
        if number <= self.shown_number:
            tell(number, None)
        else:
            self.pending[number - self.shown_number - 1].acks.append(tell)

    def written(self, entry: Written, problem: str | None) -> None:
        """The writer has written an event, or could not."""
        if entry.series != self.series:
            self._answer(entry, problem)
            return
        if problem is not None:
            self._lose(problem)
            return
        self.pending.popleft()
        self.shown_number = entry.row["number"]
        self.shown = entry.position
        self._answer(entry, None)
        self.on_committed(self, entry)

    def _lose(self, problem: str) -> None:
        """What was to come is not on disk: forget it, and have the match read anew."""
        lost, self.pending = self.pending, deque()
        self.is_lost, self.series = True, next(SERIES)
        self.ids = {key: number for key, number in self.ids.items() if number <= self.shown_number}
        for entry in lost:
            self._answer(entry, problem)
        self.on_lost(self)

    def _answer(self, entry: Written, problem: str | None) -> None:
        refusal = None
        if problem is not None:
            refusal = Refusal("stale", STALE) if problem == "conflict" else Refusal("busy", BUSY)
        for tell in entry.acks:
            tell(entry.row["number"], refusal)
        entry.acks = []
