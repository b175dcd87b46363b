"""What a network learns from: what players saw, what they could do, what the teacher chose, and how it ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from garrison.bots.search import Choice
    from garrison.core.position import Position

CHOICES = 8  # of each decision, the best first; the rest has hardly any share
Array = np.ndarray[Any, Any]


@dataclass
class Samples:
    """Decisions, one a row."""

    planes: Array  # what the player saw
    numbers: Array  # and knew besides
    masks: Array  # what was legal
    widths: Array  # columns of the board, which say what field an action is
    actions: Array  # what the teacher considered, -1 where there is nothing more
    shares: Array  # and how much of its search it gave to each
    values: Array  # how the game ended for the player, from -1 to 1

    def __len__(self) -> int:
        return len(self.values)

    @staticmethod
    def joined(parts: Sequence[Samples]) -> Samples:
        """All of them together."""
        return Samples(*(np.concatenate([getattr(part, each.name) for part in parts]) for each in fields(Samples)))

    def save(self, path: Path) -> None:
        """Write them to a file."""
        with path.open("wb") as file:
            np.savez(file, **{each.name: getattr(self, each.name) for each in fields(Samples)})

    @staticmethod
    def load(path: Path) -> Samples:
        """Read them from a file."""
        with np.load(path) as stored:
            return Samples(*(stored[each.name] for each in fields(Samples)))


class Recorder:
    """The decisions of one game while it is played; their outcome is known when it ends."""

    def __init__(self) -> None:
        self._rows: list[tuple[Any, ...]] = []
        self._players: list[int] = []

    def __len__(self) -> int:
        return len(self._rows)

    def note(self, position: Position, player: int, width: int, choices: Sequence[Choice]) -> None:
        """One decision, as the player saw it."""
        best = sorted(choices, key=lambda choice: -choice.share)[:CHOICES]
        actions, shares = np.full(CHOICES, -1, np.int64), np.zeros(CHOICES, np.float32)
        for place, choice in enumerate(best):
            actions[place], shares[place] = choice.action, choice.share
        seen = (position.observe(player), position.measure(player))
        row = (*seen, position.mask(player), width, actions, shares / shares.sum())
        self._rows.append(row)
        self._players.append(player)

    def finished(self, values: Sequence[float]) -> Samples:
        """The samples, now that it is known what the game came to for each player."""
        columns = [np.array(column) for column in zip(*self._rows, strict=True)]
        outcomes = np.array([values[player] for player in self._players], np.float32)
        return Samples(*[*columns, outcomes])
