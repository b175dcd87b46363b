"""Who is connected to a match: on this process and, as far as is known, on others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from garrison.play.server.match.connection import Connection
from garrison.play.server.wire import server_time


@dataclass(frozen=True)
class Elsewhere:
    """What another process has said about who is connected to it."""

    players: frozenset[int]
    watchers: int
    until: float  # when this can no longer be relied on
    spectators: int = 0

    @property
    def summary(self) -> tuple[frozenset[int], bool, int]:
        """What others are told of it."""
        return self.players, bool(self.watchers), self.spectators


class Presence:
    """The connections of one match."""

    def __init__(self) -> None:
        self.connections: set[Connection] = set()
        self._elsewhere: dict[str, Elsewhere] = {}  # by process
        self._start = server_time.now()
        self._left: dict[int, float] = {}  # when players who are not here were last here

    @property
    def players(self) -> frozenset[int]:
        """The players connected to this process."""
        return frozenset(player for connection in self.connections for player in connection.players)

    @property
    def addresses(self) -> frozenset[str]:
        """The addresses of everybody who is connected to this process."""
        return frozenset(connection.address for connection in self.connections)

    @property
    def is_watched(self) -> bool:
        """Whether anybody is connected to any process."""
        now = server_time.now()
        return bool(self.connections) or any(one.watchers and one.until > now for one in self._elsewhere.values())

    @property
    def spectators_here(self) -> int:
        """How many are connected to this process who play no seat."""
        return sum(not connection.players for connection in self.connections)

    @property
    def spectators(self) -> int:
        """How many watch, on any process."""
        now = server_time.now()
        return self.spectators_here + sum(one.spectators for one in self._elsewhere.values() if one.until > now)

    def is_present(self, player: int) -> bool:
        """Whether somebody who plays this seat is connected to any process."""
        if any(player in connection.players for connection in self.connections):
            return True
        now = server_time.now()
        return any(player in one.players and one.until > now for one in self._elsewhere.values())

    def absence(self, player: int) -> float:
        """How many seconds a player has been away, as far as this process knows."""
        return 0.0 if self.is_present(player) else server_time.now() - self._left.get(player, self._start)

    def restore(self, away: Mapping[int, float]) -> None:
        """Players had been away for this many seconds when the server stopped; the time until now does not count."""
        for player, seconds in away.items():
            self._left[player] = server_time.now() - seconds

    def gone(self, players: Iterable[int]) -> None:
        """Note that these players have just been here."""
        for player in players:
            self._left[player] = server_time.now()

    def hear(self, process: str, report: Elsewhere) -> tuple[bool, bool]:
        """Take in what another process says; whether that process is new here, and whether anything has changed."""
        before = self._elsewhere.get(process)
        self._elsewhere[process] = report
        self.gone(report.players | (before.players if before else frozenset()))
        is_new = before is None or before.until < server_time.now()
        is_change = before is None or before.summary != report.summary
        return is_new, is_change

    def forget(self) -> bool:
        """Forget processes that have not been heard from for a long time; whether there were any."""
        now = server_time.now()
        count = len(self._elsewhere)
        self._elsewhere = {name: one for name, one in self._elsewhere.items() if one.until > now}
        return len(self._elsewhere) < count
