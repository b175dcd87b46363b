"""Who may know which entries of a history. When several players choose at the same time, only the player knows their
choice until all have chosen. So all viewers count only the entries they may know, and can't count what others do.

Each viewer has the entries in an order of their own: of those chosen at the same time, their own come first, since they
knew those first. At the end of such a stretch everybody has the same entries, and the same number of them.
"""

from __future__ import annotations

from garrison.play.history import UNDO

Viewer = tuple[int, ...]  # the players whose seats a viewer holds; empty for those who only watch
NOBODY: Viewer = ()


class Entries:
    """The entries of a history as [player, action], with UNDO in place of an action, and which of them were hidden."""

    def __init__(self) -> None:
        self.all: list[list[int]] = []
        self._hidden: list[bool] = []

    def add(self, player: int, action: int, hidden: bool) -> None:
        """Add an entry."""
        self.all.append([player, action])
        self._hidden.append(hidden)

    def __len__(self) -> int:
        return len(self.all)

    def is_hidden(self, number: int) -> bool:
        """Whether entry `number`, counted from 1, was hidden until its phase had ended."""
        return self._hidden[number - 1]

    def public(self, count: int) -> int:
        """How many of the first `count` entries everybody knows, if there are no more."""
        while count and self._hidden[count - 1]:
            count -= 1
        return count

    def known(self, count: int, viewer: Viewer) -> int:
        """How many of the first `count` entries a viewer knows, if there are no more."""
        public = self.public(count)
        return public + sum(player in viewer for player, _ in self.all[public:count])

    def place(self, number: int, viewer: Viewer) -> int:
        """The number that a viewer gives to an entry that is public or their own, counting the entries they know."""
        return self.known(number, viewer) if number and self.is_hidden(number) else number

    def told(self, seen: int, count: int, viewer: Viewer) -> list[list[int]]:
        """What to send a viewer who knows `seen` of the first `count` entries, in that viewer's order."""
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
