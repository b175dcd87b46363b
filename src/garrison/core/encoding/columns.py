"""Vectors of whole numbers for networks: the numbers of an observation, and those of entities."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from garrison.core.encoding.channels import PlacedPart
from garrison.core.observation import BYTE

Array = np.ndarray[Any, Any]
ALL = 2**62  # more than any number


class Columns:
    """Writes the last axis of arrays of numbers as `float32`: what `PlacedPart.encode` says, all parts at once."""

    def __init__(self, pieces: Sequence[PlacedPart]) -> None:
        parts = [one.part for one in pieces]
        self._places = np.array([one.place for one in pieces], dtype=np.intp)
        self._first = np.array([part.first for part in parts], dtype=np.int64)
        self._most = np.array([part.most for part in parts], dtype=np.int64)
        self._in_sums = np.array([place for place, part in enumerate(parts) if part.modulus or part.step > 1], np.intp)
        self._modulus = np.array([parts[place].modulus or ALL for place in self._in_sums], dtype=np.int64)
        self._step = np.array([parts[place].step for place in self._in_sums], dtype=np.int64)
        codes = [(place, code) for place, part in enumerate(parts) for code in range(1, len(part.codes)) or (0,)]
        self._sources, self._codes = np.array(codes, dtype=np.intp).reshape(-1, 2).T
        self._amounts = np.flatnonzero(self._codes == 0)
        self._highs = np.maximum(self._most[self._sources[self._amounts]], 1)
        self._large = np.flatnonzero(self._highs > BYTE)

    def __call__(self, numbers: Array) -> Array:
        """Encode an array, whatever it has in front of its last axis."""
        parts = np.maximum(np.asarray(numbers, dtype=np.int64)[..., self._places] - self._first, 0)
        parts[..., self._in_sums] = parts[..., self._in_sums] % self._modulus // self._step
        parts = np.minimum(parts, self._most)[..., self._sources]
        result: Array = (parts == self._codes).astype(np.float32)
        result[..., self._amounts] = self._shares(parts[..., self._amounts])
        return result

    def _shares(self, amounts: Array) -> Array:
        """Amounts as shares of the most, or of its logarithm."""
        shares: Array = amounts / self._highs
        shares[..., self._large] = np.log1p(amounts[..., self._large]) / np.log1p(self._highs[self._large])
        return shares
