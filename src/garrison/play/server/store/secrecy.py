"""Who may know which entries of a history. When several players choose at the same time, only the player knows their
choice until all have chosen. So all viewers count only the entries they may know, and can't count what others do.

Each viewer has the entries in an order of their own: of those chosen at the same time, their own come first, since they
knew those first. At the end of such a stretch everybody has the same entries, and the same number of them.

Whoever chooses something says how many entries they knew: what was chosen knowing too little is stale.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections import defaultdict
from typing import NamedTuple

from garrison.core.ending import Ending
from garrison.core.facts import Facts
from garrison.core.position import Position
from garrison.play.history import UNDO, Ahead, History, UndoableStep
from garrison.play.server.wire.refusal import Refusal

STALE = "The match has moved on. Look again, then choose."
Viewer = tuple[int, ...]  # the players whose seats a viewer holds; empty for those who only watch
NOBODY: Viewer = ()


class Knowledge(NamedTuple):
    """How many entries somebody knew when they chose something, and as which viewer they counted them."""

    at: int
    viewer: Viewer


class Standing(NamedTuple):
    """Where a match stands: the number of entries, the position, and the part of it that everybody knows."""

    number: int
    position: Position
    public: Position  # without the choices that only their players know
    end: Ending | None  # how the players ended the match


class HistoryEntries:
    """The entries of a history as [player, action], with UNDO in place of an action, and which of them were hidden.
    Questions about the end of the history cost the same however often people have changed their minds."""

    def __init__(self) -> None:
        self.all: list[list[int]] = []
        self._public = array("q", [0])  # by count: how many of the first `count` entries everybody knows
        self._secrets: defaultdict[int, array[int]] = defaultdict(lambda: array("q"))  # by player: the hidden entries
        self._sums: defaultdict[int, array[int]] = defaultdict(lambda: array("q", [0]))  # by player: actions less undos

    def add(self, player: int, action: int, is_hidden: bool) -> None:
        """Add an entry."""
        self.all.append([player, action])
        self._public.append(self._public[-1] if is_hidden else len(self.all))
        if is_hidden:
            self._secrets[player].append(len(self.all))
            self._sums[player].append(self._sums[player][-1] + (-1 if action == UNDO else 1))

    def __len__(self) -> int:
        return len(self.all)

    def is_hidden(self, number: int) -> bool:
        """Whether entry `number`, counted from 1, was hidden until its phase had ended."""
        return self._public[number] < number

    def public(self, count: int) -> int:
        """How many of the first `count` entries everybody knows, if there are no more."""
        return self._public[count]

    def _own(self, count: int, player: int) -> tuple[int, int]:
        """Where a player's entries that others don't know begin and end among all the player's hidden ones."""
        numbers = self._secrets.get(player, ())
        return bisect_right(numbers, self._public[count]), bisect_right(numbers, count)

    def known(self, count: int, viewer: Viewer) -> int:
        """How many of the first `count` entries a viewer knows, if there are no more."""
        ranges = [self._own(count, player) for player in viewer]
        return self._public[count] + sum(last - first for first, last in ranges)

    def place(self, number: int, viewer: Viewer) -> int:
        """The number that a viewer gives to an entry that is public or their own, counting the entries they know."""
        return self.known(number, viewer) if number and self.is_hidden(number) else number

    def told(self, number: int, count: int, viewer: Viewer) -> list[list[int]]:
        """What to send a viewer who knows `seen` of the first `count` entries, in that viewer's order."""
        number, public = max(number, 0), self.public(count)
        first = self.public(min(number, count))
        news = self._order(first, public, viewer)[number - first :]
        return news + self._latest(self.known(count, viewer) - max(number, public), count, viewer)

    def _latest(self, most: int, count: int, viewer: Viewer) -> list[list[int]]:
        """The last `most` of a viewer's own entries that others don't know."""
        numbers: list[int] = []
        for player in viewer if most > 0 else NOBODY:
            first, last = self._own(count, player)
            numbers += self._secrets[player][max(first, last - most) : last] if last > first else ()
        return [self.all[number - 1] for number in sorted(numbers)[-most:]]

    def _order(self, first: int, last: int, viewer: Viewer) -> list[list[int]]:
        """Entries first .. last-1, all of which are public, in a viewer's order."""
        order: list[list[int]] = []
        others: list[list[int]] = []
        for number, entry in enumerate(self.all[first:last], first + 1):
            if not self.is_hidden(number):
                order += [*others, entry]
                others = []
            elif entry[0] in viewer:
                order.append(entry)
            else:
                others.append(entry)
        return order

    def choices(self, count: int, viewer: Viewer) -> int:
        """How many actions of a viewer remain among the hidden ones at the end of the first `count` entries."""
        ranges = [(self._sums[player], *self._own(count, player)) for player in viewer]
        return sum(sums[last] - sums[first] for sums, first, last in ranges)


class Staleness:
    """When each player's decision began, as a number of entries."""

    def __init__(self, facts: Facts, entries: HistoryEntries, history: History) -> None:
        self._facts, self._entries = facts, entries
        self.since = self._begun(history)

    def _begun(self, history: History) -> list[int]:
        """From a history: a move chosen before the server stopped does not become stale because others have chosen, or
        time has passed, since."""
        number, entries = len(self._entries), self._entries.all
        start = self._entries.public(number)
        latest: dict[int, int] = {}
        if self._facts.tick_ms:
            start = 0
            moves = [(at, *entry) for at, entry in enumerate(entries, 1)]
            latest = {player: at for at, player, action in moves if action != self._facts.tick_action}
        elif start < number:
            latest = {player: at for at, (player, _) in enumerate(entries[start:], start + 1)}
        else:
            for (player, action), _ in zip(reversed(entries), history.since_others_decide(), strict=False):
                if action == UNDO:
                    break
                latest.setdefault(player, start)
                start -= 1
        return [latest.get(player, start) for player in range(history.game.players)]

    def follow(self, ahead: Ahead) -> None:
        """Note who has something new to decide after an action, which is the last entry. In real time, a tick makes
        nothing stale."""
        if self._facts.tick_ms:
            players = {ahead.player} if ahead.action != self._facts.tick_action else set()
        else:
            players = {ahead.player, *(ahead.position.waiting if ahead.is_resolving else ())}
        self._begin(players)

    def go_back(self, step: UndoableStep) -> None:
        """After an undo: if it took back a complete move that others had seen, they have something new to look at."""
        self._begin(set(range(len(self.since))) if step.is_seen else {step.player})

    def _begin(self, players: set[int]) -> None:
        for player in players:
            self.since[player] = len(self._entries)

    def check(self, player: int, knowledge: Knowledge) -> None:
        """Raise if what the player decides about has changed since, or if they can't have seen all these entries."""
        if knowledge.at < self._entries.place(self.since[player], knowledge.viewer):
            raise Refusal("stale", STALE)
        number = self._entries.known(len(self._entries), knowledge.viewer)
        if knowledge.at > number:
            raise Refusal("stale", f"The match is at entry {number}, but this was chosen at entry {knowledge.at}.")
