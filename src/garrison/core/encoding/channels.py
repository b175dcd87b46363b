"""The channels of the encoder: which there are for the parts of a plane or a number, and what each shows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from garrison.core.observation import BYTE, Seen
from garrison.core.values import Part

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class PlacedPart:
    """A part of a plane or a number, which has a place among the others."""

    place: int
    whole: Seen
    part: Part

    @property
    def channels(self) -> tuple[str, ...]:
        """The names of its channels: one for each code but the first, which stands for nothing, or one for an amount.

        >>> import garrison
        >>> parts_of(garrison.load("siege").observation_spec.planes)[-3].channels
        ('units exhausted',)
        """
        name = f"{self.whole.name} {self.part.name}" if self.part.name else self.whole.name
        return tuple(f"{name}: {word}" for word in self.part.codes[1:]) if self.part.codes else (name,)

    def encode(self, values: Array) -> Array:
        """What the channels show of an array of numbers, along a new last axis: what compiled loops do faster.

        An amount is a share of the most, or where it may be larger than a byte, of the logarithm.
        """
        part = self.part.of(values)[..., None]
        if self.part.codes:
            shares = part == np.arange(1, len(self.part.codes))
        elif self.part.most <= BYTE:
            shares = part / max(self.part.most, 1)
        else:
            shares = np.log1p(part) / np.log1p(self.part.most)
        result: Array = shares.astype(np.float32)
        return result


def parts_of(wholes: Iterable[Seen]) -> tuple[PlacedPart, ...]:
    """All parts of planes or numbers, in order."""
    return tuple(PlacedPart(place, whole, part) for place, whole in enumerate(wholes) for part in whole.parts)


def names_of(parts: Iterable[PlacedPart]) -> tuple[str, ...]:
    """The names of all their channels."""
    return tuple(name for part in parts for name in part.channels)
