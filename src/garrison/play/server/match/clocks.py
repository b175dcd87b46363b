"""The clocks of a match: a time for each decision, or a time in all that grows with each decision. A clock runs only
while its player may act. What is left is stored with the match, so that nobody gains time by a restart, by leaving, or
by taking a move back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from msgspec import Struct

from garrison.play.server.store.info import Info
from garrison.play.server.wire import server_time

KEPT = 16  # decisions of a player to which they may return


class StoredClocks(Struct):
    """What is left of everybody's time, as it is stored."""

    bank: list[float]
    left: list[tuple[int, int, float]]  # a player, a decision, and the seconds left for it
    credited: list[tuple[int, int]]  # decisions for which the bank has grown
    away: list[tuple[int, float]] = []  # players, and the seconds for which they have been away


def away_in(text: str) -> dict[int, float]:
    """How many seconds each player had been away when this was stored."""
    return dict(msgspec.json.decode(text, type=StoredClocks).away) if text else {}


class Clocks:
    """The clocks of one match. A decision is named by the number of actions before it."""

    def __init__(self, timer_ms: int, bank_ms: int, increment_ms: int, players: int) -> None:
        self._timer, self._increment, self.has_bank = timer_ms / 1000, increment_ms / 1000, bank_ms > 0
        self.exist = bool(timer_ms or bank_ms)
        self._bank = [bank_ms / 1000] * players  # what is left to each player in all
        self._left: dict[tuple[int, int], float] = {}  # seconds left of a player's earlier decisions, to return to
        self._credits: set[tuple[int, int]] = set()
        self.running: dict[int, tuple[int, float]] = {}  # by player: which decision, and when its time is up

    @classmethod
    def of(cls, info: Info) -> Clocks:
        """Those of a match, with what was left of everybody's time when it was last stored."""
        clocks = cls(info.timer_ms, info.terms.bank_ms, info.terms.increment_ms, len(info.seats))
        clocks.restore(info.clocks)
        return clocks

    def restore(self, text: str) -> None:
        """Go on from what is stored."""
        if text:
            clocks = msgspec.json.decode(text, type=StoredClocks)
            self._bank = clocks.bank
            self._left = {(player, decision): left for player, decision, left in clocks.left}
            self._credits = set(clocks.credited)

    def text(self, away: Mapping[int, float]) -> str:
        """What is left of everybody's time at this moment, as it is stored, with how long players have been away."""
        now, left, bank = server_time.now(), dict(self._left), list(self._bank)
        for player, (decision, due) in self.running.items():
            left[player, decision] = bank[player] = max(due - now, 0.0)
        times = [(player, decision, seconds) for (player, decision), seconds in sorted(left.items())]
        return msgspec.json.encode(StoredClocks(bank, times, sorted(self._credits), sorted(away.items()))).decode()

    def run(self, deciding: Mapping[int, int], starts: Sequence[int]) -> bool:
        """Let the clocks run of those who decide something, by player; whether anything changes. `starts` says where
        each player's current decision began, so that one can tell who has decided from who just may not act."""
        before = dict(self.running)
        for player, (decision, _) in before.items():
            if deciding.get(player) != decision:
                self._stop(player)
                if starts[player] > decision:
                    self._credit(player, decision)
        for player, decision in deciding.items():
            if player not in self.running:
                self.running[player] = decision, server_time.now() + self._time_for(player, decision)
        return self.running != before

    def stop(self) -> bool:
        """Stop all of them; whether any was running."""
        were = list(self.running)
        for player in were:
            self._stop(player)
        return bool(were)

    def _stop(self, player: int) -> None:
        decision, due = self.running.pop(player)
        self._left[player, decision] = self._bank[player] = max(due - server_time.now(), 0.0)
        self._forget(player)

    def _forget(self, player: int) -> None:
        """Forget what was left of decisions that are too long ago to be returned to."""
        old = sorted(decision for one, decision in self._left if one == player)[:-KEPT]
        for decision in old:
            del self._left[player, decision]
            self._credits.discard((player, decision))

    def _credit(self, player: int, decision: int) -> None:
        """A decision makes the bank grow, once, however often it is taken back."""
        if (player, decision) not in self._credits:
            self._credits.add((player, decision))
            self._bank[player] += self._increment

    def _time_for(self, player: int, decision: int) -> float:
        return self._bank[player] if self.has_bank else self._left.get((player, decision), self._timer)

    def left(self) -> dict[int, int]:
        """The milliseconds left to each player: of a bank at any time, of a decision while its clock runs."""
        now = server_time.now()
        bank = {player: seconds for player, seconds in enumerate(self._bank) if self.has_bank}
        times = {**bank, **{player: due - now for player, (_, due) in self.running.items()}}
        return {player: max(int(seconds * 1000), 0) for player, seconds in times.items()}

    @property
    def next_due(self) -> float:
        """When the first time is up; infinite when no clock runs."""
        return min((due for _, due in self.running.values()), default=float("inf"))
