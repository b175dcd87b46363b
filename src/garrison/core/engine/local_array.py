"""Scratch memory for a rule while it runs: on a GPU in the thread's local memory, elsewhere a NumPy array."""

from __future__ import annotations

from typing import Any

import numpy as np

from garrison.core.engine.lane import COMPILED


def local_array(length: Any, kind: Any) -> Any:
    """An array of zeros of this length and type that lasts until the calling rule returns. The length must be a
    constant."""
    return np.zeros(length, dtype=kind)


if COMPILED:
    from numba.extending import overload

    @overload(local_array)
    def _local_array(length, kind):  # type: ignore[no-untyped-def]
        return lambda length, kind: np.zeros(length, kind)
