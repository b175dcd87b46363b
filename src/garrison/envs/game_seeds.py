"""Which games an environment plays: a seed is a game, and the seed of each further game follows from the one before."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from garrison.core.seeds import checked_seed, seeds_of
from garrison.errors import BadOption

Array = np.ndarray[Any, Any]
MOST_SEED = 2**63  # seeds are drawn below it, so that they fit a signed number, as PyTorch has it
ONE_BIT = np.uint64(1)


def first_seeds(seed: int | Iterable[int], count: int) -> Array:
    """The seeds of the games that a batch begins with: seed + k in place k, or those that are given.

    >>> first_seeds(7, 3).tolist(), first_seeds([1, 5], 2).tolist()
    ([7, 8, 9], [1, 5])
    """
    if not isinstance(seed, Iterable):
        return np.uint64(checked_seed(seed)) + np.arange(count, dtype=np.uint64)
    seeds = [checked_seed(each) for each in seed]
    if len(seeds) != count:
        raise BadOption(f"{count} games take {count} seeds, not {len(seeds)}.")
    return np.array(seeds, dtype=np.uint64)


def following_seeds(seeds: Array, which: Array) -> Array:
    """The seeds after these in some places, the same that chained passes find; those in other places stay."""
    after = seeds.copy()
    for index in np.flatnonzero(which).tolist():
        after[index] = seeds_of(int(seeds[index]), 2)[1] >> ONE_BIT
    return after


def seed_of_game(number: Any) -> int:
    """A game's seed, which infos hold as a signed number of 64 bits.

    >>> seed_of_game(7), seed_of_game(-1) == 2**64 - 1
    (7, True)
    """
    is_signed = isinstance(number, int | np.integer) and -MOST_SEED <= number < 0
    return checked_seed(int(number) + 2 * MOST_SEED if is_signed else number)
