"""Seeds: one number from which all of a game's chance comes, and the seeds of whole series."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Integral
from types import SimpleNamespace
from typing import Any

import numpy as np

from garrison.core.engine import rng
from garrison.core.engine.kernels import derive_many
from garrison.core.engine.record import uint64
from garrison.core.engine.store import ENGINE
from garrison.core.libraries import need
from garrison.core.plain import plain
from garrison.errors import BadOption, shown


def checked_seed(seed: int) -> int:
    """A seed is any whole number of 64 bits."""
    if isinstance(seed, bool) or not isinstance(seed, Integral) or not 0 <= seed < 2**64:
        raise BadOption(f"A seed is a whole number from 0 to 2**64 - 1, not {shown(seed)}.")
    return int(seed)


def seeds_of(seed: int, count: int) -> np.ndarray[Any, np.dtype[np.uint64]]:
    """The seeds of a series of games."""
    need(ENGINE)
    seeds: np.ndarray[Any, np.dtype[np.uint64]] = np.zeros(count, dtype=np.uint64)
    derive_many(uint64(checked_seed(seed)), seeds)
    return seeds


def draws(seed: int, sizes: Sequence[int]) -> list[int]:
    """What a generator from this seed picks, for scenarios that are drawn before any game; it compiles nothing.

    >>> draws(202646, [14, 13, 12]) == draws(202646, [14, 13, 12])
    True
    """
    dice: Any = SimpleNamespace(rng=plain(rng.seeded)(seed))
    return [int(plain(rng.pick)(dice, size)) for size in sizes]
