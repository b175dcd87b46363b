"""Which games an environment plays: the first one's seed is given, and all later ones' follow from it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from garrison.core.engine.rng import derived
from garrison.core.errors import BadOption
from garrison.core.plain import plain
from garrison.core.seeds import checked_seed

Array = np.ndarray[Any, Any]
MOST_SEED = 2**63  # seeds are drawn below it, so that they fit a signed number, as PyTorch has it
ONE_BIT = np.uint64(1)


class GameSeeds:
    """The seeds of the games in each place of a batch.

    >>> seeds, everywhere = GameSeeds(2), np.ones(2, dtype=bool)
    >>> seeds.set(7, everywhere)
    >>> seeds.following(everywhere).tolist()
    [7, 8]
    >>> later = seeds.following(everywhere)[1]
    >>> seeds.set([8, 1], everywhere)
    >>> seeds.following(everywhere).tolist()
    [8, 1]
    >>> bool(seeds.following(everywhere)[0] == later)
    True
    """

    def __init__(self, count: int) -> None:
        self._firsts, self._numbers = np.zeros(count, dtype=np.uint64), np.zeros(count, dtype=np.int64)
        self.are_set = False

    def set(self, seed: int | Iterable[int], which: Array) -> None:
        """Let the games of some places begin with seed + k in place k, or each with a seed of its own."""
        self._firsts[which] = self._given(seed)[which]
        self._numbers[which] = 0
        self.are_set = True

    def following(self, which: Array) -> Array:
        """The seeds of the next games in some places; what stands in others has no meaning."""
        seeds = self._firsts.copy()
        later = which & (self._numbers > 0)
        if later.any():
            seeds[later] = plain(derived)(self._firsts[later], self._numbers[later]) >> ONE_BIT
        self._numbers[which] += 1
        return seeds

    def _given(self, seed: int | Iterable[int]) -> Array:
        count = len(self._firsts)
        if not isinstance(seed, Iterable):
            return np.uint64(checked_seed(seed)) + np.arange(count, dtype=np.uint64)
        seeds = [checked_seed(each) for each in seed]
        if len(seeds) != count:
            raise BadOption(f"{count} games take {count} seeds, not {len(seeds)}.")
        return np.array(seeds, dtype=np.uint64)


def seed_of_game(number: Any) -> int:
    """A game's seed, which infos hold as a signed number of 64 bits.

    >>> seed_of_game(7), seed_of_game(-1) == 2**64 - 1
    (7, True)
    """
    is_signed = isinstance(number, int | np.integer) and -MOST_SEED <= number < 0
    return checked_seed(int(number) + 2 * MOST_SEED if is_signed else number)
