"""Scratch memory for a rule while it runs: in machine code, in the rule's frame or a thread's local memory."""

from __future__ import annotations

from typing import Any

import numpy as np


def local_array(length: Any, kind: Any) -> Any:
    """An array of zeros of this length and type that lasts until the calling rule returns. The length must be a
    constant."""
    return np.zeros(length, dtype=kind)
