"""Who may know which entries of a history. When several players choose at the same time, only the player knows their
choice until all have chosen. So all viewers count only the entries they may know, and can't count what others do.

Each viewer has the entries in an order of their own: of those chosen at the same time, their own come first, since they
knew those first. At the end of such a stretch everybody has the same entries, and the same number of them.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections import defaultdict

from garrison.play.history import UNDO

Viewer = tuple[int, ...]  # the players whose seats a viewer holds; empty for those who only watch
NOBODY: Viewer = ()


class HistoryEntries:
    """The entries of a history as [player, action], with UNDO in place of an action, and which of them were hidden.
    Questions about the end of the history cost the same however often people have changed their minds."""

    def __init__(self) -> None:
        self.all: list[list[int]] = []
        self._public = array("q", [0])  # by count: how many of the first `count` entries everybody knows
        self._hidden: defaultdict[int, array[int]] = defaultdict(lambda: array("q"))  # by player: the hidden entries
        self._sums: defaultdict[int, array[int]] = defaultdict(lambda: array("q", [0]))  # by player: actions less undos

    def add(self, player: int, action: int, hidden: bool) -> None:
        """Add an entry."""
        self.all.append([player, action])
        self._public.append(self._public[-1] if hidden else len(self.all))
        if hidden:
            self._hidden[player].append(len(self.all))
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
        numbers = self._hidden.get(player, ())
        return bisect_right(numbers, self._public[count]), bisect_right(numbers, count)

    def known(self, count: int, viewer: Viewer) -> int:
        """How many of the first `count` entries a viewer knows, if there are no more."""
        ranges = [self._own(count, player) for player in viewer]
        return self._public[count] + sum(last - first for first, last in ranges)

    def place(self, number: int, viewer: Viewer) -> int:
        """The number that a viewer gives to an entry that is public or their own, counting the entries they know."""
        return self.known(number, viewer) if number and self.is_hidden(number) else number

    def told(self, seen: int, count: int, viewer: Viewer) -> list[list[int]]:
        """What to send a viewer who knows `seen` of the first `count` entries, in that viewer's order."""
        seen, public = max(seen, 0), self.public(count)
        first = self.public(min(seen, count))
        known = self._ordered(first, public, viewer)[seen - first :]
        return known + self._latest(self.known(count, viewer) - max(seen, public), count, viewer)

    def _latest(self, most: int, count: int, viewer: Viewer) -> list[list[int]]:
        """The last `most` of a viewer's own entries that others don't know."""
        numbers: list[int] = []
        for player in viewer if most > 0 else NOBODY:
            first, last = self._own(count, player)
            numbers += self._hidden[player][max(first, last - most) : last] if last > first else ()
        return [self.all[number - 1] for number in sorted(numbers)[-most:]]

    def _ordered(self, first: int, last: int, viewer: Viewer) -> list[list[int]]:
        """Entries first .. last-1, all of which are public, in a viewer's order."""
        ordered: list[list[int]] = []
        others: list[list[int]] = []
        for number, entry in enumerate(self.all[first:last], first + 1):
            if not self.is_hidden(number):
                ordered += [*others, entry]
                others = []
            elif entry[0] in viewer:
                ordered.append(entry)
            else:
                others.append(entry)
        return ordered

    def choices(self, count: int, viewer: Viewer) -> int:
        """How many actions of a viewer remain among the hidden ones at the end of the first `count` entries."""
        ranges = [(self._sums[player], *self._own(count, player)) for player in viewer]
        return sum(sums[last] - sums[first] for sums, first, last in ranges)
