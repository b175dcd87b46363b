"""Who may know of which entries of a history. What is chosen while others choose too is known only to its player until
all have chosen; so everybody counts the entries that they may know, and nobody can count what others do.

Each viewer has all entries in an order of their own: of those chosen at the same time, the own come first, since they
were known first. At the end of such a stretch all have the same entries, and the same number of them.
"""

from __future__ import annotations

from garrison.play.history import UNDO

Viewer = tuple[int, ...]  # the players that somebody plays; nobody's, for those who only watch
NOBODY: Viewer = ()


class Entries:
    """The entries of a history as [player, action], with UNDO in place of an action, and which of them were hidden."""

    def __init__(self) -> None:
        self.all: list[list[int]] = []
        self._hidden: list[bool] = []

    def add(self, player: int, action: int, hidden: bool) -> None:
        """One more."""
        self.all.append([player, action])
        self._hidden.append(hidden)

    def __len__(self) -> int:
        return len(self.all)

    def is_hidden(self, number: int) -> bool:
        """Whether entry `number`, counted from 1, was hidden until its phase had ended."""
        return self._hidden[number - 1]

    def public(self, count: int) -> int:
        """How many of the first `count` entries everybody knows when there are no more."""
        while count and self._hidden[count - 1]:
            count -= 1
        return count

    def known(self, count: int, viewer: Viewer) -> int:
        """How many of the first `count` entries a viewer knows when there are no more."""
        public = self.public(count)
        return public + sum(player in viewer for player, _ in self.all[public:count])

    def place(self, number: int, viewer: Viewer) -> int:
        """As which of the entries that they know a viewer counts one that everybody knows, or their own."""
        return self.known(number, viewer) if number and self.is_hidden(number) else number

    def told(self, seen: int, count: int, viewer: Viewer) -> list[list[int]]:
        """What a viewer who knows `seen` of the first `count` entries is to be told, in the order that is theirs."""
        first = self.public(max(min(seen, count), 0))
        known = self._ordered(first, self.public(count), viewer)
        known += [entry for entry in self.all[self.public(count) : count] if entry[0] in viewer]
        return known[max(seen, 0) - first :]

    def _ordered(self, first: int, last: int, viewer: Viewer) -> list[list[int]]:
        """Entries first .. last-1, all of which are public, in a viewer's order."""
        ordered: list[list[int]] = []
        others: list[list[int]] = []
        for entry, hidden in zip(self.all[first:last], self._hidden[first:last], strict=True):
            if not hidden:
                ordered += [*others, entry]
                others = []
            elif entry[0] in viewer:
                ordered.append(entry)
            else:
                others.append(entry)
        return ordered

    def choices(self, count: int, viewer: Viewer) -> int:
        """How many actions of a viewer remain among the hidden ones at the end of the first `count` entries."""
        own = [action for player, action in self.all[self.public(count) : count] if player in viewer]
        return sum(-1 if action == UNDO else 1 for action in own)
