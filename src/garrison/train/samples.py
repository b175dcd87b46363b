"""What a network learns from: what players saw, what they could do, what the search chose, and how it came out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from garrison.bots.network import cues_of, inputs_of

if TYPE_CHECKING:
    from garrison.bots.search import Choice
    from garrison.core.position import Position

CHOICES = 8  # of each decision, the best first; the rest has hardly any share
Array = np.ndarray[Any, Any]
Row: TypeAlias = "tuple[Array, Array, Array, Array, float, Array]"


@dataclass
class Samples:
    """Decisions, one per row; `inputs` and `legal` are those of all rows, one after the other."""

    inputs: Array  # ids of what the player saw
    seen: Array  # how many of them
    legal: Array  # the actions that were legal
    could: Array  # how many of them
    actions: Array  # what the search considered, -1 where there is nothing more
    shares: Array  # and how much of its simulations it gave to each
    guesses: Array  # what the game's own value was, from -1 to 1
    values: Array  # what came of it for the player, from -1 to 1
    cues: Array  # what the game's skill told beside what was seen, one row for each

    def __len__(self) -> int:
        return len(self.values)

    @staticmethod
    def concatenate(parts: Sequence[Samples]) -> Samples:
        """All of them together."""
        return Samples(*(np.concatenate([getattr(part, each.name) for part in parts]) for each in fields(Samples)))

    def save(self, path: Path) -> None:
        """Write them to a file."""
        with path.open("wb") as file:
            np.savez(file, **{each.name: getattr(self, each.name) for each in fields(Samples)})

    @staticmethod
    def load(path: Path) -> Samples:
        """Read them from a file."""
        with np.load(path) as arrays:
            return Samples(*(arrays[each.name] for each in fields(Samples)))


class Recorder:
    """The decisions of one game while it is played; what came of them is known later."""

    def __init__(self) -> None:
        self._rows: list[Row] = []
        self._players: list[int] = []
        self._search_values: list[float] = []  # what the search thought of its choice

    def __len__(self) -> int:
        return len(self._rows)

    def note(self, position: Position, player: int, guess: float, choices: Sequence[Choice]) -> None:
        """One decision, as the player saw it."""
        best = sorted(choices, key=lambda choice: -choice.share)[:CHOICES]
        actions, shares = np.full(CHOICES, -1, np.int16), np.zeros(CHOICES, np.float32)
        for place, choice in enumerate(best):
            actions[place], shares[place] = choice.action, choice.share
        legal = np.array(position.actions(player), dtype=np.int16)
        row = (inputs_of(position, player), legal, actions, shares / shares.sum(), guess, cues_of(position, player))
        self.add(player, row, choices[0].value)

    def add(self, player: int, row: Row, value: float) -> None:
        """The same in one row, and what the search found its choice to be worth.

        A row is what was seen, what was legal, what was considered, with which shares, the guess and the cues.
        """
        self._rows.append(row)
        self._search_values.append(max(-1.0, min(value, 1.0)))
        self._players.append(player)

    def samples(self, values: Sequence[float] | None, horizon: int = 0) -> Samples:
        """The samples, now that it is known what the game came to for each player.

        With a horizon, what came of a decision is what the position was worth that many decisions of its player later;
        without values, it is what the search found.
        """
        inputs, legal, actions, shares, guesses, cues = zip(*self._rows, strict=True)
        came = self._search_values if values is None else outcomes(self._players, values, guesses, horizon)
        return Samples(
            np.concatenate(inputs),
            np.array([len(each) for each in inputs], np.int16),
            np.concatenate(legal),
            np.array([len(each) for each in legal], np.int16),
            np.array(actions),
            np.array(shares),
            np.array(guesses, np.float32),
            np.array(came, np.float32),
            np.array(cues, np.float32),
        )


def outcomes(players: Sequence[int], values: Sequence[float], guesses: Sequence[float], horizon: int) -> list[float]:
    """What came of each decision of a game: what it came to for its player, or the guess of one that much later."""
    outcome = [0.0] * len(players)
    for player in set(players):
        rows = [row for row, who in enumerate(players) if who == player]
        later = [guesses[row] for row in rows[horizon:]] if horizon else []
        for row, value in zip(rows, [*later, *[values[player]] * (len(rows) - len(later))], strict=True):
            outcome[row] = value
    return outcome
