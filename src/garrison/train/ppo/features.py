"""What a network takes of an observation: yes-or-no features of each of its numbers.

A code has a feature for each of its words; an amount one for each of some thresholds that it may reach. A feature
depends on the rank of a number only, so that the network that comes out is one of `garrison.bots.network`, which has a
vector for each rank of each number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import embedding, pad

from garrison.bots.network import ranks_of
from garrison.bots.search.ranks import EXACT, NEGATIVE, RANKS, SPAN, STEPS, WINDOW

if TYPE_CHECKING:
    from collections.abc import Sequence

    from garrison.core.game import Game
    from garrison.core.observation import Seen

Array = np.ndarray[Any, Any]
THRESHOLDS = np.array([1, 2, 3, 4, 6, 8, 12, 16, 24, *STEPS[0:14:2]])
BYTES = 256
WHOLE = 4  # features of a place are wide_rows up to a multiple of this, which matrix units like


def lowest_of(ranks: Array) -> Array:
    """The lowest number of each rank; -1 for that of negative numbers.

    >>> lowest_of(np.array([0, 7, 40, 41, 63])).tolist()
    [0, 7, 40, 60, -1]
    """
    large = STEPS[np.clip(ranks - EXACT, 0, len(STEPS) - 1)]
    lowest: Array = np.where(ranks == NEGATIVE, -1, np.where(ranks <= EXACT, ranks, large))
    return lowest


def features_of(whole: Seen, numbers: Array) -> Array:
    """The features of some values of a number of an observation, a row for each.

    >>> import garrison
    >>> facing = garrison.load("minefield").observation_spec.numbers[3]
    >>> features_of(facing, np.arange(4)).astype(int).tolist()
    [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
    """
    columns = []
    for part in whole.parts:
        values = part.of(numbers)[:, None]
        if part.codes:
            columns.append(values == np.arange(1, len(part.codes)))
        else:
            columns.append(values >= THRESHOLDS[part.most >= THRESHOLDS])
    return np.concatenate(columns, axis=1)


def table_of(wholes: Sequence[Seen], numbers: Array) -> Array:
    """The features of these values in each of some planes or numbers, beyond those of 0, to which nothing is added."""
    rows = [features_of(whole, numbers).astype(np.float32) - features_of(whole, np.zeros(1)) for whole in wholes]
    width = -(-max((row.shape[1] for row in rows), default=1) // WHOLE) * WHOLE
    wide_rows = [np.pad(row, ((0, 0), (0, width - row.shape[1]))) for row in rows]
    return np.array(wide_rows, dtype=np.float32).reshape(len(wide_rows), len(numbers), width)


def features_at(values: Tensor, starts: Tensor, table: Tensor) -> Tensor:
    """The features of the values at some places; `starts` says where in the table those of each place begin."""
    return embedding(values + starts, table).flatten(1)


class Sight:
    """How a game's observations become a network's inputs.

    What is `seen` has a byte for each place: for each field of each plane what stands there (around the eye, where the
    game has one), then for each number its rank.
    """

    def __init__(self, game: Game, device: str = "cpu") -> None:
        spec = game.observation_spec
        self.eye = [game.facts.numbers.index(name) for name in game.facts.eye]
        planes, rows, columns = game.planes_shape
        self.fields = SPAN * SPAN if self.eye else rows * columns
        self.plane_places, self.number_places = planes * self.fields, len(game.numbers)
        self._kind = torch.bfloat16 if device == "cuda" else torch.float32
        plane_table = table_of(spec.planes, lowest_of(ranks_of(np.arange(BYTES))))
        number_table = table_of(spec.numbers, lowest_of(np.arange(RANKS)))
        self._tables = [
            torch.from_numpy(each).flatten(0, 1).to(device, self._kind) for each in (plane_table, number_table)
        ]
        self._starts = [
            torch.arange(planes, device=device, dtype=torch.int32).repeat_interleave(self.fields) * BYTES,
            torch.arange(self.number_places, device=device, dtype=torch.int32) * RANKS,
        ]
        self._ranks_of_bytes = torch.from_numpy(ranks_of(np.arange(BYTES))).to(device)
        self._steps = torch.from_numpy(STEPS).to(device)
        across = torch.arange(SPAN, device=device)[:, None] * (columns + 2 * WINDOW) + torch.arange(SPAN, device=device)
        field = (rows + 2 * WINDOW) * (columns + 2 * WINDOW)
        self._around = (torch.arange(planes, device=device)[:, None, None] * field + across).flatten()
        self._row = columns + 2 * WINDOW
        self.codes_of, self._look_up = self._codes_of, features_at
        if device == "cuda":  # not compiled, looking up takes it a hundred times as long
            self.codes_of, self._look_up = (
                torch.compile(each, dynamic=False) for each in (self._codes_of, features_at)
            )

    @property
    def places(self) -> int:
        """How many bytes are seen of a position."""
        return self.plane_places + self.number_places

    @property
    def inputs(self) -> list[int]:
        """How many features a network takes of planes and of numbers."""
        return [len(start) * table.shape[1] for start, table in zip(self._starts, self._tables, strict=True)]

    def _codes_of(self, planes: Tensor, numbers: Tensor) -> Tensor:
        """What is seen of positions, from what their players observe."""
        if self.eye:
            wide = pad(planes, (WINDOW, WINDOW, WINDOW, WINDOW)).flatten(1)
            start = numbers[:, self.eye[0]] * self._row + numbers[:, self.eye[1]]
            planes = wide.gather(1, start[:, None] + self._around)
        return torch.cat([planes.flatten(1), self._ranks(numbers)], dim=1)

    def _ranks(self, numbers: Tensor) -> Tensor:
        """The rank of each number, as `ranks_of` says."""
        large = (EXACT - 1 + torch.bucketize(numbers, self._steps, right=True)).clamp(max=NEGATIVE - 1)
        ranks = torch.where(numbers <= EXACT, numbers, large)
        return torch.where(numbers < 0, NEGATIVE, ranks).to(torch.uint8)

    def inputs_of(self, codes: Tensor) -> list[Tensor]:
        """The features of what is seen of planes, and those of numbers: a row for each position."""
        parts = codes.split([self.plane_places, self.number_places], dim=1)
        return [self._look_up(*each) for each in zip(parts, self._starts, self._tables, strict=True)]

    def ids_of(self, codes: Tensor) -> Tensor:
        """The place and rank of everything that is seen as one number: place x RANKS + rank."""
        planes, numbers = codes.split([self.plane_places, self.number_places], dim=1)
        ranks = torch.cat([self._ranks_of_bytes[planes.int()], numbers.long()], dim=1)
        return torch.arange(self.places, device=codes.device) * RANKS + ranks

    def vectors(self, weights: Tensor) -> Array:
        """The vector of each rank of each place: places x ranks x width. `weights` has a row for each feature."""
        ranks = torch.arange(RANKS)
        lowest = torch.from_numpy(np.clip(lowest_of(ranks.numpy()), 0, BYTES - 1))
        vectors, first = [], 0
        for number, (start, table) in enumerate(zip(self._starts, self._tables, strict=True)):
            rows, width = (ranks if number else lowest).to(start.device), table.shape[1]
            own = weights[first : first + len(start) * width].view(len(start), width, weights.shape[1])
            features = table[start[:, None] + rows].to(own.dtype)
            vectors.append(torch.einsum("prf,pfw->prw", features, own))
            first += len(start) * width
        return torch.cat(vectors).cpu().numpy()
