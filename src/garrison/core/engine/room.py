"""Room for a rule's own notes while it runs: on a GPU part of a thread's own memory, elsewhere an array of NumPy's."""

from __future__ import annotations

from typing import Any

import numpy as np

from garrison.core.engine.lane import COMPILED


def room(length: Any, kind: Any) -> Any:
    """So many zeros of a kind, for as long as the rule runs that asks for them. The length must be a constant."""
    return np.zeros(length, dtype=kind)


if COMPILED:
    from numba.extending import overload

    @overload(room)
    def _room(length, kind):  # type: ignore[no-untyped-def]
        return lambda length, kind: np.zeros(length, kind)
